"""Events: what a recorder hands to its sink."""

from __future__ import annotations

from datetime import UTC, datetime

from playground.engine.events import Event, ObjectReference, object_event_recorder_for

POD = ObjectReference("Pod", "default", "web", "", "v1", "spec.containers{app}")


def test_event_goes_to_the_sink_with_its_object_and_without_a_time() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).event("UnresolvedVariable", "A is not defined")
    assert seen == [Event(POD, "UnresolvedVariable", "A is not defined", None, "Warning")]


def test_eventf_formats_its_message() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).eventf("Failed", "%s: %d of %q", "env", 2, "x")
    assert seen[0].message == 'env: 2 of "x"'


def test_past_eventf_carries_the_time_it_was_given() -> None:
    seen: list[Event] = []
    then = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    object_event_recorder_for(POD, seen.append).past_eventf(then, "Failed", "again: %v", True)
    assert (seen[0].timestamp, seen[0].message) == (then, "again: true")


def test_event_never_treats_the_message_as_a_format() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).event("R", "100%s %d%%")
    assert seen[0].message == "100%s %d%%"
