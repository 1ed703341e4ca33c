"""The values of a Go template in Python: data, boxed values, literals.

Go ``reflect``, as far as decoded JSON needs it: map[string]interface {}, []interface {}, string, int64, float64, bool.
``strconv.Unquote``, and ``newNumber`` of ``text/template/parse/node.go``, for literals.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, Final

from playground.engine import go_json, go_quote

_INT64: Final = range(-(2**63), 2**63)
# The characters that a backslash and one letter or sign stand for.
_SIMPLE: Final = {
    "a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\", "'": "'", '"': '"',
}  # fmt: skip
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|(.))", re.DOTALL)
_INTEGER = re.compile(r"([+-]?)(?:0[xX]_?([0-9a-fA-F]+(?:_[0-9a-fA-F]+)*)|0[bB]_?([01]+(?:_[01]+)*)"
                      r"|0[oO]?_?([0-7]+(?:_[0-7]+)*)|([1-9][0-9]*(?:_[0-9]+)*|0))")  # fmt: skip
_DIGITS: Final = "[0-9]+(?:_[0-9]+)*"
_FLOAT = re.compile(rf"[+-]?(?:{_DIGITS}(?:\.(?:{_DIGITS})?)?|\.{_DIGITS})(?:[eE][+-]?{_DIGITS})?")
_HEX_FLOAT = re.compile(r"[+-]?0[xX](?=\.?[0-9a-fA-F])[0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?[0-9]+")
_LONGEST_INTEGER: Final = 400  # digits; a longer one is beyond 64 bits


class Int(int):
    """Go's int: literals, lengths and indexes. A plain Python int is an int64 from the data."""


class Byte(int):
    """Go's uint8, one byte of a string."""


@dataclass(frozen=True, slots=True)
class Box:
    """A value of static type ``interface {}``: an entry of a map or list that nothing has unwrapped yet."""

    value: Any


class _Nothing:
    """The value of a missing key, which is not null (Go's zero ``reflect.Value``)."""


NOTHING: Final = _Nothing()
_TYPES: Final = {
    dict: "map[string]interface {}", list: "[]interface {}", str: "string", bool: "bool", int: "int64", Int: "int",
    Byte: "uint8", float: "float64", Box: "interface {}",
}  # fmt: skip


def type_name(value: Any) -> str:
    """Go's name of the type of ``value``, which is neither NOTHING nor None."""
    return _TYPES[type(value)]


def unboxed(value: Any) -> Any:
    """The content of a Box, or the value itself; NOTHING for a Box of null."""
    if not isinstance(value, Box):
        return value
    return NOTHING if value.value is None else value.value


def is_true(value: Any) -> bool:
    """Whether `if` treats ``value`` as true: it exists and is neither zero nor empty."""
    content = unboxed(value)
    return content is not NOTHING and bool(content)


def byte_text(data: bytes) -> str:
    """Bytes as a string; each byte that is not UTF-8 becomes a lone surrogate."""
    return data.decode("utf-8", "surrogateescape")


def text_bytes(text: str) -> bytes:
    """The bytes of a string, as Go counts them."""
    return text.encode("utf-8", "surrogateescape")


def decoded(value: Any) -> Any:
    """``value`` as apimachinery ``util/json`` decodes its JSON: a whole number is an int if it is an int64."""
    if isinstance(value, dict):
        return {_text(key): decoded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float):
        return whole_number(value)
    return float(value) if type(value) is int and value not in _INT64 else value


def whole_number(number: float) -> int | float:
    """``number`` as decoded from its own JSON: an int if its digits there are an int64.

    >>> whole_number(1e6), whole_number(2.0**62), whole_number(2.0**63), whole_number(1.5)
    (1000000, 4611686018427388000, 9.223372036854776e+18, 1.5)
    """
    text = go_json(number)
    digits = text.removeprefix("-")
    return int(text) if digits.isdigit() and int(text) in _INT64 else number


def _text(text: str) -> str:
    """``text`` with its surrogate pairs as characters, and U+FFFD for each lone surrogate."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if not text.isascii() else text


class GoTemplateError(Exception):
    """A template that cannot be parsed or executed; the message says why and where."""


def unquoted(literal: str) -> str:
    """The value of a string in double quotes or back quotes; raises GoTemplateError."""
    if literal.startswith("`"):
        return literal[1:-1].replace("\r", "")
    parts, position = [], 1
    for match in _ESCAPE.finditer(literal, 1, len(literal) - 1):
        parts += [literal[position : match.start()], _unescaped(match, '"')]
        position = match.end()
    text = "".join((*parts, literal[position:-1]))
    # Escapes of single bytes may together be UTF-8.
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def _unescaped(match: re.Match[str], mark: str) -> str:
    """The value of an escape in a literal with the quote ``mark``; a byte beyond ASCII becomes a lone surrogate."""
    byte, short, long, octal, simple = match.groups()
    if byte or octal:
        code = int(byte, 16) if byte else int(octal, 8)
        if code > 0xFF:
            raise GoTemplateError("invalid syntax")
        return chr(code) if code < 0x80 else chr(0xDC00 + code)
    if short or long:
        code = int(short or long, 16)
        if code > 0x10FFFF or 0xD800 <= code < 0xE000:
            raise GoTemplateError("invalid syntax")
        return chr(code)
    if simple not in _SIMPLE or (simple in "'\"" and simple != mark):
        raise GoTemplateError("invalid syntax")
    return _SIMPLE[simple]


def character(literal: str) -> Int:
    """The code point of a character literal; raises GoTemplateError."""
    inside = literal[1:]
    match = _ESCAPE.match(inside) if inside.startswith("\\") else None
    if inside.startswith("'") or (inside.startswith("\\") and not match):
        raise GoTemplateError("invalid syntax")
    value = _unescaped(match, "'") if match else inside[0]
    if inside[match.end() if match else 1 :] != "'":
        raise GoTemplateError(f"malformed character constant: {literal}")
    code = ord(value)
    return Int(code - 0xDC00 if 0xDC80 <= code <= 0xDCFF else code)


def number(literal: str) -> Int | float | None:
    """The value of a number literal; None if it overflows an int. Raises GoTemplateError if it is malformed.

    Complex numbers are not supported and count as malformed.
    """
    match = _INTEGER.fullmatch(literal)
    if match and len(literal) <= _LONGEST_INTEGER:
        sign, hexadecimal, binary, octal, decimal = match.groups()
        digits, base = next((text, base) for text, base in
                            ((hexadecimal, 16), (binary, 2), (octal, 8), (decimal, 10)) if text)  # fmt: skip
        whole = int(digits.replace("_", ""), base) * (-1 if sign == "-" else 1)
        if whole in _INT64:
            return Int(whole)
        if whole in range(2**64):
            return None
    value = _double(literal)
    if value is None or not math.isfinite(value):
        raise GoTemplateError(f"illegal number syntax: {go_quote(literal)}")
    if not re.search("[.eEpP]", literal):
        raise GoTemplateError(f"integer overflow: {go_quote(literal)}")
    return value


def _double(literal: str) -> float | None:
    plain = literal.replace("_", "")
    if _FLOAT.fullmatch(literal):
        return float(plain)
    if not _HEX_FLOAT.fullmatch(literal):
        return None
    try:
        return float.fromhex(plain)
    except OverflowError:
        return math.inf
