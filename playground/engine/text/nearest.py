"""Finds the valid name that is most like a misspelt name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from heapq import nlargest
from typing import Final

# With these numbers a call of ``nearest`` takes up to 20 ms. To compare two names of 63 characters takes up to 2 ms.
LONGEST: Final = 63  # characters of a name; longer names are not compared
MOST: Final = 500  # names whose letters are compared
_LIKELIEST: Final = 10  # names that share the most letters; only for these is the order of the letters compared, too
_SHORTEST_SLIP: Final = 3  # characters of the longer name; two shorter names are no slips of each other
_SHORTEST_WRONG: Final = 4  # characters of two names that differ by a wrong letter; `api` and `app` are two names


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
    return same or _most_alike(name, candidates[:MOST])


def did_you_mean(name: str, valid: Iterable[str]) -> str:
    """The question that follows a sentence about a wrong ``name``, with a space before it; "" when no name is like it.

    >>> did_you_mean("requred", ["name", "required"])
    ' Did you mean `required`?'
    """
    near = nearest(name, valid)
    return f" Did you mean `{near}`?" if near else ""


def is_slip(name: str, other: str) -> bool:
    """Whether one of two different names may be a slip of the other.

    They differ by capitals and separators, or by a single letter that is missing, wrong or swapped with its neighbour.
    Names that differ by a digit are different names, and so are names longer than LONGEST.

    >>> is_slip("my-app", "myapp"), is_slip("fronted", "frontend"), is_slip("wbe", "web"), is_slip("back", "bark")
    (True, True, True, True)
    >>> is_slip("web1", "web2"), is_slip("web", "web2"), is_slip("api", "app"), is_slip("shop", "store")
    (False, False, False, False)
    """
    if name == other or max(len(name), len(other)) > LONGEST:
        return False
    if _folded(name).replace("_", "").replace(".", "") == _folded(other).replace("_", "").replace(".", ""):
        return True
    if max(len(name), len(other)) < _SHORTEST_SLIP or abs(len(name) - len(other)) > 1:
        return False
    pairs = enumerate(zip(name, other, strict=False))
    differences = (index for index, (letter, other_letter) in pairs if letter != other_letter)
    first_difference = next(differences, min(len(name), len(other)))
    rest, other_rest = name[first_difference:], other[first_difference:]
    if rest[1:] == other_rest or rest == other_rest[1:]:  # one letter more or less
        return (rest if len(rest) > len(other_rest) else other_rest)[0].isalpha()
    is_swapped = rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:]
    is_wrong = rest[1:] == other_rest[1:] and len(name) >= _SHORTEST_WRONG
    return rest[:1].isalpha() and other_rest[:1].isalpha() and (is_swapped or is_wrong)


def _most_alike(name: str, candidates: Sequence[str]) -> str:
    """The candidate that is most like ``name``, or ""."""
    cutoff, size, letters = _cutoff(name), len(name), frozenset(name)
    # SequenceMatcher's ratio is at most twice the shared letters, divided by all letters of both names. Two quick upper
    # bounds of the shared letters first exclude nearly all: the shorter length, and the letters that ``name`` has too.
    of_like_length = (other for other in candidates if 2.0 * min(size, len(other)) / (size + len(other)) >= cutoff)
    likely = [
        other for other in of_like_length if 2.0 * sum(map(letters.__contains__, other)) / (size + len(other)) >= cutoff
    ]
    matcher = SequenceMatcher(b=name)

    def shared_letters(other: str) -> float:
        matcher.set_seq1(other)
        return matcher.quick_ratio()

    def likeness(other: str) -> float:
        matcher.set_seq1(other)
        return matcher.ratio() if matcher.quick_ratio() >= cutoff else 0.0

    likeliest = nlargest(_LIKELIEST, likely, key=shared_letters) if len(likely) > _LIKELIEST else likely
    nearest_first = nlargest(1, ((likeness(other), other) for other in likeliest))
    return next((other for ratio, other in nearest_first if ratio >= cutoff), "")


def _cutoff(name: str) -> float:
    """The least ratio of SequenceMatcher for a misspelling, from 0 to 1.

    A long name needs a higher ratio, because different names such as DB_KEY and DB_STORE share a word. Two swapped
    letters in a name of four leave 0.75.
    """
    return 0.75 if len(name) <= 6 else 0.8


def _folded(name: str) -> str:
    """``name`` without the differences between capital and small letters, `-` and `_`."""
    return name.casefold().replace("-", "_")
