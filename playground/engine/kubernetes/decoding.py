"""Decodes Objects as the API server does: finds values that do not fit their fields, and unknown fields.

Kubernetes v1.36 ``sigs.k8s.io/json`` and apimachinery ``runtime/serializer/json``; the types are in ``schema``. The API
server drops unknown fields; a client that validates strictly, as `kubectl` does, refuses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from playground.engine.kubernetes.kinds import Kinds
from playground.engine.kubernetes.pods import items_of, mapping, text
from playground.engine.kubernetes.quantity import QuantityError, parse
from playground.engine.kubernetes.schema import Field, Type
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject
from playground.engine.text.go import quote, to_json
from playground.engine.text.times import time_error

_INTEGERS: Final = {"int32": range(-(2**31), 2**31), "int64": range(-(2**63), 2**63), "uint32": range(2**32)}
_TIMES: Final = ("v1.Time", "v1.MicroTime")
# Types with a decoder of their own: at its first error, the API server stops decoding the Object.
FATAL: Final = ("resource.Quantity", "intstr.IntOrString", *_TIMES)
_WANTED: Final = {"intstr.IntOrString": "int32", **dict.fromkeys(_TIMES, "string")}  # the types that these decode into
_MOST_LISTED: Final = 100  # unknown fields that the API server names in one error
_BASE64_BYTES: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_PAD: Final = ord("=")
_BASE64: Final = re.compile(r"(?>(?:[A-Za-z0-9+/]{4})*)(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_WITHOUT_LINE_BREAKS: Final = str.maketrans("", "", "\r\n")
_JSON_KINDS: Final = {bool: "bool", str: "string", list: "array", dict: "object"}  # all others are numbers
_OPEN_API_KINDS: Final = {bool: "boolean", str: "string", list: "array", int: "integer", float: "number"}
_HEAD_NAMES: Final = ("apiversion", "kind")
_HEAD: Final = (("apiVersion",), ("kind",))  # read before all other fields: other rules report them


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
    struct: Type  # the type that has no such field


def is_invalid(kind: str, name: str, message: str) -> str:
    """The whole sentence of the API server about an Object that it can decode, and refuses."""
    return f"{kind} {quote(name)} is invalid: {message}"


def cannot_handle(kind: str, api_version: str, message: str) -> str:
    """The whole sentence of the API server about an Object that it cannot decode."""
    version = api_version.rpartition("/")[2] or "v1"
    return f'{kind} in version "{version}" cannot be handled as a {kind}: {message}'


@record()
class Findings:
    """What the API server finds in one Object."""

    # The API server names the first only: an error of a FATAL type, else the first by path, as clients sort the keys.
    errors: list[DecodeError]
    unknown: list[UnknownField]  # in the order of the text
    digits: list[FieldPath]  # texts of digits alone in fields for a number, a name or a percentage
    unlisted: list[tuple[FieldPath, Field]]  # texts that are not among all values of their field
    type: Type | None = None  # of the Object

    @property
    def is_custom(self) -> bool:
        """Whether the type is from a CustomResourceDefinition: the API server decodes any value, and validates it."""
        return self.type is not None and not self.type.name

    @property
    def first_error(self) -> DecodeError | None:
        """The only error that the API server names; errors that follow from an unreplaced `${NAME}` do not count."""
        if self.is_custom:  # it names all of them
            return None
        return next((error for error in self.errors if "${" not in str(error.value)), None)

    @property
    def refusal(self) -> str:
        """The API server's error, without "Pod in version …"; "" if it accepts the Object.

        An error about a value hides the unknown fields; in a custom kind, these hide the errors.
        """
        if self.errors and not (self.is_custom and self.unknown):
            return self.errors[0].message
        paths = sorted(field.path for field in self.unknown)
        listed = ", ".join(f'unknown field "{written_path(path)}"' for path in paths[:_MOST_LISTED])
        return f"strict decoding error: {listed}" if listed else ""


_Path = tuple[str | int, ...]  # a path; cheaper to make than a FieldPath, which only errors need


def written_path(path: _Path) -> str:
    """A path as Go prints it: `spec.containers[0].imag`, with keys as they are."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def decoding_findings(value: Any, kinds: Kinds, kind: str = "") -> Findings:
    """The errors and unknown fields of an Object; none for a kind without a type. Null fits every field.

    ``kind``: its kind, if the Object need not name it. Unknown fields are reported only if the Object's apiVersion has
    the kind.
    """
    version = mapping(value).get("apiVersion")
    own_kind = kind or text(mapping(value).get("kind"))
    type_, is_exact = kinds.type_for(version if isinstance(version, str) else "", own_kind)
    if type_ is None or value is None:
        return Findings([], [], [], [])
    notes = _Notes([], [], [], [])
    _read(value, type_, (), notes)
    errors = [_error(type_, *misfit) for misfit in notes.misfits if misfit[0] not in _HEAD]
    errors.sort(key=lambda error: (error.go_type not in FATAL, error.path))
    unknown = notes.unknown if is_exact else []  # the type may lack fields of another apiVersion
    return Findings(errors, unknown, notes.digits, notes.unlisted, type_)


def findings_of_items(item: TracedObject, kinds: Kinds) -> Sequence[tuple[FieldPath, Any, Findings]]:
    """Path, value and findings of an Object, or of each item of a List; decoded once per Object."""
    return item.once((findings_of_items, kinds.minor), lambda: _findings_of_items(item.value, kinds))


