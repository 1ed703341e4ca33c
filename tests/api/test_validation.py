"""Names, labels and annotations that the real server refuses are refused, each at its field."""

from __future__ import annotations

from typing import Any

import pytest

from playground.api.groups import OPENSHIFT
from playground.api.objects import stored
from playground.api.status import StatusError
from playground.api.validation import checked
from playground.engine import Deadline
from tests.api.calls import template


def refused(name: str, **fields: Any) -> list[str]:
    """The fields that are named when such a Template is refused."""
    text = stored(template(**fields), name, OPENSHIFT.api_version)
    with pytest.raises(StatusError) as refusal:
        checked(text, OPENSHIFT, name, is_new=True, until=Deadline())
    assert refusal.value.code == 422
    return [cause["field"] for cause in refusal.value.body["details"]["causes"]]


def test_a_good_template_is_described() -> None:
    text = stored(template(), "web", OPENSHIFT.api_version)
    assert checked(text, OPENSHIFT, "web", is_new=True, until=Deadline()).requested_name == "web"


@pytest.mark.parametrize("name", ["", "Web", "a b", "a" * 254, "-a"])
def test_a_name_is_a_subdomain(name: str) -> None:
    assert set(refused(name)) == {"metadata.name"}


def test_a_missing_name_is_told_from_a_wrong_one() -> None:
    with pytest.raises(StatusError) as refusal:
        checked(stored(template(), "", "v1"), OPENSHIFT, "", is_new=True, until=Deadline())
    words = "Required value: name or generateName is required"
    cause = {"reason": "FieldValueRequired", "message": words, "field": "metadata.name"}
    assert refusal.value.body["details"]["causes"] == [cause]


def test_every_wrong_key_and_value_of_metadata_is_named() -> None:
    metadata = {"labels": {"A.b/c": "x", "fine": "y z"}, "annotations": {"a b": "x", "A.b/c": "any text"}}
    assert refused("web", metadata=metadata) == ["metadata.labels", "metadata.annotations", "metadata.labels"]


def test_parameter_names_are_validated() -> None:
    assert refused("web", parameters=[{"name": "a-b"}, {"value": "x"}]) == ["parameters[0].name", "parameters[1].name"]


def test_of_an_existing_object_only_the_metadata_is_validated() -> None:
    text = stored(template(parameters=[{"name": "a-b"}]), "web", OPENSHIFT.api_version)
    assert checked(text, OPENSHIFT, "web", is_new=False, until=Deadline()).requested_name == "web"
