"""Generators of parameter values: the protocol, the table of all of them, and the expression generator.

The proposal's ``Generator`` interface; OpenShift's and the proposal's ``generate: expression``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from random import Random
from typing import Protocol

from playground.engine.model.records import record
from playground.engine.templates.generators import openshift, regex
from playground.engine.templates.generators.plan import Generation, Plan
from playground.engine.templates.generators.regex import GeneratorError
from playground.engine.templates.substitution import Dialect

__all__ = [
    "GENERATORS",
    "ExpressionGenerator",
    "Generation",
    "Generator",
    "GeneratorError",
    "describe",
    "expression_generator",
    "plan_of",
]

_PLANNERS: Mapping[Dialect, Callable[[str], Plan]] = {
    Dialect.OPENSHIFT: openshift.plan,
    Dialect.PROPOSAL: regex.plan,
}


class Generator(Protocol):
    """Makes the value of a parameter from its ``from``."""

    def generate_value(self, expression: str) -> str:
        """A new value. Raises GeneratorError, if possible with the invalid part of the expression."""
        ...


@record()
class ExpressionGenerator:
    """`generate: expression`. Every character is drawn uniformly from its class by ``random``.

    Each expression is checked once. The plans are kept as long as the generator, which serves one Template.
    """

    dialect: Dialect
    random: Random
    _plans: dict[str, Plan] = field(default_factory=dict, init=False, repr=False, compare=False)

    def generate_value(self, expression: str) -> str:
        """A value that the expression describes. In the openshift dialect, a text without tokens is its own value."""
        return self.plan(expression).draw(self.random)

    def plan(self, expression: str) -> Plan:
        """The plan of the expression, which is checked. Raises the GeneratorError that ``generate_value`` would."""
        plan = self._plans.get(expression)
        if plan is None:
            plan = self._plans[expression] = plan_of(expression, self.dialect)
        return plan


def expression_generator(dialect: Dialect, random: Random) -> ExpressionGenerator:
    """The generator `expression`. ``random`` is a ``SystemRandom`` wherever the value may become a password."""
    return ExpressionGenerator(dialect, random)


GENERATORS: Mapping[str, Callable[[Dialect, Random], Generator]] = {
    "expression": expression_generator,
}


def plan_of(expression: str, dialect: Dialect) -> Plan:
    """The plan of the expression, checked for this dialect. Raises GeneratorError for an invalid expression."""
    return _PLANNERS[dialect](expression)


def describe(expression: str, dialect: Dialect) -> Generation:
    """Describe what the expression can generate in this dialect. Raises GeneratorError for an invalid expression.

    >>> describe("[A-F0-9]{8}", Dialect.OPENSHIFT).bits, describe("[a-z]{3,5}", Dialect.OPENSHIFT).meant
    (32.0, '[a-z]{5}')
    """
    return plan_of(expression, dialect).describe()
