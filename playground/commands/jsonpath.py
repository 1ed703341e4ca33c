"""`-o jsonpath=…`: evaluates its paths.

k8s.io/client-go ``util/jsonpath``; a missing field gives nothing, as in kubectl and `oc`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from playground.commands.jsonpath_syntax import Bounds, JsonPathError, Path, Step, parsed
from playground.commands.request import RequestError
from playground.engine import go_json, go_quote, go_sprint, go_type, object_text

_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_COMPARABLE: Final = frozenset({"string", "bool", "int64", "float64"})
_MOST: Final = 1_000_000  # results of one path; `oc` has no limit


def jsonpath(template: str, value: Any, *, as_json: bool = False) -> str:
    """Evaluate ``template`` on ``value``; raises RequestError if it cannot be parsed or evaluated.

    Several results of a path are separated by a space; with ``as_json`` the results of each path are a JSON list.
    Numbers keep their type; see ``as_read``.

    >>> jsonpath("{.items[0].name}: {.items[*].n}", {"items": [{"name": "a", "n": 1}, {"n": [2]}]})
    'a: 1 [2]'
    >>> jsonpath("{range [?(@.n>1)]}{.n};{end}", [{"n": 1}, {"n": 2}, {"n": 3}])
    '2;3;'
    """
    try:
        parts = parsed(template)
    except JsonPathError as error:
        raise RequestError(f"error parsing jsonpath {template}, {error}") from None
    try:
        made = list(_followed(parts, value))
    except JsonPathError as error:
        words = f"error executing jsonpath {go_quote(template)}: Error executing template: {error}"
        raise RequestError(words) from None
    return "".join(object_text(results) if as_json else " ".join(map(_shown, results)) for results in made)


def as_read(value: Any) -> Any:
    """``value`` as Go reads its JSON: each number is a double.

    >>> as_read({"a": [1, True, None]})
    {'a': [1.0, True, None]}
    """
    if isinstance(value, dict):
        return {key: as_read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_read(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _followed(parts: Sequence[str | Path], value: Any) -> Iterator[list[Any]]:
    """The results of each of ``parts``; those between `range` and `end` are evaluated for every item of the range."""
    at = 0
    while at < len(parts):
        part = parts[at]
        at += 1
        if isinstance(part, str):
            yield [part]
            continue
        kinds = {step.kind for step in part}
        if "end" in kinds:
            raise JsonPathError("not in range, nothing to end")
        found = list(_results(part, [value]))
        if "range" not in kinds:
            yield found
            continue
        end = _end(parts, at)
        for item in found:
            yield from _followed(parts[at:end], item)
        at = end + 1


def _end(parts: Sequence[str | Path], start: int) -> int:
    """The index of the `end` that belongs to a `range` before ``start``."""
    open_ranges = 1
    for index in range(start, len(parts)):
        kinds = {step.kind for step in parts[index] if isinstance(step, Step)}
        open_ranges += ("range" in kinds) - ("end" in kinds)
        if not open_ranges:
            return index
    return len(parts)


def _results(path: Path, values: list[Any]) -> list[Any]:
    for step in path:
        values = _WALKS[step.kind](step.value, values)
        if len(values) > _MOST:
            raise JsonPathError(f"more than {_MOST:,} results")
    return values


def _fields(name: str, values: list[Any]) -> list[Any]:
    return [item[name] for item in values if isinstance(item, dict) and name in item]


def _entries(_: None, values: list[Any]) -> list[Any]:
    return [entry for item in values for entry in _children(item)]


def _children(item: Any) -> Collection[Any]:
    """The entries of a mapping or list; for a string, its bytes."""
    if isinstance(item, str):
        return item.encode("utf-8", "replace")
    return item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()


def _descended(_: None, values: list[Any]) -> list[Any]:
    """All values that have entries, recursively, parents first."""
    found: list[Any] = []
    waiting = values[::-1]
    while waiting:
        item = waiting.pop()
        if children := list(_children(item)):
            found.append(item)
            waiting += children[::-1]
    return found


def _sliced(bounds: Bounds, values: list[Any]) -> list[Any]:
    found: list[Any] = []
    for item in values:
        if isinstance(item, list):
            found += _slice(bounds, item)
        elif item is not None:
            raise JsonPathError(f"{_type_name(item)} is not array or slice")
    return found


def _slice(bounds: Bounds, items: list[Any]) -> list[Any]:
    """The entries of ``items`` within ``bounds``; out-of-range bounds are an error unless the slice is empty."""
    size = len(items)
    start, end = bounds.start or 0, size if bounds.end is None else bounds.end
    start += size if start < 0 else 0
    end += size if end < 0 or (end == 0 and bounds.single) else 0
    if start == end:
        return []
    for index, inside in ((start, 0 <= start < size), (end - 1, 0 <= end <= size)):
        if not inside:
            raise JsonPathError(f"array index out of bounds: index {index}, length {size}")
    if start > end:
        raise JsonPathError(f"starting index {start} is greater than ending index {end}")
    if bounds.step is not None and bounds.step <= 0:
        raise JsonPathError("step must be > 0")
    return items[start : end : bounds.step]


def _united(paths: tuple[Path, ...], values: list[Any]) -> list[Any]:
    return [found for path in paths for found in _results(path, values)]


def _filtered(condition: tuple[Path, str, Path], values: list[Any]) -> list[Any]:
    left, sign, right = condition
    found: list[Any] = []
    for item in values:
        if not isinstance(item, list):
            raise JsonPathError(f"{go_sprint([item])} is not array or slice and cannot be filtered")
        for entry in item:
            one, other = _results(left, [entry]), _results(right, [entry])
            if one if sign == "exists" else one and other and _compares(sign, one, other):
                found.append(entry)
    return found


def _compares(sign: str, one: list[Any], other: list[Any]) -> bool:
    if len(one) > 1 or len(other) > 1:
        raise JsonPathError("can only compare one element at a time")
    if sign not in _COMPARISONS:
        raise JsonPathError(f"unrecognized filter operator {sign}")
    kinds = {_type_name(value) for value in (one[0], other[0])}
    if not kinds <= _COMPARABLE or (sign not in ("==", "!=") and kinds == {"bool"}):
        raise JsonPathError("invalid type for comparison")
    if len(kinds) > 1:
        raise JsonPathError("incompatible types for comparison")
    return _COMPARISONS[sign](one[0], other[0])


def _unknown(word: str, _: list[Any]) -> list[Any]:
    raise JsonPathError(f"unrecognized identifier {word}")


_WALKS: Final[Mapping[str, Callable[[Any, list[Any]], list[Any]]]] = {
    "text": lambda text, _: [text],
    "number": lambda number, values: [number] * len(values),
    "truth": lambda truth, values: [truth] * len(values),
    "range": lambda _, values: values,
    "field": _fields,
    "wildcard": _entries,
    "recursive": _descended,
    "slice": _sliced,
    "union": _united,
    "filter": _filtered,
    "word": _unknown,
}


def _type_name(value: Any) -> str:
    """Go's type name of ``value``."""
    return "<nil>" if value is None else go_type(value)


def _shown(value: Any) -> str:
    """One result as text: lists and mappings as JSON, anything else as Go prints it."""
    if isinstance(value, dict | list):
        return go_json(value)
    return "null" if value is None else go_sprint([value])
