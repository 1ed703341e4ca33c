"""YAML text to plain values and a Tape, from the events of PyYAML's C parser; every guard sits inside the one loop.

goyaml.v2 ``decode.go`` says what the events mean. Never ``yaml.load`` nor ``compose``: 25 KB of `[` end the process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from playground.engine.deadline import STEPS
from playground.engine.location import FieldPath
from playground.engine.source import marks, sketches
from playground.engine.source.libyaml import libyaml
from playground.engine.source.limits import Guards, too_deep, too_long, too_many_events, too_many_values
from playground.engine.source.problem import RefusalError, Sketch
from playground.engine.source.scalars import Resolver, Scalar, TagMismatchError, key_name, tagged
from playground.engine.source.syntax import syntax_problem
from playground.engine.source.tape import (
    ALIAS,
    BLOCK,
    DOUBLE,
    FLOW,
    FOLDED,
    LITERAL,
    PLAIN,
    SINGLE,
    FirstKeys,
    Tape,
    Taped,
)
from playground.engine.source.wording import syntax_words

_STYLES = {"": PLAIN, None: PLAIN, "'": SINGLE, '"': DOUBLE, "|": LITERAL, ">": FOLDED}


@dataclass(slots=True)
class _Frame:
    """One mapping or list that is still open."""

    container: Any
    node: int
    anchor: str | None
    nodes_before: int  # expanded keys and values before it, and their text, to weigh it at its end
    characters_before: int
    key: str = ""  # of the entry whose value comes next
    key_node: int = -1  # -1: a key comes next
    first_keys: FirstKeys | None = None  # once a key stands twice
    merged: set[str] | None = None  # names that `<<` put here, as long as no key of its own does


@dataclass(frozen=True, slots=True)
class _Anchor:
    """What an alias stands for, and what it weighs when written out."""

    value: Any
    node: int
    nodes: int
    characters: int


@dataclass(slots=True)
class YamlReading:
    """One document while it is being read: call ``run`` once, then look at ``sketches`` and ``end``."""

    chunk: str
    guards: Guards
    resolver: Resolver
    lines_before: int = 0  # see ``chunks.Chunk``
    sketches: list[Sketch] = field(default_factory=list)
    end: int = 0  # of the document; what follows it in the chunk is not read
    _tape: Tape = field(default_factory=Tape)
    _frames: list[_Frame] = field(default_factory=list)
    _anchors: dict[str, _Anchor | None] = field(default_factory=dict)  # None: still open
    _refused: bool = False
    _alias_nodes: int = 0  # keys and values, and their text, that aliases stand for
    _alias_characters: int = 0

    def run(self) -> Taped | None:
        """The document's value and Tape, None when there is none; RefusalError at the first thing not to be read."""
        parser = libyaml().parser(self.chunk)
        try:
            return self._read(parser.get_event)
        except libyaml().error as error:
            raise RefusalError(self._syntax_problem(error)) from None
        finally:
            parser.dispose()

    def _read(self, next_event: Any) -> Taped | None:  # long: one loop, few calls
        tape, frames, anchors, kinds = self._tape, self._frames, self._anchors, libyaml().events
        scalar, mapping, sequence = kinds.ScalarEvent, kinds.MappingStartEvent, kinds.SequenceStartEvent
        mapping_end, sequence_end, alias = kinds.MappingEndEvent, kinds.SequenceEndEvent, kinds.AliasEvent
        resolver, limits = self.resolver, self.guards.limits
        starts, ends, styles, skips, names = tape.starts, tape.ends, tape.styles, tape.skips, tape.names
        last_node = limits.nodes - self.guards.nodes
        characters = last_end = 0
        frame: _Frame | None = None
        root: Any = None
        event: Any = None
        for count in range(limits.events - self.guards.events):
            if count % STEPS == STEPS - 1:
                self.guards.deadline.check()
            event = next_event()
            kind = type(event)
            if kind is scalar:
                value = text = event.value
                node = len(starts)
                start, last_end = event.start_mark.index, event.end_mark.index
                starts.append(start)
                ends.append(last_end)
                styles.append(_STYLES[event.style])
                skips.append(node + 1)
                size = len(text)
                characters += size
                if size > limits.scalar_characters:
                    raise too_long(start, last_end, size, limits, self._path())
                if node >= last_node:
                    raise too_many_values(start, limits, self._path())
                if event.tag is not None:
                    value = self._tagged(event.tag, text, node)
                elif event.implicit[0]:
                    value = resolver[text]
                if event.anchor is not None:
                    anchors[event.anchor] = _Anchor(value, node, 1, size)
            elif kind is mapping or kind is sequence:
                frame = self._open(event, characters)
                continue
            elif kind is mapping_end or kind is sequence_end:
                closed = frames.pop()
                node, value = closed.node, closed.container
                if styles[node] == FLOW:
                    last_end = event.end_mark.index
                ends[node] = last_end
                skips[node] = len(starts)
                if closed.anchor is not None:
                    self._close_anchor(closed, characters)
                frame = frames[-1] if frames else None
            elif kind is alias:
                node, last_end = len(starts), event.end_mark.index
                value = self._alias(event)
            elif kind is kinds.DocumentEndEvent:
                self.end = event.end_mark.index if event.explicit else last_end
                self.guards.events += count + 1
                self.guards.nodes += len(starts)
                return Taped(root, tape)
            elif kind is kinds.StreamEndEvent:
                return None
            else:
                continue
            if type(value) is float:
                value = self._float(value, node, frame)
            if frame is None:
                root = value
            elif type(frame.container) is list:
                frame.container.append(value)
            elif frame.key_node < 0:
                name = value if type(value) is str and value != "<<" else self._key(event, value, node)
                frame.key, frame.key_node, names[node] = name, node, name
            else:
                if frame.key_node in tape.merges:
                    self._merge(frame, value, node)
                else:
                    if frame.key in frame.container:
                        self._repeated(frame)
                    frame.container[frame.key] = value
                frame.key_node = -1
        raise too_many_events(event.start_mark.index if event else 0, limits, self._path())

    def _syntax_problem(self, error: Any) -> Sketch:
        problem, context = error.problem_mark or error.context_mark, error.context_mark or error.problem_mark
        at, opener = (problem.index if problem else 0), (context.index if context else 0)
        words = error.problem or "", error.context or ""
        sketch = syntax_problem(self.chunk, *words, at, opener, self._path(), self._tape)
        return replace(sketch, error=syntax_words(error, self.lines_before))

    def _open(self, event: Any, characters: int) -> _Frame:
        tape, limits = self._tape, self.guards.limits
        start = event.start_mark.index
        if len(self._frames) >= limits.depth:
            raise too_deep(start, limits, self._path())
        node = len(tape.starts)
        if node >= limits.nodes - self.guards.nodes:
            raise too_many_values(start, limits, self._path())
        tape.add(start, event.end_mark.index, FLOW if event.flow_style else BLOCK)
        is_mapping = type(event) is libyaml().events.MappingStartEvent
        if is_mapping:
            tape.mappings.add(node)
        before, characters_before = node + self._alias_nodes, characters + self._alias_characters
        frame = _Frame({} if is_mapping else [], node, event.anchor, before, characters_before)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._frames.append(frame)
        return frame

    def _close_anchor(self, frame: _Frame, characters: int) -> None:
        """From here on aliases can stand for what this frame read."""
        nodes = len(self._tape.starts) + self._alias_nodes - frame.nodes_before
        text = characters + self._alias_characters - frame.characters_before
        self._anchors[frame.anchor or ""] = _Anchor(frame.container, frame.node, nodes, text)

    def _alias(self, event: Any) -> Any:
        """The value that an alias stands for; nothing is written out, only weighed."""
        tape, limits, name = self._tape, self.guards.limits, event.anchor
        start, end = event.start_mark.index, event.end_mark.index
        if name not in self._anchors:
            raise RefusalError(sketches.undefined_alias(start, end, name, self._path()))
        anchor = self._anchors[name]
        if anchor is None:
            raise RefusalError(sketches.recursive_alias(start, end, name, self._path()))
        tape.targets[len(tape.starts)] = anchor.node
        tape.add(start, end, ALIAS)
        self._alias_nodes += anchor.nodes
        self._alias_characters += anchor.characters
        total = len(tape.starts) + self._alias_nodes
        if len(tape.starts) > limits.nodes - self.guards.nodes:
            raise too_many_values(start, limits, self._path())
        if total > limits.expanded_nodes or self._alias_characters > limits.expanded_bytes:
            raise RefusalError(sketches.aliases_too_large(start, end, limits, self._path()))
        if sketches.is_mostly_aliases(total, self._alias_nodes):
            raise RefusalError(sketches.mostly_aliases(start, end, self._path()))
        return anchor.value

    def _tagged(self, tag: str, text: str, node: int) -> Scalar:
        try:
            return tagged(tag, text)
        except TagMismatchError as error:
            start, end = self._tape.starts[node], self._tape.ends[node]
            self.sketches.append(sketches.tag_mismatch(start, end, tag, text, str(error), self._path()))
            return None

    def _float(self, value: float, node: int, frame: _Frame | None) -> float | None:
        """A number as it stands, with a note where Kubernetes refuses it or reads it inexactly."""
        if frame is not None and type(frame.container) is dict and frame.key_node < 0:
            return value  # a key; its name is made of it
        start, end = self._tape.starts[node], self._tape.ends[node]
        self._note(sketches.unusual_number, start, end, self.chunk[start:end], value)
        return value

    def _key(self, event: Any, value: Any, node: int) -> str:
        """The name that a key which isn't a plain string gets."""
        is_scalar = type(event) is libyaml().events.ScalarEvent
        start, end = self._tape.starts[node], self._tape.ends[node]
        if value == "<<" and is_scalar and event.implicit[0] and event.tag is None:
            self._tape.merges.add(node)
            return "<<"
        if isinstance(value, str):
            return value
        text = event.value if is_scalar else self.chunk[start:end]
        name = None if isinstance(value, dict | list) else key_name(value, text)
        braces = self.chunk.find("{{", max(0, start - 1), start + 2) if isinstance(value, dict) else -1
        if braces >= 0:
            self._note(marks.unquoted_braces, self.chunk, braces, value)
        elif name is None:
            self._note(sketches.unsupported_key, start, end, text, value)
        elif name != text and is_scalar:
            self._note(sketches.odd_key, start, end, text, name)
        return text if name is None else name

    def _merge(self, frame: _Frame, value: Any, node: int) -> None:
        """``<<`` where it stands: its keys replace those above it, and those below it replace its."""
        tape = self._tape
        sources = [value] if isinstance(value, dict) else []
        if isinstance(value, list) and node not in tape.targets:
            sources = value[::-1]  # the first of several wins
        if (not sources and value != []) or not all(isinstance(source, dict) for source in sources):
            start, end = tape.starts[node], tape.ends[node]
            self._note(sketches.merge_not_a_mapping, start, end)
            return
        merged = frame.merged = frame.merged if frame.merged is not None else set()
        replaced: list[str] = []
        for source in sources:
            replaced += [name for name in source if name in frame.container and name not in merged]
            frame.container.update(source)
            merged.update(source)
        if replaced:
            start, end = tape.starts[frame.key_node], tape.ends[frame.key_node]
            self._note(sketches.merge_override, start, end, replaced)

    def _repeated(self, frame: _Frame) -> None:
        """A key that its mapping has already: the last one wins, and the first one is dead text."""
        name, tape = frame.key, self._tape
        if frame.merged is not None and name in frame.merged:
            frame.merged.discard(name)  # a key of its own replaces one that `<<` put there, as meant
            return
        frame.first_keys = frame.first_keys or FirstKeys(frame.node + 1)
        first = frame.first_keys.find(tape, name, frame.key_node)
        self._note(sketches.duplicate_key, tape.place(first), tape.place(frame.key_node), name)

    def _note(self, words: Callable[..., Sketch | None], *about: Any) -> None:
        """Keep what was found; of very many Sketches the first ones, but always one that refuses the document."""
        full = len(self.sketches) >= sketches.MOST
        if full and (self._refused or words in sketches.WARNINGS):
            return
        sketch = words(*about, self._path())
        if sketch is not None and (sketch.refused or not full):
            self.sketches.append(sketch)
            self._refused = self._refused or sketch.refused

    def _path(self) -> FieldPath:
        """The field that is being read."""
        parts: list[str | int] = []
        for frame in self._frames:
            if isinstance(frame.container, list):
                parts.append(len(frame.container))
            elif frame.key_node >= 0:
                parts.append(frame.key)
        return FieldPath(parts)
