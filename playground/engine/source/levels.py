"""The stack of open block mappings and lists while a document is read line by line."""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from typing import Any

from playground.engine.location import FieldPath
from playground.engine.records import record
from playground.engine.source.tape import PLAIN, Tape


@record(frozen=False)
class Levels:
    """The innermost one, and those around it: at first only what is around the document, as if it had a key ``""``."""

    tape: Tape
    column: int = -1  # the column of its keys or dashes
    container: Any = field(default_factory=dict)
    node: int = -1
    is_list: bool = False
    outer: list[tuple[int, Any, int, bool]] = field(default_factory=list)

    def open(self, name: str, column: int, start: int, *, is_list: bool) -> None:
        """A mapping or list begins, as the value of the key ``name`` or as one more item."""
        made: Any = [] if is_list else {}
        if self.is_list:
            self.container.append(made)
        else:
            self.container[name] = made
        self.outer.append((self.column, self.container, self.node, self.is_list))
        self.column, self.container, self.is_list = column, made, is_list
        self.node = self.tape.add_open(start, is_list=is_list)

    def close(self, column: int, end: int, *, is_list: bool) -> bool:
        """Close all levels that are deeper than a line, at ``end``; return whether the line belongs to an open one."""
        while column < self.column or (column == self.column and self.is_list > is_list):
            self.tape.close(self.node, end)
            self.column, self.container, self.node, self.is_list = self.outer.pop()
        return column == self.column and is_list is self.is_list

    def path(self, name: str) -> FieldPath:
        """The way to an entry of the innermost mapping."""
        holders = [*self.outer[1:], (self.column, self.container, self.node, self.is_list)]
        parts = [
            len(container) - 1 if is_list else self.tape.names[node - 1]  # a key's node is before that of its value
            for (_, container, _, is_list), (_, _, node, _) in pairwise(holders)
        ]
        return FieldPath((*parts, name))

    def leave_empty(self, name: str, colon: int) -> None:
        """No value comes after a key."""
        self.container[name] = None
        self.tape.add(colon, colon, PLAIN)

    def take_back(self, name: str, first: int) -> None:
        """Forget the last item, or the key ``name`` and its value; their nodes are all from ``first`` on."""
        if self.node >= first:  # the key was the first of an item
            self.column, self.container, self.node, self.is_list = self.outer.pop()
        if self.is_list:
            self.container.pop()
        else:
            self.container.pop(name, None)
        self.tape.forget(first)
