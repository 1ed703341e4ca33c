"""Lines as HTML: escaped, in blocks, with their places."""

from __future__ import annotations

import pytest

from playground.engine import SourceText
from playground.pages.output.lines import (
    BLOCK,
    blocks,
    escaped,
    folded_rows,
    lines_of_text,
    places,
    rows,
    span_text,
    stretches,
)


def test_every_text_is_escaped_and_none_is_lost() -> None:
    assert escaped([]) == []
    assert escaped(["", "<b>", "\"&'"]) == ["", "&lt;b&gt;", "&quot;&amp;&#x27;"]


def test_a_line_names_its_field_if_it_has_one() -> None:
    assert rows(["x", "y"], ["", "0 a[1]"]) == [
        '<span class="line">x\n</span>',
        '<span class="line" data-field="0 a[1]">y\n</span>',
    ]


def test_blocks_hold_every_row_in_order() -> None:
    numbers = [str(number) for number in range(2 * BLOCK + 1)]
    lines = rows(numbers, [""] * len(numbers))
    html = blocks(lines)
    assert html.count('<span class="block">') == 3
    assert html.replace('<span class="block">', "").replace("</span></span>", "</span>") == "".join(lines)
    assert blocks([]) == ""


def test_places_are_lines_and_columns() -> None:
    text = SourceText("a: 1\r\nb: \r\rc\n")
    assert places(text, []) == ""
    assert places(text, [None, (3, 4), None, (0, 9), (9, 9)]) == " 1:4-1:5  1:1-2:4 2:4-2:4"


@pytest.mark.parametrize("text", ["", "a", "a: 1\r\nb: \r\rc\n", "\n\n", "x\r\n\r\n"])
def test_every_stretch_of_a_text_has_its_place(text: str) -> None:
    source = SourceText(text)
    offsets = range(len(text) + 1)
    stretches = [(start, end) for start in offsets for end in offsets]
    spans = [span_text(source.span(start, end)) for start, end in stretches]
    assert places(source, stretches) == " ".join(spans)


@pytest.mark.parametrize(
    ("signs", "parts"),
    [
        ("", []),
        ("+", ["+"]),
        (" " * 6 + "-+", [" " * 6 + "-+"]),
        (" " * 7 + "-+", ["(" + " " * 5, "  -+"]),
        ("-+" + " " * 7, ["-+  ", "(" + " " * 5]),
        ("-" + " " * 9 + "+", ["-  ", "(" + " " * 5, "  +"]),
        (" " * 20, ["(" + " " * 20]),
        ("-" + " " * 8 + "+" + " " * 8 + "-", ["-  ", "(    ", "  +  ", "(    ", "  -"]),
    ],
)
def test_more_than_six_unchanged_lines_are_folded_except_beside_a_change(signs: str, parts: list[str]) -> None:
    folded = [("(" if stretch.folded else "") + signs[stretch.start : stretch.end] for stretch in stretches(signs)]
    assert folded == parts
    assert "".join(parts).replace("(", "") == signs


def test_a_folded_row_says_how_many_lines_it_hides() -> None:
    rows = [f"<i>{number}</i>" for number in range(10)]
    shown_row, folded = folded_rows(rows, "+" + " " * 9)
    assert shown_row == '<pre class="output diff"><code><i>0</i><i>1</i><i>2</i></code></pre>'
    assert folded.startswith('<details class="fold"><summary>… 7 unchanged lines</summary><pre')
    assert folded.count("<i>") == 7


def test_lines_end_as_the_source_counts_them() -> None:
    assert lines_of_text("a\r\nb\rc\n") == ["a", "b", "c"]
    assert lines_of_text("a") == ["a"]
    assert lines_of_text("\n") == [""]
