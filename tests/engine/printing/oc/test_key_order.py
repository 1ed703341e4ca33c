"""Keys have the order of `kubectl`, and the fast paths agree with the comparison."""

from __future__ import annotations

from functools import cmp_to_key
from random import Random
from unittest.mock import patch

import pytest

from playground.engine.printing.oc import yaml as key_order
from playground.engine.printing.oc.yaml import _compare, ordered
from tests.cost import growth


def test_numbers_in_keys_count_and_letters_come_last() -> None:
    keys = ("b", "a10", "a9", "a-b", "a01", "a", "A", "1", "ab", "a1b", "é", "_")
    assert ordered(keys) == ["_", "1", "A", "a", "a-b", "a1b", "a01", "a9", "a10", "ab", "b", "é"]


def test_a_number_beyond_64_bits_overflows_as_in_go() -> None:
    assert ordered(["1", "9223372036854775808"]) == ["9223372036854775808", "1"]
    assert ordered(["1", "18446744073709551617"]) == ["1", "18446744073709551617"]
    assert ordered(["0", f"1{'0' * 63}"]) == [f"1{'0' * 63}", "0"]  # 2**63
    assert ordered(["1" * 5_000, "2"]) == ["2", "1" * 5_000]


def test_a_digit_of_another_script_counts_by_its_code() -> None:
    assert ordered(["１", "1", "٩", "99999", "a", "²"]) == ["²", "1", "٩", "１", "99999", "a"]
    assert ordered(["a１0", "a１", "a0１", "a1"]) == ["a1", "a１", "a0１", "a１0"]


def test_zeros_inside_a_number_belong_to_it() -> None:
    assert ordered(["web-100", "web-12", "web-01"]) == ["web-01", "web-12", "web-100"]


@pytest.mark.parametrize("alphabet", ["ab_-./ B0129", "aZ-./ ", "A_1", "a90"])
def test_sorting_by_key_equals_sorting_by_comparison(alphabet: str) -> None:
    random = Random(24)
    for _ in range(2_000):
        keys = ["".join(random.choices(alphabet, k=random.randint(1, 6))) for _ in range(random.choice((2, 3, 9)))]
        assert ordered(dict.fromkeys(keys)) == sorted(dict.fromkeys(keys), key=cmp_to_key(_compare)), keys


@pytest.mark.parametrize("name", ["key-{}", "DB_HOST_{}", "app.{}.conf", "{}"])
def test_numbered_keys_are_not_compared_two_by_two(name: str) -> None:
    keys = [name.format(number) for number in range(400)]
    shuffled = Random(25).sample(keys, len(keys))
    with patch.object(key_order, "_NATURAL", side_effect=AssertionError):
        assert ordered(shuffled) == keys


def test_long_numbers_in_keys_take_time_in_proportion() -> None:
    def keys(size: int) -> list[str]:
        return [f"{'1' * size}x{digit}" for digit in "01"]

    assert growth(keys, ordered, 4_000) < 8
