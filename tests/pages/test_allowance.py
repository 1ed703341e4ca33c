"""Long texts and lists are cut to what one answer may hold."""

from __future__ import annotations

from playground.engine import LONGEST_NAME
from playground.pages.allowance import ROW, TEXT_CHARACTERS, Allowance


def test_a_text_that_fits_stays_as_it_is() -> None:
    assert Allowance().clip("x" * TEXT_CHARACTERS) == "x" * TEXT_CHARACTERS
    assert Allowance().name("") == ""


def test_a_long_text_is_cut_and_the_rest_is_counted() -> None:
    assert Allowance().clip("ab" * TEXT_CHARACTERS).endswith("b… and 4,096 more characters")
    assert Allowance().name("n" * 2000) == "n" * LONGEST_NAME + "… and 1,747 more characters"


def test_an_answer_has_one_allowance_for_all_its_texts() -> None:
    allowance = Allowance(10)
    assert [allowance.clip("x" * 6) for _ in range(3)] == [
        "x" * 6,
        "xxxx… and 2 more characters",
        "… and 6 more characters",
    ]


def test_escaped_text_counts_with_its_escaped_length() -> None:
    allowance = Allowance(8)
    assert [allowance.clip("<<"), allowance.clip("<")] == ["<<", "… and 1 more characters"]


def test_rows_are_limited_by_the_allowance_and_their_number() -> None:
    assert list(Allowance(3 * ROW).rows(range(9), 5)) == [0, 1, 2]
    assert list(Allowance().rows(range(9), 5)) == [0, 1, 2, 3, 4]


def test_a_long_list_of_names_is_cut_and_the_rest_is_counted() -> None:
    assert Allowance().names("abc", 3) == "a, b, c"
    assert Allowance().names("abcd", 2) == "a, b and 2 more"
