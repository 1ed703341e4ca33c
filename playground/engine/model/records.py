"""Records: the engine's frozen dataclasses; and `Once`, a cache per record.

PEP 681: the type checker refuses every assignment to a field of a record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made")
Known = TypeVar("Known")
_UNKNOWN: Any = object()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, eq: bool = True) -> Callable[[type[Made]], type[Made]]:
    """A dataclass with slots, frozen for the type checker; without ``eq``, compared by identity."""
    # With dataclass(frozen=True, slots=True) in its place, each start of the command line takes 560 ms of CPU to import
    # the engine instead of 260, because each class compiles its own methods; and evaluating 20 KB takes 1.15 times as
    # long, because each field is set through object.__setattr__.

    def made(declared: type[Made]) -> type[Made]:
        finished: Any = dataclass(slots=True, eq=False, repr=False)(declared)
        finished.__repr__ = _printing([item.name for item in fields(finished) if item.repr])
        if eq:
            equal, hashed = _comparing([item.name for item in fields(finished) if item.compare])
            finished.__eq__, finished.__hash__ = equal, hashed
        found: type[Made] = finished
        return found

    return made


def _comparing(names: list[str]) -> tuple[Callable[[Any, object], bool], Callable[[Any], int]]:
    """``__eq__`` and ``__hash__`` by these fields."""
    values: Callable[[object], object] = attrgetter(*names) if names else lambda _: ()

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if type(self) is type(other) else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    return equal, hashed


def _printing(names: list[str]) -> Callable[[object], str]:
    """``__repr__`` with these fields: the record as the call that would make it."""

    def printed(self: object) -> str:
        shown = ", ".join([f"{name}={getattr(self, name)!r}" for name in names])
        return f"{type(self).__qualname__}({shown})"

    return printed


class Once:
    """A base of records with a cache of derived facts, each computed on first use."""

    __slots__ = ()
    remembered: dict[object, Any]

    def once(self, key: object, compute: Callable[[], Known]) -> Known:
        """``compute()``, called the first time only."""
        found: Known = self.remembered.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = self.remembered[key] = compute()
        return found
