"""Edits of an author's text: they change what was asked for, and comments, quotes and layout stay."""
