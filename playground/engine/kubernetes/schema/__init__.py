"""Kubernetes' and OpenShift's types: the fields of every kind of Object, in one generated table.

`make schema` writes ``types.tsv``, from the descriptions of the APIs of Kubernetes 1.29 to 1.37 and of OpenShift. Its
columns are separated by tabs, and empty ones at the end are left out:

* A type: `=` and its name; the apiVersions if it is a kind of Object; the minor versions of Kubernetes that have it, as
  in `31-` or `29-34` (all versions if empty); its description.
* Each of its fields: the name, with `*` if it is required; its type; the versions that have it, if only some that have
  the type do; the embedded structs that Go names on the way to it; the values of its enumeration, separated by `|`,
  with `…` at the end if there are others; the first sentence of its description.

A field's type is one of SCALARS, `any`, or the name of a type in the table; `[]T` and `map[K]T` are lists and maps;
`NAME=T` has the name that Go has for `T`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from playground.engine.model.records import record

SCALARS: Final = frozenset(
    "string bool int32 int64 uint32 float64 []uint8 v1.Time v1.MicroTime resource.Quantity intstr.IntOrString".split()
)
_TABLE: Final = Path(__file__).with_name("types.tsv")
_COLUMNS: Final = 6
_NEWEST: Final = 36  # the newest version that can be chosen
_NAME: Final = re.compile(r"(\w+\.\w+)=")
_MAP: Final = re.compile(r"map\[[\w.]+\]")


def _no_fields() -> Mapping[str, Field]:
    return {}


@dataclass(frozen=True, eq=False)
class Type:
    """A type in one version of Kubernetes. The fields of a struct are read on first use, as types may be recursive."""

    go: str  # the type as Go prints it: `v1.Container`, `[]v1.EnvVar`, `v1.Protocol`
    shape: str  # "struct", "list", "map", "any" or one of SCALARS
    inner: Type | None = None  # of the entries of a list or map
    name: str = ""  # of a struct, in the table; "" for a struct of a custom kind
    description: str = ""  # of a struct
    read_fields: Callable[[], Mapping[str, Field]] = field(default=_no_fields, repr=False)

    @cached_property
    def plain(self) -> type | None:
        """The Python type whose values all fit; None if values have to be looked at."""
        return {"string": str, "bool": bool}.get(self.shape)

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """The fields of a struct, by name."""
        return self.read_fields()

    @cached_property
    def owners(self) -> Mapping[str, Sequence[str]]:
        """By the name of a field, the fields of this struct whose value, or its entries, have such a field."""
        owners: dict[str, list[str]] = {}
        for name, details in self.fields.items():
            for inner in details.type.struct.fields if details.type.struct else ():
                owners.setdefault(inner, []).append(name)
        return owners

    @property
    def struct(self) -> Type | None:
        """The struct of this type itself, or of the entries of a list or map; None if there is none."""
        return self if self.shape == "struct" else self.inner.struct if self.inner else None


@record(eq=False)
class Field:
    """A field of a struct."""

    type: Type
    required: bool = False
    since: int = 0  # the first minor version of Kubernetes that has the field; 0: older than the table, or of OpenShift
    until: int = 0  # the last one; 0: the newest still has the field
    description: str = ""  # one sentence, or ""
    values: tuple[str, ...] = ()  # of an enumeration
    is_closed: bool = False  # whether no other values are allowed
    embedded: tuple[str, ...] = ()  # the embedded structs that Go names on the way to the field


ANY: Final = Type("", "any")


def type_of(minor: int, api_version: str, kind: str) -> Type | None:
    """The type of a kind of Object in Kubernetes 1.``minor``; None if that version does not have the kind.

    >>> sorted(type_of(36, "v1", "ConfigMap").fields)
    ['apiVersion', 'binaryData', 'data', 'immutable', 'kind', 'metadata']
    """
    name = _names_by_kind().get((api_version, kind))
    return type_named(minor, name) if name is not None and _has(minor, _blocks()[name]) else None


def versions_of(kind: str) -> Mapping[str, tuple[int, int]]:
    """By apiVersion of a kind, the first and last minor versions of Kubernetes that have it; 0 as in ``Field``."""
    return _versions_by_kind().get(kind, {})


@cache
def _versions_by_kind() -> Mapping[str, Mapping[str, tuple[int, int]]]:
    versions: dict[str, dict[str, tuple[int, int]]] = {}
    for (version, kind), name in _names_by_kind().items():
        versions.setdefault(kind, {})[version] = _range(_blocks()[name].head[2])
    return versions


@cache
def kinds(minor: int) -> Mapping[str, Sequence[str]]:
    """By apiVersion, the kinds that Kubernetes 1.``minor`` has, without those of Lists."""
    by_version: dict[str, list[str]] = {}
    for (version, kind), name in _names_by_kind().items():
        if _has(minor, _blocks()[name]) and not kind.endswith("List"):
            by_version.setdefault(version, []).append(kind)
    return by_version


def kinds_under(minor: int, api_version: str) -> Sequence[str]:
    """The kinds of an apiVersion that Kubernetes 1.``minor`` has, without those of Lists."""
    return kinds(minor).get(api_version, ())


@cache
def type_named(minor: int, name: str) -> Type:
    """The struct with this name in the table, with the fields that Kubernetes 1.``minor`` has."""
    description = _blocks()[name].head[3]
    return Type(
        go=".".join(name.split(".")[-2:]),
        shape="struct",
        name=name,
        description=description,
        read_fields=lambda: dict(_fields(minor, name)),
    )


def fields_of(name: str) -> Set[str]:
    """The names of the fields that the newest version's struct has."""
    return type_named(_NEWEST, name).fields.keys()


