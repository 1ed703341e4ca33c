"""Lines as HTML: escaped, in blocks, with their places."""

from __future__ import annotations

import pytest

from playground.engine import Position, SourceSpan
from playground.pages.output.lines import BLOCK, blocks, escaped, folded_rows, lines_of_text, places, rows, stretches


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
    spans = [None, SourceSpan(Position(3, 5), Position(3, 9)), None, SourceSpan(Position(1, 1), Position(2, 1))]
    assert places([]) == ""
    assert places(spans) == " 3:5-3:9  1:1-2:1"


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
    found = [("(" if one.folded else "") + signs[one.start : one.end] for one in stretches(signs)]
    assert found == parts
    assert "".join(parts).replace("(", "") == signs


def test_a_folded_row_says_how_many_lines_it_hides() -> None:
    rows = [f"<i>{number}</i>" for number in range(10)]
    shown, folded = folded_rows(rows, "+" + " " * 9)
    assert shown == '<pre class="output diff"><code><i>0</i><i>1</i><i>2</i></code></pre>'
    assert folded.startswith('<details class="fold"><summary>… 7 unchanged lines</summary><pre')
    assert folded.count("<i>") == 7


def test_lines_end_as_the_source_counts_them() -> None:
    assert lines_of_text("a\r\nb\rc\n") == ["a", "b", "c"]
    assert lines_of_text("a") == ["a"]
    assert lines_of_text("\n") == [""]
