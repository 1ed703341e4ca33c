"""Unusual entries of a mapping: keys that are not strings, duplicate keys, and ``<<``.

goyaml.v2 ``decode.go`` and the keys of sigs.k8s.io/yaml ``convertToJSONableObject``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playground.engine.reading.errors import punctuation
from playground.engine.reading.errors import values as value_problems
from playground.engine.reading.notes import Frame, Notes
from playground.engine.reading.scalars import key_name
from playground.engine.reading.tape import FirstKeys, Tape

_REFUSED = frozenset({"unsupported-key", "unquoted-braces"})  # with words of their own: mappings and lists as keys


@dataclass(slots=True)
class Entries:
    """The state of reading the mappings of one document."""

    tape: Tape
    notes: Notes
    _first_keys: dict[int, FirstKeys] = field(default_factory=dict)  # of mappings with a repeated key
    _merged: dict[int, set[str]] = field(default_factory=dict)  # names that only `<<` has added

    def key(self, text: str | None, value: Any, node: int) -> str:
        """The name that a key gets which isn't a plain string; its ``text`` if it is a scalar."""
        if isinstance(value, str):
            return value
        start, end = self.tape.place(node)
        written = self.notes.chunk[start:end] if text is None else text
        name = None if isinstance(value, dict | list) else key_name(value, written)
        braces = self.notes.chunk.find("{{", max(0, start - 1), start + 2) if isinstance(value, dict) else -1
        if isinstance(value, dict | list) and self._is_refused_within(start):
            pass  # goyaml meets the innermost first
        elif braces >= 0:
            self.notes.add(punctuation.unquoted_braces, self.notes.chunk, braces, value)
        elif name is None:
            self.notes.add(value_problems.unsupported_key, start, end, written, value)
        elif name != text and text is not None:
            self.notes.add(value_problems.odd_key, start, end, text, name)
        return written if name is None else name

    def _is_refused_within(self, start: int) -> bool:
        """Whether the mapping or list that begins at ``start``, the last one read, holds such a key itself."""
        return any(one.error and one.start >= start and one.pattern in _REFUSED for one in self.notes.raw_problems)

    def merge(self, value: Any, node: int, frame: Frame) -> None:
        """``<<`` in its place: its keys replace those above it, and are replaced by those below it."""
        tape, container = self.tape, frame.container
        sources = [value] if isinstance(value, dict) else []
        if isinstance(value, list) and node not in tape.targets:
            sources = value[::-1]  # the first of several wins
        if (not sources and value != []) or not all(isinstance(source, dict) for source in sources):
            self.notes.add(value_problems.merge_not_a_mapping, *tape.place(node))
            return
        merged = self._merged.setdefault(frame.node, set())
        replaced: list[str] = []
        for source in sources:
            replaced += [name for name in source if name in container and name not in merged]
            container.update(source)
            merged.update(source)
        if replaced:
            self.notes.add(value_problems.merge_override, *tape.place(frame.key_node), replaced)

    def repeated(self, frame: Frame) -> None:
        """A key that its mapping has already: the last one wins, and the first one is dead text."""
        tape, name, mapping = self.tape, frame.key, frame.node
        if name in self._merged.get(mapping, ()):
            self._merged[mapping].discard(name)  # a written key replaces one that `<<` added, as intended
            return
        first_keys = self._first_keys.setdefault(mapping, FirstKeys(mapping + 1))
        first = first_keys.find(tape, name, frame.key_node)
        self.notes.add(value_problems.duplicate_key, tape.place(first), tape.place(frame.key_node), name)
