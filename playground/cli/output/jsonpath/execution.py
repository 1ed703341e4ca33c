"""`-o jsonpath=…`: evaluates its paths, step by step.

k8s.io/client-go ``util/jsonpath``; as in kubectl and `oc`, a missing field has no result.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from playground.cli.input.files import LIMITS
from playground.cli.options import RequestError
from playground.cli.output.gotemplate import sprint, type_name
from playground.cli.output.jsonpath.parser import Bounds, JsonPathError, Path, Step, parsed
from playground.engine import go_json, go_quote, object_text

_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_COMPARABLE: Final = frozenset({"string", "bool", "int64", "float64"})
MOST: Final = 2_000_000  # values that the steps of all paths look at or give; `oc` has no limit
Spend = Callable[[int], None]  # counts values; raises TooManyValuesError beyond MOST
MISSING: Final = object()  # the value of a null entry of a `range`, and of the parts inside an empty `range`
_DEEPEST: Final = 100  # nested ranges


class TooManyValuesError(Exception):
    """The paths look at more than MOST values."""


def jsonpath(template: str, value: Any, *, as_json: bool = False, allow_missing: bool = True) -> str:
    """Evaluate ``template`` on ``value``; raises RequestError if it cannot be parsed or evaluated.

    Several results of a path are separated by a space; with ``as_json`` the results of each path are a JSON list.
    Numbers keep their type, see ``as_unstructured``. Unless ``allow_missing``, a missing field is an error.

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
        parts = parts if allow_missing else tuple(part if isinstance(part, str) else _strict(part) for part in parts)
        return "".join(_within_limits(_text(results, as_json) for results in _Evaluator(parts).evaluate(value)))
    except (JsonPathError, TooManyValuesError) as error:
        why = f"error executing jsonpath {go_quote(template)}: Error executing template: {error}"
        raise RequestError(why) from None


class _Evaluator:
    """Evaluates parts in their order.

    As in client-go, three counts say which parts belong to a `range`. ``begun`` counts each `range` whose entries are
    not yet evaluated. ``inside`` counts each `range` around the current part. ``ended`` counts each `end` that has not
    yet ended a `range`. A `range` without `end` goes on to the last part. Nothing marks the parts in such a `range` as
    evaluated, so they are evaluated once more after the `range`.
    """

    def __init__(self, parts: Sequence[str | Path]) -> None:
        self.parts = parts
        self.begun = self.inside = self.ended = self.steps = 0
        self.last_end = -1  # the index of the last `end`

    def spend(self, values: int) -> None:
        """Count ``values``. Raises TooManyValuesError beyond MOST."""
        self.steps += values
        if self.steps > MOST:
            raise TooManyValuesError(f"more than {MOST:,} steps")

    def evaluate(self, value: Any, start: int = 0) -> list[list[Any]]:
        """The results of each part from ``start`` up to the `end` of the current range."""
        all_results: list[list[Any]] = []
        index = start
        while index < len(self.parts):
            self.spend(1)
            results = self._evaluate_part(self.parts[index], value)
            if 0 < self.ended <= self.inside:
                self.ended -= 1
                self.last_end = index
                break
            if self.begun:
                all_results += self._evaluate_range(results, index)
                index = max(index, self.last_end)
            else:
                all_results.append(results)
            index += 1
        return all_results

    def _evaluate_part(self, part: str | Path, value: Any) -> list[Any]:
        if isinstance(part, str):
            return [part]
        values = [value]
        for step in part:
            if step.kind == "end" and not self.inside:
                raise JsonPathError("not in range, nothing to end")
            self.begun += step.kind == "range"
            self.ended += step.kind == "end"
            values = follow((step,), values, self.spend)
        return values

    def _evaluate_range(self, entries: list[Any], index: int) -> list[list[Any]]:
        """Evaluate the parts after ``index`` for each entry; without entries, once with MISSING, to find the `end`."""
        self.begun -= 1
        self.inside += 1
        if self.inside > _DEEPEST:
            raise JsonPathError(f"more than {_DEEPEST} nested ranges")
        all_results: list[list[Any]] = []
        for entry in entries:
            all_results += self.evaluate(MISSING if entry is None else _present(entry), index + 1)
        if not entries:
            self.evaluate(MISSING, index + 1)
        self.inside -= 1
        return all_results


