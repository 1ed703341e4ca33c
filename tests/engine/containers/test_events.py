"""Events: what a recorder hands to its sink."""

from __future__ import annotations

from datetime import UTC, datetime

from playground.engine.containers.events import Event, ObjectReference, object_event_recorder_for

POD = ObjectReference("Pod", "default", "web", "", "v1", "spec.containers{app}")


def test_event_goes_to_the_sink_with_its_object_and_as_a_warning() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).event("UnresolvedVariable", "A is not defined")
    assert seen == [Event(POD, "UnresolvedVariable", "A is not defined", "Warning")]


def test_eventf_formats_its_message() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).eventf("Failed", "%s: %d of %s", "env", 2, "100%s")
    assert seen == [Event(POD, "Failed", "env: 2 of 100%s")]


def test_past_eventf_carries_the_time_it_was_given() -> None:
    seen: list[Event] = []
    then = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    object_event_recorder_for(POD, seen.append).past_eventf(then, "Failed", "again: %s", "web")
    assert seen == [Event(POD, "Failed", "again: web", timestamp=then)]


def test_event_never_treats_the_message_as_a_format() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).event("R", "100%s %d%%")
    assert seen[0].message == "100%s %d%%"
