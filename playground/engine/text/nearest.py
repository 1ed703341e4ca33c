"""Finds the valid name that is most like a misspelt name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

# The time of a comparison grows with both.
LONGEST = 100  # characters of a name; longer names are not compared
MOST = 500  # names to compare with


def nearest(name: str, valid: Iterable[str]) -> str:
    """The name of ``valid`` that is most like ``name``, or "" when none is like it.

    >>> nearest("requred", ["name", "required"]), nearest("displayname", ["displayName"]), nearest("x", ["name"])
    ('required', 'displayName', '')
    >>> nearest("db-name", ["DB_NAME", "db-names"])
    'DB_NAME'
    """
    if len(name) > LONGEST:
        return ""
    candidates = [other for other in valid if other != name and len(other) <= LONGEST]
    folded = _folded(name)
    same = next((candidate for candidate in candidates if _folded(candidate) == folded), "")
    return same or next(iter(_alike(name, candidates[:MOST])), "")


def _alike(name: str, candidates: Sequence[str]) -> Sequence[str]:
    """The candidate that is most like ``name``, if any. Length and shared letters first exclude nearly all others."""
    cutoff, size, letters = _cutoff(name), len(name), frozenset(name)
    long = (other for other in candidates if 2.0 * min(size, len(other)) / (size + len(other)) >= cutoff)
    likely = [other for other in long if 2.0 * sum(map(letters.__contains__, other)) / (size + len(other)) >= cutoff]
    return get_close_matches(name, likely, n=1, cutoff=cutoff) if likely else ()


def _cutoff(name: str) -> float:
    """The least likeness of a misspelling, from 0 to 1.

    Long names need more, because different ones such as DB_KEY and DB_STORE share a word. Two swapped letters in a
    name of four leave 0.75.
    """
    return 0.75 if len(name) <= 6 else 0.8


def _folded(name: str) -> str:
    """``name`` without the differences between capital and small letters, `-` and `_`."""
    return name.casefold().replace("-", "_")
