"""Pages to read: the rules, the limits, the examples, the source."""
