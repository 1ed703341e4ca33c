"""Random names and tokens are unique and evenly distributed."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Iterable
from random import Random, SystemRandom

from playground.storage.random_text import base64url, safe_characters

RANDOM = SystemRandom()
ALPHABET = string.ascii_letters + string.digits + "-_"
MANY = 100_000
FAR_FETCHED = 200.0  # chi-squared with 63 degrees of freedom: once in 10^16


def test_generated_names_are_unique_and_uniformly_distributed() -> None:
    names = [base64url(128, RANDOM) for _ in range(MANY)]
    assert {len(name) for name in names} == {22}
    assert len(set(names)) == MANY
    for place in range(21):  # the last one holds two bits only
        assert unevenness(name[place] for name in names) < FAR_FETCHED


def test_a_biased_random_source_would_be_noticed() -> None:
    worse = Random(1)
    assert unevenness(worse.choice(ALPHABET[:60]) for _ in range(MANY)) > FAR_FETCHED
    assert unevenness(worse.choice(ALPHABET + "AAAA") for _ in range(MANY)) > FAR_FETCHED


def unevenness(characters: Iterable[str]) -> float:
    """Chi-squared of how often each character of the alphabet came, were all equally likely."""
    expected = MANY / len(ALPHABET)
    counted = Counter(characters)
    return sum((counted[character] - expected) ** 2 / expected for character in ALPHABET)


def test_generated_characters_are_valid_in_names() -> None:
    characters = safe_characters(2000, RANDOM)
    assert set(characters) == set("bcdfghjklmnpqrstvwxz2456789")
