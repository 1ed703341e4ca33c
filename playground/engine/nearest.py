"""The known name that a misspelt one surely meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 100  # characters; comparing longer names would take long, and they are no misspellings


def nearest(name: str, known: Iterable[str]) -> str:
    """The name of ``known`` nearest to ``name``, or "" when none is near.

    >>> nearest("requred", ["name", "required"]), nearest("displayname", ["displayName"]), nearest("x", ["name"])
    ('required', 'displayName', '')
    """
    if len(name) > LONGEST:
        return ""
    candidates = [each for each in known if each != name and len(each) <= LONGEST]
    same = next((each for each in candidates if each.casefold() == name.casefold()), "")
    return same or next(iter(get_close_matches(name, candidates, n=1, cutoff=0.7)), "")
