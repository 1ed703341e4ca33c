"""Places are right in all three units: with emoji, combining characters, tabs, all ends of lines, a byte order mark."""

from __future__ import annotations

import re

import pytest
from lsprotocol import types

from playground.engine import Position, SourceSpan, SourceText
from playground.lsp.positions import Places, with_change

TEXT = "\ufeffa: 😀é\u0301\tx\r\nb: \u2028\x85\x0cy\rc: ∀😀\nlast 😀"
UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


def offset_by_units(text: str, position: types.Position, encoding: str) -> int:
    """The offset in code points, counted by the words of the protocol alone."""
    codec, width = UNITS[encoding]
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", text))]
    line = text[starts[position.line] :]
    return starts[position.line] + len(line.encode(codec)[: position.character * width].decode(codec))


@pytest.mark.parametrize("encoding", UNITS)
def test_each_place_is_converted_there_and_back(encoding: str) -> None:
    source = SourceText(TEXT)
    places = Places(source, encoding)
    for offset in range(len(TEXT) + 1):
        ours = source.position(offset)
        theirs = places.position(ours)
        assert offset_by_units(TEXT, theirs, encoding) == source.offset(ours)
        assert places.ours(theirs) == ours


def test_a_place_behind_a_line_or_the_text_is_its_end_and_half_a_pair_its_beginning() -> None:
    places = Places(SourceText("a😀b\r\nc"), "utf-16")
    assert places.ours(types.Position(0, 99)) == Position(1, 4)
    assert places.ours(types.Position(9, 9)) == Position(2, 2)
    assert places.ours(types.Position(0, 2)) == Position(1, 2)


def test_half_a_pair_of_surrogates_is_one_unit() -> None:
    assert Places(SourceText("\ud83dab"), "utf-16").position(Position(1, 3)) == types.Position(0, 2)


def partial(start: tuple[int, int], end: tuple[int, int], text: str) -> types.TextDocumentContentChangePartial:
    return types.TextDocumentContentChangePartial(types.Range(types.Position(*start), types.Position(*end)), text)


def test_changes_of_a_range_and_of_the_whole_text() -> None:
    source = SourceText("a: 😀1\r\nb: 2\u2028\n")
    assert with_change(source, partial((0, 5), (0, 6), "one"), "utf-16").text == "a: 😀one\r\nb: 2\u2028\n"
    assert with_change(source, partial((0, 6), (1, 3), ""), "utf-16").text == "a: 😀12\u2028\n"
    assert with_change(source, partial((2, 0), (2, 0), "c"), "utf-16").text == "a: 😀1\r\nb: 2\u2028\nc"
    assert with_change(source, types.TextDocumentContentChangeWholeDocument("x"), "utf-16").text == "x"
    assert with_change(SourceText(""), partial((0, 0), (0, 0), "y"), "utf-16").text == "y"


def test_a_span_becomes_a_range_and_a_range_a_span() -> None:
    places = Places(SourceText("😀 name\n"), "utf-16")
    span = SourceSpan(Position(1, 3), Position(1, 7))
    assert places.range(span) == types.Range(types.Position(0, 3), types.Position(0, 7))
    assert places.our_span(places.range(span)) == span
