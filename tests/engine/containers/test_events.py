"""A recorder passes its Events to its sink."""

from __future__ import annotations

from datetime import UTC, datetime

from playground.engine.containers.events import Event, ObjectReference, object_event_recorder_for

POD = ObjectReference("Pod", "default", "web", "", "v1", "spec.containers{app}")


def test_event_goes_to_the_sink_with_its_object_and_as_a_warning() -> None:
    events: list[Event] = []
    object_event_recorder_for(POD, events.append).event("UnresolvedVariable", "A is not defined")
    assert events == [Event(POD, "UnresolvedVariable", "A is not defined", "Warning")]


def test_eventf_formats_its_message() -> None:
    events: list[Event] = []
    object_event_recorder_for(POD, events.append).eventf("Failed", "%s: %d of %s", "env", 2, "100%s")
    assert events == [Event(POD, "Failed", "env: 2 of 100%s")]


def test_past_eventf_passes_the_given_time_on() -> None:
    events: list[Event] = []
    then = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    object_event_recorder_for(POD, events.append).past_eventf(then, "Failed", "again: %s", "web")
    assert events == [Event(POD, "Failed", "again: web", timestamp=then)]


def test_event_never_treats_the_message_as_a_format() -> None:
    events: list[Event] = []
    object_event_recorder_for(POD, events.append).event("R", "100%s %d%%")
    assert events[0].message == "100%s %d%%"
