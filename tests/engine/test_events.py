"""Events: what a recorder hands to its sink."""

from __future__ import annotations

from playground.engine.events import Event, ObjectReference, object_event_recorder_for

POD = ObjectReference("Pod", "default", "web", "", "v1", "spec.containers{app}")


def test_event_goes_to_the_sink_with_its_object_and_as_a_warning() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).event("UnresolvedVariable", "A is not defined")
    assert seen == [Event(POD, "UnresolvedVariable", "A is not defined", "Warning")]


def test_event_never_treats_the_message_as_a_format() -> None:
    seen: list[Event] = []
    object_event_recorder_for(POD, seen.append).event("R", "100%s %d%%")
    assert seen[0].message == "100%s %d%%"
