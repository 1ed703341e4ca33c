"""Records made by the thousand: frozen as every dataclass of the engine, but only before the program runs; and `Once`.

PEP 681: the type checker refuses every assignment to a field of theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

Made = TypeVar("Made")
Known = TypeVar("Known")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(*, eq: bool = True) -> Callable[[type[Made]], type[Made]]:
    """A frozen dataclass with slots that is made in a quarter of the time: nothing asks again at every field.

    Without ``eq`` two of them are equal only if they are one and the same.
    """
    return dataclass(slots=True, eq=eq, unsafe_hash=eq)


class Once:
    """A fact beside which is kept what follows from it: whoever asks first finds it out for all."""

    __slots__ = ()
    remembered: dict[object, Any]

    def once(self, key: object, compute: Callable[[], Known]) -> Known:
        """``compute()``, called the first time only."""
        if key not in self.remembered:
            self.remembered[key] = compute()
        found: Known = self.remembered[key]
        return found
