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
    node: int  # the number of the value in the Tape
    nodes: int  # keys and values inside, and the value itself, with all aliases expanded
    characters: int  # of these keys and values
    depth: int  # levels of mappings and lists, those inside aliases included; 0 for a scalar


@record()
class _OpenAnchor:
    """An anchored mapping or list that is still being read."""

    name: str
    nodes_before: int  # keys and values of the document before the mapping or list, with all aliases expanded
    characters_before: int  # of these keys and values
    level: int  # the nesting level of the mapping or list


@dataclass(slots=True)
class Aliases:
    """The anchors of one document, and the expanded size of its aliases so far."""

    tape: Tape
    notes: Notes
    guards: Guards
    open: dict[int, _OpenAnchor] = field(default_factory=dict)  # by the node of the mapping or list
    # by the name of the anchor; for a mapping or list that is still being read, only its node
    _anchors: dict[str, Anchor | int] = field(default_factory=dict)
    _nodes: int = 0  # keys and values that the aliases so far would add if expanded
    _characters: int = 0  # of these keys and values
    _deepest: list[int] = field(default_factory=list)  # for each open anchor its deepest level, the innermost last

    def add_scalar(self, name: str, node: int, value: Any, characters: int) -> None:
        """Add a scalar with an anchor; aliases may refer to it from here on."""
        self._anchors[name] = Anchor(value, node, 1, characters, 0)

    def begin_container(self, name: str, node: int, characters: int) -> None:
        """Begin a mapping or list with an anchor. ``characters``: how many the document's values have so far."""
        self._anchors[name] = node
        level = len(self.notes.frames)
        self.open[node] = _OpenAnchor(name, node + self._nodes, characters + self._characters, level)
        self._deepest.append(level)

    def reach_level(self, level: int) -> None:
        """Note a nesting level inside the innermost open anchor; ``close_container`` tells the anchor around it."""
        if self._deepest and level > self._deepest[-1]:
            self._deepest[-1] = level

    def close_container(self, node: int, value: Any, characters: int) -> None:
        """Close a mapping or list that is ``open``; aliases may refer to it from here on."""
        anchor = self.open.pop(node)
        deepest = self._deepest.pop()
        self.reach_level(deepest)
        own_nodes = len(self.tape.starts) + self._nodes - anchor.nodes_before
        own_characters = characters + self._characters - anchor.characters_before
        if self._anchors[anchor.name] == node:  # else an anchor inside has the same name, and aliases mean the inner
            depth = deepest - anchor.level + 1
            self._anchors[anchor.name] = Anchor(value, node, own_nodes, own_characters, depth)

    def resolve_alias(self, name: str, start: int, end: int) -> Any:
        """The value that an alias refers to.

        Inside its own anchor's value, an alias gives {}: the document is refused once its whole text is parsed.

        Raises RefusalError if the alias is refused at once.
        """
        tape, guards, limits = self.tape, self.guards, self.guards.limits
        if name not in self._anchors:
            raise RefusalError(value_messages.undefined_alias(start, end, name, self.notes.path()))
        anchor = self._anchors[name]
        if isinstance(anchor, int):
            self.notes.add(value_messages.recursive_alias, start, end, name)
            tape.add(start, end, ALIAS)
            return {}
        # A mapping at this place would be on level ``len(frames)``: the frames include that of the document.
        level = len(self.notes.frames) + anchor.depth - 1
        if level > limits.depth:
            raise too_deep(start, limits, self.notes.path())
        self.reach_level(level)
        tape.targets[len(tape.starts)] = anchor.node
        tape.add(start, end, ALIAS)
        self._nodes += anchor.nodes
        self._characters += anchor.characters
        guards.aliased_nodes += anchor.nodes
        guards.aliased_characters += anchor.characters
        nodes = guards.nodes + len(tape.starts)
        if nodes > limits.nodes:
            raise too_many_values(start, limits, self.notes.path())
        if (
            nodes + guards.aliased_nodes > limits.expanded_nodes
            or guards.aliased_characters > limits.expanded_characters
        ):
            raise RefusalError(value_messages.aliases_too_large(start, end, limits, self.notes.path()))
        if value_messages.is_mostly_aliases(len(tape.starts) + self._nodes, self._nodes):
            raise RefusalError(value_messages.mostly_aliases(start, end, self.notes.path()))
        return anchor.value
