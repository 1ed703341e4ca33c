"""A Template sent by a client becomes plain values, or is refused in the words of the real server."""

from __future__ import annotations

import pytest

from playground.api.groups import CORE, OPENSHIFT
from playground.api.received import received
from playground.api.status import StatusError
from playground.engine import Deadline


def test_kind_and_version_may_come_from_the_address() -> None:
    assert received('{"metadata": {"name": "web"}, "objects": []}', OPENSHIFT, "x", "", until=Deadline()).name == "web"


def test_a_null_field_counts_as_missing() -> None:
    found = received(
        '{"metadata": {"name": "web"}, "objects": [], "labels": null, "message": null}', CORE, "x", "", until=Deadline()
    )
    assert set(found.value) == {"kind", "apiVersion", "metadata", "objects"}


def test_field_validation_ignores_warns_or_refuses_as_requested() -> None:
    text = '{"metadata": {"name": "web"}, "objects": [], "objcts": 1, "objects": []}'
    warnings = received(text, OPENSHIFT, "x", "", until=Deadline()).warnings
    assert warnings == ('unknown field "objcts"', 'duplicate field "objects"')
    ignored = received(text, OPENSHIFT, "x", "Ignore", until=Deadline())
    assert (ignored.warnings, "objcts" in ignored.value) == ((), False)
    for validation, words in (("Strict", 'strict decoding error: unknown field "objcts"'),):
        with pytest.raises(StatusError) as refusal:
            received(text, OPENSHIFT, "x", validation, until=Deadline())
        assert words in refusal.value.body["message"]


def test_the_namespace_of_an_object_is_that_of_its_address() -> None:
    with pytest.raises(StatusError) as refusal:
        received('{"metadata": {"name": "web", "namespace": "y"}}', CORE, "x", "", until=Deadline())
    assert "does not match the namespace" in refusal.value.body["message"]
