"""Walks through an Evaluation that several rules share."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

from playground.engine import Deadline, FieldPath, Inputs, evaluate
from playground.engine.reading.objects import DOLLARS, strings
from playground.engine.rules.walks import strings_below, strings_with_dollars

DEADLINE = Deadline()
_HEAD = """\
apiVersion: template.openshift.io/v1
kind: Template
parameters:
- {name: P, value: "a$(X)"}
- {name: LIST, value: '["$(IN)", {"a": "$"}]'}
- {name: NULL, value: "null"}
- {name: KEY, value: same}
"""
_OBJECTS = (
    "{apiVersion: v1, kind: A, data: {a: $(B), b: '${P}', c: '${NO}', d: ['x', '$', '${P}'], e: none}}",
    "{apiVersion: v1, kind: A, data: {a: '${{NULL}}', b: $(B), '${KEY}': '$(LOST)', same: '$(KEPT)'}}",
    "{apiVersion: v1, kind: A, data: {'${P}': {'$': '$(B)'}}}",
    "{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: A, data: {a: $(B)}}, {b: $(C)}]}",
    "{apiVersion: v1, kind: A, metadata: {namespace: gone, name: web}, data: {z: $(Z)}}",
)
_CHANGED = (  # after substitution, or made of a value
    "{apiVersion: v1, kind: A, data: {b: $(B), a: '${{LIST}}', c: $(C)}}",
    "{apiVersion: 1, kind: $(B), data: {a: $(C)}}",
    "{apiVersion: $(B), kind: A, data: {a: $(C)}}",
    "{apiVersion: v1, kind: A, metadata: {labels: {team: $(B), own: $(C)}}}",
    "{apiVersion: v1, kind: A, metadata: {name: $(B)}, data: {z: $(Z)}}",
)


def template(item: str, labels: str = "{team: web}") -> str:
    return f"{_HEAD}labels: {labels}\nobjects:\n- {item}\n"


@pytest.mark.parametrize("text", [*_OBJECTS, *_CHANGED])
@pytest.mark.parametrize("labels", ["{team: web}", "{team: $(L)}", "{}"])
@pytest.mark.parametrize("dialect", ["openshift", "proposal"])
def test_the_strings_with_a_dollar_are_those_of_a_walk(text: str, labels: str, dialect: str) -> None:
    for item in evaluate(template(text, labels), Inputs(dialect=dialect)).objects:
        assert list(strings_with_dollars(item, DEADLINE)) == list(strings(item.value, DEADLINE))


@pytest.mark.parametrize("text", _OBJECTS)
def test_processing_remembers_the_strings_with_a_dollar_of_an_unchanged_object(text: str) -> None:
    processed = evaluate(template(text)).processed
    assert processed is not None
    assert processed.objects[0].remembered[DOLLARS] == list(strings(processed.objects[0].value, DEADLINE))


def test_strings_below_a_mapping_are_the_same_whether_remembered_or_not() -> None:
    item = evaluate(template(_OBJECTS[0])).objects[0]
    data = FieldPath(("data",))
    below = list(strings_below(item, data, {"d"}, DEADLINE))
    item.remembered.clear()
    assert below == list(strings_below(item, data, {"d"}, DEADLINE))
    assert [text for _, text in below] == ["$(B)", "a$(X)", "${NO}"]


def test_there_are_no_strings_below_a_string() -> None:
    item = evaluate(template(_OBJECTS[0])).objects[0]
    remembered = list(strings_below(item, FieldPath(("data", "a")), (), DEADLINE))
    item.remembered.clear()
    assert remembered == list(strings_below(item, FieldPath(("data", "a")), (), DEADLINE)) == []


@pytest.mark.parametrize(
    "item",
    [
        "{apiVersion: v1, kind: Pod, spec: $(X)}",
        "{apiVersion: apps/v1, kind: Deployment, spec: {template: {metadata: $(X), spec: {containers: [{name: a}]}}}}",
        "{apiVersion: apps/v1, kind: Deployment, spec: {template: {spec: $(X)}}}",
    ],
)
def test_text_with_a_dollar_where_a_pod_needs_a_mapping_is_reported(item: str) -> None:
    assert "POD602" in [diagnostic.code for diagnostic in evaluate(template(item)).diagnostics]


def test_the_paths_of_many_deep_strings_are_not_kept() -> None:
    value: Any = ["$"] * 2_000
    for _ in range(150):
        value = [value]
    tracemalloc.start()
    try:
        assert sum(1 for _ in strings(value, DEADLINE)) == 2_000
        assert tracemalloc.get_traced_memory()[1] < 200_000  # bytes; a path of 150 levels takes 1.2 kB
    finally:
        tracemalloc.stop()
