"""The aligned output's lines."""

from __future__ import annotations

from playground.engine import evaluate
from playground.views.panels.aligned import aligned_output, aligned_places, aligned_rows, lines_of_text


def test_only_what_changed_is_marked_and_everything_is_escaped() -> None:
    assert aligned_rows("a: <x>\nb: 1\n", "a: <$(P)>\nb: 1\n") == [
        '<span class="line">a: &lt;<mark class="from-parameter">x</mark>&gt;\n</span>',
        '<span class="line">b: 1\n</span>',
    ]


def test_removed_text_leaves_no_mark() -> None:
    assert aligned_rows("a: x", "a: xx") == ['<span class="line">a: x\n</span>']


def test_a_line_links_to_the_same_line_of_the_source() -> None:
    assert aligned_places("1\nlonger\n", "$(A)\r\nb\n") == [((1, 1), (1, 5)), ((2, 1), (2, 2))]


def test_lines_of_a_text_with_added_lines_have_no_links() -> None:
    assert aligned_places("a\nb\n", "a\n") == []


def test_lines_end_as_the_source_counts_them() -> None:
    assert lines_of_text("a\r\nb\rc\n") == ["a", "b", "c"]
    assert lines_of_text("a") == ["a"]
    assert lines_of_text("\n") == [""]


def test_a_text_without_a_template_has_no_aligned_output() -> None:
    assert aligned_output(evaluate("kind: Pod\n")).why == "there is no Template"
