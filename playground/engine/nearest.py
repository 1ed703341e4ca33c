"""Finds the known name that a misspelt one was meant to be."""

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
    return same or next(iter(get_close_matches(name, candidates[:MOST], n=1, cutoff=_cutoff(name))), "")


def _cutoff(name: str) -> float:
    """How alike two names must be: long ones share their first word without being the same, as in DB_KEY and DB_STORE.

    In a name of four letters two that changed places leave three quarters.
    """
    return 0.75 if len(name) <= 6 else 0.8


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_")
