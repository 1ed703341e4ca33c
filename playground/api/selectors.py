"""Label and field selectors, which choose the objects of a list or a watch.

apimachinery ``pkg/labels/selector.go`` and ``pkg/fields/selector.go``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from playground.api.status import bad_request
from playground.api_limits import LONGEST_SELECTOR

_COMMA = re.compile(r",(?![^()]*\))")
_KEY = r"(?P<key>[A-Za-z0-9./_-]+)"
_SET = re.compile(rf"{_KEY}\s+(?P<operator>in|notin)\s*\((?P<values>[^()]*)\)")
_EQUAL = re.compile(rf"{_KEY}\s*(?P<operator>==|!=|=)\s*(?P<values>[A-Za-z0-9._-]*)")
_ORDER = re.compile(rf"{_KEY}\s*(?P<operator>[<>])\s*(?P<values>-?[0-9]{{1,18}})")
_EXISTS = re.compile(rf"(?P<operator>!?)\s*{_KEY}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}", re.ASCII)
_FIELD = re.compile(r"(?P<key>[A-Za-z.]+)(?P<operator>==|!=|=)(?P<values>[^,]*)")
FIELDS = ("metadata.name", "metadata.namespace")
Requirement = Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Selector:
    """All requirements on an object's labels and fields."""

    labels: tuple[Requirement, ...] = ()
    fields: tuple[tuple[str, bool, str], ...] = ()  # name, whether it must be equal, value

    def fits(self, item: Mapping[str, Any]) -> bool:
        """Whether ``item`` is selected."""
        metadata = item["metadata"]
        labels = metadata.get("labels")
        found = labels if isinstance(labels, Mapping) else {}
        fields = {f"metadata.{name}": metadata[name] for name in ("name", "namespace")}
        return all(fits(found) for fits in self.labels) and all(
            (fields[name] == value) is equal for name, equal, value in self.fields
        )


def selector_of(request: HttpRequest) -> Selector:
    """The selector that the query asks for. Raises StatusError 400."""
    labels, fields = (request.GET.get(name, "")[: LONGEST_SELECTOR + 1] for name in ("labelSelector", "fieldSelector"))
    if len(labels) > LONGEST_SELECTOR or len(fields) > LONGEST_SELECTOR:
        raise bad_request(f"the selector is longer than {LONGEST_SELECTOR} characters")
    return Selector(tuple(_label_requirements(labels)), tuple(_field_requirements(fields)))


def _label_requirements(text: str) -> Iterator[Requirement]:
    for part in _parts(text):
        match = _SET.fullmatch(part) or _EQUAL.fullmatch(part) or _ORDER.fullmatch(part) or _EXISTS.fullmatch(part)
        if match is None:
            raise bad_request(f"unable to parse requirement: {part}")
        groups = match.groupdict()
        values = frozenset(value.strip() for value in (groups.get("values") or "").split(","))
        yield _requirement(groups["key"], groups["operator"], values)


def _requirement(key: str, operator: str, values: frozenset[str]) -> Requirement:
    if operator in ("=", "==", "in"):
        return lambda labels: labels.get(key) in values
    if operator in ("!=", "notin"):
        return lambda labels: key not in labels or labels[key] not in values
    if operator in ("<", ">"):
        (bound,) = map(int, values)
        return lambda labels: _is_beyond(labels.get(key), operator, bound)
    return lambda labels: (key in labels) is (operator == "")


def _is_beyond(value: Any, operator: str, bound: int) -> bool:
    """Whether a label is a whole number below or above ``bound``; any other label is neither."""
    if not isinstance(value, str) or not _WHOLE.fullmatch(value):
        return False
    return int(value) > bound if operator == ">" else int(value) < bound


def _field_requirements(text: str) -> Iterator[tuple[str, bool, str]]:
    for part in _parts(text):
        match = _FIELD.fullmatch(part)
        if match is None:
            raise bad_request(f'invalid selector: "{part}"; can\'t understand it')
        if match["key"] not in FIELDS:
            raise bad_request(f'field label not supported: "{match["key"]}"')
        yield match["key"], match["operator"] != "!=", match["values"]


def _parts(text: str) -> Iterator[str]:
    return (part for whole in _COMMA.split(text) if (part := whole.strip()))
