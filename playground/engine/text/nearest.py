"""Finds the known name that is nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    candidates, folded = [each for each in known if each != name and len(each) <= LONGEST], _folded(name)
    same = next((each for each in candidates if _folded(each) == folded), "")
    return same or next(iter(_alike(name, candidates[:MOST])), "")


def _alike(name: str, candidates: Sequence[str]) -> Sequence[str]:
    """The most alike of the ``candidates``; of most their length, or the letters in common, say that it is too few."""
    cutoff, size, letters = _cutoff(name), len(name), frozenset(name)
    long = (each for each in candidates if 2.0 * min(size, len(each)) / (size + len(each)) >= cutoff)
    likely = [each for each in long if 2.0 * sum(map(letters.__contains__, each)) / (size + len(each)) >= cutoff]
    return get_close_matches(name, likely, n=1, cutoff=cutoff) if likely else ()


def _cutoff(name: str) -> float:
    """How alike two names must be: long ones share their first word without being the same, as in DB_KEY and DB_STORE.

    In a name of four letters two that changed places leave three quarters.
    """
    return 0.75 if len(name) <= 6 else 0.8


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_")
