"""Lines as HTML: escaped, in blocks, with their places."""

from __future__ import annotations

from playground.engine import Position, SourceSpan
from playground.views.panels.lines import BLOCK, blocks, escaped, places, row


def test_every_text_is_escaped_and_none_is_lost() -> None:
    assert escaped([]) == []
    assert escaped(["", "<b>", "\"&'"]) == ["", "&lt;b&gt;", "&quot;&amp;&#x27;"]


def test_a_line_names_its_field_if_it_has_one() -> None:
    assert row("x") == '<span class="line">x\n</span>'
    assert row("x", "0 a[1]") == '<span class="line" data-field="0 a[1]">x\n</span>'


def test_blocks_hold_every_row_in_order() -> None:
    rows = [row(str(number)) for number in range(2 * BLOCK + 1)]
    html = blocks(rows)
    assert html.count('<span class="block">') == 3
    assert html.replace('<span class="block">', "").replace("</span></span>", "</span>") == "".join(rows)
    assert blocks([]) == ""


def test_places_are_lines_and_columns() -> None:
    spans = [None, SourceSpan(Position(3, 5), Position(3, 9)), None, SourceSpan(Position(1, 1), Position(2, 1))]
    assert places([]) == ""
    assert places(spans) == " 3:5-3:9  1:1-2:1"
