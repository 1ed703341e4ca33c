"""Events about an object, as Kubernetes records them: ObjectReference, Event and ObjectEventRecorder.

The design document "Variable expansion in pod command, args, and env" (Event Recording) names the three methods.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Literal

from playground.engine.model.records import record

EventType = Literal["Normal", "Warning"]


@record()
class ObjectReference:
    """The object that an Event is about (core/v1 ``ObjectReference``)."""

    kind: str = ""
    namespace: str = ""
    name: str = ""
    uid: str = ""
    api_version: str = ""
    field_path: str = ""  # such as `spec.containers{web}`


@record()
class Event:
    """Something that happened to an object."""

    involved_object: ObjectReference
    reason: str
    message: str
    type: EventType = "Warning"
    timestamp: datetime | None = None  # None: when the Event was recorded


@record()
class ObjectEventRecorder:
    """Records Events about a single object by handing each one to ``sink``. It never reads a clock."""

    reference: ObjectReference
    sink: Callable[[Event], None]

    def event(self, reason: str, message: str) -> None:
        """Record an Event. ``reason`` is short and stable (programs switch on it), ``message`` is for people."""
        self.sink(Event(self.reference, reason, message))

    def eventf(self, reason: str, message_format: str, *args: object) -> None:
        """Like ``event``, with the message ``message_format % args``. Put text from users into ``args`` only."""
        self.event(reason, message_format % args)

    def past_eventf(self, timestamp: datetime, reason: str, message_format: str, *args: object) -> None:
        """Like ``eventf``, for something that happened at ``timestamp``."""
        self.sink(Event(self.reference, reason, message_format % args, timestamp=timestamp))


def object_event_recorder_for(object_reference: ObjectReference, sink: Callable[[Event], None]) -> ObjectEventRecorder:
    """A recorder whose Events are all about ``object_reference`` and go to ``sink``."""
    return ObjectEventRecorder(object_reference, sink)
