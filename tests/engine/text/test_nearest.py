"""The nearest known name."""

from __future__ import annotations

from playground.engine.text.nearest import LONGEST, MOST, is_slip, nearest
from tests.cost import growth, steps


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
    assert is_slip("A" * LONGEST, "A" * (LONGEST - 1))
    assert not is_slip("A" * LONGEST, "A" * (LONGEST + 1))


def test_thousands_more_names_take_hardly_more_time() -> None:
    def names(count: int) -> list[str]:
        return ["A" * 20 + str(number) for number in range(count)]

    assert nearest("A" * 20 + "B", names(MOST)) != ""
    assert (
        growth(names, lambda candidates: nearest("A" * 20 + "B", candidates), MOST, factor=10) < 5
    )  # ten, were all compared


def test_names_made_of_the_same_letters_take_no_longer_the_more_there_are() -> None:
    def same_letters(count: int) -> list[str]:
        return [f"{'ab' * 20}{number % 2}{'ba' * 10}{number:03}"[:LONGEST] for number in range(count)]

    name = "ba" * (LONGEST // 2)
    few, many = (steps(lambda count=count: nearest(name, same_letters(count))) for count in (50, 500))  # type: ignore[misc]
    assert many < 5 * few


def test_of_several_near_names_the_nearest_is_the_suggestion() -> None:
    assert nearest("APP_HOTS", [*(f"APP_PORT{number}" for number in range(40)), "APP_HOST", "APP_TOHS"]) == "APP_HOST"
