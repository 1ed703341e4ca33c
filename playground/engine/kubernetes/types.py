"""The API server's type errors for an Object, in its own words.

Kubernetes v1.36 types of core/v1 (see ``go_types``), read by ``sigs.k8s.io/json``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playground.engine.kubernetes.fitting import fits
from playground.engine.kubernetes.go_types import NAMED, STRUCTS
from playground.engine.kubernetes.quantity import QuantityError, parse
from playground.engine.location import FieldPath
from playground.engine.records import record

_ALPHABET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_PAD = ord("=")
_BASE64 = re.compile(r"(?>(?:[A-Za-z0-9+/]{4})*)(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


@record()
class DecodeError:
    """One value that the API server cannot put into its field."""

    path: FieldPath
    message: str  # without "Pod in version …": see ``refusal``
    value: Any
    go_type: str  # of the field


@record()
class _Field:
    """A field being read: Go names its struct and the path of field names, without indexes and keys."""

    path: FieldPath
    names: str
    struct: str


def refusal(kind: str, api_version: str, message: str) -> str:
    """The whole sentence of the API server about an Object that it cannot decode."""
    version = api_version.rpartition("/")[2] or "v1"
    return f'{kind} in version "{version}" cannot be handled as a {kind}: {message}'


def decode_errors(value: Any, go_type: str, struct: str, path: FieldPath) -> Iterator[DecodeError]:
    """The type errors in ``value``, the field at ``path`` of an Object, in the API server's order.

    ``go_type`` is the field's type as Go prints it, ``struct`` the type that the field belongs to. Keys are read in
    sorted order, as the clients send them; null is no value and always fits.
    """
    if fits(value, go_type):  # as nearly all do
        return
    names = ".".join(part for part in path if isinstance(part, str))
    yield from _errors(value, go_type, _Field(path, names, struct))


def _errors(value: Any, go_type: str, field: _Field) -> Iterator[DecodeError]:
    if fits(value, go_type):
        return
    kind = NAMED.get(go_type, go_type)
    if kind.startswith("v1."):
        yield from _struct_errors(value, go_type, field)
    elif kind.startswith("map[string]"):
        yield from _map_errors(value, go_type, field)
    elif kind in ("[]uint8", "resource.Quantity"):
        yield from _special_errors(value, go_type, field)
    elif kind.startswith("[]"):
        yield from _list_errors(value, go_type, field)
    else:
        yield _mismatch(value, go_type, field)


def _struct_errors(value: Any, go_type: str, field: _Field) -> Iterator[DecodeError]:
    if not isinstance(value, dict):
        yield _mismatch(value, go_type, field)
        return
    fields = STRUCTS[go_type]
    for key in sorted(value.keys() & fields.keys()):
        names = f"{field.names}.{key}" if field.names else key
        yield from _errors(value[key], fields[key], _Field(field.path / key, names, go_type.removeprefix("v1.")))


def _map_errors(value: Any, go_type: str, field: _Field) -> Iterator[DecodeError]:
    if not isinstance(value, dict):
        yield _mismatch(value, go_type, field)
        return
    inner = NAMED.get(go_type, go_type).removeprefix("map[string]")
    for key in sorted(key for key in value if isinstance(key, str)):
        yield from _errors(value[key], inner, _Field(field.path / key, field.names, field.struct))


def _list_errors(value: Any, go_type: str, field: _Field) -> Iterator[DecodeError]:
    if not isinstance(value, list):
        yield _mismatch(value, go_type, field)
        return
    inner = go_type.removeprefix("[]")
    for index, item in enumerate(value):
        yield from _errors(item, inner, _Field(field.path / index, field.names, field.struct))


def _special_errors(value: Any, go_type: str, field: _Field) -> Iterator[DecodeError]:
    if go_type == "resource.Quantity":
        try:
            parse(value)
        except QuantityError as error:
            yield DecodeError(field.path, str(error), value, go_type)
    elif not isinstance(value, str):
        yield _mismatch(value, go_type, field)
    elif (place := base64_error(value)) is not None:
        yield DecodeError(field.path, f"illegal base64 data at input byte {place}", value, go_type)


def _mismatch(value: Any, go_type: str, field: _Field) -> DecodeError:
    words = {bool: "bool", str: "string", list: "array", dict: "object"}
    kind = next((word for cls, word in words.items() if isinstance(value, cls)), "number")
    if go_type == "int32" and kind == "number":
        kind = f"number {value}"
    place = f"Go struct field {field.struct}.{field.names}" if field.names else "Go value"  # of an Object as a whole
    return DecodeError(field.path, f"json: cannot unmarshal {kind} into {place} of type {go_type}", value, go_type)


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
