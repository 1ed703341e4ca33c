"""Which of a document's doubtful keys and numbers are still part of its value, when all repeated keys are resolved.

Doubtful are keys and numbers that JSON does not have, such as `.inf`.

goyaml.v2 ``decode.go`` takes the last value of a repeated key. After that, sigs.k8s.io/yaml ``yaml.go`` turns keys and
numbers into JSON, and refuses those that JSON does not have: a value that is overridden is not judged.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any

from playground.engine.model.location import FieldPath
from playground.engine.reading.tape import Entries, Tape, entries_of

_Path = tuple[Any, str | int] | None  # the path to the mapping or list, and the key or index in it


def remaining(tape: Tape, doubtful: Collection[int]) -> Iterator[tuple[int, FieldPath]]:
    """Those ``doubtful`` nodes that the document's value keeps, with the path of the number or of the key's mapping.

    Visits each node at most once, and only nodes that contain a doubtful node or an alias. The path of a key that
    ``<<`` adds is that of the mapping with the ``<<``.
    """
    sought = sorted(chain(doubtful, tape.targets))
    cache: dict[int, Entries] = {}
    visited: set[int] = set()
    with_visited_keys: set[int] = set()  # mappings
    waiting: list[tuple[int, _Path]] = [(0, None)]
    while waiting:
        node, path = waiting.pop()
        if node in doubtful:
            yield node, _field_path(path)
        node = tape.targets.get(node, node)
        if node in visited or not _includes_any(sought, node, tape.skips[node]):
            continue
        visited.add(node)
        if node in tape.mappings:
            yield from ((key, _field_path(path)) for key in _own_keys(tape, node, with_visited_keys) if key in doubtful)
        for name, (_, child) in entries_of(tape, node, cache).items():
            if child in tape.targets or _includes_any(sought, child, tape.skips[child]):
                waiting.append((child, (path, name)))


def _includes_any(sought: Sequence[int], first: int, last: int) -> bool:
    """Whether one of the ``sought`` nodes is among those from ``first`` up to, but not including, ``last``."""
    index = bisect_left(sought, first)
    return index < len(sought) and sought[index] < last


def _own_keys(tape: Tape, mapping: int, with_visited_keys: set[int]) -> Iterator[int]:
    """The key nodes of a mapping and of the mappings that it merges; adds these to ``with_visited_keys``.

    Leaves out the mappings that are ``with_visited_keys`` already.
    """
    mappings = [mapping]
    for node in mappings:
        if node in with_visited_keys:
            continue
        with_visited_keys.add(node)
        for key in tape.children(node)[::2]:
            yield key
            if key in tape.merges:
                mappings += tape.merged_mappings(tape.skips[key])


def _field_path(path: _Path) -> FieldPath:
    parts: list[str | int] = []
    while path is not None:
        path, part = path
        parts.append(part)
    return FieldPath(reversed(parts))
