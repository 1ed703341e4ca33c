"""Events about one object, as Kubernetes records them: ObjectReference, Event and ObjectEventRecorder.

The design document "Variable expansion in pod command, args, and env" (Event Recording) names the three methods.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

_TYPE_NAMES = {str: "string", int: "int", bool: "bool", float: "float64"}

EventType = Literal["Normal", "Warning"]

_VERB = re.compile(r"%(.?)", re.DOTALL)
_GO_ESCAPES = {"\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}
_GO_ESCAPES |= {'"': '\\"', "\\": "\\\\"}


@dataclass(frozen=True, slots=True)
class ObjectReference:
    """The object that an Event is about (core/v1 ``ObjectReference``); field_path as ``spec.containers{name}``."""

    kind: str = ""
    namespace: str = ""
    name: str = ""
    uid: str = ""
    api_version: str = ""
    field_path: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to an object; without a timestamp it happened when it was recorded."""

    involved_object: ObjectReference
    reason: str
    message: str
    timestamp: datetime | None = None
    type: EventType = "Warning"


@dataclass(frozen=True, slots=True)
class ObjectEventRecorder:
    """Records Events about a single object by handing each one to ``sink``. It never reads a clock."""

    reference: ObjectReference
    sink: Callable[[Event], None]

    def event(self, reason: str, message: str) -> None:
        """Record an Event. ``reason`` is short and stable (programs switch on it), ``message`` is for people."""
        self.sink(Event(self.reference, reason, message))

    def eventf(self, reason: str, message_format: str, *args: object) -> None:
        """Like ``event``, the message made by ``sprintf``. The user's text goes into ``args``, never the format."""
        self.sink(Event(self.reference, reason, sprintf(message_format, *args)))

    def past_eventf(self, timestamp: datetime, reason: str, message_format: str, *args: object) -> None:
        """Like ``eventf``, for something that happened at ``timestamp``."""
        self.sink(Event(self.reference, reason, sprintf(message_format, *args), timestamp))


def object_event_recorder_for(object_reference: ObjectReference, sink: Callable[[Event], None]) -> ObjectEventRecorder:
    """A recorder whose Events are all about ``object_reference`` and go to ``sink``."""
    return ObjectEventRecorder(object_reference, sink)


def sprintf(message_format: str, *args: object) -> str:
    """Go's ``fmt.Sprintf`` for ``%s``, ``%d``, ``%v``, ``%q`` and ``%%``, without flags and widths.

    It never fails: like Go it prints a missing, superfluous or ill-typed argument into the text.

    >>> sprintf("%s has %d, not %q", "app", 3, 'a"b')
    'app has 3, not "a\\\\"b"'
    >>> sprintf("%d of %s", "x")
    '%!d(string=x) of %!s(MISSING)'
    """
    waiting = list(args)

    def verb(match: re.Match[str]) -> str:
        letter = match[1]
        if letter == "%":
            return "%"
        if not letter:
            return "%!(NOVERB)"
        return _formatted(letter, waiting.pop(0)) if waiting else f"%!{letter}(MISSING)"

    text = _VERB.sub(verb, message_format)
    if waiting:
        text += f"%!(EXTRA {', '.join(f'{_type_name(value)}={_plain(value)}' for value in waiting)})"
    return text


def _formatted(letter: str, value: object) -> str:
    number = isinstance(value, int) and not isinstance(value, bool)
    if letter == "v" or (letter == "s" and not isinstance(value, int | float)) or (letter == "d" and number):
        return _plain(value)
    if letter == "q" and isinstance(value, str):
        return go_quote(value)
    return f"%!{letter}({_type_name(value)}={_plain(value)})"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "<nil>" if value is None else str(value)


def _type_name(value: object) -> str:
    return _TYPE_NAMES.get(type(value), type(value).__name__)


def go_quote(text: str) -> str:
    """``text`` as a double-quoted Go string literal (``strconv.Quote``)."""
    return '"' + "".join(_GO_ESCAPES.get(char) or _go_char(char) for char in text) + '"'


def _go_char(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
