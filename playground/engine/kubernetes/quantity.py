"""Quantities such as `250m` and `1.5Gi`: parsed exactly, compared, rounded up, formatted canonically.

Kubernetes apimachinery ``pkg/api/resource``: ``ParseQuantity``, ``CanonicalizeBytes``, ``Value``, ``MilliValue``.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from playground.engine.model.records import record
from playground.engine.text.go import to_json

_GRAMMAR = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)\Z", re.ASCII)
_DECIMAL_POWERS = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_DECIMAL_SUFFIX = {exponent: suffix for suffix, exponent in _DECIMAL_POWERS.items()}
_BINARY_POWERS = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}  # powers of two
_BINARY_SUFFIX = {power // 10: suffix for suffix, power in _BINARY_POWERS.items()}  # by powers of 1024
_EXPONENT = re.compile(r"[eE]([-+]?[0-9]+)\Z", re.ASCII)
_MAXIMUM = 2**63 - 1  # the largest amount with a binary suffix: Kubernetes reads a larger one as this
_LONGEST_TEXT = 100  # characters; real quantities have at most a dozen
_LARGEST_EXPONENT = 60  # a larger exponent has the same result: an overflow, or the smallest amount
_NANO = -9
_MILLI = -3
# An amount with more digits is "wide": Kubernetes does not keep it in 64 bits.
_MOST_DIGITS = 18
_MOST_BINARY_DIGITS = 14
_UNCHECKED_POWERS = (1, 2, 3, 6, 9)  # Kubernetes multiplies by these powers of ten without a check for overflow

Format = Literal["DecimalSI", "BinarySI", "DecimalExponent"]

WRONG_FORMAT = r"quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
WRONG_SUFFIX = "unable to parse quantity's suffix"
WRONG_NUMBER = "unable to parse numeric part of quantity"


class QuantityError(ValueError):
    """The text is not a quantity; the message is the API server's."""