def _findings_of_items(value: Any, kinds: Kinds) -> Sequence[tuple[FieldPath, Any, Findings]]:
    return [(path, item, decoding_findings(item, kinds)) for path, item in items_of(value)]


def refusal_of(value: Any, kinds: Kinds) -> str:
    """The API server's error about an Object, as its decoder words it; "" if it can decode the Object."""
    for key, item in sorted(mapping(value).items()):
        if key.casefold() in _HEAD_NAMES and item is not None and not isinstance(item, str):
            wrong = f"json: cannot unmarshal {_json_kind(item)} into Go struct field .{key} of type string"
            return f"couldn't get version/kind; json parse error: {wrong}"
    return decoding_findings(value, kinds).refusal


class _Notes(NamedTuple):
    """What is noted about an Object while it is read."""

    # The path of a value, the value, the type that it does not fit, and Go's message if the message has another form.
    misfits: list[tuple[_Path, Any, Type, str]]
    unknown: list[UnknownField]
    digits: list[FieldPath]
    unlisted: list[tuple[FieldPath, Field]]


def _read(value: Any, type_: Type, path: _Path, notes: _Notes) -> None:
    """Read a ``value`` that is not null, and note what the API server finds."""
    shape = type_.shape
    if shape == "struct" and type(value) is dict:
        fields = type_.fields
        for key, item in value.items():
            field = fields.get(key)
            if field is None:
                notes.unknown.append(UnknownField(FieldPath((*path, key)), type_))
            elif item is not None:
                if type(item) is not field.type.plain:
                    _read(item, field.type, (*path, key), notes)
                if field.is_closed:
                    _note_unlisted(item, field, (*path, key), notes)
    elif (inner := type_.inner) is not None and type(value) is (list if shape == "list" else dict):
        entries: Iterable[tuple[str | int, Any]] = enumerate(value) if isinstance(value, list) else value.items()
        for part, item in entries:
            if item is not None and type(item) is not inner.plain:
                _read(item, inner, (*path, part), notes)
    elif shape == "resource.Quantity":
        try:
            parse(value)
        except QuantityError as error:
            notes.misfits.append((path, value, type_, str(error)))
    elif not _fits(value, shape):
        notes.misfits.append((path, value, type_, ""))
    elif message := _text_error(value, shape):
        notes.misfits.append((path, value, type_, message))
    elif shape == "intstr.IntOrString" and type(value) is str and value.isdecimal():
        notes.digits.append(FieldPath(path))


def _note_unlisted(value: Any, field: Field, path: _Path, notes: _Notes) -> None:
    """Note a text, or an entry of a list, that is not among the values of its field."""
    if type(value) is list:
        for index, entry in enumerate(value):
            _note_unlisted(entry, field, (*path, index), notes)
    elif type(value) is str and value not in field.values:
        notes.unlisted.append((FieldPath(path), field))


def _fits(value: Any, shape: str) -> bool:
    """Whether ``value`` has the JSON type of a scalar; false for a value in place of a struct, list or map."""
    if shape == "any":
        return True
    if shape == "intstr.IntOrString":
        return type(value) is str or _fits(value, "int32")
    if shape in _INTEGERS:  # clients send a float without a fraction as an integer
        return type(value) in (int, float) and value == value // 1 and int(value) in _INTEGERS[shape]
    if shape == "float64":
        return type(value) in (int, float)
    return type(value) is (bool if shape == "bool" else str) and shape not in ("struct", "list", "map")


def _text_error(value: Any, shape: str) -> str:
    """Go's message about a text of the right JSON type that cannot be decoded; "" if it can."""
    if shape == "[]uint8":
        byte = base64_error(value)
        return "" if byte is None else f"illegal base64 data at input byte {byte}"
    return time_error(value) if shape in _TIMES and value else ""


def _error(root: Type, path: _Path, value: Any, type_: Type, message: str) -> DecodeError:
    """Go's error about a value in an Object of the type ``root``.

    Its message names the innermost struct and the path of field names, without indexes and keys of maps.
    """
    if not root.name:
        place, kind = written_path(path), _OPEN_API_KINDS.get(type(value), "object")
        wanted = {"integer or string": "integer,string"}.get(type_.go, type_.go)
        message = f'{place}: Invalid value: "{kind}": {place} in body must be of type {wanted}: "{kind}"'
    elif not message:
        json_kind = _json_kind(value)
        if type_.shape in (*_INTEGERS, "intstr.IntOrString") and json_kind == "number":
            json_kind = f"number {to_json(value)}"
        struct, names = _names(root, path)
        where = f"Go struct field {struct}.{'.'.join(names)}" if names else "Go value"  # the whole Object
        wanted = _WANTED.get(type_.shape, type_.go)
        message = f"json: cannot unmarshal {json_kind} into {where} of type {wanted}"
    return DecodeError(FieldPath(path), message, value, type_.go)


def _json_kind(value: Any) -> str:
    return next((word for python, word in _JSON_KINDS.items() if isinstance(value, python)), "number")


def _names(type_: Type, path: _Path) -> tuple[str, list[str]]:
    """The struct that has the last field of ``path``, and the field names on the way, with the embedded structs."""
    struct, names = "", list[str]()
    for part in path:
        if type_.shape == "struct":
            field = type_.fields[str(part)]
            struct = type_.go.rpartition(".")[2]
            names += [*field.embedded, str(part)]
            type_ = field.type
        else:
            assert type_.inner is not None
            type_ = type_.inner
    return struct, names


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
