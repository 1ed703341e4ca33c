"""The output as lines: its shapes, and the Object and field of each line."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from playground.engine.model.inputs import Inputs
from playground.engine.model.location import FieldPath
from playground.engine.printing.shapes import output_lines
from playground.engine.reading import read
from playground.engine.templates import ProcessedTemplate, process
from playground.engine.templates.template import find_templates

POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}}
SERVICE = {"kind": "Service", "spec": {"ports": [80]}}
TEMPLATE = """\
kind: Template
apiVersion: template.openshift.io/v1
metadata:
  name: db
message: Hello ${NAME}
labels:
  app: ${NAME}
objects:
- apiVersion: v1
  kind: Secret
  metadata:
    name: ${NAME}
  stringData:
    password: ${PASSWORD}
parameters:
- name: NAME
  value: old
- name: PASSWORD
  generate: expression
  from: '[a]x'
- name: NOTHING
- name: EMPTY
  value: ''
"""


def text_of(objects: Any, **options: Any) -> str:
    return "".join(f"{line.text}\n" for line in output_lines(objects, **options))


def process_template() -> ProcessedTemplate:
    template = find_templates(read(TEMPLATE).documents)[0]
    return process(template, Inputs(values={"NAME": "db1"}), random=Random(1))


def test_documents_in_yaml_are_separated_by_three_dashes() -> None:
    assert text_of([POD, SERVICE]) == (
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n---\nkind: Service\nspec:\n  ports:\n  - 80\n"
    )


def test_documents_in_json_follow_one_another() -> None:
    text = text_of([POD, SERVICE], syntax="json")
    first, end = json.JSONDecoder().raw_decode(text)
    assert (first, json.loads(text[end:])) == (POD, SERVICE)


@pytest.mark.parametrize("syntax", ["yaml", "json"])
def test_a_list_holds_every_object(syntax: str) -> None:
    value = read(text_of([POD, SERVICE], syntax=syntax, shape="list")).documents[0].value
    assert value == {"kind": "List", "apiVersion": "v1", "metadata": {}, "items": [POD, SERVICE]}


@pytest.mark.parametrize("syntax", ["yaml", "json"])
def test_without_objects_the_output_is_an_empty_list_or_empty(syntax: str) -> None:
    assert read(text_of([], syntax=syntax, shape="list")).documents[0].value["items"] == []
    assert not output_lines([], syntax=syntax)


def test_the_list_of_a_template_without_objects_has_no_items() -> None:
    template = find_templates(read("kind: Template\n").documents)[0]
    nothing = process(template, Inputs(values={}), random=Random(1))
    assert text_of([], shape="list", template=nothing).endswith("metadata: {}\nitems: null\n")
    assert text_of(process_template().objects[:0], shape="list", template=process_template()).endswith("items: []\n")


@pytest.mark.parametrize("syntax", ["yaml", "json"])
@pytest.mark.parametrize("shape", ["documents", "list"])
def test_every_line_knows_its_object_and_its_field_there(syntax: str, shape: str) -> None:
    lines = output_lines([POD, SERVICE], syntax=syntax, shape=shape)
    places = [(line.object, str(line.path)) for line in lines if "80" in line.text or "name" in line.text]
    assert places == [(0, "metadata.name"), (1, "spec.ports[0]")]


@pytest.mark.parametrize("shape", ["documents", "list"])
def test_a_range_of_lines_equals_that_part_of_all_lines(shape: str) -> None:
    lines = output_lines([POD, SERVICE], shape=shape)
    assert [*lines] == [lines[index] for index in range(len(lines))] == [*lines[:3], *lines[3:]]
    assert [tuple(line) for line in lines] == list(zip(lines.texts, lines.objects, lines.paths, strict=True))
    assert {type(line.path) for line in (lines[0], *lines[1:], *lines)} == {FieldPath}


@pytest.mark.parametrize("syntax", ["yaml", "json"])
@pytest.mark.parametrize("shape", ["documents", "list"])
def test_the_first_lines_equal_the_beginning_of_all_lines(syntax: str, shape: str) -> None:
    everything = output_lines([POD, SERVICE] * 3, syntax=syntax, shape=shape)
    for most in range(1, len(everything) + 2):
        first = output_lines([POD, SERVICE] * 3, syntax=syntax, shape=shape, most=most)
        assert [*first] == [*everything[:most]]
        assert first.total == len(everything) == everything.total


@pytest.mark.parametrize("syntax", ["yaml", "json"])
@pytest.mark.parametrize("shape", ["documents", "list"])
def test_the_first_characters_are_those_of_whole_lines(syntax: str, shape: str) -> None:
    everything = output_lines([POD, SERVICE] * 2, syntax=syntax, shape=shape)
    for characters in range(0, sum(map(len, everything.texts)) + 2, 5):
        first = output_lines([POD, SERVICE] * 2, syntax=syntax, shape=shape, characters=characters)
        assert [*first] == [*everything[: len(first)]]
        assert first.total == len(everything)
        separators = 3 * first.texts.count("---")  # these are not counted
        assert sum(map(len, first.texts)) <= characters + separators
        assert len(first) == len(everything) or sum(map(len, everything.texts[: len(first) + 1])) > characters


def test_lines_around_the_objects_belong_to_none() -> None:
    lines = output_lines([POD], shape="list")
    assert [line.text for line in lines if line.object is None] == [
        "kind: List",
        "apiVersion: v1",
        "metadata: {}",
        "items:",
    ]
    assert [line.text for line in output_lines([POD, POD]) if line.object is None] == ["---"]


def test_the_processed_template_holds_values_labels_message_and_objects() -> None:
    template = process_template()
    value = read(text_of(template.objects, shape="template", template=template)).documents[0].value
    assert list(value) == ["kind", "apiVersion", "metadata", "message", "labels", "objects", "parameters"]
    assert (value["message"], value["labels"]) == ("Hello db1", {"app": "db1"})
    assert value["objects"] == [item.value for item in template.objects]
    assert value["objects"][0]["stringData"] == {"password": "[a]x"}
    assert [list(parameter.items()) for parameter in value["parameters"]] == [
        [("name", "NAME"), ("value", "db1")],
        [("name", "PASSWORD"), ("value", "[a]x"), ("generate", "expression"), ("from", "[a]x")],
        [("name", "NOTHING")],
        [("name", "EMPTY")],
    ]


def test_the_lines_of_a_processed_template_know_their_objects() -> None:
    template = process_template()
    lines = output_lines([*template.objects, POD], shape="template", template=template)
    assert [(line.object, str(line.path)) for line in lines if "password" in line.text] == [(0, "stringData.password")]
    assert {line.object for line in lines} == {None, 0}


def test_unknown_shapes_and_a_missing_template_are_errors() -> None:
    with pytest.raises(ValueError, match="unknown"):
        output_lines([], syntax="toml")
    with pytest.raises(ValueError, match="unknown"):
        output_lines([], shape="heap")
    with pytest.raises(ValueError, match="needs a processed Template"):
        output_lines([], shape="template")
