"""One fault planted in a generated Object of any kind is found at its place, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from playground.engine.kubernetes import schema
from playground.engine.kubernetes.decoding import decoding_findings
from playground.engine.kubernetes.kinds import Kinds
from playground.engine.kubernetes.schema import Type, type_of
from playground.engine.kubernetes.versions import KUBERNETES_VERSIONS, version_named
from playground.engine.model.location import FieldPath

DEEPEST = 7  # structs, lists and maps in each other
VALUES = {
    "string": "a",
    "bool": True,
    "[]uint8": "YQ==",
    "v1.Time": "2026-11-23T12:00:00Z",
    "v1.MicroTime": "2026-11-23T12:00:00.000000Z",
    "resource.Quantity": "100m",
    "intstr.IntOrString": "50%",
    "any": {"free": 1},
}  # all other scalars are numbers
TABLE = Path(schema.__file__).with_name("types.tsv")


def every_kind(minor: int) -> Iterator[tuple[str, str, Type]]:
    """Each apiVersion and kind of the table that this Kubernetes has, with its type."""
    heads = (line[1:].split("\t") for line in TABLE.read_text().splitlines() if line.startswith("="))
    for name, *columns in heads:
        for api_version in filter(None, columns[0].split(",") if columns else ()):
            kind = name.rpartition(".")[2]
            type_ = type_of(minor, api_version, kind)
            if type_ and "kind" in type_.fields:  # not WatchEvent, which is no Object
                yield api_version, kind, type_


def filled(type_: Type, random: Random, depth: int = 0) -> Any:
    """A value of the type, with about half of its optional fields."""
    if type_.shape == "struct":
        names = type_.fields if depth < DEEPEST else ()
        chosen = [name for name in names if type_.fields[name].required or random.random() < 0.5]
        return {name: filled(type_.fields[name].type, random, depth + 1) for name in chosen}
    if type_.inner is None:
        return VALUES.get(type_.shape, 1)
    entries = [filled(type_.inner, random, depth + 1) for _ in range(random.randint(0, 2))]
    return entries if type_.shape == "list" else {f"key-{number}": entry for number, entry in enumerate(entries)}


def places(
    value: Any, type_: Type, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Type, Any]]:
    """The path of each value in ``value``, its type, and the mapping or list around it."""
    if type_.shape == "struct":
        inside = [(name, type_.fields[name].type) for name in value]
    elif type_.inner is None:
        return
    else:
        inside = [(key, type_.inner) for key in (range(len(value)) if type_.shape == "list" else value)]
    for key, inner in inside:
        yield (*path, key), inner, value
        yield from places(value[key], inner, (*path, key))


@pytest.mark.parametrize("version", KUBERNETES_VERSIONS)
def test_a_planted_fault_is_found_at_its_place_and_nowhere_else(version: str) -> None:
    minor = version_named(version).minor
    kinds, random = Kinds(minor), Random(minor)
    tried = 0
    for api_version, kind, type_ in every_kind(minor):
        value = filled(type_, random) | {"apiVersion": api_version, "kind": kind}
        findings = decoding_findings(value, kinds)
        assert (findings.errors, findings.unknown) == ([], []), (api_version, kind)
        around = list(places(value, type_))
        structs = [
            ((), value),
            *((path, inside[path[-1]]) for path, inner, inside in around if inner.shape == "struct"),
        ]
        path, struct = random.choice(structs)
        struct["unheardOf"] = 1
        findings = decoding_findings(value, kinds)
        assert [field.path for field in findings.unknown] == [FieldPath((*path, "unheardOf"))], (kind, path)
        assert findings.errors == []
        del struct["unheardOf"]
        typed = [place for place in around if place[1].shape != "any" and place[0] not in (("apiVersion",), ("kind",))]
        if not typed:
            continue
        path, inner, inside = random.choice(typed)
        inside[path[-1]] = [[1]] if inner.shape != "list" else "text"
        findings = decoding_findings(value, kinds)
        assert [error.path for error in findings.errors] == [FieldPath(path)], (kind, path)
        assert findings.unknown == []
        tried += 1
    assert tried > 150
