"""Decodes Objects as the API server does: values that do not fit their fields, and fields that it does not know.

Kubernetes v1.36 ``sigs.k8s.io/json`` and apimachinery ``runtime/serializer/json``; the types are in ``schema``. The API
server drops unknown fields; a client that validates strictly, as `kubectl` does, refuses them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from playground.engine.kubernetes.quantity import QuantityError, parse
from playground.engine.kubernetes.schema import NAMED, TYPES, struct_of, type_of
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record

_INT32: Final = 2**31
_ALPHABET: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_PAD: Final = ord("=")
_BASE64: Final = re.compile(r"(?>(?:[A-Za-z0-9+/]{4})*)(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_LEAVES: Final[Mapping[str, frozenset[str]]] = {  # the fields of each type that hold no fields themselves
    name: frozenset(field for field, go_type in fields.items() if not struct_of(go_type))
    for name, fields in TYPES.items()
}


class _Part(NamedTuple):
    """What a field holds that has fields itself."""

    type: str
    is_list: bool


_NO_FIELD: Final = _Part("", False)
_PARTS: Final[Mapping[str, Mapping[str, _Part | None]]] = {  # of each field of each type; None: no fields below
    name: {
        field: _Part(struct, "[]" in go_type) if (struct := struct_of(go_type)) else None
        for field, go_type in fields.items()
    }
    for name, fields in TYPES.items()
}
_WORDS: Final = {bool: "bool", str: "string", list: "array", dict: "object"}  # by Python's types; others are numbers


@record()
class DecodeError:
    """One value that the API server cannot put into its field; the path is relative to the Object."""

    path: FieldPath
    message: str  # without "Pod in version …": see ``refusal``
    value: Any
    go_type: str  # of the field


@record()
class UnknownField:
    """One field that the API server drops; the path is relative to the Object."""

    path: FieldPath
    of: str  # the type that has no such field


def refusal(kind: str, api_version: str, message: str) -> str:
    """The whole sentence of the API server about an Object that it cannot decode."""
    version = api_version.rpartition("/")[2] or "v1"
    return f'{kind} in version "{version}" cannot be handled as a {kind}: {message}'


_Place = tuple[str | int, ...]  # cheaper than a FieldPath, which only an error needs


def decode_errors(value: Any, kind: str) -> Sequence[DecodeError]:
    """The type errors in an Object of this ``kind``, in the API server's order.

    Keys are read in sorted order, as the clients send them; null is no value and always fits. Of an unknown kind
    nothing is decoded.
    """
    return _struct_errors(value, f"v1.{kind}", kind, ()) if kind in TYPES and value is not None else ()


def _struct_errors(value: Any, go_type: str, struct: str, place: _Place) -> Sequence[DecodeError]:
    """The errors in ``value``, which is in a field of this type of the type ``struct``; so for all that follow."""
    if not isinstance(value, dict):
        return (_mismatch(value, go_type, struct, place),)
    fields = _FIELDS[go_type]
    wrong: list[tuple[str, Sequence[DecodeError]]] = []
    for key, item in value.items():
        field = fields.get(key)
        if field is None or item is None or type(item) is field.always:
            continue
        errors = field.read(item, field.go_type, go_type.removeprefix("v1."), (*place, key))
        if errors:
            wrong.append((key, errors))
    return [error for _, errors in sorted(wrong, key=itemgetter(0)) for error in errors] if wrong else ()


def _map_errors(value: Any, go_type: str, struct: str, place: _Place) -> Sequence[DecodeError]:
    if not isinstance(value, dict):
        return (_mismatch(value, go_type, struct, place),)
    inner = NAMED.get(go_type, go_type).removeprefix("map[string]")
    read = _reader(inner)
    keys = [key for key, item in value.items() if isinstance(key, str) and _is_doubtful(item, inner)]
    return [
        DecodeError(FieldPath((*place, key)), error.message, error.value, error.go_type)
        for key in sorted(keys)
        for error in read(value[key], inner, struct, place)  # Go does not name the key
    ]


def _list_errors(value: Any, go_type: str, struct: str, place: _Place) -> Sequence[DecodeError]:
    if not isinstance(value, list):
        return (_mismatch(value, go_type, struct, place),)
    inner = go_type.removeprefix("[]")
    read, errors = _reader(inner), list[DecodeError]()
    for index, item in enumerate(value):
        if _is_doubtful(item, inner):
            errors += read(item, inner, struct, (*place, index))
    return errors


def _is_doubtful(value: Any, go_type: str) -> bool:
    """Whether the value of an entry may not fit: null and most texts do."""
    return value is not None and (go_type != "string" or type(value) is not str)


def _scalar_errors(value: Any, go_type: str, struct: str, place: _Place) -> Sequence[DecodeError]:
    kind = NAMED.get(go_type, go_type)
    if kind == "resource.Quantity":
        try:
            parse(value)
        except QuantityError as error:
            return (DecodeError(FieldPath(place), str(error), value, go_type),)
    elif not _fits(value, kind):
        return (_mismatch(value, go_type, struct, place),)
    elif kind == "[]uint8" and (byte := base64_error(value)) is not None:
        return (DecodeError(FieldPath(place), f"illegal base64 data at input byte {byte}", value, go_type),)
    return ()


@cache
def _reader(go_type: str) -> Callable[[Any, str, str, _Place], Sequence[DecodeError]]:
    """What reads a value in a field of this type."""
    kind = NAMED.get(go_type, go_type)
    if kind.startswith("v1."):
        return _struct_errors
    if kind.startswith("map[string]"):
        return _map_errors
    return _list_errors if kind.startswith("[]") and kind != "[]uint8" else _scalar_errors


class _Field(NamedTuple):
    """How a field is decoded."""

    go_type: str
    always: type | None  # Python's type of values that always fit
    read: Callable[[Any, str, str, _Place], Sequence[DecodeError]]


def _fields_of(types: Mapping[str, str]) -> dict[str, _Field]:
    """The fields whose values are decoded."""
    always = {"string": str, "bool": bool}
    return {
        name: _Field(go_type, always.get(NAMED.get(go_type, go_type)), _reader(go_type))
        for name, go_type in types.items()
        if go_type and not go_type.startswith("?")
    }


_FIELDS: Final = {f"v1.{name}": _fields_of(types) for name, types in TYPES.items()}


def _fits(value: Any, kind: str) -> bool:
    if kind == "int32":
        return type(value) is int and -_INT32 <= value < _INT32
    return type(value) is (bool if kind == "bool" else str)


def _mismatch(value: Any, go_type: str, struct: str, place: _Place) -> DecodeError:
    """Go names the field's struct and the path of field names, without indexes."""
    kind = next((word for type_, word in _WORDS.items() if isinstance(value, type_)), "number")
    if go_type == "int32" and kind == "number":
        kind = f"number {value}"
    names = ".".join(part for part in place if isinstance(part, str))
    where = f"Go struct field {struct}.{names}" if names else "Go value"  # of an Object as a whole
    message = f"json: cannot unmarshal {kind} into {where} of type {go_type}"
    return DecodeError(FieldPath(place), message, value, go_type)


