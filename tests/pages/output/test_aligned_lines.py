"""What processing changed in the aligned output is marked, and each line links to the source."""

from __future__ import annotations

from playground.engine import SourceText
from playground.pages.output.aligned_lines import aligned_places, aligned_rows


def test_only_what_changed_is_marked_and_everything_is_escaped() -> None:
    assert aligned_rows(["a: <x>", "b: 1"], "a: <$(P)>\nb: 1\n") == [
        '<span class="line">a: &lt;<mark class="from-parameter">x</mark>&gt;\n</span>',
        '<span class="line">b: 1\n</span>',
    ]


def test_removed_text_leaves_no_mark() -> None:
    assert aligned_rows(["a: x"], "a: xx") == ['<span class="line">a: x\n</span>']


def test_a_line_links_to_the_same_line_of_the_source() -> None:
    assert aligned_places(2, SourceText("$(A)\r\nb\n")) == [(0, 4), (6, 7)]


def test_lines_of_a_text_with_added_lines_have_no_links() -> None:
    assert aligned_places(2, SourceText("a\n")) == []
