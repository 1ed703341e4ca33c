"""The anchors of one document, and the size that its aliases would have if expanded; nothing is expanded.

goyaml.v2 ``decode.go``: an anchor holds from where its value ends, and most of a document must not be made by aliases.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playground.engine.model.records import record
from playground.engine.reading.document import Notes
from playground.engine.reading.errors import value_messages
from playground.engine.reading.problem import RefusalError, too_deep, too_many_values
from playground.engine.reading.tape import ALIAS, Guards, Tape


@record()
class Anchor:
    """The value of an alias, and its size if expanded."""

    value: Any
    node: int
    nodes: int
    characters: int
    depth: int  # mappings and lists inside one another, with what aliases put there; 0 for a scalar


@dataclass(slots=True)
class Aliases:
    """The anchors of one document, and the expanded size of its aliases so far."""

    tape: Tape
    notes: Notes
    guards: Guards
    open: dict[int, tuple[str, int, int, int]] = field(
        default_factory=dict
    )  # by its node, name, level and what ``begin`` counted
    _anchors: dict[str, Anchor | None] = field(default_factory=dict)  # None: its value is still being read
    _nodes: int = 0  # keys and values, and their text, that expanded aliases would add
    _characters: int = 0
    _deepest: list[int] = field(default_factory=list)  # of each that is open, the level of what lies deepest in it

    def anchor(self, name: str, node: int, value: Any, characters: int) -> None:
        """From here on aliases may refer to a scalar."""
        self._anchors[name] = Anchor(value, node, 1, characters, 0)

    def begin(self, name: str, node: int, characters: int) -> None:
        """A mapping or list with an anchor begins, after so many ``characters`` of the document's values."""
        self._anchors[name] = None
        level = len(self.notes.frames)
        self.open[node] = name, node + self._nodes, characters + self._characters, level
        self._deepest.append(level)

    def reach(self, level: int) -> None:
        """Tell all open anchors the nesting level of what is read now."""
        if self._deepest and level > self._deepest[-1]:
            self._deepest[-1] = level

    def close(self, node: int, value: Any, characters: int) -> None:
        """From here on aliases may refer to this mapping or list, which is ``open``."""
        name, nodes, text, level = self.open.pop(node)
        deepest = self._deepest.pop()
        self.reach(deepest)
        nodes, text = len(self.tape.starts) + self._nodes - nodes, characters + self._characters - text
        self._anchors[name] = Anchor(value, node, nodes, text, deepest - level + 1)

    def alias(self, name: str, start: int, end: int) -> Any:
        """The value that an alias refers to; RefusalError if it may not."""
        tape, limits = self.tape, self.guards.limits
        if name not in self._anchors:
            raise RefusalError(value_messages.undefined_alias(start, end, name, self.notes.path()))
        anchor = self._anchors[name]
        if anchor is None:
            raise RefusalError(value_messages.recursive_alias(start, end, name, self.notes.path()))
        level = len(self.notes.frames) + anchor.depth - 1
        if level > limits.depth:
            raise too_deep(start, limits, self.notes.path())
        self.reach(level)
        tape.targets[len(tape.starts)] = anchor.node
        tape.add(start, end, ALIAS)
        self._nodes += anchor.nodes
        self._characters += anchor.characters
        total = len(tape.starts) + self._nodes
        if len(tape.starts) > limits.nodes - self.guards.nodes:
            raise too_many_values(start, limits, self.notes.path())
        if total > limits.expanded_nodes or self._characters > limits.expanded_characters:
            raise RefusalError(value_messages.aliases_too_large(start, end, limits, self.notes.path()))
        if value_messages.is_mostly_aliases(total, self._nodes):
            raise RefusalError(value_messages.mostly_aliases(start, end, self.notes.path()))
        return anchor.value
