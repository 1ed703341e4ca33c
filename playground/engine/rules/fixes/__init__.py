"""Fixes that the rules offer: edits of the text that resolve a Finding; one module for each kind of edit."""
