"""Lines and columns as an editor counts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import Position
from playground.engine.reading import SourceText, apply_edits


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_each_line_break_of_an_editor_ends_a_line(line_break: str) -> None:
    source = SourceText(f"ab{line_break}cd")
    assert source.position(source.text.index("c")) == Position(2, 1)
    assert source.offset(Position(2, 2)) == source.text.index("d")


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029", "\v", "\f"])
def test_other_breaks_do_not_end_a_line(char: str) -> None:
    assert SourceText(f"a{char}b").position(2) == Position(1, 3)


def test_the_text_before_a_position_ends_at_its_column() -> None:
    source = SourceText("a:\n  - b: 1\n")
    assert source.line_before(Position(2, 5)) == "  - "
    assert source.line_before(Position(2, 1)) == ""


def test_columns_count_code_points() -> None:
    assert SourceText("é😀x").position(2) == Position(1, 3)


def test_a_column_past_the_end_of_its_line_is_the_end_of_the_line() -> None:
    source = SourceText("ab\r\ncd\n")
    assert source.offset(Position(1, 99)) == 2
    assert source.offset(Position(2, 99)) == 6
    assert source.offset(Position(9, 1)) == 7
    assert source.offset(Position(0, 5)) == 0


def test_offsets_outside_the_text_are_its_ends() -> None:
    source = SourceText("ab")
    assert (source.position(-5), source.position(99)) == (Position(1, 1), Position(1, 3))


def test_a_span_slices_the_text_it_covers() -> None:
    source = SourceText("ab\ncd")
    assert source.slice(source.span(1, 4)) == "b\nc"


@given(st.text(alphabet="ab\r\né😀", max_size=30))
def test_every_offset_survives_the_evaluation_to_a_position_and_back(text: str) -> None:
    source = SourceText(text)
    for offset in range(len(text) + 1):
        inside_break = 0 < offset < len(text) and text[offset - 1 : offset + 1] == "\r\n"
        assert source.offset(source.position(offset)) == (offset - 1 if inside_break else offset)


@given(st.text(alphabet="ab\r\né", max_size=12))
def test_no_place_is_inside_of_a_line_break(text: str) -> None:
    source = SourceText(text)
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            for place in source.span(start, end):
                assert source.position(source.offset(place)) == place


@pytest.mark.parametrize(
    ("text", "newline"),
    [("", "\n"), ("a", "\n"), ("a\nb\r\n", "\n"), ("a\r\nb\n", "\r\n"), ("a\rb\r\n", "\r"), ("\r\n", "\r\n")],
)
def test_what_is_written_into_a_text_ends_its_lines_as_the_first_one(text: str, newline: str) -> None:
    assert SourceText(text).newline == newline


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
