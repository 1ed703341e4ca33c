"""Label and field selectors, which choose the objects of a list or a watch: `app=web,tier in (front, back),!old`.

apimachinery ``pkg/labels/selector.go`` and ``pkg/fields/selector.go``, with their messages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from playground.api.protocol.status_errors import bad_request
from playground.engine import go_quote, label_value_errors, qualified_name_errors
from playground.web.api_limits import LONGEST_SELECTOR

# `(?>…)` and `*+` forbid backtracking: the time to match grows only with the length of the selector.
_TERM = re.compile(r"(?>(?:[^\\,]++|\\.)*)\\?", re.DOTALL)  # up to a comma that is not escaped
# Up to the first `=`, `==` or `!=`; a `!` without `=` after it belongs to the key.
_SPLIT = re.compile(r"(?P<key>[^!=]*+(?>(?:!(?!=)[^!=]*+)*))(?P<operator>!=|==|=)(?P<value>.*)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.?)|[,=]", re.DOTALL)
_TOKEN = re.compile(r"[ \t\r\n]*(==|!=|[=!(),<>]|[^=!(),<> \t\r\n]+|\Z)")
_SIGNS: Final = frozenset(("==", "!=", "=", "!", "(", ")", ",", "<", ">"))
_SETS: Final = ("in", "notin")  # the operators that values in parentheses follow
_OPERATORS: Final = frozenset((*_SETS, "=", "==", "!=", "<", ">"))
_INTEGER = re.compile(r"[+-]?[0-9]{1,100}", re.ASCII)  # at most 100 digits: converting thousands takes long
_INT64: Final = range(-(2**63), 2**63)
Requirement = Callable[[Mapping[str, Any]], bool]  # whether labels meet a requirement
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
        own = labels if isinstance(labels, Mapping) else {}
        fields = {f"metadata.{name}": metadata[name] for name in ("name", "namespace")}
        return all(requirement(own) for requirement in self.labels) and all(
            (fields[name] == value) is equal for name, equal, value in self.fields
        )


def selector_of(request: HttpRequest) -> Selector:
    """The selector that the query asks for. Raises StatusError 400."""
    labels, fields = (request.GET.get(name, "")[: LONGEST_SELECTOR + 1] for name in ("labelSelector", "fieldSelector"))
    if len(labels) > LONGEST_SELECTOR or len(fields) > LONGEST_SELECTOR:
        raise bad_request(f"the selector is longer than {LONGEST_SELECTOR} characters")
    try:
        return Selector(tuple(_label_requirements(labels)), tuple(_field_requirements(fields)))
    except LabelSelectorError as error:
        raise bad_request(str(error)) from None


def _field_requirements(text: str) -> Iterator[tuple[str, bool, str]]:
    # Sorted as apimachinery's ``ParseSelector`` sorts them: of several wrong terms, it reports the first in this order.
    for term in sorted(filter(None, _TERM.findall(text))):
        match = _SPLIT.fullmatch(term)
        if match is None:
            raise bad_request(f"invalid selector: '{text}'; can't understand '{term}'")
        value = _unescaped(match["value"])
        if match["key"] not in FIELDS:
            fields = ", ".join(map(go_quote, FIELDS))
            raise bad_request(f"{go_quote(match['key'])} is not a known field selector: only {fields}")
        yield match["key"], match["operator"] != "!=", value


def _unescaped(value: str) -> str:
    """``value`` without the backslashes that escape a backslash, a comma or an equals sign."""

    def resolved(match: re.Match[str]) -> str:
        if match[1] is None:
            raise bad_request(f"invalid field selector: unescaped character in value: {ord(match[0])}")
        if match[1] not in ("\\", ",", "="):
            raise bad_request(f"invalid field selector: invalid escape sequence: {match[0]}")
        return match[1]

    return _ESCAPE.sub(resolved, value)


class LabelSelectorError(Exception):
    """A selector that cannot be parsed; the message is the real server's."""


def _label_requirements(selector: str) -> Iterator[Requirement]:
    """The requirements of ``selector``, all of which a mapping of labels must meet; raises LabelSelectorError."""
    tokens = _Tokens(selector)
    while tokens.next:
        if tokens.next in _SIGNS - {"!"}:
            raise LabelSelectorError(f"found '{tokens.next}', expected: !, identifier, or 'end of string'")
        try:
            yield _requirement(tokens)
        except LabelSelectorError as error:
            raise LabelSelectorError(f"unable to parse requirement: {error}") from None
        comma = tokens.take()
        if comma not in ("", ","):
            raise LabelSelectorError(f"found '{comma}', expected: ',' or 'end of string'")
        if comma and (not tokens.next or tokens.next in _SIGNS - {"!"}):
            raise LabelSelectorError(f"found '{tokens.next}', expected: identifier after ','")


