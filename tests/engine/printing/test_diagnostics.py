"""Diagnostics as JSON for programs."""

from __future__ import annotations

from playground.engine import Diagnostic, Edit, Fix, Position, Related, Severity, SourceSpan, diagnostic_json


def span(line: int, column: int, end_column: int, end_line: int | None = None) -> SourceSpan:
    return SourceSpan(Position(line, column), Position(end_line or line, end_column))


def diagnostic(place: SourceSpan, **more: object) -> Diagnostic:
    fields = {
        "code": "ENV599",
        "name": "a-name",
        "severity": Severity.WARNING,
        "message": "A message.",
        "hint": "",
        "span": place,
        "field": "",
        "related": (),
        "fix": None,
    }
    return Diagnostic(**{**fields, **more})  # type: ignore[arg-type]


def test_the_json_format_contains_every_part() -> None:
    fix = Fix("Quote it", (Edit(span(1, 2, 3), '"x"'),))
    answer = diagnostic_json(
        diagnostic(span(1, 1, 2), hint="h", field="a.b", related=(Related(span(2, 1, 2), "m"),), fix=fix)
    )
    assert answer == {
        "code": "ENV599",
        "name": "a-name",
        "severity": "warning",
        "message": "A message.",
        "hint": "h",
        "span": {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}},
        "field": "a.b",
        "related": [{"span": {"start": {"line": 2, "column": 1}, "end": {"line": 2, "column": 2}}, "message": "m"}],
        "fix": {
            "title": "Quote it",
            "edits": [{"span": {"start": {"line": 1, "column": 2}, "end": {"line": 1, "column": 3}}, "text": '"x"'}],
        },
    }
    assert diagnostic_json(diagnostic(span(1, 1, 2)))["fix"] is None
