"""Diagnostics as workflow commands, which GitHub shows beside changed lines.

GitHub Actions, "Workflow commands for GitHub Actions": ``::error file=…,line=…::message`` and its escapes.
"""

from __future__ import annotations

from typing import Final

from playground.engine import Diagnostic, Severity

_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "notice"}


def workflow_command(diagnostic: Diagnostic, file: str) -> str:
    """The workflow command for ``diagnostic``; with columns only if it is on one line, as GitHub requires."""
    start, end = diagnostic.span.start, diagnostic.span.end
    place = {"file": file, "line": str(start.line), "endLine": str(end.line)}
    if start.line == end.line:
        place |= {"col": str(start.column), "endColumn": str(end.column)}
    place["title"] = f"{diagnostic.code} {diagnostic.name}"
    properties = ",".join(f"{name}={_property(text)}" for name, text in place.items())
    message = "\n".join(part for part in (diagnostic.message, diagnostic.hint) if part)
    return f"::{_LEVELS[diagnostic.severity]} {properties}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
