"""Digests of what panels show."""

from __future__ import annotations

from pytest_django.fixtures import Settings

from playground.draft import Draft
from playground.views.evaluations import evaluated
from playground.views.panels.digests import LINE, MOST_LINES, digest, line_digests, new_lines
from playground.views.panels.page import page_panel
from tests.texts import SHOP


def test_text_that_cannot_be_encoded_has_a_digest_too() -> None:
    assert digest("\ud800") != digest("")


def test_equal_evaluations_have_equal_digests() -> None:
    one, other = (page_panel(evaluated(Draft(f"{SHOP}objects: []\n"))) for _ in range(2))
    assert one.parameters.digest == other.parameters.digest != ""
    assert one.issues.digest == other.issues.digest != ""


def test_lines_that_look_the_same_have_the_same_digest_on_all_servers(settings: Settings) -> None:
    named = line_digests(["a", "b", "a", "\ud800", "?"])
    names = [named[start : start + LINE] for start in range(0, len(named), LINE)]
    assert names[0] == names[2]
    assert len(set(names)) == 4
    assert line_digests(["a"]) == names[0]
    settings.SECRET_KEY = "another one"
    assert line_digests(["a"]) != names[0]


def test_too_many_lines_have_no_digests() -> None:
    assert len(line_digests(["a"] * MOST_LINES)) == MOST_LINES * LINE
    assert line_digests(["a"] * (MOST_LINES + 1)) == line_digests([]) == ""


def test_lines_that_a_page_has_are_left_out() -> None:
    rows = ["a", "b", "a", "c"]
    named = line_digests(rows)
    assert new_lines(rows, named, "") == rows
    assert new_lines(rows, named, line_digests(["c", "x", "a"])) == ["b"]
    assert new_lines(rows, named, "<rubbish>" + line_digests(["a"])) == rows  # where each begins is known by its place
