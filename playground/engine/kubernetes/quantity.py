"""Quantities such as `250m` and `1.5Gi`: parsed exactly, compared, rounded up, formatted canonically.

Kubernetes apimachinery ``pkg/api/resource``: ``ParseQuantity``, ``CanonicalizeBytes``, ``Value``, ``MilliValue``.
"""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from playground.engine.records import record

_GRAMMAR = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)\Z", re.ASCII)
_DECIMAL = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_DECIMAL_SUFFIX = {exponent: suffix for suffix, exponent in _DECIMAL.items()}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5, "Ei": 6}
_BINARY_SUFFIX = {power: suffix for suffix, power in _BINARY.items()}
_EXPONENT = re.compile(r"[eE]([-+]?[0-9]{1,19})\Z", re.ASCII)
_MAXIMUM = 2**63 - 1  # "the max is just a simple cap"
_NANO = 10**9  # the smallest step; anything finer is rounded away from zero
_LONGEST = 100  # characters; real quantities have a dozen
_WIDEST = 60  # an exponent beyond this is the maximum or next to nothing anyway

Format = Literal["DecimalSI", "BinarySI", "DecimalExponent"]

_FACTORS: dict[str, tuple[Fraction, Format]] = {
    **{suffix: (Fraction(10) ** exponent, "DecimalSI") for suffix, exponent in _DECIMAL.items()},
    **{suffix: (Fraction(1024) ** power, "BinarySI") for suffix, power in _BINARY.items()},
}

WRONG_FORMAT = r"quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
WRONG_SUFFIX = "unable to parse quantity's suffix"


class QuantityError(ValueError):
    """The text is not a quantity; the message is the API server's."""


@record()
class Quantity:
    """An exact amount and the family of suffixes it was written with."""

    amount: Fraction
    format: Format = "DecimalSI"

    @property
    def value(self) -> int:
        """The amount in whole units, rounded up."""
        return math.ceil(self.amount)

    @property
    def milli_value(self) -> int:
        """The amount in thousandths, rounded up."""
        return math.ceil(self.amount * 1000)

    def __str__(self) -> str:
        """The canonical text: the largest suffix that leaves a whole number.

        >>> str(parse("1024Ki")), str(parse("1000m")), str(parse("1024"))
        ('1Mi', '1', '1024')
        """
        if self.format == "BinarySI" and abs(self.amount) >= 1024 and self.amount.denominator == 1:
            return _binary(self.amount.numerator)
        return _decimal(self.amount, "DecimalExponent" if self.format == "DecimalExponent" else "DecimalSI")


ZERO = Quantity(Fraction(0))
ONE = Quantity(Fraction(1))


def parse(value: object) -> Quantity:
    """The quantity that a YAML or JSON string or number stands for; null is zero.

    Raises QuantityError with the API server's words.
    """
    if value is None:
        return ZERO
    return _parsed(value.strip() if isinstance(value, str) else json.dumps(value))


@lru_cache(maxsize=256)  # only of quantities, which are numbers: most containers have the same few
def _parsed(text: str) -> Quantity:
    match = _GRAMMAR.match(text) if len(text) <= _LONGEST else None
    if match is None or not text:
        raise QuantityError(WRONG_FORMAT)
    sign, whole, fraction, suffix = match[1], match[2], match[3] or "", match[4]
    factor, form = _factor(suffix)
    # No digits at all are a zero: the original takes `Mi` and `.` for numbers.
    if not fraction and factor.denominator == 1:  # as most are; arithmetic with fractions is four times as dear
        amount = Fraction(min(int(whole or "0") * factor.numerator, _MAXIMUM))
    else:
        amount = Fraction(int(whole + fraction or "0"), 10 ** len(fraction)) * factor
        amount = min(Fraction(math.ceil(amount * _NANO), _NANO), Fraction(_MAXIMUM))
    return Quantity(-amount if sign == "-" else amount, form)


def _factor(suffix: str) -> tuple[Fraction, Format]:
    known = _FACTORS.get(suffix)
    if known is not None:
        return known
    exponent = _EXPONENT.match(suffix)
    if exponent is None:
        raise QuantityError(WRONG_SUFFIX)
    return Fraction(10) ** max(-_WIDEST, min(_WIDEST, int(exponent[1]))), "DecimalExponent"


def _binary(number: int) -> str:
    power = 0
    while power < 6 and number % 1024 == 0:
        number //= 1024
        power += 1
    return f"{number}{_BINARY_SUFFIX.get(power, '')}"


def _decimal(amount: Fraction, form: Format) -> str:
    number, exponent = int(amount * _NANO), -9
    while number and exponent < 18 and number % 1000 == 0:
        number //= 1000
        exponent += 3
    if not number:
        return "0"
    if form == "DecimalExponent":
        return f"{number}e{exponent}" if exponent else str(number)
    return f"{number}{_DECIMAL_SUFFIX[exponent]}"
