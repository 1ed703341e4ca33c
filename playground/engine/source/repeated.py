"""Duplicate keys in a mapping that is read line by line: the last one wins, as with the parser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from playground.engine.location import FieldPath
from playground.engine.source import value_problems
from playground.engine.source.problem import RawProblem
from playground.engine.source.tape import FirstKeys, Tape

Level = tuple[int, Any, int, bool]  # an open mapping or list: the column of its entries, it, its node, if it is a list


@dataclass(slots=True)
class RepeatedKeys:
    """The duplicate keys of one document."""

    tape: Tape
    raw_problems: list[RawProblem]
    last: int = -1  # its node
    _first_keys: dict[int, FirstKeys] = field(default_factory=dict)  # by the mapping's node

    def add(self, name: str, key: int, levels: Sequence[Level]) -> None:
        """The key node ``key`` of the last of the levels, a mapping that has one of this name already."""
        mapping, self.last = levels[-1][2], key
        first = self._first_keys.setdefault(mapping, FirstKeys(mapping + 1)).find(self.tape, name, key)
        place, again = self.tape.place(first), self.tape.place(key)
        self.raw_problems.append(value_problems.duplicate_key(place, again, name, self._path(name, levels)))

    def _path(self, name: str, levels: Sequence[Level]) -> FieldPath:
        """The way to an entry of the last of the levels."""
        parts = [
            len(container) - 1 if is_list else self.tape.names[node - 1]  # a key's node is before that of its value
            for (_, container, _, is_list), (_, _, node, _) in pairwise(levels)
        ]
        return FieldPath((*parts, name))
