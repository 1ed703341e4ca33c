"""A Template sent by a client becomes plain values, or is refused in the words of the real server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from playground.api.protocol.groups import CORE, OPENSHIFT, Group
from playground.api.protocol.status_errors import StatusError
from playground.api.sent_template import DecodedTemplate, check_namespace, check_template, decode_template
from playground.engine import Deadline, Dialect
from tests.api.calls import template

UNMARSHAL = (
    'Template in version "v1" cannot be handled as a Template: json: cannot unmarshal number into Go struct field'
)


def decoded(
    text: str, group: Group = OPENSHIFT, validation: str = "Warn", dialect: Dialect | None = None
) -> DecodedTemplate:
    return decode_template(text, group, validation, dialect, deadline=Deadline())


def refused(text: str) -> Mapping[str, Any]:
    """The Status with which ``text`` is refused."""
    with pytest.raises(StatusError) as refusal:
        check_namespace(decoded(text), "x")
    assert refusal.value.code == refusal.value.body["code"]
    return refusal.value.body


@pytest.mark.parametrize("named", ["", '"kind": "Template", ', '"apiVersion": "template.openshift.io/v1", '])
def test_kind_and_version_may_come_from_the_address(named: str) -> None:
    text = f'{{{named}"metadata": {{"name": "web", "namespace": ""}}, "objcts": 1}}'
    sent_template = decoded(text)
    assert (sent_template.name, sent_template.warnings) == ("web", ('unknown field "objcts"',))
    assert (sent_template.value["kind"], sent_template.value["apiVersion"]) == ("Template", "template.openshift.io/v1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"kind": "Pod", "apiVersion": "apps/v1"}',
            'Pod in version "v1" cannot be handled as a Template: no kind "Pod" is registered for version "apps/v1"',
        ),
        (
            '{"objects": 7}',
            f"{UNMARSHAL} Template.objects of type []runtime.RawExtension",
        ),
        (
            '{"kind": "Template", "apiVersion": "v1"}',
            "the API version in the data (v1) does not match the expected API version (template.openshift.io/v1)",
        ),
        ("a: [", "the body of the request cannot be read: line 1, column 4: This `[` is never closed."),
        ("a: 1\n---\nb: 2\n", "the body of the request must be exactly one object"),
        (
            '{"metadata": {"namespace": "y"}}',
            "the namespace of the provided object does not match the namespace sent on the request",
        ),
    ],
)
def test_what_is_no_template_of_the_group_and_namespace_is_400(text: str, message: str) -> None:
    status = refused(text)
    assert (status["code"], status["reason"], status["message"]) == (400, "BadRequest", message)


@pytest.mark.parametrize(
    ("dialect", "unknown"), [(None, ('unknown field "parameters[0].type"',)), (Dialect.PROPOSAL, ())]
)
def test_the_dialect_of_an_update_decides_which_fields_are_known(dialect: Dialect | None, unknown: object) -> None:
    text = '{"metadata": {"name": "web"}, "parameters": [{"name": "N", "type": "int"}]}'
    assert decoded(text, dialect=dialect).warnings == unknown


def test_a_null_field_counts_as_missing() -> None:
    sent_template = decoded('{"metadata": {"name": "web"}, "objects": [], "labels": null, "message": null}', CORE)
    assert set(sent_template.value) == {"kind", "apiVersion", "metadata", "objects"}


def test_field_validation_ignores_warns_or_refuses_as_requested() -> None:
    text = '{"metadata": {"name": "web"}, "objects": [], "objcts": 123456789012345678901, "objects": []}'
    warnings = decoded(text).warnings
    assert warnings == ('unknown field "objcts"', 'duplicate field "objects"')
    ignored = decoded(text, validation="Ignore")
    assert (ignored.warnings, "objcts" in ignored.value) == ((), False)
    for validation, message in (("Strict", 'strict decoding error: unknown field "objcts"'),):
        with pytest.raises(StatusError) as refusal:
            decoded(text, validation=validation)
        assert message in refusal.value.body["message"]


def refused_fields(name: str, **fields: Any) -> list[str]:
    """The fields that are named when such a Template is refused."""
    sent_template = decoded(json.dumps(template(**fields)))
    with pytest.raises(StatusError) as refusal:
        check_template(sent_template, OPENSHIFT, name, is_new=True)
    assert refusal.value.code == 422
    return [cause["field"] for cause in refusal.value.body["details"]["causes"]]


def test_a_good_template_can_be_stored() -> None:
    check_template(decoded(json.dumps(template())), OPENSHIFT, "web", is_new=True)


@pytest.mark.parametrize("name", ["", "Web", "a b", "a" * 254, "-a"])
def test_a_name_is_a_subdomain(name: str) -> None:
    assert set(refused_fields(name)) == {"metadata.name"}


def test_a_missing_name_is_told_from_a_wrong_one() -> None:
    with pytest.raises(StatusError) as refusal:
        check_template(decoded(json.dumps(template())), OPENSHIFT, "", is_new=True)
    message = "Required value: name or generateName is required"
    cause = {"reason": "FieldValueRequired", "message": message, "field": "metadata.name"}
    assert refusal.value.body["details"]["causes"] == [cause]


def test_every_wrong_key_and_value_of_metadata_is_named() -> None:
    metadata = {"labels": {"A.b/c": "x", "fine": "y z"}, "annotations": {"a b": "x", "A.b/c": "any text"}}
    assert refused_fields("web", metadata=metadata) == ["metadata.labels", "metadata.annotations", "metadata.labels"]


def test_parameter_names_are_validated() -> None:
    assert refused_fields("web", parameters=[{"name": "a-b"}, {"value": "x"}]) == [
        "parameters[0].name",
        "parameters[1].name",
    ]


def test_of_an_existing_object_only_the_metadata_is_validated() -> None:
    sent_template = decoded(json.dumps(template(parameters=[{"name": "a-b"}])))
    check_template(sent_template, OPENSHIFT, "web", is_new=False)
