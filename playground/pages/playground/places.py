"""Places of the text in a dialog: the one that its request names, and how many it lists."""

from __future__ import annotations

import re

from django.core.exceptions import BadRequest

from playground.engine import Position, SourceSpan

MOST_PLACES = 100  # that a dialog lists
_PLACE = re.compile(r"([1-9][0-9]{0,6}):([1-9][0-9]{0,6})\Z")  # line and column, both from 1, in code points


def position_of(place: str) -> Position:
    """The Position of a place such as `3:14`; BadRequest for anything else."""
    match = _PLACE.match(place)
    if match is None:
        raise BadRequest("`at` is no place such as `3:14`.")
    return Position(int(match[1]), int(match[2]))


def span_of(place: str) -> SourceSpan:
    """The stretch such as `3:14-3:20`; of a place such as `3:14`, an empty one. BadRequest for anything else."""
    first, is_stretch, last = place.partition("-")
    start = position_of(first)
    end = position_of(last) if is_stretch else start
    if end < start:
        raise BadRequest("`at` ends before it begins.")
    return SourceSpan(start, end)
