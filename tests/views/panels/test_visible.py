"""Invisible parts of a value."""

from __future__ import annotations

import re

import pytest

from playground.views.panels.visible import MOST_SIGNS, visible


def signs(value: str) -> list[tuple[str, str]]:
    """The names and signs in a value as it is shown."""
    return re.findall(r'aria-label="([^"]+)">([^<]*)<', visible(value))


@pytest.mark.parametrize("value", ["", "a", "a b c", "-c", "é😀", "$(A)"])
def test_visible_text_stays_as_it_is(value: str) -> None:
    assert visible(value) == value


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (" a", [("1 space", "·")]),
        ("a ", [("1 space", "·")]),
        ("a  b", [("2 spaces", "··")]),
        ("   ", [("3 spaces", "···")]),
        ("a \n b", [("1 space", "·"), ("line end", "↵"), ("1 space", "·")]),
        ("\t\r\xa0", [("tab", "⇥"), ("carriage return", "␍"), ("no-break space", "⍽")]),
        ("a\u200bb\x00", [("U+200B", "U+200B"), ("U+0000", "U+0000")]),
    ],
)
def test_invisible_characters_have_a_sign_and_a_name(value: str, expected: list[tuple[str, str]]) -> None:
    assert signs(value) == expected


def test_a_line_end_still_ends_its_line() -> None:
    assert visible("a\nb").endswith("</span>\nb")


def test_markup_is_text() -> None:
    assert visible("<b> &  ").startswith("&lt;b&gt; &amp;<span")


def test_thousands_of_signs_are_cut() -> None:
    assert len(signs("\t" * (MOST_SIGNS + 5))) == MOST_SIGNS


def test_tag_characters_and_bidirectional_controls_are_visible() -> None:
    for sign in "\u202e\u2066\u2069\u200b\u2060\ufeff\u061c\U000e0041":
        shown = visible(f"a{sign}b")
        assert sign not in shown
        assert f"U+{ord(sign):04X}" in shown