class _Tokens:
    """The tokens of a selector; ``next`` is the token to be taken next, "" at the end."""

    def __init__(self, selector: str) -> None:
        self.tokens = iter([*(match[1] for match in _TOKEN.finditer(selector)), ""])
        self.next = next(self.tokens)

    def take(self) -> str:
        """Take the next token, and return it."""
        token, self.next = self.next, next(self.tokens, "")
        return token

    @property
    def is_identifier(self) -> bool:
        """Whether the next token is a key or a value."""
        return self.next != "" and self.next not in _SIGNS


def _requirement(tokens: _Tokens) -> Requirement:
    """Parse one requirement. Raises LabelSelectorError."""
    absent = tokens.next == "!"
    if absent:
        tokens.take()
    if not tokens.is_identifier:
        raise LabelSelectorError(f"found '{tokens.next}', expected: identifier")
    key = tokens.take()
    if errors := qualified_name_errors(key):
        raise LabelSelectorError(f"<nil>: Invalid value: {go_quote(key)}: {'; '.join(errors)}")
    if absent:
        return lambda labels: key not in labels
    if tokens.next in ("", ","):
        return lambda labels: key in labels
    operator = tokens.take()
    if operator not in _OPERATORS:
        raise LabelSelectorError(f"found '{operator}', expected: in, notin, =, ==, !=, gt, lt")
    values = sorted(_values(tokens) if operator in _SETS else {_value(tokens)})
    if errors := [*_value_errors(key, operator, values)]:
        raise LabelSelectorError(errors[0] if len(errors) == 1 else f"[{', '.join(errors)}]")
    return _comparison(key, operator, values)


def _value(tokens: _Tokens) -> str:
    if tokens.next in ("", ","):
        return ""
    if not tokens.is_identifier:
        raise LabelSelectorError(f"found '{tokens.next}', expected: identifier")
    return tokens.take()


def _values(tokens: _Tokens) -> set[str]:
    """The values in parentheses; nothing between two commas or parentheses stands for the empty value."""
    opener = tokens.take()
    if opener != "(":
        raise LabelSelectorError(f"found '{opener}', expected: '('")
    if not tokens.is_identifier and tokens.next not in (",", ")"):
        raise LabelSelectorError(f"found '{tokens.next}', expected: ',', ')' or identifier")
    values: set[str] = set()
    while tokens.next != ")":
        if tokens.is_identifier:
            values.add(tokens.take())
            if tokens.next not in (",", ")"):
                raise LabelSelectorError(f"found '{tokens.next}', expected: ',' or ')'")
        elif tokens.next == ",":
            tokens.take()
            if not values or tokens.next in (",", ")"):
                values.add("")
            if tokens.next == ",":
                tokens.take()
                if not tokens.is_identifier and tokens.next != ",":
                    raise LabelSelectorError(f"found '{tokens.next}', expected: ',', or identifier")
        else:
            raise LabelSelectorError(f"found '{tokens.next}', expected: ',', or identifier")
    tokens.take()
    return values or {""}


def _value_errors(key: str, operator: str, values: Iterable[str]) -> Iterator[str]:
    for value in values:
        whole = _INTEGER.fullmatch(value) and int(value) in _INT64
        if operator in ("<", ">") and not whole:
            why = "for 'Gt', 'Lt' operators, the value must be an integer"
            yield f"values[0]: Invalid value: {go_quote(value)}: {why}"
    for index, value in enumerate(values):
        if errors := label_value_errors(value):
            yield f"values[{index}][{key}]: Invalid value: {go_quote(value)}: {'; '.join(errors)}"


def _comparison(key: str, operator: str, values: list[str]) -> Requirement:
    if operator in ("=", "==", "in"):
        return lambda labels: labels.get(key) in values
    if operator in ("!=", "notin"):
        return lambda labels: key not in labels or labels[key] not in values
    bound = int(values[0])
    return lambda labels: _is_beyond(labels.get(key), operator, bound)


def _is_beyond(value: Any, operator: str, bound: int) -> bool:
    """Whether a label is a whole number below or above ``bound``; any other label is neither."""
    if not isinstance(value, str) or not _INTEGER.fullmatch(value) or int(value) not in _INT64:
        return False
    return int(value) > bound if operator == ">" else int(value) < bound
