"""The error of a Go template, worded as Go's ``text/template`` words it."""

from __future__ import annotations


class GoTemplateError(Exception):
    """A template that cannot be parsed or executed; the message says why and where."""
