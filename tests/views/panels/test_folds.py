"""Long stretches of unchanged lines are folded away."""

from __future__ import annotations

import pytest

from playground.views.panels.folds import folded_rows, stretches


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
