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

    Lines correspond if they show the same field of the same Object, whatever their text and place; within a text of
    several lines, if they are equal. Removed lines come before added ones.
    """
    old, new = _fields(before), _fields(after)
    lines: list[DiffLine] = []
    for left, right in _aligned(old, new):
        lines.extend(_changes(old[left] if left else (), new[right] if right else ()))
    return tuple(lines)


# What a line, or all the lines of a field, are found by on both sides.
_Key = tuple[Hashable, ...]


def _numbered(names: Iterable[_Key]) -> Iterator[_Key]:
    """Each name with how often it came before: the brackets of a mapping in JSON, equal lines of a text."""
    seen: dict[_Key, int] = {}
    for name in names:
        seen[name] = seen.get(name, -1) + 1
        yield (*name, seen[name])


def _fields(lines: Iterable[OutputLine]) -> dict[_Key, tuple[OutputLine, ...]]:
    """The lines by the field they show; each stretch of them is one entry, in the order of the output."""
    stretches = [(shown, tuple(group)) for shown, group in groupby(lines, lambda line: (line.object, line.path))]
    keys = _numbered(shown for shown, _ in stretches)
    return dict(zip(keys, (group for _, group in stretches), strict=True))


def _aligned(before: Iterable[_Key], after: Iterable[_Key]) -> Iterator[tuple[_Key | None, _Key | None]]:
    """The keys of both sequences side by side, each in its order, each key once; None beside a key without a match.

    If the next keys of both sides have a match further down, the side with the shorter way to it advances, and the keys
    that it skips count as removed or added. So each step consumes a key of one side or both.
    """
    left, right = tuple(before), tuple(after)
    in_left = {key: place for place, key in enumerate(left)}
    in_right = {key: place for place, key in enumerate(right)}
    at_left = at_right = 0
    while at_left < len(left) and at_right < len(right):
        old, new = left[at_left], right[at_right]
        until_old = in_right.get(old, -1) - at_right  # negative: not there, or passed over
        until_new = in_left.get(new, -1) - at_left
        if old == new:
            yield old, new
            at_left, at_right = at_left + 1, at_right + 1
        elif until_old < 0 or 0 <= until_new < until_old:
            yield old, None
            at_left += 1
        else:
            yield None, new
            at_right += 1
    yield from ((old, None) for old in left[at_left:])
    yield from ((None, new) for new in right[at_right:])


def _changes(before: tuple[OutputLine, ...], after: tuple[OutputLine, ...]) -> Iterator[DiffLine]:
    """The lines of one field on both sides."""
    if [_compared(line.text, before) for line in before] == [_compared(line.text, after) for line in after]:
        yield from (_signed(" ", line) for line in after)
        return
    old = dict(zip(_numbered((line.text,) for line in before), before, strict=True))
    new = dict(zip(_numbered((line.text,) for line in after), after, strict=True))
    come: list[DiffLine] = []
    for left, right in _aligned(old, new):
        if left is None and right is not None:
            come.append(_signed("+", new[right]))
        elif left is not None and right is None:
            yield _signed("-", old[left])
        elif right is not None:
            yield from come
            come.clear()
            yield _signed(" ", new[right])
    yield from come


def _compared(text: str, field: tuple[OutputLine, ...]) -> str:
    """A line without the comma that JSON puts before the next field; YAML has none at the end of a field's one line."""
    return text.removesuffix(",") if len(field) == 1 else text


def _signed(sign: str, line: OutputLine) -> DiffLine:
    return DiffLine(sign, line.text, line.object, line.path)
