"""Fixes of unknown fields, in generated Objects of many kinds and in every style, give back what was there before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import yaml

from playground.engine import Diagnostic, apply_edits, read_plain
from tests.engine.kubernetes.test_planted_faults import every_kind, filled, places
from tests.engine.rules.finding import find_diagnostics

VALUES = [1, "text", {"a": [1, 2]}, [{"x": 1}, 2], None, "two\nlines\n"]
EVERY = 8  # one of so many kinds is tried
READ_OTHERWISE = ("Template", "CustomResourceDefinition")


def written(value: Any) -> Iterator[str]:
    """The value in five styles."""
    for flow in (False, True, None):
        yield yaml.safe_dump(value, sort_keys=False, default_flow_style=flow)
    yield json.dumps(value, indent=2)
    yield json.dumps(value)


def objects(random: Random) -> Iterator[tuple[dict[str, Any], list[tuple[Any, dict[str, Any]]]]]:
    """Objects of some kinds, each with the type of every struct in it, and that struct."""
    for number, (version, kind, type_) in enumerate(every_kind(36)):
        if number % EVERY == 0 and kind not in READ_OTHERWISE and not kind.endswith("List"):
            value = filled(type_, random) | {"apiVersion": version, "kind": kind}
            inside = [(inner, around[path[-1]]) for path, inner, around in places(value, type_)]
            yield value, [(type_, value), *(pair for pair in inside if pair[0].shape == "struct")]


def insert(struct: dict[str, Any], name: str, value: Any, random: Random) -> None:
    """Add an entry anywhere among the others."""
    entries = list(struct.items())
    entries.insert(random.randint(0, len(entries)), (name, value))
    struct.clear()
    struct.update(entries)


def without_empty(value: Any) -> Any:
    """The value without entries that are null or have nothing in them."""
    if isinstance(value, dict):
        entries = {key: without_empty(item) for key, item in value.items()}
        return {key: item for key, item in entries.items() if item not in (None, {})}
    return [without_empty(item) for item in value] if isinstance(value, list) else value


def unknown(text: str, name: str) -> list[Diagnostic]:
    return [item for item in find_diagnostics(text, "POD609") if item.field.rpartition(".")[2] == name]


def test_a_field_that_is_removed_leaves_everything_else() -> None:
    random, tried = Random(1), 0
    for value, structs in objects(random):
        before = json.dumps(without_empty(value))
        insert(random.choice(structs)[1], "zzqx", random.choice(VALUES), random)
        for text in written(value):
            (diagnostic,) = unknown(text, "zzqx")
            after = apply_edits(text, diagnostic.fixes[0].edits)
            assert json.dumps(without_empty(read_plain(after))) == before, text
            tried += 1
    assert tried > 80


def test_a_field_that_is_moved_comes_back_to_its_place() -> None:
    random, moved = Random(1), 0
    for value, structs in objects(random):
        before = without_empty(json.loads(json.dumps(value)))
        pairs = [
            (struct, struct[name], field)
            for type_, struct in structs
            for name in struct
            if type_.fields[name].type.shape == "struct"
            for field in struct[name]
            if field not in type_.fields
        ]
        if not pairs:
            continue
        outer, inner, field = random.choice(pairs)
        insert(outer, field, inner.pop(field), random)
        for text in written(value):
            for diagnostic in unknown(text, field)[:1]:
                if diagnostic.fix and diagnostic.fix.title.startswith("Move"):
                    assert without_empty(read_plain(apply_edits(text, diagnostic.fix.edits))) == before, text
                    moved += 1
    assert moved > 30
