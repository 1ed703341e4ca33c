"""The nearest known name."""

from __future__ import annotations

import doctest
import time

from playground.engine import nearest as module
from playground.engine.nearest import nearest


def test_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0


def test_another_case_is_the_nearest_of_all() -> None:
    assert nearest("ADMIN", ["ADMIN_1", "admin"]) == "admin"


def test_the_name_itself_is_no_suggestion() -> None:
    assert nearest("HOST", ["HOST"]) == ""


def test_many_long_names_take_no_time() -> None:
    begin = time.perf_counter()
    assert nearest("A" * 90 + "B", ["A" * 90 + str(number) for number in range(5000)]) != ""
    assert nearest("A" * 200, ["A" * 199]) == ""
    assert time.perf_counter() - begin < 2
