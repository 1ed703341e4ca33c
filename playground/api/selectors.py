"""Label and field selectors, which choose the objects of a list or a watch.

apimachinery ``pkg/labels/selector.go`` and ``pkg/fields/selector.go``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from playground.api.label_selectors import LabelSelectorError, Requirement, label_requirements
from playground.api.status import bad_request
from playground.engine import go_quote
from playground.web.limits import LONGEST_SELECTOR

_TERM = re.compile(r"(?>(?:[^\\,]|\\.)*)\\?", re.DOTALL)  # up to a comma that is not escaped
_SPLIT = re.compile(r"(?P<key>[^!=]*+(?>(?:!(?!=)[^!=]*+)*))(?P<operator>!=|==|=)(?P<value>.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.?)|[,=]", re.DOTALL)
FIELDS = ("metadata.name", "metadata.namespace")


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
    try:
        return Selector(tuple(label_requirements(labels)), tuple(_field_requirements(fields)))
    except LabelSelectorError as error:
        raise bad_request(str(error)) from None


def _field_requirements(text: str) -> Iterator[tuple[str, bool, str]]:
    for term in sorted(filter(None, _TERM.findall(text))):
        match = _SPLIT.fullmatch(term)
        if match is None:
            raise bad_request(f"invalid selector: '{text}'; can't understand '{term}'")
        value = _unescaped(match["value"])
        if match["key"] not in FIELDS:
            known = ", ".join(map(go_quote, FIELDS))
            raise bad_request(f"{go_quote(match['key'])} is not a known field selector: only {known}")
        yield match["key"], match["operator"] != "!=", value


def _unescaped(value: str) -> str:
    """``value`` with its escapes resolved: of a backslash, a comma and an equals sign."""

    def resolved(match: re.Match[str]) -> str:
        if match[1] is None:
            raise bad_request(f"invalid field selector: unescaped character in value: {ord(match[0])}")
        if match[1] not in ("\\", ",", "="):
            raise bad_request(f"invalid field selector: invalid escape sequence: {match[0]}")
        return match[1]

    return _ESCAPE.sub(resolved, value)