def unknown_fields(value: Mapping[str, Any], path: FieldPath) -> Iterator[UnknownField]:
    """The fields of the Object at ``path`` that the API server does not know, in the order of the text."""
    kind = type_of(value)
    return _unknown(value, kind, path) if kind else iter(())


def _unknown(value: Mapping[str, Any], kind: str, place: _Place) -> Iterator[UnknownField]:
    """Those in a mapping of type ``kind`` and below; what has another shape than its type is refused, not dropped."""
    parts = _PARTS[kind]
    for name, item in value.items():
        part = parts.get(name, _NO_FIELD)
        if part is None:
            continue
        if part is _NO_FIELD:
            yield UnknownField(FieldPath((*place, name)), kind)
        elif isinstance(item, dict) and not part.is_list:
            yield from _unknown(item, part.type, (*place, name))
        elif isinstance(item, list) and part.is_list:
            for index, entry in enumerate(item):
                if isinstance(entry, dict) and not entry.keys() <= _LEAVES[part.type]:  # as those of most entries are
                    yield from _unknown(entry, part.type, (*place, name, index))


def base64_error(value: str) -> int | None:
    """The byte at which Go finds that ``value`` is no base64; None if it is. Line breaks do not count."""
    if _BASE64.fullmatch(value.translate({10: None, 13: None})):
        return None
    data = value.encode("utf-8", "surrogatepass")
    in_quantum = 0  # characters of the current group of four
    for index, byte in enumerate(data):
        if byte in _ALPHABET:
            in_quantum = (in_quantum + 1) % 4
        elif byte not in b"\r\n":
            return _padding_error(data, index, in_quantum) if byte == _PAD and in_quantum >= 2 else index
    return len(data) - in_quantum


def _padding_error(data: bytes, index: int, in_quantum: int) -> int:
    """The byte at which Go is not content with what follows the first `=`."""
    at = _next_byte(data, index)
    if in_quantum == 2:
        if at == len(data):
            return at
        if data[at] != _PAD:
            return at - 1
        at = _next_byte(data, at)
    return at


def _next_byte(data: bytes, index: int) -> int:
    """The place of the next byte that is no line break; the length of ``data`` if there is none."""
    return next((at for at in range(index + 1, len(data)) if data[at] not in b"\r\n"), len(data))
