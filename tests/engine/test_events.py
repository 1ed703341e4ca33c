"""Events: what a recorder hands to its sink."""

from __future__ import annotations

import doctest
from datetime import UTC, datetime

import pytest

from playground.engine import events
from playground.engine.events import Event, ObjectReference, go_quote, object_event_recorder_for, sprintf

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


@pytest.mark.parametrize(
    ("message_format", "args", "text"),
    [
        ("%s", ("%s %d",), "%s %d"),
        ("%d%%", (5,), "5%"),
        ("%v %v %v", (None, False, 1.5), "<nil> false 1.5"),
        ("%s", (), "%!s(MISSING)"),
        ("ok", ("a", 1), "ok%!(EXTRA string=a, int=1)"),
        ("%d", ("a",), "%!d(string=a)"),
        ("%s", (1,), "%!s(int=1)"),
        ("%z", (True,), "%!z(bool=true)"),
        ("50%", (), "50%!(NOVERB)"),
    ],
)
def test_sprintf_prints_as_go_does(message_format: str, args: tuple[object, ...], text: str) -> None:
    assert sprintf(message_format, *args) == text


def test_go_quote_escapes_what_go_escapes() -> None:
    assert go_quote('a"\\\n\x00é\u200b\U000e0001') == '"a\\"\\\\\\n\\x00é\\u200b\\U000e0001"'


def test_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(events) == (0, 2)
