"""A figure is printed with its unit, and with its goal and whether it is met."""

from __future__ import annotations

import pytest

from tests.benchmarks.figures import Figure, Goal, against_go


@pytest.mark.parametrize(
    ("goal", "value", "met"),
    [
        (Goal(5), 5.0, True),
        (Goal(5), 5.01, False),
        (Goal(5, least=True), 5.0, True),
        (Goal(5, least=True), 4.99, False),
    ],
)
def test_a_goal_is_met_at_its_bound_and_not_beyond(goal: Goal, value: float, met: bool) -> None:
    assert goal.is_met(value) is met


def test_a_figure_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="Nothing"):
        Figure("Nothing", "row", "column", 1.0)


@pytest.mark.parametrize(
    ("size", "goal"), [(1_999, None), (2_000, Goal(0.28)), (19_999, Goal(0.28)), (10**9, Goal(1.36))]
)
def test_a_goal_relative_to_go_uses_the_nearest_smaller_text(size: int, goal: Goal | None) -> None:
    assert against_go("CSafeDumper", size, 0.4) == goal
