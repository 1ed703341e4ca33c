"""Builds plain values and a Tape from the events of PyYAML's C parser, checking all limits in one loop.

goyaml.v2 ``decode.go`` says what the events mean. Never ``yaml.load`` or ``compose``: 25 KB of `[` end the process.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import islice
from math import isfinite
from typing import Any

from playground.engine.model.deadline import STEPS
from playground.engine.reading.aliases import Aliases
from playground.engine.reading.document import ITEM, KEY, Frame, Notes
from playground.engine.reading.errors import punctuation, value_messages
from playground.engine.reading.errors.oc_words import syntax_error
from playground.engine.reading.errors.overridden import remaining
from playground.engine.reading.errors.yaml_messages import syntax_problem
from playground.engine.reading.libyaml import libyaml
from playground.engine.reading.problem import (
    KEY_PATTERNS,
    RawProblem,
    RefusalError,
    too_deep,
    too_long,
    too_many_events,
    too_many_values,
)
from playground.engine.reading.scalars import Resolver, Scalar, TagMismatchError, key_name, tagged_value
from playground.engine.reading.tape import (
    BLOCK,
    DOUBLE,
    FLOW,
    FOLDED,
    LITERAL,
    PLAIN,
    SINGLE,
    FirstKeys,
    Guards,
    Tape,
    TapedValue,
)


@dataclass(slots=True)
class MappingReading:
    """The state of reading the mappings of one document."""

    tape: Tape
    notes: Notes
    _first_keys: dict[int, FirstKeys] = field(default_factory=dict)  # of mappings with a repeated key
    _merged: dict[int, set[str]] = field(default_factory=dict)  # names that only `<<` has added

    def name_key(self, text: str | None, value: Any, node: int) -> str:
        """The name of a key; reports a changed or refused key. ``text`` is the key's text, None if it is no scalar."""
        if isinstance(value, str):
            return value
        start, end = self.tape.place(node)
        source = self.notes.chunk[start:end] if text is None else text
        name = None if isinstance(value, dict | list) else key_name(value, source)
        # In `{{ x }}` the key is the inner mapping: the `{{` begins one character before the key.
        braces = self.notes.chunk.find("{{", max(0, start - 1), start + 2) if isinstance(value, dict) else -1
        if isinstance(value, dict | list) and self._holds_refused_key(start):
            pass  # goyaml reports the innermost one, which is already noted
        elif braces >= 0:
            self.notes.add(punctuation.unquoted_braces, self.notes.chunk, braces, value)
        elif name is None:
            self._note_refused_key(node, source, value)
        elif name != text and text is not None:
            self.notes.add(value_messages.odd_key, start, end, text, name)
        return source if name is None else name

    def _note_refused_key(self, node: int, source: str, value: Any) -> None:
        """Report a mapping or list as a key at once, as goyaml does; other keys only if the document keeps them."""
        if isinstance(value, dict | list):
            self.notes.add(value_messages.unsupported_key, *self.tape.place(node), source, value)
        else:
            self.notes.doubtful[node] = value

    def _holds_refused_key(self, start: int) -> bool:
        """Whether the last mapping or list read, which begins at ``start``, has a mapping or list as a key inside."""
        return any(raw.error and raw.start >= start and raw.pattern in KEY_PATTERNS for raw in self.notes.raw_problems)

    def merge(self, value: Any, node: int, frame: Frame) -> None:
        """Apply ``<<``: its keys replace the keys above it, and the keys below it replace its keys."""
        tape, container = self.tape, frame.container
        # goyaml ``decode.go``, ``merge``: an alias may stand for a mapping, not for a list, not even an empty list.
        is_list = isinstance(value, list) and node not in tape.targets
        sources = value[::-1] if is_list else [value]  # the first of several wins
        if not all(isinstance(source, dict) for source in sources):
            self.notes.add(value_messages.merge_not_a_mapping, *tape.place(node))
            return
        merged = self._merged.setdefault(frame.node, set())
        replaced: list[str] = []
        for source in sources:
            replaced += [name for name in source if name in container and name not in merged]
            container.update(source)
            merged.update(source)
        if replaced:
            self.notes.add(value_messages.merge_override, *tape.place(frame.key_node), replaced)

    def note_repeated_key(self, frame: Frame) -> None:
        """Report a key that its mapping already has; the last one wins. A key from ``<<`` may be repeated."""
        tape, name, mapping = self.tape, frame.key, frame.node
        if name in self._merged.get(mapping, ()):
            self._merged[mapping].discard(name)  # a written key replaces one that `<<` added, as intended
            return
        first_keys = self._first_keys.setdefault(mapping, FirstKeys(mapping + 1))
        first = first_keys.find(tape, name, frame.key_node)
        self.notes.add(value_messages.duplicate_key, tape.place(first), tape.place(frame.key_node), name)


