"""What an editor asks about a place of the text; no rules. The text may be half typed."""
