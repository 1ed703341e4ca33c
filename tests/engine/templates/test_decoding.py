"""What decoding a Template refuses and drops."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from playground.engine.model.location import ROOT
from playground.engine.model.problems import Problem
from playground.engine.reading import read
from playground.engine.templates.decoding import (
    _checked,
    _fits,
    decoding_problems,
    envelope_error,
    head_key,
    template_type,
    written_json,
)
from tests.cost import growth


def problems(text: str) -> list[Problem]:
    document = read(text).documents[0]
    return list(decoding_problems(document, ROOT, document.value))


@pytest.mark.parametrize(
    ("field", "path", "message"),
    [
        ("parameters: [{value: 5}]", "parameters[0].value", "number GO Parameter.parameters.value of type string"),
        ("parameters: [{value: [5]}]", "parameters[0].value", "array GO Parameter.parameters.value of type string"),
        ("parameters: [{name: N}]", "parameters[0].name", "bool GO Parameter.parameters.name of type string"),
        ("parameters: [{required: 'true'}]", "parameters[0].required",
         "string GO Parameter.parameters.required of type bool"),
        ("parameters: {}", "parameters", "object GO Template.parameters of type []v1.Parameter"),
        ("parameters: [x]", "parameters[0]", "string GO Template.parameters of type v1.Parameter"),
        ("objects: x", "objects", "string GO Template.objects of type []runtime.RawExtension"),
        ("labels: [a]", "labels", "array GO Template.labels of type map[string]string"),
        ("labels: {a: 5}", "labels.a", "number GO Template.labels of type string"),
        ("message: 5", "message", "number GO Template.message of type string"),
        ("metadata: x", "metadata", "string GO Template.metadata of type v1.ObjectMeta"),
        ("metadata: {annotations: {a: true}}", "metadata.annotations.a",
         "bool GO ObjectMeta.metadata.annotations of type string"),
        ("metadata: {uid: 5}", "metadata.uid", "number GO ObjectMeta.metadata.uid of type types.UID"),
        ("metadata: {generation: x}", "metadata.generation", "string GO ObjectMeta.metadata.generation of type int64"),
        ("metadata: {generation: 1.50}", "metadata.generation",
         "number 1.5 GO ObjectMeta.metadata.generation of type int64"),
        ("metadata: {generation: 9223372036854775808}", "metadata.generation",
         "number 9223372036854775808 GO ObjectMeta.metadata.generation of type int64"),
        ("metadata: {creationTimestamp: 5}", "metadata.creationTimestamp",
         "number GO ObjectMeta.metadata.creationTimestamp of type string"),
        ("metadata: {ownerReferences: {}}", "metadata.ownerReferences",
         "object GO ObjectMeta.metadata.ownerReferences of type []v1.OwnerReference"),
        ("metadata: {ownerReferences: [1]}", "metadata.ownerReferences[0]",
         "number GO ObjectMeta.metadata.ownerReferences of type v1.OwnerReference"),
        ("metadata: {ownerReferences: [{controller: x}]}", "metadata.ownerReferences[0].controller",
         "string GO OwnerReference.metadata.ownerReferences.controller of type bool"),
        ("metadata: {managedFields: [{operation: 1, fieldsV1: 2}]}", "metadata.managedFields[0].operation",
         "number GO ManagedFieldsEntry.metadata.managedFields.operation of type v1.ManagedFieldsOperationType"),
    ],
)  # fmt: skip
def test_fields_that_oc_cannot_decode_are_refused_in_its_words(field: str, path: str, message: str) -> None:
    errors = problems(f"kind: Template\n{field}")
    assert [(problem.pattern, str(problem.path), problem.error) for problem in errors] == [
        ("wrong-type", path, f"json: cannot unmarshal {message.replace(' GO ', ' into Go struct field ')}")
    ]


@pytest.mark.parametrize(
    ("json_number", "number"),
    [
        ("1", ""),
        ("-1", ""),
        ("1.0", "1.0"),
        ("1e0", "1e0"),
        ("18446744073709551616", None),
        ("9223372036854775807", ""),
        ("9223372036854775808", None),
        ("-9223372036854775808", ""),
        ("-9223372036854775809", None),
    ],
)
def test_json_must_write_a_whole_number_without_fraction_or_exponent(json_number: str, number: str | None) -> None:
    errors = problems(f'{{"kind": "Template", "metadata": {{"deletionGracePeriodSeconds": {json_number}}}}}')
    message = f"number {json_number if number is None else number} into Go struct field ObjectMeta.metadata"
    assert [message in problem.error for problem in errors] == ([] if number == "" else [True])


def test_in_yaml_a_whole_number_may_have_a_point() -> None:
    assert problems("{kind: Template, metadata: {generation: 1.0}} # no JSON") == []


@pytest.mark.parametrize(
    "metadata",
    [
        "creationTimestamp: x",
        "deletionTimestamp: x",
        "annotations: [], deletionTimestamp: x",
        "managedFields: [{time: x, manager: 1}], name: 5",
    ],
)
def test_a_time_that_oc_cannot_read_is_its_first_error(metadata: str) -> None:
    error = problems(f"{{kind: Template, metadata: {{{metadata}}}}}")[0].error
    assert error == 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("{Kind: Template, APIVERSION: a}", "Kind"),
        ("{kind: Foo, Kind: Template}", "kind"),
        ("{Kind: Template, kind: null}", "Kind"),
        ('{"kind": "Foo", "Kind": "Template"}', "Kind"),
        ("{\u212aind: Template}", "\u212aind"),
        ("{metadata: {}}", "kind"),
    ],
)
def test_kind_and_version_may_be_written_in_any_case(text: str, key: str) -> None:
    document = read(text).documents[0]
    assert head_key(document, document.value, "kind") == key
    assert not [
        problem for problem in problems(text) if problem.detail.get("of") == "Template" and problem.path[0] == key
    ]


def test_a_kind_in_another_case_must_be_text_too() -> None:
    message = "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field"
    document = read("{kind: Pod, KIND: 5, apiVersion: v1}").documents[0]
    assert envelope_error(document) == f"{message} .kind of type string"


def test_a_version_that_is_no_text_has_an_error_of_its_own() -> None:
    message = "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field"
    assert [problem.error for problem in problems("{kind: Template, apiVersion: 1}")] == [
        f"{message} .apiVersion of type string"
    ]


def test_null_is_no_value_anywhere() -> None:
    text = "{kind: Template, objects: null, parameters: [null, {name: null, required: null}], labels: {a: null}}"
    assert problems(text) == []


def test_the_first_error_is_the_one_that_oc_meets_first() -> None:
    yaml = problems("kind: Template\nparameters: [{value: 1, name: 2}]\nlabels: 5")
    assert [str(problem.path) for problem in yaml] == ["labels", "parameters[0].name", "parameters[0].value"]
    json = problems('{"kind": "Template", "parameters": [{"value": 1, "name": 2}], "labels": 5}')
    assert [str(problem.path) for problem in json] == ["parameters[0].value", "parameters[0].name", "labels"]


@pytest.mark.parametrize(
    ("field", "path", "near"),
    [
        ("Parameters: []", "Parameters", "parameters"),
        ("example: x", "example", ""),
        ("parameters: [{requred: true}]", "parameters[0].requred", "required"),
        ("parameters: [{displayname: x}]", "parameters[0].displayname", "displayName"),
        ("metadata: {lables: {}}", "metadata.lables", "labels"),
    ],
)
def test_an_unknown_field_has_a_suggestion(field: str, path: str, near: str) -> None:
    [problem] = problems(f"kind: Template\n{field}")
    assert (problem.pattern, str(problem.path), problem.in_key) == ("unknown-field", path, True)
    assert (problem.detail["nearest"], problem.error) == (near, "")


def test_objects_and_labels_may_have_any_keys() -> None:
    assert problems("kind: Template\nobjects: [{anything: 1}]\nlabels: {anything: x}") == []


def with_unknown_fields(count: int) -> str:
    return "kind: Template\n" + "".join(f"parameters{number}: x\n" for number in range(count))


def test_thousands_of_unknown_fields_are_all_found_and_take_linear_time() -> None:
    assert len(problems(with_unknown_fields(5000))) == 5000
    assert growth(with_unknown_fields, problems, 1500) < 8


def test_only_the_first_hundred_unknown_fields_are_compared_with_the_known_ones() -> None:
    named = [problem.detail["nearest"] for problem in problems(with_unknown_fields(300))]
    assert named == ["parameters"] * 100 + [""] * 200


def test_a_json_document_is_quoted_unchanged() -> None:
    document = read('{"b": [1, 2.50,\n "x < y"], "a": null}').documents[0]
    assert written_json(document, ROOT / "b", document.value["b"]) == (
        '[1, 2.50,\n "x < y"]',
        '[1,2.50,"x \\u003c y"]',
    )


def test_a_yaml_document_is_quoted_as_json() -> None:
    document = read("b: [1, 2.50, x]\na: ~\n").documents[0]
    assert written_json(document, ROOT, document.value)[0] == '{"a":null,"b":[1,2.5,"x"]}'


def test_json_made_of_yaml_has_all_digits_of_64_bits_and_the_sign_of_zero() -> None:
    numbers = "9223372036854775808, 0xffffffffffffffff, 18446744073709551616, -9223372036854775809, -0.0, -0, 1e3"
    document = read(f"a: [{numbers}]\n").documents[0]
    converted = "9223372036854775808,18446744073709551615,18446744073709552000,-9223372036854776000,-0,0,1000"
    assert written_json(document, ROOT, document.value)[0] == f'{{"a":[{converted}]}}'


HEAD = r"""struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"""
UNREAD_HEAD = "couldn't get version/kind; json parse error: json: cannot unmarshal "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kind: K\napiVersion: v1", ""),
        ("kind: K\napiVersion: a/v1", ""),
        ("kind: 5", f"{UNREAD_HEAD}number into Go struct field .kind of type string"),
        ('{"kind": {}, "apiVersion": 5}', f"{UNREAD_HEAD}object into Go struct field .kind of type string"),
        ("kind: {}\napiVersion: 5", f"{UNREAD_HEAD}number into Go struct field .apiVersion of type string"),
        ("kind: K\napiVersion: a/b/c", "unexpected GroupVersion string: a/b/c"),
        ("apiVersion: v1\na: <", """Object 'Kind' is missing in '{"a":"\\u003c","apiVersion":"v1"}'"""),
        ('{"a": 1.0}', """Object 'Kind' is missing in '{"a": 1.0}'"""),
        ("kind: K\napiVersion: a/", """Object 'apiVersion' is missing in '{"apiVersion":"a/","kind":"K"}'"""),
        ("x", f"{UNREAD_HEAD}string into Go value of type {HEAD}"),
    ],
)
def test_an_envelope_that_cannot_be_read_is_refused_in_the_words_of_oc(text: str, message: str) -> None:
    assert envelope_error(read(text).documents[0]) == message


def test_a_template_fits_exactly_if_it_has_no_errors() -> None:
    random, answers = Random(3), set()
    wrong: tuple[Any, ...] = (
        None,
        True,
        1,
        1.5,
        "a",
        [],
        {},
        [1],
        {"name": 1},
        [{"name": "A", "other": 1}],
        {"a": "b"},
    )
    template = template_type()
    keys = (*sorted(template.fields.keys() - {"apiVersion", "kind"}), "parameters", "metadata", "labels", "other")
    for _ in range(2_000):
        value = {key: random.choice(wrong) for key in random.sample(keys, random.randrange(4))} | {"kind": "Template"}
        document = read(json.dumps(value)).documents[0]
        errors = list(_checked(document, ROOT, value, template, "", ()))
        answers.add(_fits(value, template))
        assert _fits(value, template) is not bool(errors), value
    assert answers == {True, False}
