"""The nearest known name."""

from __future__ import annotations

from playground.engine.text.nearest import LONGEST, MOST, nearest
from tests.cost import growth


def test_a_name_in_another_case_is_the_nearest() -> None:
    assert nearest("ADMIN", ["ADMIN_1", "admin"]) == "admin"


def test_the_name_itself_is_no_suggestion() -> None:
    assert nearest("HOST", ["HOST"]) == ""


def test_names_beyond_the_first_few_hundred_are_not_compared() -> None:
    assert nearest("HOST", ["x"] * (MOST - 1) + ["HOSTS"]) == "HOSTS"
    assert nearest("HOST", ["x"] * MOST + ["HOSTS"]) == ""


def test_names_that_are_too_long_are_not_compared() -> None:
    assert nearest("A" * LONGEST, ["A" * (LONGEST - 1)]) != ""
    assert nearest("A" * (LONGEST + 1), ["A" * LONGEST]) == ""
    assert nearest("A" * LONGEST, ["A" * (LONGEST + 1)]) == ""


def test_thousands_more_names_take_hardly_more_time() -> None:
    def names(count: int) -> list[str]:
        return ["A" * 20 + str(number) for number in range(count)]

    assert nearest("A" * 20 + "B", names(MOST)) != ""
    assert (
        growth(names, lambda candidates: nearest("A" * 20 + "B", candidates), MOST, factor=10) < 5
    )  # ten, were all compared
