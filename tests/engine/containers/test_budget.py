"""What is refused takes nothing of the budget."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playground.engine.containers.budget import Budget
from playground.engine.model.limits import Limits


@pytest.mark.parametrize(
    ("limits", "take"),
    [
        (Limits(references=3), Budget.take_references),
        (Limits(output_characters=3), Budget.take_characters),
        (Limits(inherited_variables=3), Budget.take_inherited),
    ],
)
def test_what_is_refused_takes_nothing(limits: Limits, take: Callable[[Budget, int], bool]) -> None:
    budget = Budget(limits)
    assert [take(budget, number) for number in (4, 2, 2, 1, 1)] == [False, True, False, True, False]
