"""Compares values as the cluster would, and shows values and their differences as lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from playground.cli.testing.field_paths import type_name
from playground.engine import MISSING, DiffLine, FieldPath, diff_lines, go_json, output_lines

LONGEST_VALUE: Final = 200  # characters of a value on one line; a longer one is cut
MOST_LINES: Final = 200  # of one diff
_CONTEXT: Final = 3  # unchanged lines around a change


def is_same(expected: Any, actual: Any) -> bool:
    """Whether two values are the same JSON, whatever the order of keys: `3` is `3.0`, and neither `"3"` nor `true`.

    >>> is_same({"a": [3]}, {"a": [3.0]}), is_same(3, "3"), is_same(1, True)
    (True, False, False)
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(is_same(value, actual[key]) for key, value in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(is_same, expected, actual))
    return type_name(expected) == type_name(actual) and bool(expected == actual)


class Lack(NamedTuple):
    """The first thing that is expected in a value and is not there."""

    path: FieldPath
    expected: Any
    actual: Any  # MISSING: there is no such field


def lacking(actual: Any, expected: Any) -> Lack | None:
    """What ``actual`` lacks to contain ``expected``, or None.

    A text contains its parts, a mapping some of its entries, a list its items, in any order. Lists and mappings inside
    need to contain only what is expected, too.

    >>> lacking("a:8080", ":80"), lacking([{"name": "A", "value": "1"}], {"name": "A"})
    (None, None)
    >>> lacking({"a": {"b": 1, "c": [2, 3]}}, {"a": {"c": [3], "b": 2}})
    Lack(path=('a', 'b'), expected=2, actual=1)
    """
    if isinstance(actual, str) and isinstance(expected, str):
        return None if expected in actual else Lack(FieldPath(), expected, actual)
    return _lacking(actual, expected, FieldPath())


def _lacking(actual: Any, expected: Any, path: FieldPath) -> Lack | None:
    if isinstance(actual, dict) and isinstance(expected, dict):
        for key, value in expected.items():
            lack = _lacking(actual[key], value, path / key) if key in actual else Lack(path / key, value, MISSING)
            if lack is not None:
                return lack
        return None
    if isinstance(actual, list):
        wanted = expected if isinstance(expected, list) else [expected]
        absent = (value for value in wanted if all(_lacking(entry, value, path) for entry in actual))
        return next((Lack(path, value, actual) for value in absent), None)
    return None if is_same(expected, actual) else Lack(path, expected, actual)


def shown(value: Any) -> str:
    """``value`` as JSON, with its type.

    >>> shown(3), shown("3"), shown(None)
    ('3 (number)', '"3" (text)', 'null')
    """
    if value is MISSING:
        return "missing"
    text = go_json(value) if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
    return text if value is None else f"{text} ({type_name(value)})"


def comparison_lines(expected: Any, actual: Any) -> list[str]:
    """Two values that differ: a diff of their YAML if both have several lines, else one line each."""
    if not (_is_long(expected) and _is_long(actual)):
        return [f"expected  {shown(expected)}", f"actual    {shown(actual)}"]
    return ["--- expected", "+++ actual", *diff(expected, actual)]


def _is_long(value: Any) -> bool:
    return (isinstance(value, dict | list) and bool(value)) or (isinstance(value, str) and "\n" in value)


def diff(before: Any, after: Any) -> list[str]:
    """The lines of YAML that differ between two values, with some lines around them; `@@` for those left out."""
    lines = diff_lines(output_lines([before]), output_lines([after]))
    hunks = list(_hunks(lines))
    return hunks if len(hunks) <= MOST_LINES else [*hunks[:MOST_LINES], f"… and {len(hunks) - MOST_LINES:,} more lines"]


def _hunks(lines: Sequence[DiffLine]) -> Iterator[str]:
    changed = [index for index, line in enumerate(lines) if line.sign != " "]
    near = sorted(
        {other for index in changed for other in range(max(0, index - _CONTEXT), min(len(lines), index + _CONTEXT + 1))}
    )
    following = 0
    for index in near:
        if index != following:
            yield f"@@ {lines[index].path} @@"
        yield f"{lines[index].sign}{lines[index].text}"
        following = index + 1
