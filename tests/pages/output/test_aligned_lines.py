"""What processing changed in the aligned output is marked, and each line links to the source."""

from __future__ import annotations

from playground.engine import Severity, SourceText
from playground.pages.output.aligned_lines import aligned_places, aligned_rows
from playground.pages.output.marks import Fault


def test_only_what_changed_is_marked_and_everything_is_escaped() -> None:
    assert aligned_rows(["a: <x>", "b: 1"], "a: <$(P)>\nb: 1\n") == [
        '<span class="line" data-changed="">a: &lt;<mark class="from-parameter">x</mark>&gt;\n</span>',
        '<span class="line">b: 1\n</span>',
    ]


def test_removed_text_leaves_no_mark() -> None:
    assert aligned_rows(["a: x"], "a: xx") == ['<span class="line" data-changed="">a: x\n</span>']


def test_a_fault_of_the_source_is_marked_at_its_place_in_the_aligned_line() -> None:
    faults = [Fault(0, 1, Severity.HINT, "before"), Fault(4, 8, Severity.ERROR, "in"), Fault(9, 10, Severity.HINT, "<")]
    (row,) = aligned_rows(["a: [longer] z"], "a: [$(P)] z", {0: [faults[0], faults[1]]})
    assert row.count("data-severity") == 3
    assert 'class="wrong">a</span>: [<mark data-severity="error"' in row
    assert 'from-parameter">longer</mark>] z' in row
    (row,) = aligned_rows(["a: [longer]z"], "a: [$(P)]z", {0: [faults[2]]})
    assert ']<span data-severity="hint" title="Hint: &lt;" class="wrong">z</span>' in row


def test_a_line_links_to_the_same_line_of_the_source() -> None:
    assert aligned_places(2, SourceText("$(A)\r\nb\n")) == [(0, 4), (6, 7)]


def test_lines_of_a_text_with_added_lines_have_no_links() -> None:
    assert aligned_places(2, SourceText("a\n")) == []
