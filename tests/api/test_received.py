"""A Template sent by a client becomes plain values, or is refused in the words of the real server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from playground.api.groups import CORE, OPENSHIFT
from playground.api.received import received
from playground.api.status import StatusError
from playground.engine import Deadline, Dialect

UNMARSHAL = (
    'Template in version "v1" cannot be handled as a Template: json: cannot unmarshal number into Go struct field'
)


def refused(text: str) -> Mapping[str, Any]:
    """The Status with which ``text`` is refused."""
    with pytest.raises(StatusError) as refusal:
        received(text, OPENSHIFT, "x", "", until=Deadline())
    assert refusal.value.code == refusal.value.body["code"]
    return refusal.value.body


@pytest.mark.parametrize("named", ["", '"kind": "Template", ', '"apiVersion": "template.openshift.io/v1", '])
def test_kind_and_version_may_come_from_the_address(named: str) -> None:
    text = f'{{{named}"metadata": {{"name": "web", "namespace": ""}}, "objcts": 1}}'
    found = received(text, OPENSHIFT, "x", "", until=Deadline())
    assert (found.name, found.warnings) == ("web", ('unknown field "objcts"',))
    assert (found.value["kind"], found.value["apiVersion"]) == ("Template", "template.openshift.io/v1")


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
        ("a: 1\n---\nb: 2\n", "the body of the request is not one object"),
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
    assert received(text, OPENSHIFT, "x", "", dialect, until=Deadline()).warnings == unknown


def test_a_null_field_counts_as_missing() -> None:
    found = received(
        '{"metadata": {"name": "web"}, "objects": [], "labels": null, "message": null}', CORE, "x", "", until=Deadline()
    )
    assert set(found.value) == {"kind", "apiVersion", "metadata", "objects"}


def test_field_validation_ignores_warns_or_refuses_as_requested() -> None:
    text = '{"metadata": {"name": "web"}, "objects": [], "objcts": 123456789012345678901, "objects": []}'
    warnings = received(text, OPENSHIFT, "x", "", until=Deadline()).warnings
    assert warnings == ('unknown field "objcts"', 'duplicate field "objects"')
    ignored = received(text, OPENSHIFT, "x", "Ignore", until=Deadline())
    assert (ignored.warnings, "objcts" in ignored.value) == ((), False)
    for validation, words in (("Strict", 'strict decoding error: unknown field "objcts"'),):
        with pytest.raises(StatusError) as refusal:
            received(text, OPENSHIFT, "x", validation, until=Deadline())
        assert words in refusal.value.body["message"]
