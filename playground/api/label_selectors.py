"""Label selectors, such as `app=web,tier in (front, back),!old`.

apimachinery ``pkg/labels/selector.go``, in its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from playground.engine import go_quote, label_value_errors, qualified_name_errors

_TOKEN = re.compile(r"[ \t\r\n]*(==|!=|[=!(),<>]|[^=!(),<> \t\r\n]+|\Z)")
_SIGNS: Final = frozenset(("==", "!=", "=", "!", "(", ")", ",", "<", ">"))
_SETS: Final = ("in", "notin")
_OPERATORS: Final = frozenset((*_SETS, "=", "==", "!=", "<", ">"))
_INTEGER = re.compile(r"[+-]?[0-9]{1,100}", re.ASCII)
_INT64: Final = range(-(2**63), 2**63)
Requirement = Callable[[Mapping[str, Any]], bool]


class LabelSelectorError(Exception):
    """A selector that cannot be parsed; the message is the real server's."""


def label_requirements(selector: str) -> Iterator[Requirement]:
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
    """The tokens of a selector; ``next`` is the one that comes next, "" at the end."""

    def __init__(self, selector: str) -> None:
        self.tokens = iter([*(match[1] for match in _TOKEN.finditer(selector)), ""])
        self.next = next(self.tokens)

    def take(self) -> str:
        """The next token, which is consumed."""
        token, self.next = self.next, next(self.tokens, "")
        return token

    @property
    def is_identifier(self) -> bool:
        """Whether the next token is a key or a value."""
        return self.next != "" and self.next not in _SIGNS


def _requirement(tokens: _Tokens) -> Requirement:
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
    """The values in parentheses; where there is nothing between commas or parentheses, the empty one is meant."""
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
            values |= {""} if not values or tokens.next in (",", ")") else set()
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
            words = "for 'Gt', 'Lt' operators, the value must be an integer"
            yield f"values[0]: Invalid value: {go_quote(value)}: {words}"
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