def _text(results: list[Any], as_json: bool) -> str:
    """The results of one path as text."""
    return object_text([*map(_present, results)]) if as_json else " ".join(_within_limits(map(_result_text, results)))


def _within_limits(texts: Iterable[str]) -> Iterator[str]:
    """``texts``; raises JsonPathError once they have more characters than an output may have."""
    length = 0
    for text in texts:
        length += len(text)
        if length > LIMITS.output_characters:
            raise JsonPathError(f"more than {LIMITS.output_characters:,} characters")
        yield text


def _result_text(value: Any) -> str:
    """One result as text: lists and mappings as JSON, anything else as Go prints it."""
    if isinstance(value, dict | list):
        return go_json(value)
    if value is MISSING:
        return "<no value>"
    return "null" if value is None else sprint([value])


def _present(value: Any) -> Any:
    """``value`` itself. Raises JsonPathError for MISSING: client-go crashes there."""
    if value is MISSING:
        raise JsonPathError("there is no value here")
    return value


def follow(path: Path, values: list[Any], spend: Spend) -> list[Any]:
    """The results of ``path`` on ``values``. Raises JsonPathError."""
    for step in path:
        spend(len(values))
        values = _STEPS[step.kind](step.value, values, spend)
    return values


# The functions of the steps begin here; _STEPS, at the end of the module, says what they get and return.
def _fields(name: str, values: list[Any], _: Spend) -> list[Any]:
    return [item[name] for item in values if isinstance(item, dict) and name in item]


def _strict(path: Path) -> Path:
    """``path`` with fields that may not be missing."""
    return tuple(_strict_step(step) for step in path)


def _strict_step(step: Step) -> Step:
    if step.kind == "field":
        return step._replace(kind="existing")
    if step.kind == "union":
        return step._replace(value=tuple(map(_strict, step.value)))
    if step.kind == "filter":
        left, sign, right = step.value
        return step._replace(value=(_strict(left), sign, _strict(right)))
    return step


def _existing_fields(name: str, values: list[Any], spend: Spend) -> list[Any]:
    fields = _fields(name, values, spend)
    if not fields and values:
        raise JsonPathError(f"{name} is not found")
    return fields


def _entries(_: None, values: list[Any], spend: Spend) -> list[Any]:
    entries: list[Any] = []
    for item in values:
        children = _children(item)
        spend(len(children))
        entries += children
    return entries


def _children(item: Any) -> Collection[Any]:
    """The entries of a mapping or list; for a string, its bytes."""
    if isinstance(item, str):
        return item.encode("utf-8", "replace")
    return item.values() if isinstance(item, dict) else item if isinstance(item, list) else ()


def _descend(_: None, values: list[Any], spend: Spend) -> list[Any]:
    """All values that have entries, recursively, parents first."""
    parents: list[Any] = []
    waiting = values[::-1]
    while waiting:
        item = waiting.pop()
        if children := list(_children(item)):
            spend(len(children))
            parents.append(item)
            waiting += children[::-1]
    return parents


# From here on, the second argument of a JsonPathError is its ``reached``: the results that client-go returns with the
# error.
def _slices(bounds: Bounds, values: list[Any], spend: Spend) -> list[Any]:
    entries: list[Any] = []
    for item in values:
        if isinstance(item, list):
            part = _slice(bounds, item, values)
            spend(len(part))
            entries += part
        elif _present(item) is not None:
            raise JsonPathError(f"{_type_name(item)} is not array or slice", values)
    return entries


