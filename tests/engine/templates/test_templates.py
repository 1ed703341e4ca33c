"""From a Template and values to Objects and facts."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.reading import read
from playground.engine.templates import Origin, ProcessedTemplate, process
from playground.engine.templates.refusals import refusal
from playground.engine.templates.template import find_templates

OPENSHIFT = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: demo}\n"
PROPOSAL = "apiVersion: v1\nkind: Template\nmetadata: {name: demo}\n"


def run(text: str, dialect: str = "auto", labels: dict[str, str] | None = None, /, **values: str) -> ProcessedTemplate:
    template = find_templates(read(text).documents)[0]
    return process(template, Inputs(values=values, dialect=dialect, labels=labels or {}), random=Random(1))


def values(processed: ProcessedTemplate) -> list[Any]:
    return [item.value for item in processed.objects]


def patterns(processed: ProcessedTemplate) -> list[tuple[str, str]]:
    return [(problem.pattern, str(problem.path)) for problem in processed.problems]


DATABASE = """\
{
  "kind": "Template", "apiVersion": "v1",
  "metadata": {"name": "documents"},
  "labels": {"template": "documents"},
  "objects": [
    {"kind": "Service", "apiVersion": "v1", "metadata": {"name": "$(NAME)"},
     "spec": {"ports": [{"name": "db", "targetPort": 27017}], "selector": {"name": "$(NAME)"}}},
    {"kind": "ReplicationController", "apiVersion": "v1", "metadata": {"name": "$(NAME)", "namespace": "shop"},
     "spec": {"replicas": "$(REPLICAS)", "template": {"spec": {"containers": [
       {"name": "db", "image": "registry.example/db:1", "env": [
         {"name": "USER", "value": "${USER}"},
         {"name": "PASSWORD", "value": "${PASSWORD}"},
         {"name": "GREETING", "value": "$(REPLICAS) of $(NAME), $$(NAME), $(OTHER)"}]}]}}}}
  ],
  "parameters": [
    {"name": "NAME", "value": "documents", "required": true, "type": "string"},
    {"name": "USER", "generate": "expression", "from": "user[A-Z0-9]{3}", "required": true, "type": "string"},
    {"name": "PASSWORD", "generate": "expression", "from": "[a-zA-Z0-9]{16}", "required": true, "type": "string"},
    {"name": "REPLICAS", "value": "1", "required": true, "type": "int"}
  ]
}
"""


def test_the_example_of_the_proposal_is_processed() -> None:
    processed = run(DATABASE)
    service, controller = values(processed)
    env = controller["spec"]["template"]["spec"]["containers"][0]["env"]
    assert service["metadata"] == {"name": "documents", "labels": {"template": "documents"}}
    assert controller["metadata"] == {"name": "documents", "namespace": "shop", "labels": {"template": "documents"}}
    assert (controller["spec"]["replicas"], type(controller["spec"]["replicas"])) == (1, int)
    assert env[0]["value"].startswith("user")
    assert (len(env[0]["value"]), len(env[1]["value"])) == (7, 16)
    assert env[2]["value"] == "1 of documents, $$(NAME), $(OTHER)"
    assert patterns(processed) == [("legacy-api-version", "apiVersion")]
    assert [reference.name for reference in processed.references if reference.fate == "undeclared"] == ["OTHER"]
    assert refusal(processed, "FILE") == ""


def test_the_same_template_in_the_other_dialect_is_refused_but_shown() -> None:
    processed = run(DATABASE, "openshift")
    assert values(processed)[0]["metadata"]["name"] == "$(NAME)"
    assert refusal(processed, "FILE").endswith(
        'no kind "Template" is registered for version "v1" in scheme "k8s.io/kubectl/pkg/scheme/scheme.go:28"'
    )


def test_the_order_is_message_labels_objects() -> None:
    text = (
        OPENSHIFT + "message: ${A}\nlabels: {'k${A}': '${A}'}\nparameters: [{name: A, value: x}]\n"
        "objects: [{kind: A, a: '${A}'}]"
    )
    processed = run(text)
    assert (processed.message, processed.labels) == ("x", {"kx": "x"})
    assert values(processed) == [{"kind": "A", "a": "x", "apiVersion": "", "metadata": {"labels": {"kx": "x"}}}]
    assert [str(reference.path) for reference in processed.references] == [
        "message",
        "labels[k${A}]",
        "labels[k${A}]",
        "objects[0].a",
    ]


def test_given_labels_have_precedence_over_the_templates() -> None:
    text = OPENSHIFT + "labels: {a: '1', b: '2'}\nobjects: [{kind: A}]"
    assert run(text, "auto", {"b": "3", "c": "4"}).labels == {"a": "1", "b": "3", "c": "4"}
    assert run(OPENSHIFT, "auto", {"c": "4"}).labels == {"c": "4"}
    assert run(OPENSHIFT).labels is None


def test_label_keys_that_become_equal_are_recorded() -> None:
    processed = run(OPENSHIFT + "labels: {'${A}': '1', x: '2'}\nparameters: [{name: A, value: x}]")
    assert processed.labels == {"x": "2"}
    assert patterns(processed) == [("key-collision", "labels.x")]


def test_labels_that_are_no_text_are_taken_as_written() -> None:
    processed = run(OPENSHIFT + "labels: {a: 010, b: null, c: [x]}")
    assert processed.labels == {"a": "010", "b": ""}
    assert patterns(processed) == [("wrong-type", "labels.a"), ("wrong-type", "labels.c")]


def test_a_hard_coded_namespace_is_removed_in_openshift_only() -> None:
    objects = "objects: [{apiVersion: v1, kind: A, metadata: {name: a, namespace: x}}]"
    stripped, unchanged = run(OPENSHIFT + objects), run(PROPOSAL + objects)
    assert values(stripped)[0]["metadata"] == {"name": "a"}
    assert patterns(stripped) == [("namespace-stripped", "objects[0].metadata.namespace")]
    assert values(unchanged)[0]["metadata"] == {"name": "a", "namespace": "x"}


def test_a_list_keeps_its_namespace_and_takes_no_labels() -> None:
    text = (
        OPENSHIFT
        + "labels: {z: '1'}\nobjects: [{apiVersion: v1, kind: PodList, metadata: {namespace: x}, items: [{a: 1}]}]"
    )
    processed = run(text)
    [pods] = values(processed)
    assert pods["metadata"] == {"namespace": "x"}
    assert pods["items"] == [{"a": 1, "kind": "Pod", "apiVersion": "v1"}]
    message = "label could not be applied: object does not implement the Object interfaces"
    assert (
        refusal(processed, "FILE")
        == f'The Template "demo" is invalid: item[0].labels: Invalid value: {{"z":"1"}}: {message}'
    )


@pytest.mark.parametrize(("labels", "expected"), [("{z: '1'}", '{"z":"1"}'), ("{}", "{}")])
def test_null_in_place_of_an_object_takes_no_labels_either(labels: str, expected: str) -> None:
    message = "label could not be applied: object does not implement the Object interfaces"
    refused = f'The Template "demo" is invalid: item[0].labels: Invalid value: {expected}: {message}'
    assert refusal(run(f"{OPENSHIFT}labels: {labels}\nobjects: [null]"), "FILE") == refused
    assert refusal(run(f"{OPENSHIFT}labels: null\nobjects: [null]"), "FILE") == ""
    assert refusal(run(f"{OPENSHIFT}labels: {labels}\nobjects: [null]", "proposal"), "FILE") == ""


def test_openshift_s_own_kinds_move_to_their_groups() -> None:
    processed = run(OPENSHIFT + "parameters: [{name: V, value: v1}]\nobjects: [{apiVersion: '${V}', kind: Route}]")
    assert values(processed) == [{"apiVersion": "route.openshift.io/v1", "kind": "Route"}]
    assert patterns(processed) == [("legacy-group", "objects[0].apiVersion")]
    assert processed.objects[0].pieces == {}
    assert values(run(PROPOSAL + "objects: [{apiVersion: v1, kind: Route}]")) == [{"apiVersion": "v1", "kind": "Route"}]


def test_lost_and_refused_labels_are_recorded() -> None:
    text = (
        OPENSHIFT
        + "labels: {z: '1'}\nobjects: [{kind: A, metadata: {labels: {a: 5, b: '${B}'}}}, {kind: A, metadata: null}]"
    )
    processed = run(text)
    assert values(processed)[0]["metadata"]["labels"] == {"z": "1"}
    assert patterns(processed) == [
        ("labels-dropped", "objects[0].metadata.labels"),
        ("labels-not-applied", "objects[1].metadata"),
    ]


def test_the_proposal_makes_metadata_for_its_labels() -> None:
    processed = run(
        PROPOSAL + "labels: {z: $(N)}\nparameters: [{name: N, type: int, value: '1'}]\n"
        "objects: [{kind: A}, {kind: B, metadata: null}]"
    )
    assert [value["metadata"] for value in values(processed)] == [{"labels": {"z": "1"}}] * 2


def test_a_label_of_the_template_is_not_traced_to_the_label_it_replaced() -> None:
    text = (
        OPENSHIFT + "labels: {'a': new}\nparameters: [{name: P, value: a}]\n"
        "objects: [{kind: A, metadata: {labels: {'${P}': 'x${P}'}}}]"
    )
    [item] = run(text).objects
    assert item.value["metadata"]["labels"] == {"a": "new"}
    assert (item.pieces, item.keys) == ({}, {})


def test_objects_have_their_place_in_the_text() -> None:
    text = (
        OPENSHIFT
        + 'parameters: [{name: P, value: web}]\nobjects:\n- x\n- null\n- {kind: A, metadata: {name: "${P}-1"}}\n'
    )
    processed = run(text)
    assert [str(item.path) for item in processed.objects] == ["objects[1]", "objects[2]"]
    assert {reference.object for reference in processed.references} == {1}
    item = processed.objects[1]
    assert str(item.span(FieldPath(("metadata", "name")), 0, 2)) == "8:31"
    assert item.document.source.slice(item.span(FieldPath(("metadata", "name")), 0, 2)) == "${P}"


def test_a_reference_to_a_parameter_that_needs_a_value_stays() -> None:
    processed = run(
        OPENSHIFT + "parameters: [{name: P, required: true}, {name: Q}]\nobjects: [{kind: A, a: '${P}', b: '${Q}'}]"
    )
    assert values(processed) == [{"kind": "A", "a": "${P}", "b": "", "apiVersion": ""}]
    assert [reference.fate for reference in processed.references] == ["missing", "substituted"]


def test_of_two_parameters_of_one_name_the_last_is_inserted() -> None:
    processed = run(
        OPENSHIFT + "parameters: [{name: P, value: a}, {name: P, value: b}]\nobjects: [{kind: A, a: '${P}'}]", P="given"
    )
    assert values(processed)[0]["a"] == "b"
    value = processed.value("P")
    assert value is not None
    assert (value.text, value.origin) == ("b", Origin.DEFAULT)
    assert processed.value("NO") is None


def test_values_are_not_substituted_again() -> None:
    text = (
        OPENSHIFT
        + "parameters: [{name: A, value: '${B}'}, {name: B, value: b}]\nobjects: [{kind: A, a: '${A}', b: '${A}${B}'}]"
    )
    assert values(run(text))[0] == {"kind": "A", "a": "${B}", "b": "b${B}", "apiVersion": ""}


def test_all_problems_are_found_at_once() -> None:
    text = (
        OPENSHIFT + "parameters: [{name: A, required: true}, {name: B, value: 5}, {nam: C}]\n"
        "objects: [x, {a: b}, {kind: A, b: [1]}]"
    )
    assert patterns(run(text, X="1")) == [
        ("wrong-type", "parameters[1].value"),
        ("unknown-field", "parameters[2].nam"),
        ("parameter-name-missing", "parameters[2].name"),
        ("unknown-parameter", "parameters"),
        ("required-parameter-missing", "parameters[0]"),
        ("object-not-a-mapping", "objects[0]"),
        ("object-kind-missing", "objects[1]"),
    ]


def test_output_that_would_be_too_large_is_not_built() -> None:
    value = "x" * 60_000
    objects = "".join(f"- {{kind: A, a: '{'${P}' * 10}'}}\n" for _ in range(10))
    processed = run(OPENSHIFT + f"parameters: [{{name: P, value: {value}}}]\nobjects:\n{objects}")
    assert processed.objects == ()
    assert [problem.pattern for problem in processed.problems] == ["output-too-large"]
    assert refusal(processed, "FILE").startswith("error: objects[6].a: the output would have more than")


@pytest.mark.parametrize(
    ("limits", "text", "message"),
    [
        (Limits(parameters=2), "parameters: [{name: A}, {name: B}%s]", "the Template has 3 parameters; the limit is 2"),
        (Limits(objects=2), "objects: [{kind: A}, {kind: B}%s]", "the Template has 3 objects; the limit is 2"),
        (
            Limits(value_characters=3),
            "parameters: [{name: A, value: abc%s}]",
            "the value of `A` has 4 characters; the limit is 3",
        ),
    ],
)
def test_each_limit_on_a_template_holds_at_its_number_and_one_past_it(limits: Limits, text: str, message: str) -> None:
    for more in ("", "d" if "value" in text else ", {name: C, kind: C}"):
        template = find_templates(read(OPENSHIFT + text % more).documents)[0]
        processed = process(template, random=Random(1), limits=limits)
        assert processed.full is bool(more)
        messages = [
            problem.detail["message"] for problem in processed.problems if problem.pattern == "output-too-large"
        ]
        assert messages == ([message] if more else [])
        assert bool(processed.objects) is ("objects" in text and not more)
        assert len(processed.values) == len(processed.template.parameters) <= limits.parameters


def test_a_given_value_is_limited_as_a_default_is() -> None:
    text = OPENSHIFT + "parameters: [{name: A}]\nobjects: [{kind: X, a: '${A}'}]"
    assert values(run(text, A="x" * Limits().value_characters))[0]["a"] == "x" * 65_536
    refused = run(text, A="x" * (Limits().value_characters + 1))
    assert (refused.objects, patterns(refused)) == ((), [("output-too-large", "parameters[0]")])


def test_the_document_is_not_modified() -> None:
    text = (
        OPENSHIFT + "labels: {z: '1'}\nobjects: [{kind: Route, metadata: {namespace: x, labels: {a: b}}},"
        " {kind: List, items: [{}]}]"
    )
    document = read(text).documents[0]
    before = copy.deepcopy(document.value)
    process(find_templates([document])[0], Inputs(), random=Random(1))
    assert document.value == before


def test_a_template_in_a_list_is_processed_in_its_place() -> None:
    text = (
        "kind: List\nitems:\n- kind: Template\n  parameters: [{name: P, value: x}]\n  objects: [{kind: A, a: $(P)}]\n"
    )
    processed = run(text)
    assert values(processed) == [{"kind": "A", "a": "x"}]
    assert str(processed.references[0].path) == "items[0].objects[0].a"
    assert processed.objects[0].path == ROOT / "items" / 0 / "objects" / 0


scalars = st.none() | st.booleans() | st.integers() | st.sampled_from(
    ["${A}", "${{A}}", "$(A)", "$$(A)", "${B}-${{A}}", "x", "", "v1",
     "a/b/c", "Template", "expression", "[a-z]{3}", "A", "int", "null", "[1]"]
)  # fmt: skip
keys = st.sampled_from(
    ["name", "value", "from", "generate", "required", "type", "kind", "apiVersion", "metadata", "namespace", "labels",
     "items", "objects",
     "parameters", "message", "${A}", "${{A}}", "x"]
)  # fmt: skip
trees = st.recursive(
    scalars,
    lambda children: st.lists(children, max_size=4) | st.dictionaries(keys, children, max_size=5),
    max_leaves=25,
)


@given(
    fields=st.fixed_dictionaries(
        {},
        optional={
            "apiVersion": st.sampled_from(["v1", "template.openshift.io/v1", "foo", 5]),
            **dict.fromkeys(("metadata", "message", "labels", "objects", "parameters"), trees),
        },
    ),
    dialect=st.sampled_from(["auto", "openshift", "proposal"]),
    values=st.dictionaries(st.sampled_from(["A", "B", "x"]), st.sampled_from(["", "a", "${B}", "null", "3", "{}"])),
)
def test_any_template_can_be_processed(fields: dict[str, Any], dialect: str, values: dict[str, str]) -> None:
    text = json.dumps({"kind": "Template", **fields})
    processed = run(text, dialect, None, **values)
    refusal(processed, "FILE")
    for reference in processed.references:
        document, path = processed.template.document, reference.path
        find = document.key_text_span if reference.in_key else document.text_span
        reference_text = document.source.slice(find(path, reference.start, reference.end))
        assert reference.name in reference_text
    for item in processed.objects:
        for path in item.pieces:
            assert item.where(path).is_under(item.path)
        paths = [*item.pieces, *item.keys, ROOT, FieldPath(("gone", 1))]
        assert item.all_offsets(paths) == [item.offsets(path) for path in paths]
