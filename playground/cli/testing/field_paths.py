"""Paths in test files, in the form in which Kubernetes and `process -o diff` print them.

`.key` or `[key]` is a key of a mapping, `[0]` an item of a list, `[name=web]` the item of a list whose `name` is `web`.
In brackets, quotes hold any text: `["a]b"]`.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from playground.engine import FieldPath, did_you_mean, go_json, nearest_name

_STEP = re.compile(r"""(?:\A|(?!\A)\.)([^.\[\]{}$"'\s]+)|\[(?:"([^"]*)"|'([^']*)'|([^\]"'][^\]]*))\]""")
_NUMBER = re.compile(r"[0-9]{1,9}")


class Step(NamedTuple):
    """One step of a path. Only a step in brackets and without quotes may select an item of a list."""

    text: str
    selects: bool


class PathError(ValueError):
    """A text is no path, or a path leads to several items; the message says why."""


class Missing(NamedTuple):
    """A path leads nowhere. ``path`` is the nearest field that exists, ``why`` a sentence about the step after it."""

    path: FieldPath
    why: str


def parsed_path(text: str) -> tuple[Step, ...]:
    """The steps of a path. Raises PathError.

    >>> [step.text for step in parsed_path("spec.containers[name=web].args[0]")]
    ['spec', 'containers', 'name=web', 'args', '0']
    >>> [step.text for step in parsed_path('metadata.labels[app.kubernetes.io/name]["]"]')]
    ['metadata', 'labels', 'app.kubernetes.io/name', ']']
    """
    steps: list[Step] = []
    end = 0
    while end < len(text):
        match = _STEP.match(text, end)
        if match is None:
            break
        key, double_quoted, single_quoted, bare = match.groups()
        quoted = double_quoted if double_quoted is not None else single_quoted
        steps.append(Step(next(part for part in (key, quoted, bare) if part is not None), bare is not None))
        end = match.end()
    if end < len(text) or not text:
        raise PathError(
            f"`{text}` is no path, from character {end + 1} on. "
            "Write paths such as `spec.replicas`, `metadata.labels[a.b/c]` or `containers[name=web].image`."
        )
    return tuple(steps)


def follow(value: Any, steps: tuple[Step, ...]) -> FieldPath | Missing:
    """The path of the field in ``value`` to which ``steps`` lead. Raises PathError if they lead to several items."""
    path = FieldPath()
    for step in steps:
        part = _part(value, step, path)
        if part is None:
            return Missing(path, _why_missing(value, step, path))
        value, path = value[part], path / part
    return path


def _part(value: Any, step: Step, path: FieldPath) -> str | int | None:
    """The key or index to which ``step`` leads, or None. Raises PathError if it leads to several."""
    if isinstance(value, dict):
        return step.text if step.text in value else None
    if not isinstance(value, list) or not step.selects:
        return None
    if _NUMBER.fullmatch(step.text):
        return index if (index := int(step.text)) < len(value) else None
    key, equals, text = step.text.partition("=")
    indexes = [
        index
        for index, entry in enumerate(value)
        if equals and isinstance(entry, dict) and key in entry and _text(entry[key]) == text
    ]
    if len(indexes) > 1:
        raise PathError(f"{len(indexes)} items of `{path}` have `{step.text}`. Choose one by its number, as in `[0]`.")
    return indexes[0] if indexes else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else go_json(value)


def _why_missing(value: Any, step: Step, path: FieldPath) -> str:
    """A sentence: why ``step`` leads nowhere from ``value``, which is at ``path``."""
    place = f"`{path}`" if path else "It"
    if isinstance(value, dict):
        keys = [key for key in value if isinstance(key, str)]
        return f"{place} has no `{step.text}`.{did_you_mean(step.text, keys)}"
    if not isinstance(value, list):
        return f"{place} has no fields: its value is a {type_name(value)}."
    if not step.selects:
        return f"{place} is a list. Choose an item, such as `[0]` or `[name=web]`."
    if _NUMBER.fullmatch(step.text):
        return f"{place} has {len(value)} item{'' if len(value) == 1 else 's'}, counted from 0."
    key, _, text = step.text.partition("=")
    near = nearest_name(text, [_text(entry[key]) for entry in value if isinstance(entry, dict) and key in entry])
    return f"{place} has no item with `{step.text}`." + (f" Did you mean `{key}={near}`?" if near else "")


def type_name(value: Any) -> str:
    """The word for the type of ``value``.

    >>> [type_name(value) for value in (1, 1.5, True, "1", None, [], {})]
    ['number', 'number', 'boolean', 'text', 'null', 'list', 'mapping']
    """
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, list | dict):
        return "list" if isinstance(value, list) else "mapping"
    return "text" if isinstance(value, str) else "null"
