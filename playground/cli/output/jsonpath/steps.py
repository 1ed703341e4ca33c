"""`-o jsonpath=…`: what each step of a path finds.

k8s.io/client-go ``util/jsonpath``; a missing field gives nothing, as in kubectl and `oc`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from playground.cli.output.gotemplate import sprint, type_name
from playground.cli.output.jsonpath.parser import Bounds, JsonPathError, Path

_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_COMPARABLE: Final = frozenset({"string", "bool", "int64", "float64"})
MOST: Final = 1_000_000  # results of one path; and parts evaluated, and their results; `oc` has no limit
# What is evaluated between `range` and `end` when the range is empty, and for an entry that is null.
MISSING: Final = object()


def present(value: Any, is_null: bool = False) -> Any:
    """``value``, or MISSING for null; raises JsonPathError where the original crashes for want of a value."""
    if value is MISSING:
        raise JsonPathError("there is no value here")
    return MISSING if is_null else value


def results(path: Path, values: list[Any]) -> list[Any]:
    """What ``path`` finds in ``values``; raises JsonPathError."""
    for step in path:
        values = _WALKS[step.kind](step.value, values)
        if len(values) > MOST:
            raise JsonPathError(f"more than {MOST:,} results")
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
            found += _slice(bounds, item, values)
        elif present(item) is not None:
            raise JsonPathError(f"{_type_name(item)} is not array or slice", values)
    return found


def _slice(bounds: Bounds, items: list[Any], values: list[Any]) -> list[Any]:
    """The entries of ``items`` within ``bounds``; out-of-range bounds are an error unless the slice is empty."""
    size = len(items)
    start, end = bounds.start or 0, size if bounds.end is None else bounds.end
    start += size if start < 0 else 0
    end += size if end < 0 or (end == 0 and bounds.single) else 0
    if start == end:
        return []
    for index, inside in ((start, 0 <= start < size), (end - 1, 0 <= end <= size)):
        if not inside:
            raise JsonPathError(f"array index out of bounds: index {index}, length {size}", values)
    if start > end:
        raise JsonPathError(f"starting index {start} is greater than ending index {end}", values)
    if bounds.step is not None and bounds.step <= 0:
        raise JsonPathError("step must be > 0", values)
    return items[start : end : bounds.step]


def _united(paths: tuple[Path, ...], values: list[Any]) -> list[Any]:
    try:
        return [found for path in paths for found in results(path, values)]
    except JsonPathError as error:
        raise JsonPathError(str(error), values) from None


def _filtered(condition: tuple[Path, str, Path], values: list[Any]) -> list[Any]:
    left, sign, right = condition
    found: list[Any] = []
    for item in values:
        if not isinstance(item, list):
            shown = "<invalid reflect.Value>" if item is MISSING else sprint([item])
            raise JsonPathError(f"{shown} is not array or slice and cannot be filtered", values)
        if sign == "exists":
            found += [entry for entry in item if _exists(left, entry)]
        else:
            found += [entry for entry in item if _holds(left, sign, right, entry, (values, found))]
    return found


def _exists(path: Path, entry: Any) -> bool:
    """Whether ``path`` leads anywhere; as in the original, also if it fails where there was something before."""
    try:
        return bool(results(path, [entry]))
    except JsonPathError as error:
        return bool(error.reached)


def _holds(left: Path, sign: str, right: Path, entry: Any, reached: tuple[list[Any], list[Any]]) -> bool:
    """Whether the comparison holds for ``entry``; ``reached`` is what is left of the filter by an error in either."""
    try:
        one = _only(results(left, [entry]))
        other = _only(results(right, [entry])) if one else []
    except JsonPathError as error:
        raise JsonPathError(str(error), reached[0]) from None
    return bool(one and other) and _compares(sign, one[0], other[0], reached[1])


def _only(results: list[Any]) -> list[Any]:
    if len(results) > 1:
        raise JsonPathError("can only compare one element at a time")
    return results


def _compares(sign: str, one: Any, other: Any, found: list[Any]) -> bool:
    if sign not in _COMPARISONS:
        raise JsonPathError(f"unrecognized filter operator {sign}", found)
    kinds = {_type_name(value) for value in (one, other)}
    if not kinds <= _COMPARABLE or (sign not in ("==", "!=") and kinds == {"bool"}):
        raise JsonPathError("invalid type for comparison", found)
    if len(kinds) > 1:
        raise JsonPathError("incompatible types for comparison", found)
    return _COMPARISONS[sign](one, other)


def _unknown(word: str, values: list[Any]) -> list[Any]:
    raise JsonPathError(f"unrecognized identifier {word}", values)


_WALKS: Final[Mapping[str, Callable[[Any, list[Any]], list[Any]]]] = {
    "text": lambda text, _: [text],
    "number": lambda number, values: [number] * len(values),
    "truth": lambda truth, values: [truth] * len(values),
    "range": lambda _, values: values,
    "end": lambda _, values: [],
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
    return "<nil>" if value is None else type_name(value)