class _Block:
    """The lines of one type."""

    __slots__ = ("head", "lines")

    def __init__(self, text: str) -> None:
        head, _, self.lines = text.partition("\n")
        self.head = _columns(head, 4)  # name, apiVersions, versions, description


@cache
def _blocks() -> Mapping[str, _Block]:
    """The types of the table, by name."""
    text = _TABLE.read_text(encoding="utf-8")
    blocks = map(_Block, text[text.index("\n=") + 2 :].split("\n\n="))
    return {block.head[0]: block for block in blocks}


@cache
def _names_by_kind() -> Mapping[tuple[str, str], str]:
    """The names of types in the table, by apiVersion and kind."""
    kinds = ((version, name) for name, block in _blocks().items() for version in block.head[1].split(",") if version)
    return {(version, name.rpartition(".")[2]): name for version, name in kinds}


def _columns(line: str, number: int) -> list[str]:
    columns = line.split("\t")
    return columns + [""] * (number - len(columns))


def _range(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    return int(first or 0), int(last or 0)


def _has(minor: int, block: _Block) -> bool:
    return _is_in(minor, *_range(block.head[2]))


def _is_in(minor: int, since: int, until: int) -> bool:
    return since <= minor and (not until or minor <= until)


def _fields(minor: int, name: str) -> Iterator[tuple[str, Field]]:
    for line in _blocks()[name].lines.splitlines():
        key, text, versions, embedded, values, description = _columns(line, _COLUMNS)
        since, until = _range(versions)
        if _is_in(minor, since, until):
            listed = tuple(values.split("|")) if values else ()
            is_closed = bool(listed) and listed[-1] != "…"
            yield (
                key.removesuffix("*"),
                Field(
                    _type(minor, text),
                    key.endswith("*"),
                    since,
                    until,
                    description,
                    listed if is_closed else listed[:-1],
                    is_closed,
                    tuple(embedded.split(".")) if embedded else (),
                ),
            )


@cache
def _type(minor: int, text: str) -> Type:
    """The type that a field's column has."""
    if match := _NAME.match(text):
        inner = _type(minor, text[match.end() :])
        return Type(match[1], inner.shape, inner.inner)
    if text in SCALARS:
        return Type(text, text)
    if text == "any":
        return ANY
    if text.startswith("[]"):
        inner = _type(minor, text.removeprefix("[]"))
        return Type(f"[]{inner.go}", "list", inner)
    if match := _MAP.match(text):
        inner = _type(minor, text[match.end() :])
        return Type(f"{match[0]}{inner.go}", "map", inner)
    return type_named(minor, text)
