"""Prints strings and numbers by a verb of Go's ``fmt.Sprintf``, with flags, width and precision.

Go ``fmt/format.go`` and ``strconv``.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from typing import Final, NamedTuple

from playground.cli.output.gotemplate.lexer import code_point
from playground.cli.output.gotemplate.values import text_bytes
from playground.engine import go_double, go_quote, go_quoted_by_code

_NO_BACK_QUOTE = re.compile("[\0-\x08\n-\x1f`\x7f\ufeff\udc80-\udcff]")
_LONE_BYTE = re.compile("([\udc80-\udcff])")
GO_SYNTAX: Final = "V"  # the flag for `%#v` (Go's ``sharpV``)
_BASES: Final = {"b": "b", "o": "o", "O": "o", "x": "x", "X": "X", "d": "d", "v": "d"}
_PREFIXES: Final = {"b": "0b", "o": "0", "O": "0", "x": "0x", "X": "0X"}  # where `#` asks for them


class Verb(NamedTuple):
    """A verb with flags, width and precision."""

    letter: str
    flags: str = ""
    width: int | None = None
    precision: int | None = None

    def padded(self, text: str) -> str:
        """``text`` padded to the width, in characters."""
        missing = (self.width or 0) - len(text)
        if missing <= 0:
            return text
        if "-" in self.flags:
            return text + " " * missing
        return ("0" if "0" in self.flags else " ") * missing + text

    @property
    def plain(self) -> Verb:
        """The verb that prints a value in the error that this verb does not fit it."""
        return self._replace(letter="v")

    @property
    def is_go_syntax(self) -> bool:
        """Whether values are printed in Go syntax (`%#v`)."""
        return GO_SYNTAX in self.flags


def quoted(text: str, flags: str) -> str:
    """``text`` as `%q` prints it, with the ``flags`` `#` (in back quotes, where it can) and `+` (in ASCII)."""
    if "#" in flags and not _NO_BACK_QUOTE.search(text):
        return f"`{text}`"
    written = "".join(
        f"\\x{text_bytes(part)[0]:02x}" if _LONE_BYTE.fullmatch(part) else go_quote(part)[1:-1]
        for part in _LONE_BYTE.split(text)
    )
    if "+" in flags:
        written = "".join(one if one.isascii() else go_quoted_by_code(one) for one in written)
    return f'"{written}"'


def integer(number: int, verb: Verb) -> str | None:
    """A whole number printed by ``verb``; None if the verb is not for integers."""
    letter, flags = verb.letter, verb.flags
    character = chr(number) if 0 <= number <= 0x10FFFF and not 0xD800 <= number < 0xE000 else "\ufffd"
    if letter == "c":
        return verb.padded(character)
    if letter == "q":
        escaped = (
            "\\'" if character == "'" else '"' if character == '"' else quoted(character, flags.replace("#", ""))[1:-1]
        )
        return verb.padded(f"'{escaped}'")
    if letter == "U":
        return verb.padded(
            code_point(character) if "#" in flags and ord(character) == number else f"U+{number % 2**64:04X}"
        )
    if letter not in _BASES:
        return None
    sign = "-" if number < 0 else "+" if "+" in flags else " " if " " in flags else ""
    least = verb.precision
    if least is None and "0" in flags and verb.width is not None:
        least = verb.width - len(sign)
    if verb.precision == 0 and number == 0:
        return " " * (verb.width or 0)
    digits = f"{abs(number):{_BASES[letter]}}".rjust(least or 0, "0")
    if "#" in flags and letter in _PREFIXES and not (letter in "oO" and digits.startswith("0")):
        digits = _PREFIXES[letter] + digits
    if letter == "O":
        digits = f"0o{digits}"
    return verb._replace(flags=flags.replace("0", "")).padded(sign + digits)


def floating(number: float, verb: Verb) -> str | None:
    """A float64 printed by ``verb``; None if the verb is not for floats."""
    letter, flags, precision = verb.letter, verb.flags, verb.precision
    if letter not in "veEfFgGxXb":
        return None
    size = abs(number)
    sharp = "#" if "#" in flags else ""  # keeps the point, and six digits at least
    digits = 6 if precision is None else min(precision, 1000)
    if letter in "eEfF":
        text = f"{size:{sharp}.{digits}{letter}}"
    elif letter in "vgG":
        short = precision is None and (not sharp or len(Decimal(repr(size)).normalize().as_tuple().digits) > digits)
        text = go_double(size) if short else f"{size:{sharp}.{digits}g}"
        text = text.upper() if letter == "G" else text
    elif letter == "b":
        fraction, power = math.frexp(size)
        text = f"{int(fraction * 2**53)}p{power - 53:+d}"
    else:
        text = _hexadecimal(size)
        text = text.upper() if letter == "X" else text
    negative = math.copysign(1, number) < 0
    sign = "-" if negative else "+" if "+" in flags else " " if " " in flags else ""
    if "0" in flags and verb.width is not None:
        text = text.rjust(verb.width - len(sign), "0")
    return verb.padded(sign + text)


def _hexadecimal(number: float) -> str:
    mantissa, _, power = number.hex().partition("p")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return f"{mantissa}p{power[0]}{power[1:].zfill(2)}"
