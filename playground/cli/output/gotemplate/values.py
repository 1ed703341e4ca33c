"""The values of a Go template in Python: the data, numbers that are not int64, and boxed values.

Go ``reflect``, as far as decoded JSON needs it: map[string]interface {}, []interface {}, string, int64, float64, bool.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final


class Int(int):
    """Go's int, of literals, lengths and indexes; a plain Python int is an int64 of the data."""


class Byte(int):
    """Go's uint8, one byte of a string."""


@dataclass(frozen=True, slots=True)
class Box:
    """A value of static type ``interface {}``: an entry of a map or list that nothing has unwrapped yet."""

    value: Any


class _Nothing:
    """The value of a missing key, which is not null (Go's zero ``reflect.Value``)."""


NOTHING: Final = _Nothing()
_INT64: Final = range(-(2**63), 2**63)
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
    inside = unboxed(value)
    return inside is not NOTHING and bool(inside)


def byte_text(data: bytes) -> str:
    """Bytes as a string; each that belongs to no UTF-8 character as half a surrogate pair."""
    return data.decode("utf-8", "surrogateescape")


def text_bytes(text: str) -> bytes:
    """The bytes of a string, as Go counts them."""
    return text.encode("utf-8", "surrogateescape")


def decoded(value: Any) -> Any:
    """``value`` as apimachinery ``util/json`` reads it from its JSON: whole numbers that 64 bits hold are int64."""
    if isinstance(value, dict):
        return {_text(key): decoded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, float) and value.is_integer() and int(value) in _INT64:
        return int(value)
    return value


def _text(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if not text.isascii() else text
