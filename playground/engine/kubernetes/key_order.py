"""The order in which `kubectl` and `oc` print the keys of a mapping.

goyaml.v2 ``sorter.go``, ``keyList.Less``.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cmp_to_key

# To compare two keys takes a hundred times as long as to compare two texts, and few keys need it: those without digits
# and `_` have ASCII's order, and what is ranked has that of its rank. A number that begins with a zero, or before a
# letter, has none: there the order goes in circles.
_IN_ASCII_ORDER = re.compile("[ -/A-Za-z]*")
_RANKED = re.compile("(?>(?:[ -/A-Za-z_]++|(?:0|[1-9][0-9]{0,15}+)(?![0-9A-Za-z]))*)")
_NUMBER = re.compile("[0-9]+")


def ordered(keys: Collection[str]) -> list[str]:
    """``keys`` in the order in which goyaml.v2 writes them.

    >>> ordered(["a10", "a9", "ab", "a_b", "a-b"])
    ['a-b', 'a_b', 'a9', 'a10', 'ab']
    """
    together = " ".join(keys)
    if len(keys) == 1 or _IN_ASCII_ORDER.fullmatch(together):
        return sorted(keys)
    return sorted(keys, key=_rank if _RANKED.fullmatch(together) else _NATURAL)


def _rank(key: str) -> str:
    """A sort key with the same order: `_` after other signs, then numbers, shorter first, then letters."""
    return _NUMBER.sub(lambda match: f"{chr(ord('0') + len(match[0]))}{match[0]}", key).replace("_", "0")


def _compare(one: str, other: str) -> int:
    """goyaml.v2's order of keys: numbers in names by their value, letters after everything else."""
    for at, (first, second) in enumerate(zip(one, other, strict=False)):
        if first == second:
            continue
        if first.isalpha() or second.isalpha():
            both = first.isalpha() and second.isalpha()
            return (-1 if first < second else 1) if both else (-1 if second.isalpha() else 1)
        zeros = "0" in (first, second) and re.search(r"[1-9]\d*\Z", one[:at], re.ASCII)
        left, right = _digits(one, at), _digits(other, at)
        numbers = tuple(_as_int64(f"{1 if zeros else 0}{digits}") for digits in (left, right))
        if numbers[0] != numbers[1]:
            return -1 if numbers[0] < numbers[1] else 1
        if len(left) != len(right):
            return -1 if len(left) < len(right) else 1
        return -1 if first < second else 1
    return (len(one) > len(other)) - (len(one) < len(other))


def _digits(text: str, at: int) -> str:
    end = at
    while end < len(text) and "0" <= text[end] <= "9":
        end += 1
    return text[at:end]


def _as_int64(digits: str) -> int:
    """A number as Go adds it up, without a look at what 64 bits hold: 2**63 is the least of all."""
    # 10**64 is a multiple of 2**64, so that digits further left do not count.
    return (int(digits[-64:]) + 2**63) % 2**64 - 2**63


_NATURAL = cmp_to_key(_compare)
