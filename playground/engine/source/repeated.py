"""Duplicate keys in a mapping that is read line by line: the last one wins, as with the parser."""

from __future__ import annotations

from dataclasses import field

from playground.engine.records import record
from playground.engine.source import value_problems
from playground.engine.source.levels import Levels
from playground.engine.source.problem import RawProblem
from playground.engine.source.tape import FirstKeys


@record(frozen=False)
class RepeatedKeys:
    """The duplicate keys of one document."""

    levels: Levels
    raw_problems: list[RawProblem]
    last: int = -1  # its node
    _first_keys: dict[int, FirstKeys] = field(default_factory=dict)  # by the mapping's node

    def add(self, name: str, node: int) -> None:
        """The key ``node`` of the innermost mapping, which has one of this name already."""
        tape, mapping, self.last = self.levels.tape, self.levels.node, node
        first = self._first_keys.setdefault(mapping, FirstKeys(mapping + 1)).find(tape, name, node)
        place, again = tape.place(first), tape.place(node)
        self.raw_problems.append(value_problems.duplicate_key(place, again, name, self.levels.path(name)))
