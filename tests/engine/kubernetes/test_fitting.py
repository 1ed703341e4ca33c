"""A value fits exactly if decoding gives no error."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from playground.engine.kubernetes import types
from playground.engine.kubernetes.fitting import fits
from playground.engine.kubernetes.go_types import NAMED, STRUCTS
from playground.engine.kubernetes.types import decode_errors
from playground.engine.location import ROOT

_SIMPLE = ("string", "bool", "int32", "resource.Quantity")
_WRONG: tuple[Any, ...] = (
    None,
    True,
    False,
    1,
    2**31,
    -(2**31),
    -(2**31) - 1,
    0.5,
    "",
    "a",
    "1Gi",
    "aGk=",
    [],
    {},
    [1],
    {"name": 1},
)
_RIGHT = {
    "string": ("", "a"),
    "bool": (True,),
    "int32": (1, -(2**31)),
    "resource.Quantity": ("1Gi", 1),
    "[]uint8": ("",),
}
_MADE = 300  # values of each type


@cache
def _kind(go_type: str) -> str:
    return NAMED.get(go_type, go_type)


def _value(random: Random, go_type: str, mistakes: float) -> Any:
    """A value for a field of this type, with a mistake here and there."""
    kind = _kind(go_type)
    if random.random() < mistakes:
        return random.choice(_WRONG)
    if kind in STRUCTS:
        keys = random.sample(sorted(STRUCTS[kind]), min(len(STRUCTS[kind]), random.randint(0, 4)))
        return {key: _value(random, STRUCTS[kind][key], mistakes) for key in keys} | {"other": 1}
    if kind in _RIGHT:
        return random.choice(_RIGHT[kind])
    if kind.startswith("map[string]"):
        return {key: _value(random, kind.removeprefix("map[string]"), mistakes) for key in "ab"}
    return [_value(random, kind.removeprefix("[]"), mistakes) for _ in range(random.randint(0, 3))]


def _errors(value: Any, go_type: str) -> list[Any]:
    """What is found when a yes is taken for an answer only where there are no parts to look at."""
    with patch.object(types, "fits", lambda value, go_type: value is None or _fits_simply(value, go_type)):
        return list(decode_errors(value, go_type, "X", ROOT))


def _fits_simply(value: Any, go_type: str) -> bool:
    return _kind(go_type) in _SIMPLE and fits(value, go_type)


@pytest.mark.parametrize("go_type", [*STRUCTS, *NAMED, "[]string", "map[string]string", "map[string][]uint8"])
def test_a_value_fits_exactly_if_decoding_gives_no_error(go_type: str) -> None:
    random, answers = Random(go_type), set()
    for number in range(_MADE):
        value = _value(random, go_type, number % 3 / 10)
        found = _errors(value, go_type)
        answers.add(fits(value, go_type))
        assert not found if fits(value, go_type) else found or "uint8" in repr(STRUCTS.get(go_type, go_type))
    assert answers == {True, False}


def test_null_fits_every_type() -> None:
    assert all(fits(None, go_type) for go_type in (*STRUCTS, *_SIMPLE, "[]uint8"))
