"""Fixes: edits of the text that resolve a finding, for the rules that offer them; one module per kind of edit."""
