"""Sentences for the page."""

import pytest

from playground.views.panels.words import breakable, counted, prose
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
    ("name", "shown"),
    [("A_B.c-d", "A_<wbr>B.<wbr>c-<wbr>d"), ("__A<", "__<wbr>A&lt;"), ("A_", "A_"), ("A", "A"), ("", "&quot;&quot;")],
)
def test_a_long_name_may_break_only_between_its_words(name: str, shown: str) -> None:
    assert breakable(name) == shown
