"""The messages of refusals; test_vectors.py compares them with the messages of `oc`."""

from __future__ import annotations

from random import Random

import pytest

from playground.engine.model.inputs import Inputs
from playground.engine.reading import read
from playground.engine.templates import ProcessedTemplate, process
from playground.engine.templates.refusals import refusal, refused_unread
from playground.engine.templates.template import find_templates

OPENSHIFT = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: demo}\n"
INVALID = 'The Template "demo" is invalid: '
ITEMS_NUMBER = (
    "unable to handle object: json: cannot unmarshal number into Go struct field decodeList.items of type"
    " []json.RawMessage"
)
REQUIRED = "Required value: template.parameters[{0}]: parameter {1} is required and must be specified"


def process_text(text: str, **values: str) -> ProcessedTemplate:
    template = find_templates(read(text).documents)[0]
    return process(template, Inputs(values=values), random=Random(1))


def refusal_of(text: str, **values: str) -> str:
    return refusal(process_text(text, **values), "a.yaml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("parameters: [{name: A, required: true}]", f"{INVALID}template.parameters[0]: {REQUIRED.format(0, 'A')}"),
        (
            "parameters: [{name: A, required: true}, {name: B, required: true}]",
            "\n* ".join(
                (
                    INVALID,
                    f"template.parameters[0]: {REQUIRED.format(0, 'A')}",
                    f"template.parameters[1]: {REQUIRED.format(1, 'B')}",
                )
            ),
        ),
        (
            "labels: {z: z}\nobjects: [{kind: A, items: 5}]",
            f'{INVALID}item[0].objects: Invalid value: {{"items":5,"kind":"A"}}: {ITEMS_NUMBER}',
        ),
        ("parameters: [{name: A, value: '1', bogus: x}]", ""),
        ("parameters: [{name: A-B, value: '1'}]", ""),
        (
            "parameters: [{name: A, value: 'null'}]\nobjects: [{kind: A, a: ['${{A}}']}]",
            "error: objects[0].a[0]: an element of a list cannot become `null`",
        ),
        (
            "parameters: [{name: A, value: '3'}]\nobjects: [{kind: A, '${{A}}': 1}]",
            "error: objects[0][${{A}}]: a key must be text and cannot become 3",
        ),
    ],
)
def test_refusals_have_the_words_of_oc(text: str, message: str) -> None:
    assert refusal_of(OPENSHIFT + text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "type: int, value: x",
            "error: parameters[0].value: the value of parameter A is no int: character 1 is not a digit",
        ),
        ("type: number, value: x", "error: parameters[0].type: unknown parameter type number"),
        ("type: bool, value: 'true'", ""),
    ],
)
def test_the_proposal_refuses_values_of_the_wrong_type(text: str, message: str) -> None:
    error = refusal_of(f"kind: Template\nparameters: [{{name: A, {text}}}]")
    assert error.startswith(message)
    assert bool(error) == bool(message)


def test_an_earlier_stage_hides_a_later_one() -> None:
    text = "parameters: [{name: A, required: true}]\nobjects: [{}]"
    assert refusal_of(OPENSHIFT + text, X="1") == 'error: unknown parameter name "X"'
    assert refusal_of(OPENSHIFT + text).startswith(f"{INVALID}template.parameters[0]")
    assert refusal_of(OPENSHIFT + text, A="a").startswith(f"{INVALID}item[0].objects")
    number = refusal_of(OPENSHIFT + "parameters: [{name: A, value: 5}, {name: B, required: true}]")
    assert number.startswith(
        'error: failed to read input object (not a Template?): unable to decode "a.yaml": json: cannot'
    )


def test_several_unknown_names_have_no_prefix() -> None:
    assert refusal_of(OPENSHIFT, X="1", Y="2") == 'unknown parameter name "X"\n\nunknown parameter name "Y"'


def test_a_list_of_templates_is_no_template() -> None:
    text = "kind: List\nitems: [{kind: Template, apiVersion: template.openshift.io/v1}]"
    assert refusal_of(text) == 'error: unable to parse "a.yaml", not a valid Template but *v1.List\n'


def test_syntax_errors_come_before_all_others() -> None:
    assert refused_unread(process_text(f"{OPENSHIFT}parameters: [{{name: A, value: 1}}]"))
    assert refused_unread(process_text("kind: List\napiVersion: v1\nitems: [{kind: Template}]"))
    assert not refused_unread(process_text(f"{OPENSHIFT}parameters: [{{name: A, required: true}}]"))


def test_an_object_with_a_number_beyond_a_64_bit_float_is_refused_and_left_out() -> None:
    dropped = ",".join(["1E400"] * 200)
    objects = '{"kind": "A"}, {"kind": "B", "x": {"y": [1E400]}}, {"a": -2e999}'
    text = f'{{"apiVersion": "template.openshift.io/v1", "kind": "Template", "x": [{dropped}], "objects": [{objects}]}}'
    processed = process_text(text)
    assert [item.value["kind"] for item in processed.objects] == ["A"]
    error = "unable to handle object: json: cannot unmarshal number {} into Go value of type float64"
    assert refusal(processed, "a.json") == (
        'The Template "" is invalid: \n'
        f'* item[1].objects: Invalid value: {{"kind":"B","x":{{"y":[1E400]}}}}: {error.format("1E400")}\n'
        f'* item[2].objects: Invalid value: {{"a":-2e999}}: {error.format("-2e999")}'
    )
