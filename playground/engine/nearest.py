"""The known name that a misspelt one surely meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

# Comparing takes time that grows with both.
LONGEST = 100  # characters of a name; longer ones are no misspellings
MOST = 500  # names to compare with


def nearest(name: str, known: Iterable[str]) -> str:
    """The name of ``known`` nearest to ``name``, or "" when none is near.

    >>> nearest("requred", ["name", "required"]), nearest("displayname", ["displayName"]), nearest("x", ["name"])
    ('required', 'displayName', '')
    >>> nearest("db-name", ["DB_NAME", "db-names"])
    'DB_NAME'
    """
    if len(name) > LONGEST:
        return ""
    candidates = [each for each in known if each != name and len(each) <= LONGEST]
    same = next((each for each in candidates if _folded(each) == _folded(name)), "")
    return same or next(iter(get_close_matches(name, candidates[:MOST], n=1, cutoff=0.7)), "")


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_")
