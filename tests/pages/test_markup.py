"""Sentences for the page."""

from __future__ import annotations

import re

import pytest

from playground.pages.markup import MOST_SIGNS, breakable, counted, prose, visible
from tests.cost import growth


def test_names_in_backticks_become_code() -> None:
    assert prose("`A` uses `$(B)`.") == "<code>A</code> uses <code>$(B)</code>."


def test_everything_is_escaped_inside_and_outside_of_code() -> None:
    assert prose('<b>`<i>`"{}') == "&lt;b&gt;<code>&lt;i&gt;</code>&quot;{}"


def test_a_long_path_breaks_after_its_dots_and_a_short_one_does_not() -> None:
    assert prose("`spec.containers[0].image` is <empty>.") == "<code>spec.containers[0].image</code> is &lt;empty&gt;."
    assert prose("`spec.template.spec.containers[0].<env>` fails.") == (
        "<code>spec.<wbr>template.<wbr>spec.<wbr>containers[0].<wbr>&lt;env&gt;</code> fails."
    )


def test_single_backtick_stays_as_it_is() -> None:
    assert prose("a ` b") == "a ` b"


@pytest.mark.parametrize("text", ["`", "`a", "``a", "a` `"])
def test_many_backticks_take_linear_time(text: str) -> None:
    assert growth(lambda size: text * size, prose, 500) < 8


def test_one_has_no_plural_and_thousands_are_grouped() -> None:
    assert [counted(number, "error") for number in (0, 1, 2, 2000)] == [
        "0 errors",
        "1 error",
        "2 errors",
        "2,000 errors",
    ]


def test_an_empty_name_is_shown_as_an_empty_text() -> None:
    assert prose("`` is defined twice, `A` once.") == "<code>&quot;&quot;</code> is defined twice, <code>A</code> once."


@pytest.mark.parametrize(
    ("name", "html"),
    [("A_B.c-d", "A_<wbr>B.<wbr>c-<wbr>d"), ("__A<", "__<wbr>A&lt;"), ("A_", "A_"), ("A", "A"), ("", "&quot;&quot;")],
)
def test_a_long_name_may_break_only_between_its_words(name: str, html: str) -> None:
    assert breakable(name) == html


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
        html = visible(f"a{sign}b")
        assert sign not in html
        assert f"U+{ord(sign):04X}" in html
