"""Decodes Objects as the API server does: finds values that do not fit their fields, and unknown fields.

Kubernetes v1.36 ``sigs.k8s.io/json`` and apimachinery ``runtime/serializer/json``; the types are in ``schema``. The API
server drops unknown fields; a client that validates strictly, as `kubectl` does, refuses them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Any, Final

from playground.engine.kubernetes.pods import items_of, mapping, text
from playground.engine.kubernetes.quantity import QuantityError, parse
from playground.engine.kubernetes.schema import EMBEDDED, NAMED, TYPES, is_kind, struct_of, type_of
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject
from playground.engine.text.go import to_json

_INTEGERS: Final = {"int32": 2**31, "int64": 2**63}
# Types with a decoder of their own: at its first error, the API server stops decoding the Object.
FATAL: Final = ("resource.Quantity", "intstr.IntOrString")
_BASE64_BYTES: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_PAD: Final = ord("=")
_BASE64: Final = re.compile(r"(?>(?:[A-Za-z0-9+/]{4})*)(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_WITHOUT_LINE_BREAKS: Final = str.maketrans("", "", "\r\n")
_JSON_KINDS: Final = {bool: "bool", str: "string", list: "array", dict: "object"}  # all others are numbers


@record()
class DecodeError:
    """One value that the API server cannot put into its field; the path is relative to the Object."""

    path: FieldPath
    message: str  # without "Pod in version …": see ``cannot_handle``
    value: Any
    go_type: str  # the field's type, as Go prints it


@record()
class UnknownField:
    """One field that the API server drops; the path is relative to the Object."""

    path: FieldPath
    struct: str  # the name in TYPES of the type that has no such field


def cannot_handle(kind: str, api_version: str, message: str) -> str:
    """The whole sentence of the API server about an Object that it cannot decode."""
    version = api_version.rpartition("/")[2] or "v1"
    return f'{kind} in version "{version}" cannot be handled as a {kind}: {message}'


@record()
class Findings:
    """What the API server finds in one Object."""

    kind: str
    # The API server names the first only: an error of a FATAL type, else the first by path, as clients sort the keys.
    errors: list[DecodeError]
    unknown: list[UnknownField]  # in the order of the text


_Path = tuple[str | int, ...]  # a path; cheaper to make than a FieldPath, which only errors need


@record()
class _Type:
    """How the values of one Go type are read."""

    name: str
    struct: str  # the name in TYPES; "" for a type without fields
    read: Callable[[Any, _Type, str, _Path, Findings], None] | None  # None: anything fits
    fields: Mapping[str, _Type] = field(default_factory=dict)  # of a struct
    inner: _Type | None = None  # of the entries of a list or map
    always: type | None = None  # a value of exactly this Python type fits, so ``read`` need not be called


def decoding_findings(value: Any, kind: str) -> Findings:
    """The errors and unknown fields of an Object of this ``kind``; none for a kind without a type.

    Null fits every field. Unknown fields are reported only if the `apiVersion` is the kind's own.
    """
    findings = Findings(kind, [], [])
    if is_kind(kind) and value is not None:
        _read_struct(value, _type(f"v1.{kind}"), kind, (), findings)
    if findings.unknown and not type_of(value):  # TYPES may lack fields of another apiVersion
        findings.unknown.clear()
    findings.errors.sort(key=lambda error: (error.go_type not in FATAL, error.path))
    return findings


def findings_of_items(item: TracedObject) -> Sequence[tuple[FieldPath, Any, Findings]]:
    """Path, value and findings of an Object, or of each item of a List; decoded once per Object."""
    return item.once(findings_of_items, lambda: _findings_of_items(item.value))


def _findings_of_items(value: Any) -> Sequence[tuple[FieldPath, Any, Findings]]:
    return [(path, item, decoding_findings(item, text(mapping(item).get("kind")))) for path, item in items_of(value)]


def _read_struct(value: Any, go_type: _Type, struct: str, path: _Path, findings: Findings) -> None:
    """Read a mapping in a field of type ``go_type``; ``struct`` is the type that has the field (here and below)."""
    if type(value) is not dict:
        findings.errors.append(_type_error(value, go_type, struct, path, findings))
        return
    fields = go_type.fields
    for key, item in value.items():
        inner = fields.get(key)
        if inner is None:
            findings.unknown.append(UnknownField(FieldPath((*path, key)), go_type.struct))
        elif type(item) is not inner.always and item is not None and inner.read is not None:
            inner.read(item, inner, go_type.struct, (*path, key), findings)


def _read_map(value: Any, go_type: _Type, struct: str, path: _Path, findings: Findings) -> None:
    """Read a map; its entries are scalars in all types of TYPES."""
    inner = go_type.inner
    if type(value) is not dict or inner is None:
        findings.errors.append(_type_error(value, go_type, struct, path, findings))
        return
    for key, item in value.items():
        fits = type(item) is inner.always or item is None
        if not fits and (message := _misfit_message(item, inner, struct, path, findings)):
            # Go's message does not name the key.
            findings.errors.append(DecodeError(FieldPath((*path, key)), message, item, inner.name))


def _read_list(value: Any, go_type: _Type, struct: str, path: _Path, findings: Findings) -> None:
    inner = go_type.inner
    if type(value) is not list or inner is None or inner.read is None:
        findings.errors.append(_type_error(value, go_type, struct, path, findings))
        return
    for index, item in enumerate(value):
        if type(item) is not inner.always and item is not None:
            inner.read(item, inner, struct, (*path, index), findings)


def _read_scalar(value: Any, go_type: _Type, struct: str, path: _Path, findings: Findings) -> None:
    if message := _misfit_message(value, go_type, struct, path, findings):
        findings.errors.append(DecodeError(FieldPath(path), message, value, go_type.name))


@cache
def _type(name: str) -> _Type:
    """The type that Go calls ``name``; "" stands for any type."""
    go_type = NAMED.get(name, name)
    if go_type.startswith("map[string]"):
        return _Type(name, "", _read_map, inner=_type(go_type.removeprefix("map[string]")))
    if go_type.startswith("[]") and go_type != "[]uint8":
        return _Type(name, "", _read_list, inner=_type(go_type.removeprefix("[]")))
    if struct := struct_of(go_type):
        fields = {field: _type(field_type) for field, field_type in TYPES[struct].items()}
        return _Type(name, struct, _read_struct, fields)
    always = {"string": str, "bool": bool}.get(go_type)
    return _Type(name, "", _read_scalar if go_type else None, always=always)


def _misfit_message(value: Any, go_type: _Type, struct: str, path: _Path, findings: Findings) -> str:
    """Go's message about a scalar that does not fit; "" if it fits."""
    base = NAMED.get(go_type.name, go_type.name)
    if base == "resource.Quantity":
        try:
            parse(value)
        except QuantityError as error:
            return str(error)
        return ""
    if not _fits(value, base):
        return _type_error(value, go_type, struct, path, findings).message
    byte = base64_error(value) if base == "[]uint8" else None
    return "" if byte is None else f"illegal base64 data at input byte {byte}"


