"""The Events of one container."""

from __future__ import annotations

import pytest

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.containers.events import Event
from playground.engine.containers.recording import Recording
from playground.engine.kubernetes.pods import pod_places
from playground.engine.model.location import FieldPath
from tests.engine.environments import cluster_of, objects_of

TEXT = "kind: Pod\nmetadata: {name: web, namespace: shop, uid: u-1}"


@pytest.fixture
def reported() -> list[Event]:
    return []


@pytest.fixture
def recording(reported: list[Event]) -> Recording:
    facts = PodFacts(pod_places(objects_of(TEXT)[0].value)[0], cluster_of(TEXT))
    return Recording(facts, FieldPath(("spec", "initContainers", 0)), "setup", reported.append)


def test_a_name_that_nothing_defines_stays_and_is_an_event_of_the_container(
    recording: Recording, reported: list[Event]
) -> None:
    assert recording.unresolved("A") == "$(A)"
    (event,) = reported
    involved = event.involved_object
    assert (involved.namespace, involved.name, involved.uid) == ("shop", "web", "u-1")
    assert involved.field_path == "spec.initContainers{setup}"
    assert recording.events == reported


def test_skipped_keys_are_an_event_of_the_pod(recording: Recording, reported: list[Event]) -> None:
    recording.keys_skipped("Keys [1st] were skipped.")
    assert [(event.reason, event.involved_object.field_path) for event in reported] == [
        ("InvalidEnvironmentVariableNames", "")
    ]
    assert recording.events == reported


def test_without_a_recorder_unresolved_names_raise_no_events(recording: Recording) -> None:
    alone = Recording(recording.facts, recording.path, recording.name, None)
    assert alone.unresolved("A") == "$(A)"
    assert alone.events == []
