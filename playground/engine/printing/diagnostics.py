"""Diagnostics as the plain values of JSON, for the API and for `check --format json`.

Lines and columns count from 1, columns in code points; the end of a span is exclusive.
"""

from __future__ import annotations

from typing import Any

from playground.engine.model.diagnostics import Diagnostic, Fix
from playground.engine.model.location import SourceSpan


def diagnostic_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """``diagnostic`` with its span and its first fix."""
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "span": span_json(diagnostic.span),
        "field": diagnostic.field,
        "related": [{"span": span_json(related.span), "message": related.message} for related in diagnostic.related],
        "fix": _fix_json(diagnostic.fix) if diagnostic.fix else None,
    }


def span_json(span: SourceSpan) -> dict[str, dict[str, int]]:
    """``span`` as the lines and columns of its start and its end."""
    places = {"start": span.start, "end": span.end}
    return {name: {"line": place.line, "column": place.column} for name, place in places.items()}


def _fix_json(fix: Fix) -> dict[str, Any]:
    return {"title": fix.title, "edits": [{"span": span_json(edit.span), "text": edit.text} for edit in fix.edits]}
