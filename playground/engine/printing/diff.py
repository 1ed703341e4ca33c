"""The differences between two outputs, line by line."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from playground.engine.model.location import FieldPath
from playground.engine.printing.shapes import OutputLine


class DiffLine(NamedTuple):
    """One line of a diff: on both sides (" "), only before ("-"), or only after ("+")."""

    sign: str
    text: str
    object: int | None
    path: FieldPath


def diff_lines(before: Sequence[OutputLine], after: Sequence[OutputLine]) -> tuple[DiffLine, ...]:
    """The differences between two outputs of the same syntax and shape, field by field, in linear time.

    Two lines correspond if they show the same field of the same Object, even with another text at another place. Within
    a text of several lines, equal lines correspond. Removed lines come before added ones.
    """
    old, new = _fields(before), _fields(after)
    lines: list[DiffLine] = []
    for old_key, new_key in _aligned(old, new):
        lines.extend(_changes(old[old_key] if old_key else (), new[new_key] if new_key else ()))
    return tuple(lines)


# Identifies a line, or all the lines of a field, on both sides.
_Key = tuple[Hashable, ...]


def _numbered(names: Iterable[_Key]) -> Iterator[_Key]:
    """Each name with how often it came before: JSON's brackets and equal lines of a text repeat names."""
    last: dict[_Key, int] = {}
    for name in names:
        last[name] = last.get(name, -1) + 1
        yield (*name, last[name])


def _fields(lines: Iterable[OutputLine]) -> dict[_Key, tuple[OutputLine, ...]]:
    """The lines by the field they show, in the order of the output: each stretch of a field's lines is one entry."""
    stretches = [(name, tuple(group)) for name, group in groupby(lines, lambda line: (line.object, line.path))]
    keys = _numbered(name for name, _ in stretches)
    return dict(zip(keys, (group for _, group in stretches), strict=True))


def _aligned(before: Iterable[_Key], after: Iterable[_Key]) -> Iterator[tuple[_Key | None, _Key | None]]:
    """The keys of both sequences in pairs, in their order, each key once; None beside a key without a match.

    If the next keys of both sides have a match further on, the side with the nearer match advances: the keys that it
    skips count as removed or added. So each step consumes a key of one side or both.
    """
    old_keys, new_keys = tuple(before), tuple(after)
    old_indexes = {key: index for index, key in enumerate(old_keys)}
    new_indexes = {key: index for index, key in enumerate(new_keys)}
    old_index = new_index = 0
    while old_index < len(old_keys) and new_index < len(new_keys):
        old, new = old_keys[old_index], new_keys[new_index]
        until_old = new_indexes.get(old, -1) - new_index  # negative: missing, or already passed
        until_new = old_indexes.get(new, -1) - old_index
        if old == new:
            yield old, new
            old_index, new_index = old_index + 1, new_index + 1
        elif until_old < 0 or 0 <= until_new < until_old:
            yield old, None
            old_index += 1
        else:
            yield None, new
            new_index += 1
    yield from ((old, None) for old in old_keys[old_index:])
    yield from ((None, new) for new in new_keys[new_index:])


def _changes(before: tuple[OutputLine, ...], after: tuple[OutputLine, ...]) -> Iterator[DiffLine]:
    """The diff of one field's lines."""
    if [_compared(line.text, before) for line in before] == [_compared(line.text, after) for line in after]:
        yield from (_signed(" ", line) for line in after)
        return
    old = dict(zip(_numbered((line.text,) for line in before), before, strict=True))
    new = dict(zip(_numbered((line.text,) for line in after), after, strict=True))
    added: list[DiffLine] = []
    for old_key, new_key in _aligned(old, new):
        if old_key is None and new_key is not None:
            added.append(_signed("+", new[new_key]))
        elif old_key is not None and new_key is None:
            yield _signed("-", old[old_key])
        elif new_key is not None:
            yield from added
            added.clear()
            yield _signed(" ", new[new_key])
    yield from added


def _compared(text: str, field: tuple[OutputLine, ...]) -> str:
    """A field's only line without JSON's comma before the next field; YAML never ends such a line in a comma."""
    return text.removesuffix(",") if len(field) == 1 else text


def _signed(sign: str, line: OutputLine) -> DiffLine:
    return DiffLine(sign, line.text, line.object, line.path)
