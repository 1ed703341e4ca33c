"""Any object comes back from the API as it was sent, except for the fields that the server owns."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import RequestFactory
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.api.conversion import SERVERS_OWN, object_of, template_to_store, value_of
from playground.api.protocol.groups import CORE, OPENSHIFT
from playground.api.protocol.status_errors import StatusError
from playground.engine import read_plain
from playground.storage.models import Revision, Share, Workspace
from tests.api.calls import template

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None)
@given(PLAIN)
def test_any_object_comes_back_as_it_was_sent(value: Any) -> None:
    original = template(objects=[{"kind": "X", "apiVersion": "v1", "data": value}])
    assert read_plain(template_to_store(original, "web", OPENSHIFT.api_version).text) == original


def test_fields_owned_by_the_server_are_not_stored() -> None:
    metadata = {**dict.fromkeys(SERVERS_OWN, "mine"), "name": "other", "generateName": "x-", "labels": {"a": "b"}}
    metadata["annotations"] = {"playground/share": "mine", "playground/expires": "never"}
    text = template_to_store(template(metadata=metadata), "web", "v1").text
    assert read_plain(text)["metadata"] == {"name": "web", "labels": {"a": "b"}}
    assert "mine" not in text


def test_fields_owned_by_the_server_are_not_taken_from_the_text() -> None:
    value = template(metadata={"name": "other", "uid": "mine", "namespace": "theirs", "managedFields": [1]})
    workspace = Workspace(name="ws-1")
    share = Share(
        workspace=workspace, slug="A" * 22, object_name="web", uid="u", created=timezone.now(), version=7, head=3
    )
    converted = object_of(share, value, CORE, RequestFactory().get("/"))
    metadata = converted["metadata"]
    assert (metadata["name"], metadata["namespace"], metadata["uid"]) == ("web", "ws-1", "u")
    assert (metadata["resourceVersion"], metadata["generation"], converted["apiVersion"]) == ("7", 3, "v1")
    assert "managedFields" not in metadata


@pytest.mark.parametrize("text", ["", "7", "null", "[]"])
def test_an_object_whose_text_is_no_longer_valid_is_still_shown(text: str) -> None:
    share = Share(workspace=Workspace(name="ws-1"), slug="A" * 22, object_name="web", created=timezone.now())
    assert object_of(share, value_of(Revision(text=text)), CORE, RequestFactory().get("/"))["objects"] == []


def test_an_object_that_is_too_long_is_413() -> None:
    with pytest.raises(StatusError) as refusal:
        template_to_store(template(message="x" * 1024 * 1024), "web", "v1")
    assert refusal.value.code == 413
