"""The cost of units, what can never be granted, and the key of a client."""

from __future__ import annotations

import pytest

from playground.rates.limit import Limit, key_of, wait_if_impossible

TEN, DAY = Limit("ten a minute", 10, 60), Limit("bytes a day", 1000, 86_400)


def test_units_cost_their_part_of_the_period() -> None:
    assert TEN.cost(1) == 6
    assert TEN.cost(10) == 60
    assert 0 < TEN.slack < TEN.cost(1) / 10


def test_an_impossible_amount_waits_for_the_longest_period() -> None:
    assert wait_if_impossible([(TEN, 10), (DAY, 1000)]) == 0
    assert wait_if_impossible([(TEN, 11), (DAY, 1000)]) == 60
    assert wait_if_impossible([(TEN, 11), (DAY, 1001)]) == 86_400


def test_a_key_contains_no_address_and_differs_by_client_and_limit() -> None:
    keys = {key_of("203.0.113.7", TEN), key_of("203.0.113.8", TEN), key_of("203.0.113.7", DAY)}
    assert len(keys) == 3
    assert {len(key) for key in keys} == {64}
    assert not any("203.0.113" in key for key in keys)
    assert key_of("a", TEN) == key_of("a", TEN)


@pytest.mark.parametrize("amount", [1, 7, 600, 52_428_800])
def test_the_slack_is_far_less_than_one_unit(amount: int) -> None:
    limit = Limit("", amount, 86_400)
    assert limit.slack * 50 < limit.cost(1)
