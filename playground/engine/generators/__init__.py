"""Generators of parameter values: the protocol, the table of all of them, and the expression generator.

The proposal's ``Generator`` interface; OpenShift's and the proposal's ``generate: expression``. The only module that
knows exrex.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from math import log2
from random import Random
from typing import Protocol, TypeVar

import exrex

from playground.engine.generators import openshift
from playground.engine.generators.nodes import alphabet
from playground.engine.generators.regex import MOST_STEPS, GeneratorError, bounded
from playground.engine.substitution import Dialect

__all__ = ["GENERATORS", "Generation", "Generator", "GeneratorError", "describe", "expression_generator"]

T = TypeVar("T")

# exrex takes its choices from two names of its module. They are bound once, here, to functions that ask for the
# random source of the thread (or task) that is drawing, so that no draw can use another's.
_SOURCE: ContextVar[Random] = ContextVar("random source of the draw")


def _choice(options: Sequence[T]) -> T:
    return _SOURCE.get().choice(options)


def _randint(least: int, most: int) -> int:
    return _SOURCE.get().randint(least, most)


exrex.choice, exrex.randint = _choice, _randint


class Generator(Protocol):
    """Makes the value of a parameter from its ``from``."""

    def generate_value(self, expression: str) -> str:
        """A new value. Raises GeneratorError with the place in the expression, when it is known."""
        ...


@dataclass(frozen=True, slots=True)
class ExpressionGenerator:
    """`generate: expression`. Every character is drawn uniformly from its class by ``random``."""

    dialect: Dialect
    random: Random

    def generate_value(self, expression: str) -> str:
        """A value that the expression describes; in the openshift dialect text without a token is its own value."""
        if self.dialect is Dialect.OPENSHIFT:
            return _openshift_value(expression, self.random)
        return _regex_value(expression, self.random)


def expression_generator(dialect: Dialect, random: Random) -> Generator:
    """The generator `expression`. ``random`` is a ``SystemRandom`` wherever the value may become a password."""
    return ExpressionGenerator(dialect, random)


GENERATORS: Mapping[str, Callable[[Dialect, Random], Generator]] = {
    "expression": expression_generator,
}


def _openshift_value(expression: str, random: Random) -> str:
    value, at = "", 0
    for token in openshift.tokens(expression):
        value += expression[at : token.start] + _drawn(token.alphabet, token.length, random)
        at = token.end
    return value + expression[at:]


def _drawn(alphabet: str, length: int, random: Random) -> str:
    """``length`` characters, each drawn uniformly: by a byte of its own, but for those that would favour the first."""
    size, value = len(alphabet), ""
    fair = 256 - 256 % size
    while len(value) < length:
        data = random.randbytes(length - len(value) + 8)
        value += "".join([alphabet[byte % size] for byte in data if byte < fair])
    return value[:length]


def _regex_value(expression: str, random: Random) -> str:
    pattern = bounded(expression).pattern
    before = _SOURCE.set(random)
    try:
        # exrex cuts `{m,n}` at its limit; the bound is our own, so its limit must be out of reach.
        value: str = exrex.getone(pattern, limit=MOST_STEPS + 2)
    finally:
        _SOURCE.reset(before)
    return value


@dataclass(frozen=True, slots=True)
class Generation:
    """What an expression can generate.

    ``alphabet`` all characters of its classes; ``length`` the least and the most characters of a value; ``bits``
    the entropy of its likeliest value; ``literal`` whether everybody gets the same text; ``meant`` what to write
    instead where OpenShift uses the text itself; ``never`` the characters that OpenShift's own generator leaves out;
    ``sample`` a value that it could be, where one was asked for.
    """

    alphabet: str
    length: tuple[int, int]
    bits: float
    literal: bool
    meant: str | None = None
    never: str = ""
    sample: str = ""


def describe(expression: str, dialect: Dialect, random: Random | None = None) -> Generation:
    """What the expression can generate in this dialect, with a sample when there is a ``random`` to draw it from.

    Raises the same GeneratorError as generating would.

    >>> describe("[A-F0-9]{8}", Dialect.OPENSHIFT).bits, describe("[a-z]{3,5}", Dialect.OPENSHIFT).meant
    (32.0, '[a-z]{5}')
    """
    found = _described_openshift(expression) if dialect is Dialect.OPENSHIFT else _described_regex(expression)
    return replace(found, sample=expression_generator(dialect, random).generate_value(expression)) if random else found


def _described_regex(expression: str) -> Generation:
    regex = bounded(expression)
    length = (regex.measure.least, regex.measure.most)
    return Generation(alphabet(regex.nodes), length, regex.measure.bits, regex.measure.bits == 0)


def _described_openshift(expression: str) -> Generation:
    tokens = openshift.tokens(expression)
    literal = len(expression) - sum(token.end - token.start for token in tokens)
    length = literal + sum(token.length for token in tokens)
    bits = sum(token.length * log2(len(token.alphabet)) for token in tokens)
    return Generation(
        "".join(dict.fromkeys(char for token in tokens for char in token.alphabet)),
        (length, length),
        bits,
        literal=not tokens,
        meant=None if tokens else openshift.meant(expression),
        never="".join(dict.fromkeys(char for token in tokens for char in token.never)),
    )
