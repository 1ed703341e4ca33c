"""Generated values: forked processes never agree, and no character is preferred."""

from __future__ import annotations

import os
import string
from collections import Counter
from collections.abc import Callable
from random import Random, SystemRandom

import pytest

from playground.engine.templates.generators import expression_generator
from playground.engine.templates.substitution import Dialect

EXPRESSIONS = {Dialect.OPENSHIFT: "[a-zA-Z0-9]{40}", Dialect.PROPOSAL: "[a-zA-Z0-9]{40}"}
LETTERS = string.ascii_letters + string.digits
# χ² of 61 degrees of freedom passes this once in a million times (Wilson and Hilferty's approximation).
MOST = 61 * (1 - 2 / (9 * 61) + 4.753 * (2 / (9 * 61)) ** 0.5) ** 3


def values(dialect: Dialect, random: Random, number: int) -> list[str]:
    generator = expression_generator(dialect, random)
    return [generator.generate_value(EXPRESSIONS[dialect]) for _ in range(number)]


def chi_squared(texts: list[str]) -> float:
    counts, expected = Counter("".join(texts)), sum(map(len, texts)) / len(LETTERS)
    assert set(counts) <= set(LETTERS)
    return sum((counts[letter] - expected) ** 2 / expected for letter in LETTERS)


def forked(make: Callable[[], list[str]]) -> list[str]:
    """What ``make`` returns in a process that is forked from this one, as a worker of gunicorn is."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, "\n".join(make()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        texts = answer.read().split("\n")
    os.waitpid(child, 0)
    return texts


@pytest.mark.parametrize("dialect", EXPRESSIONS)
def test_two_workers_of_one_parent_never_generate_the_same(dialect: Dialect) -> None:
    random = SystemRandom()  # made before the fork: both workers have the same one
    values(dialect, random, 1)
    first, second = (forked(lambda: values(dialect, random, 200)) for _ in range(2))
    assert len(first) == len(second) == 200
    assert len({*first, *second}) == 400


def test_two_workers_with_one_seed_would() -> None:
    """The control: a source with a state of its own is the same in both."""
    random = Random(7)
    first, second = (forked(lambda: values(Dialect.OPENSHIFT, random, 20)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("dialect", EXPRESSIONS)
def test_generated_characters_are_uniformly_distributed(dialect: Dialect) -> None:
    assert chi_squared(values(dialect, SystemRandom(), 2_500)) < MOST


def test_a_biased_source_would_be_noticed() -> None:
    """The control: a byte taken modulo 62 favours the first eight characters."""
    random = SystemRandom()
    assert chi_squared(["".join(LETTERS[byte % 62] for byte in random.randbytes(100_000))]) > MOST
