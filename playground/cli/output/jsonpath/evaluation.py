"""`-o jsonpath=…`: evaluates its paths.

k8s.io/client-go ``util/jsonpath``; a missing field gives nothing, as in kubectl and `oc`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from playground.cli.input.files import LIMITS, RequestError
from playground.cli.output.gotemplate import sprint
from playground.cli.output.jsonpath.parser import JsonPathError, Path, parsed
from playground.cli.output.jsonpath.steps import MISSING, MOST, present, results
from playground.engine import go_json, go_quote, object_text

_DEEPEST: Final = 100  # ranges in one another


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
        made = _Evaluator(parts).found(value)
        text = "".join(_within_limits(_text(found, as_json) for found in made))
    except JsonPathError as error:
        words = f"error executing jsonpath {go_quote(template)}: Error executing template: {error}"
        raise RequestError(words) from None
    return text


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


class _Evaluator:
    """Evaluates parts in their order. As in the original, which ranges are open is state, so that a `range` without
    `end` goes on to the last part, and its parts are evaluated once more behind it.
    """

    def __init__(self, parts: Sequence[str | Path]) -> None:
        self.parts = parts
        self.begun = self.inside = self.ended = self.steps = 0
        self.last_end = -1

    def found(self, value: Any, start: int = 0) -> list[list[Any]]:
        """The results of each part from ``start`` up to the `end` of the current range."""
        made: list[list[Any]] = []
        at = start
        while at < len(self.parts):
            self.steps += 1
            if self.steps > MOST:
                raise JsonPathError(f"more than {MOST:,} steps")
            found = self._part(self.parts[at], value)
            self.steps += len(found)
            if 0 < self.ended <= self.inside:
                self.ended -= 1
                self.last_end = at
                break
            if self.begun:
                made += self._ranged(found, at)
                at = max(at, self.last_end)
            else:
                made.append(found)
            at += 1
        return made

    def _part(self, part: str | Path, value: Any) -> list[Any]:
        if isinstance(part, str):
            return [part]
        values = [value]
        for step in part:
            if step.kind == "end" and not self.inside:
                raise JsonPathError("not in range, nothing to end")
            self.begun += step.kind == "range"
            self.ended += step.kind == "end"
            values = results((step,), values)
        return values

    def _ranged(self, entries: list[Any], at: int) -> list[list[Any]]:
        """The parts behind ``at`` for each of ``entries``; if there are none, only to find their `end`, or an error."""
        self.begun -= 1
        self.inside += 1
        if self.inside > _DEEPEST:
            raise JsonPathError(f"more than {_DEEPEST} ranges in one another")
        made = [found for item in entries for found in self.found(present(item, item is None), at + 1)]
        if not entries:
            self.found(MISSING, at + 1)
        self.inside -= 1
        return made


def _text(found: list[Any], as_json: bool) -> str:
    """The results of one path as text."""
    return object_text([*map(present, found)]) if as_json else " ".join(_within_limits(map(_shown, found)))


def _within_limits(texts: Iterable[str]) -> Iterator[str]:
    """``texts``; raises JsonPathError once they have more characters than an output may have."""
    length = 0
    for text in texts:
        length += len(text)
        if length > LIMITS.output_characters:
            raise JsonPathError(f"more than {LIMITS.output_characters:,} characters")
        yield text


def _shown(value: Any) -> str:
    """One result as text: lists and mappings as JSON, anything else as Go prints it."""
    if isinstance(value, dict | list):
        return go_json(value)
    if value is MISSING:
        return "<no value>"
    return "null" if value is None else sprint([value])
