"""Whether two results are equal to the last field, including shared parts, cycles and the order of keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

# Fields that a Document or an Evaluation computes from its other fields.
CACHES = frozenset({"remembered", "found", "_entries", "_holders", "_maps"})
Pair = tuple[str, Any, Any]


def difference(first: Any, second: Any) -> str:
    """The first place where two values differ, and how; "" if they are equal. Iterative: variables refer in chains."""
    pending: list[Pair] = [("", first, second)]
    compared: set[tuple[int, int]] = set()
    while pending:
        place, left, right = pending.pop()
        if left is right or (id(left), id(right)) in compared:
            continue
        compared.add((id(left), id(right)))
        parts = _parts(left, right)
        if type(left) is not type(right) or (parts is None and repr(left) != repr(right)):
            return f"{place}: {left!r:.300} is not {right!r:.300}"
        inside = [] if parts is None else list(parts)
        if any(name == "≠" for name, _, _ in inside):
            return f"{place}: {left!r:.300} has other parts than {right!r:.300}"
        pending += [(f"{place}.{name}", *pair) for name, *pair in reversed(inside)]
    return ""


def _parts(left: Any, right: Any) -> Iterator[Pair] | None:
    """The parts of both values, in pairs; None for values without parts."""
    if is_dataclass(left) and is_dataclass(right):
        names = [field.name for field in fields(left) if field.name not in CACHES]
        return ((name, getattr(left, name), getattr(right, name)) for name in names)
    if isinstance(left, dict) and isinstance(right, dict):
        if list(map(repr, left)) != list(map(repr, right)):
            return iter([("≠", left, right)])
        return ((repr(key), left[key], right[key]) for key in left)
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        if len(left) != len(right):
            return iter([("≠", left, right)])
        return ((str(index), *pair) for index, pair in enumerate(zip(left, right, strict=True)))
    return None
