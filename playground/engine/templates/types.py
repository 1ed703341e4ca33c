"""Converts parameters' values that are not inserted as text: to JSON values and typed values.

OpenShift library-go ``templateprocessing`` (``${{P}}``, with Go's ``encoding/json``); the proposal's ParameterType.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from enum import Enum
from itertools import accumulate
from typing import Any, Final, NoReturn

from playground.engine.text.go import without_surrogates

DEEPEST = 200  # nested mappings and lists in a value that `${{P}}` decodes; any other text may be as deep

_NOT_A_DIGIT = re.compile(r"(?<!^)[^0-9]|^[^-+0-9]")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
# The closing quote is optional, so that an unclosed string is not scanned twice.
_BRACKETS = re.compile(r'"(?>(?:[^"\\]++|\\.)*)"?|[\[\]{}]', re.DOTALL)


class Drop(Enum):
    """The type of DROP."""

    DROP = "drop"


DROP: Final = Drop.DROP  # the value of `${{P}}` for `null`: the field disappears; in a list or in a key, `oc` crashes


class SubstitutionLimitError(ValueError):
    """The text cannot be substituted within the limits; the message says which one."""


class ConversionError(ValueError):
    """A parameter's value is not of its type; ``start``–``end`` is the invalid part of the value, in code points.

    ``character`` is the number of the first invalid character, counted from 1; None if no single one is invalid.
    """

    def __init__(self, message: str, start: int, end: int, character: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.end = end
        self.character = character


def decode(value: str) -> Any:
    """The value of `${{P}}`: the JSON value that ``value`` encodes, DROP for null, or the text itself if it is no JSON.

    Numbers become IEEE doubles, as in Go; a double that Go prints as a 64-bit integer becomes an int. Lone surrogates
    become U+FFFD. Raises SubstitutionLimitError for JSON nested deeper than DEEPEST.

    >>> decode(" 7 "), decode("9007199254740993"), decode("1.50"), decode("010"), decode("[1, null]")
    (7, 9007199254740992, 1.5, '010', [1, None])
    """
    _check_depth(value)
    try:
        decoded = json.loads(value, parse_int=_number, parse_float=_number, parse_constant=_refuse)
    except ValueError:
        return value
    return DROP if decoded is None else _mended(decoded)


def _check_depth(value: str) -> None:
    """Raise SubstitutionLimitError if the brackets outside of strings are nested deeper than DEEPEST."""
    if value.count("[") + value.count("{") <= DEEPEST:
        return
    brackets = (match[0] for match in _BRACKETS.finditer(value))
    if max(accumulate({"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket, 0) for bracket in brackets)) > DEEPEST:
        raise SubstitutionLimitError(f"the value is nested more than {DEEPEST} deep")


def _refuse(text: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python's reader takes for JSON."""
    raise ValueError(f"{text} is not JSON")


def _number(text: str) -> int | float:
    double = float(text)
    if double in (float("inf"), float("-inf")):
        raise ValueError("outside the range of a double")
    if not double.is_integer() or str(double) == "-0.0":
        return double
    # Go prints the shortest digits that give the same double, padded with zeros: 2**63 is ...776000, not ...775808.
    integer = int(Decimal(repr(double)))
    return integer if -(1 << 63) <= integer < 1 << 64 else double


def _mended(value: Any) -> Any:
    """``value`` with U+FFFD for each lone surrogate, which Python's JSON reader lets through."""
    if isinstance(value, str):
        return without_surrogates(value)
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value


def convert(text: str, type_: str) -> Any:
    """The value of a parameter of the proposal's ``type_``: str, int or bool (base64 is checked and stays text).

    Raises ConversionError with the invalid part, KeyError for a type that is not in TYPES.

    >>> convert("-12", "int"), convert("true", "bool"), convert("YQ==", "base64")
    (-12, True, 'YQ==')
    """
    return TYPES[type_](text)


def _integer(text: str) -> int:
    bad = _NOT_A_DIGIT.search(text)
    if bad:
        raise _misplaced(bad, "a digit of a decimal integer")
    digits = text.lstrip("+-").lstrip("0")
    if not digits and not text.endswith("0"):
        raise ConversionError("the value is no decimal integer", 0, len(text))
    # The digits are counted first, because Python refuses to read more than 4,300. No int64 has more than 19.
    sign = -1 if text.startswith("-") else 1
    value = sign * int(digits or "0") if len(digits) <= 19 else 1 << 63
    if not -(1 << 63) <= value < 1 << 63:
        raise ConversionError("the integer is outside the range of 64 bits", 0, len(text))
    return value


def _bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ConversionError("a bool must be `true` or `false`", 0, len(text))
    return text == "true"


def _base64(text: str) -> str:
    digits = text.rstrip("=") if len(text) - len(text.rstrip("=")) <= 2 else text
    bad = _NOT_BASE64.search(digits)
    if bad:
        raise _misplaced(bad, "base64")
    if len(text) % 4:
        raise ConversionError(
            "the padding is wrong: base64 has four characters for each three bytes", len(digits), len(text)
        )
    return text


def _misplaced(character: re.Match[str], expected: str) -> ConversionError:
    """The error about a character that is not ``expected`` in its place."""
    number = character.start() + 1
    return ConversionError(f"character {number} is not {expected}", character.start(), character.end(), number)


TYPES: Final[Mapping[str, Callable[[str], Any]]] = {
    "": str,  # not given
    "string": str,
    "int": _integer,
    "bool": _bool,
    "base64": _base64,
}