_STYLES = {"": PLAIN, None: PLAIN, "'": SINGLE, '"': DOUBLE, "|": LITERAL, ">": FOLDED}
_MERGE = "tag:yaml.org,2002:merge"
_OPENER = re.compile(r"(?>(?:[&!]\S*+\s++)*)[\[{]")  # an anchor and a tag may come before it


@dataclass(slots=True)
class YamlReading:
    """One document while it is being read: call ``run`` once, then read ``raw_problems`` and ``end``."""

    chunk: str  # the text to read, see ``stream.Chunk``
    guards: Guards
    resolver: Resolver
    lines_before: int = 0  # see ``Chunk``
    tape: Tape = field(default_factory=Tape)
    end: int = 0  # of the document; the rest of the chunk is not read
    _notes: Notes = field(init=False)
    _aliases: Aliases = field(init=False)
    _mappings: MappingReading = field(init=False)

    def __post_init__(self) -> None:
        self._notes = Notes(self.chunk)
        self._aliases = Aliases(self.tape, self._notes, self.guards)
        self._mappings = MappingReading(self.tape, self._notes)

    @property
    def raw_problems(self) -> list[RawProblem]:
        """The RawProblems so far."""
        return self._notes.raw_problems

    def run(self) -> TapedValue | None:
        """The document's value and Tape, None if it is empty. Raises RefusalError at the first unreadable place."""
        parser = libyaml().parser(self.chunk)
        try:
            taped = self._read(parser.get_event)
        except libyaml().error as error:
            raise RefusalError(self._syntax_problem(error)) from None
        finally:
            parser.dispose()
        if taped is not None:
            self.guards.count_document(self.tape)  # passes no limit: ``_read`` has checked each node and event
            self._judge_doubtful()
        return taped

    def _judge_doubtful(self) -> None:
        """Report the keys and numbers that JSON does not have, unless a repeated key overrides them."""
        doubtful, tape = self._notes.doubtful, self.tape
        if not doubtful:
            return
        self.guards.deadline.spend(len(tape.starts))
        for node, path in islice(remaining(tape, doubtful), value_messages.MOST_PROBLEMS):
            start, end = tape.place(node)
            if node in tape.names:  # the node is a key
                describe, text = value_messages.unsupported_key, tape.names[node]
            else:
                describe, text = value_messages.no_number, self.chunk[start:end]
            self.raw_problems.append(describe(start, end, text, doubtful[node], path))
        self.raw_problems.sort(key=lambda raw: raw.start)

    def _read(self, next_event: Any) -> TapedValue | None:
        """The value and Tape of the first document, None if there is none.

        The function is long, because a call for each key and value would take time.
        """
        tape, notes, aliases, mappings, event_types = (
            self.tape,
            self._notes,
            self._aliases,
            self._mappings,
            libyaml().events,
        )
        scalar, mapping, sequence = (
            event_types.ScalarEvent,
            event_types.MappingStartEvent,
            event_types.SequenceStartEvent,
        )
        mapping_end, sequence_end, alias = (
            event_types.MappingEndEvent,
            event_types.SequenceEndEvent,
            event_types.AliasEvent,
        )
        starts, ends, styles, skips, names = tape.starts, tape.ends, tape.styles, tape.skips, tape.names
        merges, resolver, limits, frames = tape.merges, self.resolver, self.guards.limits, notes.frames
        longest, last_node = limits.scalar_characters, limits.nodes - self.guards.nodes
        frame = frames[-1]
        container, key_node, name = frame.container, frame.key_node, frame.key
        characters = last_end = 0
        root: Any = None
        event: Any = None
        for count in range(limits.events - self.guards.events):
            if count % STEPS == STEPS - 1:
                self.guards.deadline.check()
            event = next_event()
            event_type = type(event)
            if event_type is scalar:
                value = text = event.value
                node, size = len(starts), len(text)
                start, last_end = event.start_mark.index, event.end_mark.index
                starts.append(start)
                ends.append(last_end)
                styles.append(_STYLES[event.style])
                skips.append(node + 1)
                characters += size
                if size > longest:
                    raise too_long(start, last_end, size, limits, notes.path())
                if node >= last_node:
                    raise too_many_values(start, limits, notes.path())
                if event.tag is not None:
                    value = self._tagged_value(event.tag, text, node)
                elif event.implicit[0]:
                    value = resolver[text]
                if event.anchor is not None:
                    aliases.add_scalar(event.anchor, node, value, size)
            elif event_type is mapping or event_type is sequence:
                frame = self._open_container(event, characters, is_mapping=event_type is mapping)
                container, key_node = frame.container, frame.key_node
                continue
            elif event_type is mapping_end or event_type is sequence_end:
                value, node, text = container, frame.node, None
                if styles[node] is FLOW:
                    last_end = event.end_mark.index
                ends[node] = last_end
                skips[node] = len(starts)
                if node in aliases.open:
                    aliases.close_container(node, value, characters)
                frames.pop()
                frame = frames[-1]
                container, key_node, name = frame.container, frame.key_node, frame.key
            elif event_type is alias:
                node, text = len(starts), None
                start, last_end = event.start_mark.index, event.end_mark.index
                value = aliases.resolve_alias(event.anchor, start, last_end)
            elif event_type is event_types.DocumentEndEvent:
                self.end = event.end_mark.index if event.explicit else last_end
                return TapedValue(root, tape)
            elif event_type is event_types.StreamEndEvent:
                return None
            else:
                continue
            if type(value) is float and key_node != KEY:  # ``name_key`` judges a number that is a key
                if isfinite(value):
                    notes.add(value_messages.inexact_number, start, last_end, notes.chunk[start:last_end], value)
                else:
                    notes.doubtful[node] = value
            if key_node >= 0:
                if key_node in merges:
                    mappings.merge(value, node, frame)
                else:
                    if name in container:
                        mappings.note_repeated_key(frame)
                    container[name] = value
                key_node = frame.key_node = KEY
            elif key_node == KEY:
                if type(value) is not str:
                    name = mappings.name_key(text, value, node)
                else:
                    name = value
                    if name == "<<" and text is not None and (event.implicit[0] or event.tag == _MERGE):
                        merges.add(node)
                frame.key, names[node] = name, name
                key_node = frame.key_node = node
            elif key_node == ITEM:
                container.append(value)
            else:
                root = value
        raise too_many_events(event.start_mark.index if event else 0, limits, notes.path())

    def _open_container(self, event: Any, characters: int, *, is_mapping: bool) -> Frame:
        """Open a mapping or list and return its frame. ``characters``: how many the document's scalars have so far."""
        tape, frames, limits = self.tape, self._notes.frames, self.guards.limits
        start, node = event.start_mark.index, len(tape.starts)
        if len(frames) > limits.depth:
            raise too_deep(start, limits, self._notes.path())
        if node >= limits.nodes - self.guards.nodes:
            raise too_many_values(start, limits, self._notes.path())
        tape.add(start, event.end_mark.index, FLOW if event.flow_style else BLOCK)
        if event.anchor is not None:
            self._aliases.begin_container(event.anchor, node, characters)
        elif self._aliases.open:
            self._aliases.reach_level(len(frames))
        if is_mapping:
            tape.mappings.add(node)
        frame = Frame({}, node, KEY) if is_mapping else Frame([], node, ITEM)
        frames.append(frame)
        return frame

    def _syntax_problem(self, error: Any) -> RawProblem:
        """The problem behind libyaml's ``error``."""
        problem_mark = error.problem_mark or error.context_mark
        context_mark = error.context_mark or error.problem_mark
        offset, opener = (problem_mark.index if problem_mark else 0), (context_mark.index if context_mark else 0)
        problem, context = error.problem or "", error.context or ""
        if context == "while parsing a flow node":  # libyaml names the node's place, not the bracket around it
            opener = self._open_bracket(opener)
        raw = syntax_problem(self.chunk, problem, context, offset, opener, self._notes.path(), self.tape)
        return replace(raw, error=syntax_error(error, self.lines_before))

    def _open_bracket(self, default: int) -> int:
        """The offset of the innermost open bracket or brace; ``default`` outside of all."""
        nodes = (frame.node for frame in reversed(self._notes.frames) if frame.node >= 0)
        starts = (self.tape.starts[node] for node in nodes if self.tape.styles[node] is FLOW)
        openers = (_OPENER.match(self.chunk, start) for start in starts)  # None for a lone `key: value` in brackets
        return next((match.end() - 1 for match in openers if match), default)

    def _tagged_value(self, tag: str, text: str, node: int) -> Scalar:
        try:
            return tagged_value(tag, text)
        except TagMismatchError as error:
            start, end = self.tape.place(node)
            self.raw_problems.append(value_messages.tag_mismatch(start, end, tag, text, str(error), self._notes.path()))
            return None
