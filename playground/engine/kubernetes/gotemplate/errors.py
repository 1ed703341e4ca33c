"""What is wrong with a Go template, in the words of Go's ``text/template``."""

from __future__ import annotations


class GoTemplateError(Exception):
    """A template that cannot be read or executed; its text says why and where."""
