"""Reads times as Go does, with its errors: RFC 3339, in which Kubernetes writes times.

Go ``time.Parse`` (``time/format.go``), which apimachinery's ``metav1.Time`` calls. It reads more than RFC 3339 allows:
an hour of one digit, a comma before the fraction.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from typing import Final

_LAYOUT: Final = "2006-01-02T15:04:05Z07:00"
_TWO_DIGITS: Final = re.compile(r"[0-9]{2}")
_SECONDS: Final = re.compile(r"([0-9]{2})(?:[.,][0-9]+)?")
_ZONE: Final = re.compile(r"Z|(.)([0-9]{2}):([0-9]{2})", re.DOTALL)
# Each part of a time: what the layout has in its place, its pattern, its name, and whether its number is in range.
_PARTS: Final[tuple[tuple[str, re.Pattern[str], str, Callable[[int], bool]], ...]] = (
    ("2006", re.compile("[0-9]{4}"), "year", lambda number: True),
    ("-", re.compile("-"), "", lambda number: True),
    ("01", _TWO_DIGITS, "month", lambda number: 1 <= number <= 12),
    ("-", re.compile("-"), "", lambda number: True),
    ("02", _TWO_DIGITS, "day", lambda number: True),  # Go checks the day last, against its month
    ("T", re.compile("T"), "", lambda number: True),
    ("15", re.compile("[0-9]{1,2}"), "hour", lambda number: number < 24),
    (":", re.compile(":"), "", lambda number: True),
    ("04", _TWO_DIGITS, "minute", lambda number: number < 60),
    (":", re.compile(":"), "", lambda number: True),
    ("05", _SECONDS, "second", lambda number: number < 60),
)


def time_error(text: str) -> str:
    """Go's error for ``text`` as a time, or "".

    >>> time_error("2020-01-31T12:00:00Z"), time_error("2020-13-01T00:00:00Z")
    ('', 'parsing time "2020-13-01T00:00:00Z": month out of range')
    """
    offset, numbers = 0, {}
    for layout, pattern, name, in_range in _PARTS:
        match = pattern.match(text, offset)
        if match is None:
            return _unparsed(text, offset, layout)
        offset = match.end()
        if name:
            numbers[name] = int(match[match.lastindex or 0])  # of seconds, the group without the fraction
            if not in_range(numbers[name]):
                return _out_of_range(text, name)
    zone = _ZONE.match(text, offset)
    if zone is None:
        return _unparsed(text, offset, "Z07:00")
    # Go accepts a zone of 24 hours or 60 minutes, and checks its numbers before its sign.
    hour, minute = int(zone[2] or 0), int(zone[3] or 0)
    if minute > 60 or hour > 24:
        return _out_of_range(text, "time zone offset minute" if minute > 60 else "time zone offset hour")
    if zone[1] not in (None, "+", "-"):
        return _unparsed(text, offset, "Z07:00")
    if zone.end() < len(text):
        return f"parsing time {_quote(text)}: extra text: {_quote(text[zone.end() :])}"
    # Python has no year 0; Go's is a leap year.
    days = monthrange(numbers["year"] or 4, numbers["month"])[1]
    return "" if 1 <= numbers["day"] <= days else _out_of_range(text, "day")


def _unparsed(text: str, offset: int, layout: str) -> str:
    return f"parsing time {_quote(text)} as {_quote(_LAYOUT)}: cannot parse {_quote(text[offset:])} as {_quote(layout)}"


def _out_of_range(text: str, name: str) -> str:
    return f"parsing time {_quote(text)}: {name} out of range"


def _quote(text: str) -> str:
    """``text`` as ``time.ParseError`` quotes it: by bytes, with escapes for all but printable ASCII."""
    data = text.encode("utf-8", "replace")
    characters = (
        f"\\{chr(byte)}" if byte in b'"\\' else chr(byte) if 0x20 <= byte < 0x80 else f"\\x{byte:02x}" for byte in data
    )
    return f'"{"".join(characters)}"'
