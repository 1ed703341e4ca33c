"""The output as lines: its shapes, the Object and field of each line, and the diff of two outputs."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from playground.engine.inputs import Inputs
from playground.engine.location import FieldPath
from playground.engine.output import DiffLine, OutputLines, diff_lines, output_lines
from playground.engine.processing import ProcessedTemplate, process
from playground.engine.source import read
from playground.engine.template import find_templates
from tests.cost import growth

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


def processed() -> ProcessedTemplate:
    template = find_templates(read(TEMPLATE).documents)[0]
    return process(template, Inputs(values={"NAME": "db1"}), Random(1))


def signs(before: Any, after: Any, syntax: str = "yaml") -> str:
    """The diff as text, one line each."""
    lines = diff_lines(output_lines(before, syntax=syntax), output_lines(after, syntax=syntax))
    return "\n".join(f"{line.sign}{line.text}" for line in lines)


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
    nothing = process(template, Inputs(values={}), Random(1))
    assert text_of([], shape="list", template=nothing).endswith("metadata: {}\nitems: null\n")
    assert text_of(processed().objects[:0], shape="list", template=processed()).endswith("items: []\n")


@pytest.mark.parametrize("syntax", ["yaml", "json"])
@pytest.mark.parametrize("shape", ["documents", "list"])
def test_every_line_knows_its_object_and_its_field_there(syntax: str, shape: str) -> None:
    lines = output_lines([POD, SERVICE], syntax=syntax, shape=shape)
    found = [(line.object, str(line.path)) for line in lines if "80" in line.text or "name" in line.text]
    assert found == [(0, "metadata.name"), (1, "spec.ports[0]")]


@pytest.mark.parametrize("shape", ["documents", "list"])
def test_a_range_of_lines_equals_that_part_of_all_lines(shape: str) -> None:
    lines = output_lines([POD, SERVICE], shape=shape)
    assert [*lines] == [lines[at] for at in range(len(lines))] == [*lines[:3], *lines[3:]]
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
    template = processed()
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
    template = processed()
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


def test_equal_outputs_have_no_difference() -> None:
    assert signs([POD, SERVICE], [POD, SERVICE]) == "\n".join(
        f" {line}" for line in text_of([POD, SERVICE]).splitlines()
    )


def test_a_changed_value_is_shown_before_and_after() -> None:
    assert signs([{"a": "$(X)", "b": 1}], [{"a": "x", "b": 1}]) == "-a: $(X)\n+a: x\n b: 1"


def test_a_diff_line_knows_its_object_and_field() -> None:
    lines = diff_lines(output_lines([POD, {"a": 1}]), output_lines([POD, {"a": 2}]))
    assert lines[-2:] == (DiffLine("-", "a: 1", 1, FieldPath(("a",))), DiffLine("+", "a: 2", 1, FieldPath(("a",))))


def test_a_changed_key_replaces_its_whole_value() -> None:
    before = [{"data": {"${N}": {"a": 1, "b": 2}, "z": 1}}]
    after = [{"data": {"m": {"a": 1, "b": 2}, "z": 1}}]
    assert signs(before, after) == " data:\n-  ${N}:\n-    a: 1\n-    b: 2\n+  m:\n+    a: 1\n+    b: 2\n   z: 1"


def test_added_labels_are_the_only_difference() -> None:
    before = [{"metadata": {"name": "a"}, "spec": 1}]
    after = [{"metadata": {"name": "a", "labels": {"app": "b", "tier": "c"}}, "spec": 1}]
    assert signs(before, after) == " metadata:\n   name: a\n+  labels:\n+    app: b\n+    tier: c\n spec: 1"


def test_a_removed_namespace_is_the_only_difference() -> None:
    before = [{"metadata": {"name": "a", "namespace": "prod", "uid": "u"}, "spec": 1}]
    after = [{"metadata": {"name": "a", "uid": "u"}, "spec": 1}]
    assert signs(before, after) == " metadata:\n   name: a\n-  namespace: prod\n   uid: u\n spec: 1"


def test_the_lines_of_a_text_that_changed_are_compared_one_by_one() -> None:
    before = [{"run": "set -e\necho $(A)\n\nexit\n"}]
    after = [{"run": "set -e\necho a\nsleep 1\n\nexit\n"}]
    assert signs(before, after) == " run: |\n   set -e\n-  echo $(A)\n+  echo a\n+  sleep 1\n \n   exit"


def test_a_text_that_becomes_one_line_is_removed_and_added() -> None:
    assert signs([{"a": "x\ny\n", "b": 1}], [{"a": "x", "b": 1}]) == "-a: |\n-  x\n-  y\n+a: x\n b: 1"


def test_a_comma_alone_is_not_a_difference_in_json() -> None:
    assert signs([{"a": 1}], [{"a": 1, "b": {"c": 2}}], "json") == (' {\n   "a": 1,\n+  "b": {\n+    "c": 2\n+  }\n }')


def test_a_comma_within_a_text_is_a_difference() -> None:
    assert signs([{"a": "x,"}], [{"a": "x"}]) == '-a: "x,"\n+a: x'
    assert signs([{"a": "x,\ny,"}], [{"a": "x\ny,"}]) == " a: |-\n-  x,\n+  x\n   y,"


def test_a_moved_field_is_removed_and_added() -> None:
    before = [{"a": 1, "b": 2, "c": 3, "d": 4}]
    assert signs(before, [{"d": 4, "a": 1, "b": 2, "c": 3}]) == "+d: 4\n a: 1\n b: 2\n c: 3\n-d: 4"
    assert signs(before, [{"b": 2, "c": 3, "d": 4, "a": 1}]) == "-a: 1\n b: 2\n c: 3\n d: 4\n+a: 1"


def test_objects_missing_on_one_side_are_removed_or_added() -> None:
    assert signs([{"a": 1}], [{"a": 1}, {"a": 2}]) == " a: 1\n+---\n+a: 2"
    assert signs([{"a": 1}, {"a": 2}], [{"a": 1}]) == " a: 1\n----\n-a: 2"


@pytest.mark.parametrize("syntax", ["yaml", "json"])
def test_both_sides_can_be_reconstructed_from_any_diff(syntax: str) -> None:
    random = Random(7)
    for _ in range(500):
        before, after = ([_object(random) for _ in range(random.randint(0, 3))] for _ in range(2))
        old, new = output_lines(before, syntax=syntax), output_lines(after, syntax=syntax)
        lines = diff_lines(old, new)
        assert [line.text for line in lines if line.sign != "-"] == [line.text for line in new]
        # A line without a sign has the text of the new side, whose comma may differ.
        left = [line.text.rstrip(",") for line in lines if line.sign != "+"]
        assert left == [line.text.rstrip(",") for line in old]


def _object(random: Random) -> Any:
    keys = random.sample("abcdef", random.randint(0, 5))
    leaves: tuple[Any, ...] = (
        1,
        "x",
        "x\ny\n",
        "x\n\ny\nx\n",
        {},
        [],
        {"a": 1, "b": "q\nr"},
        {"b": 1},
        [1, {"a": "x"}],
        [2],
    )
    return {key: random.choice(leaves) for key in keys}


def test_a_diff_of_unlike_texts_takes_linear_time() -> None:
    def unlike(size: int) -> tuple[OutputLines, OutputLines]:
        shuffled = [f"line {n % 700}" for n in range(2 * size)]
        before = [{"text": "\n".join(shuffled), **{f"k{n}": n for n in range(size)}}]
        Random(3).shuffle(shuffled)
        after = [{"text": "\n".join(shuffled), **{f"k{n}": -n for n in reversed(range(size))}}]
        return output_lines(before), output_lines(after)

    assert growth(unlike, lambda sides: diff_lines(*sides), 1_000) < 8
