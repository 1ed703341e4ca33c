"""The parts of a Diagnostic."""

from __future__ import annotations

from playground.engine.model.diagnostics import Edit, write
from playground.engine.model.location import Position, SourceSpan


def test_a_fix_that_writes_a_text_is_named_by_it() -> None:
    span = SourceSpan(Position(3, 5), Position(3, 12))
    fix = write("${HOST}", span)
    assert (fix.title, fix.edits) == ("Write ${HOST}", (Edit(span, "${HOST}"),))
