"""What an expression generates: number of characters, alphabet, strength, a sample."""

from __future__ import annotations

from itertools import groupby
from random import Random

from playground.engine import (
    SECRET_BITS,
    Dialect,
    GeneratorError,
    ParameterValue,
    describe_expression,
)
from playground.page_records import page_record
from playground.views.panels.words import counted

LONGEST_ALPHABET = 40  # characters of an alphabet, as ranges
LONGEST_SAMPLE = 40  # characters of a sample
_LONGEST = 255  # a longer value is not drawn twice
_SHORTEST_RUN = 3  # characters that are written as a range


@page_record
class Strength:
    """How a value is generated."""

    length: str
    alphabet: str  # as ranges; empty where nothing is drawn
    mixed: bool  # other text stands beside what is drawn
    bits: str
    sample: str  # as good as the value and another one; empty where it would be long
    warning: str


def strength(value: ParameterValue, dialect: Dialect) -> Strength | None:
    """What the expression of ``value`` generates; None for another generator and what cannot be generated.

    The sample is drawn from the expression itself: it stays the same while one types, and everybody may know it.
    """
    if value.parameter.generate != "expression":
        return None
    expression = value.expression or value.parameter.from_
    try:
        generation = describe_expression(expression, dialect, Random(expression), _LONGEST)  # noqa: S311 (no secret)
    except GeneratorError:
        return None
    least, most = generation.length
    return Strength(
        length=counted(most, "character") if least == most else f"{least:,} to {most:,} characters",
        alphabet="" if generation.literal else _clipped(ranges(generation.alphabet), LONGEST_ALPHABET),
        mixed=not set(generation.sample) <= set(generation.alphabet),
        bits=counted(int(generation.bits), "bit"),
        sample=_clipped(generation.sample, LONGEST_SAMPLE),
        warning=_warning(value, generation.bits, generation.literal),
    )


def _warning(value: ParameterValue, bits: float, literal: bool) -> str:
    if literal:
        return "Nothing is drawn: everybody gets this text."
    weak = value.parameter.looks_secret and bits < SECRET_BITS
    return f"A secret needs {SECRET_BITS} bits or more." if weak else ""


def ranges(characters: str) -> str:
    """``characters`` in their order in Unicode, neighbours as a range.

    >>> ranges("cab019-")
    '-019a-c'
    """
    ordered = sorted(set(characters))
    runs = groupby(enumerate(ordered), lambda pair: ord(pair[1]) - pair[0])
    return "".join(_run([character for _, character in run]) for _, run in runs)


def _run(characters: list[str]) -> str:
    return f"{characters[0]}-{characters[-1]}" if len(characters) >= _SHORTEST_RUN else "".join(characters)


def _clipped(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
