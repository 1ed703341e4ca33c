"""The anchors of one document, and the size that its aliases would have if expanded; nothing is expanded.

goyaml.v2 ``decode.go``: an alias comes after the end of its anchor's value, and aliases must not make most values.
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
    """The value that an anchor names, and its size with all aliases expanded."""

    value: Any
    node: int
    nodes: int
    characters: int
    depth: int  # levels of mappings and lists, those inside aliases included; 0 for a scalar


@dataclass(slots=True)
class Aliases:
    """The anchors of one document, and the expanded size of its aliases so far."""

    tape: Tape
    notes: Notes
    guards: Guards
    # anchored mappings and lists that are still open: node -> name, nodes and characters before it, level
    open: dict[int, tuple[str, int, int, int]] = field(default_factory=dict)
    # by name; the node of a mapping or list that is still being read
    _anchors: dict[str, Anchor | int] = field(default_factory=dict)
    _nodes: int = 0  # keys and values that expanded aliases would add
    _characters: int = 0  # of those keys and values
    _deepest: list[int] = field(default_factory=list)  # of each open anchor, the deepest level inside

    def add_scalar(self, name: str, node: int, value: Any, characters: int) -> None:
        """Add a scalar with an anchor; aliases may refer to it from here on."""
        self._anchors[name] = Anchor(value, node, 1, characters, 0)

    def begin_container(self, name: str, node: int, characters: int) -> None:
        """Begin a mapping or list with an anchor. ``characters``: how many the document's values have so far."""
        self._anchors[name] = node
        level = len(self.notes.frames)
        self.open[node] = name, node + self._nodes, characters + self._characters, level
        self._deepest.append(level)

    def reach_level(self, level: int) -> None:
        """Tell all open anchors the nesting level of what is read now."""
        if self._deepest and level > self._deepest[-1]:
            self._deepest[-1] = level

    def close_container(self, node: int, value: Any, characters: int) -> None:
        """Close a mapping or list that is ``open``; aliases may refer to it from here on."""
        name, nodes_before, characters_before, level = self.open.pop(node)
        deepest = self._deepest.pop()
        self.reach_level(deepest)
        own_nodes = len(self.tape.starts) + self._nodes - nodes_before
        own_characters = characters + self._characters - characters_before
        if self._anchors[name] == node:  # else its name was given again inside, and means that value
            self._anchors[name] = Anchor(value, node, own_nodes, own_characters, deepest - level + 1)

    def resolve_alias(self, name: str, start: int, end: int) -> Any:
        """The value that an alias refers to; {} inside that value, which is refused once the whole text is parsed.

        Raises RefusalError if the alias is refused at once.
        """
        tape, limits = self.tape, self.guards.limits
        if name not in self._anchors:
            raise RefusalError(value_messages.undefined_alias(start, end, name, self.notes.path()))
        anchor = self._anchors[name]
        if isinstance(anchor, int):
            self.notes.add(value_messages.recursive_alias, start, end, name)
            tape.add(start, end, ALIAS)
            return {}
        level = len(self.notes.frames) + anchor.depth - 1
        if level > limits.depth:
            raise too_deep(start, limits, self.notes.path())
        self.reach_level(level)
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
