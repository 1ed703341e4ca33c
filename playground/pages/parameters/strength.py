"""What an expression generates: number of characters, alphabet, strength, a sample."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from playground.engine import SECRET_BITS, Dialect, GeneratorError, Origin, ParameterValue, plan_of_expression
from playground.pages.markup import Panel, counted, shortened

LONGEST_ALPHABET = 40  # characters of an alphabet, as ranges
LONGEST_SAMPLE = 40  # characters of a sample
MOST_CHECKED = 50  # expressions of one form that the evaluation has not checked: some milliseconds each
_SHORTEST_RUN = 3  # neighbouring characters that are written as a range
# An expression beyond these two has no sample: a form may show 400 samples, and drawing a long one takes time.
_LONGEST_DRAWN = 255  # characters of the longest value that the expression can give
_MOST_STEPS = 256  # steps through the groups of the expression


@dataclass(frozen=True, slots=True)
class Strength(Panel):
    """How a value is generated."""

    length: str
    alphabet: str  # as ranges; empty where nothing is drawn
    mixed: bool  # the value holds fixed text too
    bits: str
    sample: str  # another value of the expression; empty if it would be long, or take long
    warning: str


def strengths(values: Iterable[ParameterValue], dialect: Dialect) -> tuple[Strength | None, ...]:
    """The ``strength`` of each value.

    The evaluation has parsed each expression that generated a value (``value.plan``). If the user gave a value instead,
    ``strength`` must parse the expression: for the first MOST_CHECKED of these values; None for the others.
    """
    budget, result = MOST_CHECKED, []
    for value in values:
        budget -= bool(value.parameter.generate) and value.plan is None
        result.append(strength(value, dialect) if value.plan is not None or budget >= 0 else None)
    return tuple(result)


def strength(value: ParameterValue, dialect: Dialect) -> Strength | None:
    """What the expression of ``value`` generates; None for another generator and for an expression with an error.

    The expression is the seed of the sample: the sample stays the same while the user types, and is no secret.
    """
    if value.parameter.generate != "expression" or (value.plan is None and value.origin is Origin.MISSING):
        return None  # the evaluation has found the expression's error
    try:
        plan = value.plan or plan_of_expression(value.expression, dialect)
    except GeneratorError:
        return None
    generation = value.generation or plan.describe()
    least, most = generation.length
    is_cheap = most <= _LONGEST_DRAWN and plan.group_steps <= _MOST_STEPS
    sample = plan.draw(Random(value.expression)) if is_cheap else ""  # noqa: S311 (no secret)
    return Strength(
        length=counted(most, "character") if least == most else f"{least:,} to {most:,} characters",
        alphabet=""
        if generation.literal
        else shortened(ranges(generation.alphabet, LONGEST_ALPHABET), LONGEST_ALPHABET),
        mixed=any(character not in generation.alphabet for character in set(sample)),
        bits=counted(int(generation.bits), "bit"),
        sample=shortened(sample, LONGEST_SAMPLE),
        warning=_warning(value, generation.bits, generation.literal),
    )


def _warning(value: ParameterValue, bits: float, literal: bool) -> str:
    if literal:
        return "Nothing is random: everybody gets this text."
    weak = value.parameter.looks_secret and bits < SECRET_BITS
    return f"A secret needs {SECRET_BITS} bits or more." if weak else ""


def ranges(characters: str, enough: int = sys.maxsize) -> str:
    """``characters`` in their order in Unicode, neighbours as a range; ends once longer than ``enough``.

    >>> ranges("cab019-")
    '-019a-c'
    """
    ordered = sorted(dict.fromkeys(characters))  # not a set: most alphabets are in order, and sorting them is then fast
    text, start = "", 0
    while start < len(ordered) and len(text) <= enough:
        indexes = range(start, len(ordered))
        # In a run of neighbours, a character's code grows as its index does.
        end = start + bisect_right(indexes, ord(ordered[start]) - start, key=lambda index: ord(ordered[index]) - index)
        text += _run(ordered[start:end])
        start = end
    return text


def _run(characters: list[str]) -> str:
    return f"{characters[0]}-{characters[-1]}" if len(characters) >= _SHORTEST_RUN else "".join(characters)
