"""Edits of the source are applied at their places."""

from __future__ import annotations

import pytest

from playground.engine.diagnostics import Edit
from playground.engine.reading import SourceText, apply_edits


def edit(text: str, start: int, end: int, new: str) -> Edit:
    return Edit(SourceText(text).span(start, end), new)


def test_edits_in_any_order_refer_to_the_original_text() -> None:
    text = "a: é\r\nb: 2\r\n"
    assert apply_edits(text, [edit(text, 9, 10, "two"), edit(text, 3, 4, "one")]) == "a: one\r\nb: two\r\n"


def test_an_empty_span_inserts_and_no_edit_changes_nothing() -> None:
    assert apply_edits("ab", [edit("ab", 1, 1, "X"), edit("ab", 1, 1, "Y")]) == "aXYb"
    assert apply_edits("ab", []) == "ab"


def test_an_edit_can_remove_whole_lines() -> None:
    text = "a\nb\nc\n"
    assert apply_edits(text, [edit(text, 2, 4, "")]) == "a\nc\n"


def test_edits_that_overlap_are_an_error() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply_edits("abcd", [edit("abcd", 0, 2, ""), edit("abcd", 1, 3, "")])
