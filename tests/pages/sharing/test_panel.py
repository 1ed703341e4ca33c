"""The bar above a shared text names its Revision and what an update would add."""

from __future__ import annotations

import tracemalloc
from datetime import UTC, datetime

import pytest

from playground.pages.sharing.panel import comparison_panel, diff_of, share_panel
from playground.storage.models import Revision, Share
from playground.storage.shares.contents import Contents
from tests.cost import steps

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_an_earlier_revision_is_not_the_latest_and_an_update_follows_the_latest() -> None:
    panel = share_panel(Share(slug="s", head=3), Revision(number=1, text="a"), owned=True)
    assert (panel.is_latest, panel.number, panel.previous, panel.next) == (False, 1, 2, 4)
    assert (panel.parent, panel.expires, panel.text) == ("", None, "a")


def test_the_first_revision_is_the_latest_of_a_new_share_and_has_none_before() -> None:
    original = Share(slug="original")
    share = Share(slug="s", head=1, parent=original, expires=NOW)
    panel = share_panel(share, Revision(number=1), owned=False)
    assert (panel.is_latest, panel.previous, panel.parent, panel.expires) == (True, 1, "original", NOW)


def test_equal_texts_are_reported_as_equal() -> None:
    assert diff_of("a\nb\n", "a\r\nb").summary == "The texts are the same."


def test_new_and_gone_lines_are_counted_and_escaped() -> None:
    difference = diff_of("a\nb\n", "a\n<c>\nd\n")
    assert difference.summary == "2 lines new, 1 line gone."
    assert "&lt;c&gt;" in difference.html
    assert "<c>" not in difference.html


def test_a_long_diff_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.pages.sharing.panel.MOST_ROWS", 2)
    difference = diff_of("", "a\nb\nc\n")
    assert difference.cut == "2 of 3 lines are shown."
    assert difference.html.count("<ins>") == 2


def test_a_text_of_many_lines_is_compared() -> None:
    text = "x: y\n" * 10_000
    assert diff_of(text, f"a: b\n{text}").summary == "1 line new, 0 lines gone."


def test_a_change_behind_many_equal_lines_is_shown() -> None:
    difference = diff_of("x\n" * 5_000 + "a\n" + "y\n" * 5_000, "x\n" * 5_000 + "b\n" + "y\n" * 5_000)
    assert difference.summary == "1 line new, 1 line gone."
    assert "</span>b</ins>" in difference.html
    assert difference.cut == "202 of 10,002 lines are shown."


def test_texts_that_differ_in_too_many_lines_are_not_compared() -> None:
    difference = diff_of("a\n" + "x\n" * 12_000, "y\n" * 12_000 + "b\n")
    assert difference.html == ""
    assert difference.summary == (
        "From the first difference to the last one, the texts have 24,002 lines. At most 20,000 are compared."
    )


def test_the_comparison_of_texts_with_a_million_lines_takes_the_memory_of_their_lines() -> None:
    tracemalloc.start()
    taken = steps(lambda: diff_of("\n" * 1_000_000, "x\n" * 500_000))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken < 1_000
    assert most < 50_000_000


def test_a_long_line_of_a_diff_is_clipped() -> None:
    assert len(diff_of("", "&" * 1_000_000).html) < 50_000


def test_what_is_stored_beside_the_text_is_compared_where_it_differs() -> None:
    old = Contents("a", "auto", {"A": "1"}, {"B": "[a-z]"}, {"C": "3"}, "1.36", {"podName": "p"})
    assert comparison_panel(1, old, 2, old).choices is None
    new = Contents("a", "proposal", {"A": "2"}, {"B": "[a-z]"}, {"C": "4"}, "1.36", {"podName": "q"})
    choices = comparison_panel(1, old, 2, new).choices
    assert choices is not None
    for line in ("Dialect: auto", "A = 1", "assumed C = 3", "assumed podName = p"):
        assert f"</span>{line}</del>" in choices.html
    for line in ("Dialect: proposal", "A = 2", "assumed C = 4", "assumed podName = q"):
        assert f"</span>{line}</ins>" in choices.html
    assert "</span>from B = [a-z]\n" in choices.html
