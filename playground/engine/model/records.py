"""Records: the engine's frozen dataclasses; and `WithCache`, a cache per record.

PEP 681: the type checker refuses every assignment to a field of a record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Class = TypeVar("Class")
Fact = TypeVar("Fact")
_MISSING: Any = object()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, eq: bool = True) -> Callable[[type[Class]], type[Class]]:
    """Make a class a dataclass with slots, frozen for the type checker; without ``eq``, compared by identity."""
    # Why not dataclass(frozen=True, slots=True)? Each class would compile its own methods: importing the engine would
    # take 560 ms of CPU at each start of the command line instead of 260. Each field would be set through
    # object.__setattr__: evaluating 20 KB would take 1.15 times as long.

    def decorate(declared: type[Class]) -> type[Class]:
        finished: Any = dataclass(slots=True, eq=False, repr=False)(declared)
        finished.__repr__ = _repr_of([item.name for item in fields(finished) if item.repr])
        if eq:
            equal, hashed = _equality_and_hash_of([item.name for item in fields(finished) if item.compare])
            finished.__eq__, finished.__hash__ = equal, hashed
        record_class: type[Class] = finished
        return record_class

    return decorate


def _equality_and_hash_of(names: list[str]) -> tuple[Callable[[Any, object], bool], Callable[[Any], int]]:
    """``__eq__`` and ``__hash__`` by these fields."""
    values: Callable[[object], object] = attrgetter(*names) if names else lambda _: ()

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if type(self) is type(other) else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    return equal, hashed


def _repr_of(names: list[str]) -> Callable[[object], str]:
    """``__repr__`` with these fields: the call that would build an equal record."""

    def printed(self: object) -> str:
        arguments = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{type(self).__qualname__}({arguments})"

    return printed


class WithCache:
    """A base of records with a cache of derived facts, each computed on first use."""

    __slots__ = ()
    remembered: dict[object, Any]  # the cache; each subclass declares this field with a default

    def once(self, key: object, compute: Callable[[], Fact]) -> Fact:
        """The result of ``compute``, which is called for the first use of ``key`` only."""
        fact: Fact = self.remembered.get(key, _MISSING)
        if fact is _MISSING:
            fact = self.remembered[key] = compute()
        return fact