def _fits(value: Any, base: str) -> bool:
    """Whether ``value`` fits ``base``: Go's name of an integer, of bool, or of a type that JSON writes as a string."""
    if base == "intstr.IntOrString":
        return type(value) is str or _fits(value, "int32")
    if base in _INTEGERS:  # clients send a float without a fraction as an integer
        whole = type(value) is int or (type(value) is float and value.is_integer())
        return whole and -_INTEGERS[base] <= value < _INTEGERS[base]
    return type(value) is (bool if base == "bool" else str)


def _type_error(value: Any, go_type: _Type, struct: str, path: _Path, findings: Findings) -> DecodeError:
    """Go's error for a value of the wrong type: its message has the path of field names, without indexes."""
    json_kind = next((word for type_, word in _JSON_KINDS.items() if isinstance(value, type_)), "number")
    wanted = "int32" if go_type.name == "intstr.IntOrString" else go_type.name
    if wanted in _INTEGERS and json_kind == "number":
        json_kind = f"number {to_json(value)}"
    names = ".".join(_names(findings.kind, path))
    where = f"Go struct field {struct}.{names}" if names else "Go value"  # the whole Object
    message = f"json: cannot unmarshal {json_kind} into {where} of type {wanted}"
    return DecodeError(FieldPath(path), message, value, go_type.name)


def _names(kind: str, path: _Path) -> Iterator[str]:
    """The fields on the way to ``path``, without indexes, and the embedded structs that they come from."""
    go_type: _Type | None = _type(f"v1.{kind}")
    for part in path:
        if isinstance(part, str):
            struct = go_type.struct if go_type else ""
            embedded, fields = EMBEDDED.get(struct, ("", ()))
            if part in fields:
                yield embedded
            yield part
            go_type = go_type.fields.get(part) if go_type else None
        elif go_type:
            go_type = go_type.inner


def base64_error(value: str) -> int | None:
    """The index of the byte at which Go stops decoding ``value``; None if ``value`` is base64.

    Line breaks are ignored.
    """
    if _BASE64.fullmatch(value.translate(_WITHOUT_LINE_BREAKS)):
        return None
    data = value.encode("utf-8", "surrogatepass")
    in_group = 0  # the base64 characters read so far in the current group of four
    for index, byte in enumerate(data):
        if byte in _BASE64_BYTES:
            in_group = (in_group + 1) % 4
        elif byte not in b"\r\n":
            # Padding may follow two or three characters of a group.
            return _padding_error(data, index, in_group) if byte == _PAD and in_group >= 2 else index
    return len(data) - in_group  # where the incomplete group begins


def _padding_error(data: bytes, index: int, in_group: int) -> int:
    """The index of the byte at which Go refuses the padding that starts at the byte ``index``."""
    following = _next_byte(data, index)
    if in_group == 2:  # two characters need a second `=`
        if following == len(data):
            return following
        if data[following] != _PAD:
            return following - 1  # Go names the byte before the wrong one
        following = _next_byte(data, following)
    return following


def _next_byte(data: bytes, index: int) -> int:
    """The index of the next byte that is no line break; the length of ``data`` if there is none."""
    return next((following for following in range(index + 1, len(data)) if data[following] not in b"\r\n"), len(data))