@record()
class Quantity:
    """An exact amount, ``unscaled`` times ten to the power of ``exponent``, and the kind of its suffix.

    Kubernetes keeps small amounts in 64 bits and others as decimals of any size (``wide``); beyond 64 bits the two
    overflow differently. ``canonical`` is the parsed text if Kubernetes prints that text unchanged, else "".
    """

    unscaled: int
    exponent: int = 0
    format: Format = "DecimalSI"
    wide: bool = False
    canonical: str = ""

    @property
    def amount(self) -> Fraction:
        """The exact number."""
        if self.exponent >= 0:
            return Fraction(self.unscaled * 10**self.exponent)
        return Fraction(self.unscaled, 10**-self.exponent)

    @property
    def value(self) -> int:
        """The amount in whole units, rounded up, in 64 bits."""
        return self._scaled(self.exponent)

    @property
    def milli_value(self) -> int:
        """The amount in thousandths, rounded up, in 64 bits: with the overflows of Kubernetes."""
        return self._scaled(self.exponent - _MILLI)

    def _scaled(self, power: int) -> int:
        """``unscaled`` times ten to this power, with the overflows of Kubernetes.

        A fraction is rounded up. A negative one is rounded away from zero, except in a wide amount.
        """
        if power < 0 and not self.wide:
            return _away_from_zero(self.unscaled, 10**-power)
        if power < 0:
            return _int64(-(-self.unscaled // 10**-power))
        if self.wide:
            return _int64(_int64(self.unscaled) * 10**power)
        product = self.unscaled * 10**power
        if product == _int64(product) or power in _UNCHECKED_POWERS:
            return _int64(product)
        return 0  # so Kubernetes answers if its check finds an overflow

    def in_thousandths(self) -> Quantity:
        """The quantity rounded up to thousandths, as the API server rounds `limits` and `requests`."""
        if self.exponent >= _MILLI and not self.wide:
            return self
        power = self.exponent - _MILLI
        rounded = self.unscaled * 10**power if power >= 0 else _away_from_zero(self.unscaled, 10**-power)
        return Quantity(rounded, _MILLI, self.format, self.wide)

    def __add__(self, other: Quantity) -> Quantity:
        """The sum, with the kind of suffix of the first amount that is not zero."""
        exponent = min(self.exponent, other.exponent)
        unscaled = self._unscaled_at(exponent) + other._unscaled_at(exponent)
        wide = self.wide or other.wide or unscaled != _int64(unscaled)
        return Quantity(unscaled, exponent, self.format if self.unscaled else other.format, wide)

    def _unscaled_at(self, exponent: int) -> int:
        """The amount as a multiple of ten to the power of ``exponent``, which is no larger than its own."""
        power: int = 10 ** (self.exponent - exponent)
        return self.unscaled * power

    def __str__(self) -> str:
        """The canonical text: the largest suffix that leaves a whole number.

        >>> str(parse("1024Ki")), str(parse("1000m")), str(parse("1024"))
        ('1Mi', '1', '1024')
        """
        if self.canonical:
            return self.canonical
        amount = self.amount
        if self.format == "BinarySI" and abs(amount) >= 1024 and amount.denominator == 1:
            return _binary(amount.numerator)
        return _decimal(self.unscaled, self.exponent, self.format)


ZERO = Quantity(0)
ONE = Quantity(1)


def parse(value: object) -> Quantity:
    """The quantity that a YAML or JSON string or number stands for; null is zero.

    Raises QuantityError with the API server's words.
    """
    if value is None:
        return ZERO
    return _parsed(value.strip() if isinstance(value, str) else to_json(value))


@lru_cache(maxsize=256)  # most containers have the same few quantities; being numbers, they hold no secrets
def _parsed(text: str) -> Quantity:
    match = _GRAMMAR.match(text) if len(text) <= _LONGEST_TEXT else None
    if match is None or not text:
        raise QuantityError(WRONG_FORMAT)
    sign = -1 if match[1] == "-" else 1
    whole, fraction, suffix = match[2].lstrip("0") or "0", match[3] or "", match[4]
    quantity_of = _binary_quantity if suffix in _BINARY_POWERS else _decimal_quantity
    quantity = quantity_of(text, sign * int(whole + fraction), len(whole), len(fraction), suffix)
    # Without any digit the amount is zero: Kubernetes accepts `Mi` and `.`, but not `Ei`, whose amounts are wide.
    if quantity.wide and not match[2] and not fraction:
        raise QuantityError(WRONG_NUMBER)
    return quantity


def _decimal_quantity(text: str, number: int, digits: int, places: int, suffix: str) -> Quantity:
    """The quantity of ``number`` with a decimal suffix.

    ``text``: what was parsed. ``digits`` and ``places``: how many digits stood before and after the point.
    """
    suffix_format: Format = "DecimalSI" if suffix in _DECIMAL_POWERS else "DecimalExponent"
    power = _DECIMAL_POWERS[suffix] if suffix in _DECIMAL_POWERS else _exponent_of(suffix)
    exponent = power - places
    if digits + places > _MOST_DIGITS or exponent < _NANO:
        return Quantity(*_in_nanos(number, exponent), suffix_format, wide=True)
    starts_with_zero = abs(number) < 10 ** (digits + places - 1)
    # A multiple of 1000 would take a larger suffix.
    is_canonical = exponent % 3 == 0 and number % 1000 and not starts_with_zero
    return Quantity(number, exponent, suffix_format, canonical=text if is_canonical or text == "0" else "")


def _binary_quantity(text: str, number: int, digits: int, places: int, suffix: str) -> Quantity:
    """The quantity of ``number`` with a binary suffix; the arguments are those of ``_decimal_quantity``."""
    power = _BINARY_POWERS[suffix]
    if not places and digits + power * 3 // 10 <= _MOST_BINARY_DIGITS:  # ten powers of two are three digits
        # Kubernetes' test: a multiple of 8 might take a larger suffix.
        return Quantity(number << power, 0, "BinarySI", canonical=text if number % 8 else "")
    unscaled, exponent = _in_nanos(number << power, -places)
    if abs(unscaled) > _MAXIMUM * 10**-exponent:
        unscaled, exponent = (_MAXIMUM if unscaled > 0 else -_MAXIMUM), 0
    below_one = abs(unscaled) < 10**-exponent
    return Quantity(unscaled, exponent, "DecimalSI" if below_one else "BinarySI", wide=True)


def _in_nanos(unscaled: int, exponent: int) -> tuple[int, int]:
    """An amount in billionths, rounded away from zero, and their exponent."""
    power = exponent - _NANO
    return (unscaled * 10**power if power >= 0 else _away_from_zero(unscaled, 10**-power)), _NANO


def _away_from_zero(number: int, divisor: int) -> int:
    """``number`` divided by ``divisor``, rounded away from zero."""
    quotient = -(-abs(number) // divisor)
    return quotient if number >= 0 else -quotient


def _int64(number: int) -> int:
    """The number that Go keeps in 64 bits: the lowest bits of a larger one."""
    return (number + 2**63) % 2**64 - 2**63


def _exponent_of(suffix: str) -> int:
    exponent = _EXPONENT.match(suffix)
    if exponent is None or not -(2**63) <= int(exponent[1]) < 2**63:
        raise QuantityError(WRONG_SUFFIX)
    return max(-_LARGEST_EXPONENT, min(_LARGEST_EXPONENT, int(exponent[1])))


def _binary(number: int) -> str:
    """The canonical text of a whole number with a suffix that is a power of two."""
    power = 0
    while power < len(_BINARY_SUFFIX) and number % 1024 == 0:
        number //= 1024
        power += 1
    return f"{number}{_BINARY_SUFFIX.get(power, '')}"


def _decimal(number: int, exponent: int, suffix_format: Format) -> str:
    """The canonical text of a decimal amount. Beyond the largest suffix Kubernetes leaves the suffix out."""
    if not number:
        return "0"
    while number % 10 == 0:
        number //= 10
        exponent += 1
    number, exponent = number * 10 ** (exponent % 3), exponent - exponent % 3
    if suffix_format == "DecimalExponent":
        return f"{number}e{exponent}" if exponent else str(number)
    return f"{number}{_DECIMAL_SUFFIX.get(exponent, '')}"
