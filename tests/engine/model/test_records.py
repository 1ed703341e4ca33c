"""Records behave like frozen dataclasses, also for the type checker."""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import Any

import pytest

from playground.engine.model.records import WithCache, record


@record()
class _Point:
    x: int
    y: int = 0


@record(eq=False)
class _Thing:
    name: str


@record()
class _Nothing:
    pass


def test_records_are_created_compared_and_copied_as_dataclasses() -> None:
    assert [item.name for item in fields(_Point)] == ["x", "y"]
    assert (_Point(1), repr(_Point(1)), replace(_Point(1), y=2)) == (_Point(1, 0), "_Point(x=1, y=0)", _Point(1, 2))
    assert {_Point(1): "a"}[_Point(1)] == "a"
    assert _Point(1) != _Point(2)
    things: list[Any] = ["a", _Thing("a"), _Nothing()]
    assert _Point(1) not in things
    assert _Nothing() in things


def test_fields_excluded_from_comparison_or_repr_are_left_out() -> None:
    noted = _Fact("a", {1: 2})
    assert (noted, hash(noted), repr(noted)) == (_Fact("a"), hash(_Fact("a")), "_Fact(text='a')")
    assert noted != _Fact("b")


def test_records_without_equality_compare_by_identity() -> None:
    thing = _Thing("a")
    assert thing != _Thing("a")
    assert {thing: 1, _Thing("a"): 2}[thing] == 1


def test_records_have_slots() -> None:
    thing: Any = _Thing("a")
    with pytest.raises(AttributeError):
        thing.other = 1


def test_the_type_checker_treats_records_as_frozen() -> None:
    transform: dict[str, Any] = record.__dataclass_transform__  # type: ignore[attr-defined]
    assert (transform | transform["kwargs"])["frozen_default"] is True


@record()
class _Fact(WithCache):
    text: str
    remembered: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)


def test_a_derived_fact_is_computed_once_per_record() -> None:
    sizes = iter((1, 2))
    fact, equal = _Fact("a"), _Fact("a")
    assert [item.once("size", lambda: next(sizes)) for item in (fact, fact, equal)] == [1, 1, 2]
    assert fact == equal
    assert not hasattr(fact, "__dict__")
