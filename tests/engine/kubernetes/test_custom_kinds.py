"""A pasted CustomResourceDefinition describes its kind: the same walk judges the kind's Objects."""

from __future__ import annotations

import json
from typing import Any

import pytest

from playground.engine import apply_errors, evaluate
from tests.cost import steps
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

DEFINITION = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: boxes.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Box, plural: boxes}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer}
              color: {type: string, enum: [red, blue]}
              port: {x-kubernetes-int-or-string: true}
              parts: {type: array, items: {type: object, properties: {weight: {type: number}}}}
              labels: {type: object, additionalProperties: {type: string}}
              rest: {type: object, x-kubernetes-preserve-unknown-fields: true}
  - {name: v2, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
---
"""
BOX = "apiVersion: example.com/v1\nkind: Box\nmetadata: {name: a}\nspec: SPEC\n"


def codes(spec: str) -> list[tuple[str, str]]:
    """The codes and fields of the diagnostics about a Box with this spec."""
    text = DEFINITION + BOX.replace("SPEC", spec)
    return [(diagnostic.code, diagnostic.field) for diagnostic in evaluate(text).diagnostics]


def test_an_object_that_its_definition_allows_has_no_diagnostic() -> None:
    spec = "{size: 1, color: red, port: http, parts: [{weight: 1.5}], labels: {a: b}, rest: {any: {thing: 1}}}"
    assert codes(spec) == []


@pytest.mark.parametrize(
    ("spec", "code", "field"),
    [
        ("{sise: 1}", "POD609", "spec.sise"),
        ("{parts: [{wait: 1}]}", "POD609", "spec.parts[0].wait"),
        ("{size: big}", "POD602", "spec.size"),
        ("{size: 1.5}", "POD602", "spec.size"),
        ("{labels: {a: 1}}", "POD601", "spec.labels.a"),
        ("{parts: {weight: 1}}", "POD602", "spec.parts"),
        ("{port: true}", "POD602", "spec.port"),
        ("{color: green}", "POD623", "spec.color"),
    ],
)
def test_what_the_definition_does_not_allow_is_found_at_its_place(spec: str, code: str, field: str) -> None:
    assert codes(spec) == [(code, field)]


def test_the_words_are_those_of_the_servers_validation() -> None:
    text = DEFINITION + BOX.replace("SPEC", "{size: big}")
    error = 'Invalid value: "string": spec.size in body must be of type integer: "string"'
    sentence = f'Box "a" is invalid: spec.size: {error}'
    assert find_diagnostic(text, "POD602").hint.endswith(f"The API server says: {sentence}")
    assert apply_errors(evaluate(text), "x.yaml") == (f"The {sentence}",)
    (error,) = apply_errors(evaluate(DEFINITION + BOX.replace("SPEC", "{size: big, sise: 1}")), "x.yaml")
    assert error.endswith(' cannot be handled as a Box: strict decoding error: unknown field "spec.sise"')


def test_the_metadata_is_that_of_every_object() -> None:
    text = DEFINITION + BOX.replace("{name: a}", "{nmae: a}").replace("SPEC", "{size: 1}")
    assert find_diagnostic(text, "POD609").hint == "Did you mean `name`?"


@pytest.mark.parametrize("version", ["example.com/v2", "other.com/v1"])
def test_a_version_without_a_served_schema_is_not_judged(version: str) -> None:
    text = DEFINITION + BOX.replace("example.com/v1", version).replace("SPEC", "{sise: 1}")
    assert find_diagnostics(text, "POD609") == []


SCHEMA = "{type: object, properties: {spec: {type: [a], properties: 1, required: [[]], enum: [[]]}}}"
VERSIONS = "spec: {group: example.com, names: {kind: Box}, versions: [{name: v1, schema: {openAPIV3Schema: HERE}}]}"


@pytest.mark.parametrize(
    "wrong",
    [
        "spec: 1",
        "spec: {versions: 1}",
        "spec: {names: {kind: 1}, versions: [1]}",
        VERSIONS.replace("HERE", "1"),
        VERSIONS.replace("HERE", SCHEMA),
    ],
)
def test_a_definition_of_another_shape_describes_nothing(wrong: str) -> None:
    text = f"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n{wrong}\n---\n{BOX}"
    diagnostics = find_diagnostics(text.replace("SPEC", "{sise: 1}"), "POD601", "POD602", "POD609")
    assert [diagnostic for diagnostic in diagnostics if diagnostic.field.startswith("spec.sise")] == []


def test_kinds_without_a_definition_are_named_once() -> None:
    text = BOX.replace("SPEC", "{sise: 1}")
    diagnostic = find_diagnostic(f"{text}---\n{text}---\n{text.replace('Box', 'Bag')}", "POD624")
    assert diagnostic.message == "The fields of `Box`, `Bag` are not checked."
    assert diagnostic.span.start.line == 2
    assert find_diagnostics(DEFINITION + text, "POD624") == []


def test_a_definition_of_no_mapping_judges_nothing() -> None:
    for schema in ("{type: string, properties: {a: {}}}", "{type: array, items: {type: string}, properties: {a: {}}}"):
        before, key, _ = DEFINITION.partition("openAPIV3Schema:")
        text = f"{before}{key} {schema}\n---\n{BOX.replace('SPEC', '{sise: 1}')}"
        assert evaluate(text).diagnostics == ()


def many_values(count: int) -> str:
    """A Box with so many unknown fields and colors, and its definition with so many fields and values of a color."""
    color = {"type": "string", "enum": [f"red{index}" for index in range(count)]}
    part = {"type": "object", "properties": {"color": color}}
    fields: dict[str, Any] = {
        f"a{index}": {"type": "object", "properties": {f"z{index}": {"type": "string"}}} for index in range(count)
    }
    fields["colors"] = {"type": "object", "additionalProperties": part}
    schema = {"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}
    versions = [{"name": "v1", "served": True, "schema": {"openAPIV3Schema": schema}}]
    names = {"group": "example.com", "names": {"kind": "Box"}, "versions": versions}
    definition = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "spec": names}
    spec: dict[str, Any] = {f"zz{index}": 1 for index in range(count)}
    spec["colors"] = {f"k{index}": {"color": "x"} for index in range(count)}
    box = {"apiVersion": "example.com/v1", "kind": "Box", "metadata": {"name": "a"}, "spec": spec}
    return f"{json.dumps(definition)}\n---\n{json.dumps(box)}\n"


@pytest.mark.nightly
def test_many_fields_and_values_of_a_definition_cost_in_proportion() -> None:
    few, many = (many_values(count) for count in (250, 1_000))
    assert steps(lambda: evaluate(many)) < 6 * steps(lambda: evaluate(few))
