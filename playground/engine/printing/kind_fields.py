"""The fields of one kind of Object as JSON, for an editor that completes them, and in words.

``[[NAME, {FIELD: [TYPE, REQUIRED, DESCRIPTION, SINCE, UNTIL, VALUES]}], …]``: the first struct is the Object's own, and
what is empty at the end of a field is left out. A TYPE is a word, `#2` for the struct with that index, `[]T` for a list
or `{}T` for a map.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from playground.engine.kubernetes import schema
from playground.engine.kubernetes.pods import field_at
from playground.engine.kubernetes.schema import Field, Type, kinds, type_of
from playground.engine.model.location import FieldPath
from playground.engine.templates.objects import regrouped

WORDS: Final = {
    "bool": "boolean",
    "int32": "integer",
    "int64": "integer",
    "uint32": "integer",
    "float64": "number",
    "[]uint8": "base64",
    "v1.Time": "time",
    "v1.MicroTime": "time",
    "resource.Quantity": "quantity",
    "intstr.IntOrString": "integer or string",
}
PARTS: Final[Mapping[str, str]] = {"Template": "objects", "List": "items"}  # the field with Objects, by kind
_WRITTEN_BY_SERVERS: Final = ("status", "managedFields")  # their fields are left out


def kind_type(minor: int, api_version: str, kind: str) -> Type | None:
    """The type of a kind, also of OpenShift's kinds with the apiVersion `v1`; None if it is not known."""
    return type_of(minor, api_version, kind) or type_of(minor, *regrouped({"apiVersion": api_version, "kind": kind}))


def kind_fields(minor: int, api_version: str, kind: str) -> str:
    """The structs of a kind in Kubernetes 1.``minor``, as JSON; `[]` for a kind that is not known."""
    root = kind_type(minor, api_version, kind)
    structs = [root] if root else []
    numbers = {struct.name: index for index, struct in enumerate(structs)}
    printed: list[Any] = []
    for struct in structs:  # grows in the loop
        fields = {}
        for name, field in struct.fields.items():
            inner = field.type.struct
            if inner is not None and inner.name not in numbers and name not in _WRITTEN_BY_SERVERS:
                numbers[inner.name] = len(structs)
                structs.append(inner)
            fields[name] = _field(field, numbers)
        printed.append([struct.name.rpartition(".")[2], fields])
    return json.dumps(printed, ensure_ascii=False, separators=(",", ":"))


@cache
def kinds_digest() -> str:
    """A short hash of the table and of this module: while it is the same, ``kind_fields`` gives the same answers."""
    files = (Path(schema.__file__).with_name("types.tsv"), Path(schema.__file__), Path(__file__))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def written_field(minor: int, value: Any, path: FieldPath) -> Field | None:
    """The field at ``path`` of a Document's ``value``, also in a Template's objects and in Lists; None if unknown."""
    return _field_and_type(minor, value, path)[0]


def written_type(minor: int, value: Any, path: FieldPath) -> Type | None:
    """The type of the value at ``path`` of a Document's ``value``, as for ``written_field``; None if unknown."""
    return _field_and_type(minor, value, path)[1]


def object_path(value: Any, path: FieldPath) -> FieldPath:
    """The path of the Object around ``path``: of an entry of a Template's objects or a List's items, or the root."""
    start = 0
    while isinstance(value, dict):
        part, *rest = path[start : start + 3] or [""]
        inner = value.get(part) if part == PARTS.get(str(value.get("kind"))) else None
        if len(rest) < 2 or not isinstance(inner, list):
            break
        value, start = inner[int(rest[0])], start + 2
    return FieldPath(path[:start])


def _field_and_type(minor: int, value: Any, path: FieldPath) -> tuple[Field | None, Type | None]:
    around = object_path(value, path)
    written = field_at(value, around)
    if not isinstance(written, dict):
        return None, None
    names: tuple[Any, Any] = written.get("apiVersion"), written.get("kind")
    known = kind_type(minor, *names) if all(isinstance(name, str) for name in names) else None
    field = None
    for part in path[len(around) :]:
        if known is None:
            return None, None
        field = known.fields.get(str(part)) if known.shape == "struct" else None
        known = field.type if field else known.inner
    return field, known


def versions_words(field: Field) -> str:
    """The versions of Kubernetes that have a field: `from Kubernetes 1.31`; "" for all."""
    return " ".join(
        (
            *([f"from Kubernetes 1.{field.since}"] if field.since else []),
            *([f"up to Kubernetes 1.{field.until}"] if field.until else []),
        )
    )


def kinds_list(minor: int) -> str:
    """The kinds of Kubernetes 1.``minor`` by apiVersion, as JSON."""
    return json.dumps(kinds(minor), separators=(",", ":"))


def type_words(type_: Type) -> str:
    """A type in words: `list of Container`, `map of string`."""
    if type_.shape in ("list", "map"):
        return f"{type_.shape} of {type_words(type_.inner)}" if type_.inner else type_.shape
    return type_.name.rpartition(".")[2] if type_.shape == "struct" else WORDS.get(type_.shape, type_.shape)


def _field(field: Field, numbers: dict[str, int]) -> list[Any]:
    row = [
        _type(field.type, numbers),
        int(field.required),
        field.description,
        field.since,
        field.until,
        list(field.values),
    ]
    while not row[-1]:
        row.pop()
    return row


def _type(type_: Type, numbers: dict[str, int]) -> str:
    if type_.shape in ("list", "map"):
        return {"list": "[]", "map": "{}"}[type_.shape] + (_type(type_.inner, numbers) if type_.inner else "any")
    if type_.shape == "struct":
        return f"#{numbers[type_.name]}" if type_.name in numbers else "any"
    return WORDS.get(type_.shape, type_.shape)