def _slice(bounds: Bounds, items: list[Any], values: list[Any]) -> list[Any]:
    """The entries of ``items`` within ``bounds``; out-of-range bounds are an error unless the slice is empty."""
    size = len(items)
    start, end = bounds.start or 0, size if bounds.end is None else bounds.end
    start += size if start < 0 else 0
    end += size if end < 0 or (end == 0 and bounds.single) else 0  # the end of the index -1 is 0, and means the size
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


def _union(paths: tuple[Path, ...], values: list[Any], spend: Spend) -> list[Any]:
    results: list[Any] = []
    try:
        for path in paths:
            part = follow(path, values, spend)
            spend(len(part))
            results += part
        return results
    except JsonPathError as error:
        raise JsonPathError(str(error), values) from None


def _filter(condition: tuple[Path, str, Path], values: list[Any], spend: Spend) -> list[Any]:
    left, sign, _ = condition
    matches: list[Any] = []
    for item in values:
        if not isinstance(item, list):
            text = "<invalid reflect.Value>" if item is MISSING else sprint([item])
            raise JsonPathError(f"{text} is not array or slice and cannot be filtered", values)
        if sign == "exists":
            matches += [entry for entry in item if _exists(left, entry, spend)]
        else:
            matches += [entry for entry in item if _holds(condition, entry, values, matches, spend)]
    return matches


def _exists(path: Path, entry: Any, spend: Spend) -> bool:
    """Whether ``path`` has a result; as in client-go, also if an error comes after a first result."""
    try:
        return bool(follow(path, [entry], spend))
    except JsonPathError as error:
        return bool(error.reached)


def _holds(comparison: tuple[Path, str, Path], entry: Any, values: list[Any], matches: list[Any], spend: Spend) -> bool:
    """Whether the ``comparison`` holds for ``entry``. Raises JsonPathError.

    The error's ``reached`` is ``values``, the filter's input, if a path fails, and ``matches``, the entries that
    matched before, if the comparison fails.
    """
    left, sign, right = comparison
    try:
        left_results = _at_most_one(follow(left, [entry], spend))
        right_results = _at_most_one(follow(right, [entry], spend)) if left_results else []
    except JsonPathError as error:
        raise JsonPathError(str(error), values) from None
    return bool(left_results and right_results) and _compare(sign, left_results[0], right_results[0], matches)


def _at_most_one(results: list[Any]) -> list[Any]:
    if len(results) > 1:
        raise JsonPathError("can only compare one element at a time")
    return results


def _compare(sign: str, left: Any, right: Any, matches: list[Any]) -> bool:
    if sign not in _COMPARISONS:
        raise JsonPathError(f"unrecognized filter operator {sign}", matches)
    kinds = {_type_name(value) for value in (left, right)}
    if not kinds <= _COMPARABLE or (sign not in ("==", "!=") and kinds == {"bool"}):
        raise JsonPathError("invalid type for comparison", matches)
    if len(kinds) > 1:
        raise JsonPathError("incompatible types for comparison", matches)
    return _COMPARISONS[sign](left, right)


def _unknown(word: str, values: list[Any], _: Spend) -> list[Any]:
    raise JsonPathError(f"unrecognized identifier {word}", values)


def _type_name(value: Any) -> str:
    """Go's type name of ``value``."""
    return "<nil>" if value is None else type_name(value)


# The function of each kind of step: its arguments are the step's operand, the values that the steps before it gave, and
# ``spend``; it returns the values for the next step.
_STEPS: Final[Mapping[str, Callable[[Any, list[Any], Spend], list[Any]]]] = {
    "text": lambda text, _, __: [text],
    "number": lambda number, values, _: [number] * len(values),
    "truth": lambda truth, values, _: [truth] * len(values),
    "range": lambda _, values, __: values,
    "end": lambda _, values, __: [],
    "field": _fields,
    "existing": _existing_fields,
    "wildcard": _entries,
    "recursive": _descend,
    "slice": _slices,
    "union": _union,
    "filter": _filter,
    "word": _unknown,
}
