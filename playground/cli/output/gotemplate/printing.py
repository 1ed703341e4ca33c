"""Prints values like Go's ``fmt.Sprint`` and ``fmt.Sprintf``, with all verbs, flags, widths and precisions.

Go ``fmt`` and ``strconv``, for the types that decoded JSON has.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any, Final, NamedTuple

from playground.cli.output.gotemplate.go_values import GoTemplateError, text_bytes, type_name
from playground.cli.output.gotemplate.lexer import code_point
from playground.engine import go_double, go_quote, go_quoted_by_code

_NO_BACK_QUOTE = re.compile("[\0-\x08\n-\x1f`\x7f\ufeff\udc80-\udcff]")
_LONE_BYTE = re.compile("([\udc80-\udcff])")
# Flags, width, precision, explicit index, letter.
_VERB = re.compile(r"%([-+# 0]*)(\*|[0-9]+)?(?:\.(\*|[0-9]*))?(?:\[([0-9]+)\])?(.?)", re.DOTALL)
_LARGEST: Final = 1_000_000  # of a width or precision
_ENOUGH_DIGITS: Final = 8  # so many digits of a number show that it is beyond _LARGEST
GO_SYNTAX: Final = "V"  # the flag for `%#v` (Go's ``sharpV``)
_BASES: Final = {"b": "b", "o": "o", "O": "o", "x": "x", "X": "X", "d": "d", "v": "d"}
_PREFIXES: Final = {"b": "0b", "o": "0", "O": "0", "x": "0x", "X": "0X"}  # where `#` asks for them


class Verb(NamedTuple):
    """A verb with flags, width and precision."""

    letter: str
    flags: str = ""  # the signs between `%` and the width, and GO_SYNTAX
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
        """The verb `%v` with the same flags, for the message that this verb does not fit a value."""
        return self._replace(letter="v")

    @property
    def is_go_syntax(self) -> bool:
        """Whether values are printed in Go syntax (`%#v`)."""
        return GO_SYNTAX in self.flags


def quoted(text: str, flags: str) -> str:
    """``text`` as `%q` prints it; the flag `#` asks for back quotes if possible, `+` for ASCII."""
    if "#" in flags and not _NO_BACK_QUOTE.search(text):
        return f"`{text}`"
    characters = "".join(
        f"\\x{text_bytes(part)[0]:02x}" if _LONE_BYTE.fullmatch(part) else go_quote(part)[1:-1]
        for part in _LONE_BYTE.split(text)
    )
    if "+" in flags:
        characters = "".join(
            character if character.isascii() else go_quoted_by_code(character) for character in characters
        )
    return f'"{characters}"'


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
    least_digits = verb.precision
    if least_digits is None and "0" in flags and verb.width is not None:
        least_digits = verb.width - len(sign)
    if verb.precision == 0 and number == 0:  # Go prints nothing but the padding
        return " " * (verb.width or 0)
    digits = f"{abs(number):{_BASES[letter]}}".rjust(least_digits or 0, "0")
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
    elif letter in "vgG":  # ``short``: the fewest digits that give the same number
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


_PLAIN: Final = Verb("v")


def sprint(values: Iterable[Any]) -> str:
    """``fmt.Sprint``: with spaces between two values neither of which is a string.

    >>> sprint(["a", 1, 2, {"b": [1.5, None], "a": 1e6}])
    'a1 2 map[a:1e+06 b:[1.5 <nil>]]'
    """
    parts: list[str] = []
    after_text = True
    for value in values:
        is_text = isinstance(value, str)
        parts += ["" if is_text or after_text else " ", _printed(value, _PLAIN)]
        after_text = is_text
    return "".join(parts)


def sprintln(values: Iterable[Any]) -> str:
    """``fmt.Sprintln``: with a space between any two values, and a line end."""
    return f"{' '.join(_printed(value, _PLAIN) for value in values)}\n"


def sprintf(form: str, values: Sequence[Any], longest: int) -> str:
    """``fmt.Sprintf``; raises GoTemplateError for more than ``longest`` characters.

    >>> sprintf("%-4s|%05.1f|%x|%q|%d%%", ["a", 2.25, "hi", "b", "c"], 100)
    'a   |002.2|6869|"b"|%!d(string=c)%'
    """
    parts: list[str] = []
    position = length = index = used = 0
    for match in _VERB.finditer(form):
        parts.append(form[position : match.start()])
        position = match.end()
        text, index = _directive(match, values, index)
        used = max(used, index) if not match[4] else len(values)  # after an explicit index, Go reports no extra values
        parts.append(text)
        length += len(text)
        if length > longest:
            raise GoTemplateError(f"more than {longest:,} characters, which is the limit")
    parts.append(form[position:])
    if used < len(values):
        extra = ", ".join(
            "<nil>" if value is None else f"{type_name(value)}={_printed(value, _PLAIN)}" for value in values[used:]
        )
        parts.append(f"%!(EXTRA {extra})")
    return "".join(parts)


def _directive(match: re.Match[str], values: Sequence[Any], index: int) -> tuple[str, int]:
    """The text of one `%…`, and the index of the next value."""
    flags, width_text, precision_text, explicit_index, letter = match.groups()
    width, fits, index = _size(width_text, values, index, least=-_LARGEST)
    error = "" if fits else "%!(BADWIDTH)"
    if width is not None and width < 0:
        flags, width = f"{flags}-", -width
    precision, fits, index = _size(precision_text, values, index, least=0)
    error += "" if fits else "%!(BADPREC)"
    if explicit_index is not None:
        if not 0 < int(explicit_index[:_ENOUGH_DIGITS]) <= len(values):
            return f"{error}%!{letter}(BADINDEX)", index
        index = int(explicit_index) - 1
    if not letter:
        return f"{error}%!(NOVERB)", index
    if letter == "%":
        return f"{error}%", index
    if index >= len(values):
        return f"{error}%!{letter}(MISSING)", index
    flags = flags.replace("0", "") if "-" in flags else flags
    if letter == "v":  # `%+v` and `%#v` are forms of their own; `%+v` differs only for structs
        flags = flags.replace("+", "").replace("#", GO_SYNTAX)
    return error + _printed(values[index], Verb(letter, flags, width, precision)), index + 1


def _size(text: str | None, values: Sequence[Any], index: int, *, least: int) -> tuple[int | None, bool, int]:
    """A width or precision, whether its value is valid, and the index of the next value.

    For `*`, the width or precision is the next of ``values``, which must be an integer from ``least`` to _LARGEST.
    """
    if text != "*":  # a written size beyond _LARGEST counts as missing
        size = int(text[:_ENOUGH_DIGITS]) if text else (None if text is None else 0)
        return (size if size is None or size <= _LARGEST else None), True, index
    if index == len(values):
        return None, False, index
    value = values[index]
    fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= _LARGEST
    return (int(value) if fits else None), fits, index + 1


def _printed(value: Any, verb: Verb, *, inside: bool = False) -> str:
    """``value`` printed by ``verb``; ``inside`` says that the value is an entry of a map or list."""
    if value is None:
        if inside:
            return "interface {}(nil)" if verb.is_go_syntax else "<nil>"
        return verb.padded("<nil>") if verb.letter in "vT" else f"%!{verb.letter}(<nil>)"
    if verb.letter == "T":
        return verb.padded(type_name(value)[: verb.precision])
    if isinstance(value, dict | list):
        return _collection(value, verb)
    if isinstance(value, str):
        text = _string(value, verb)
    elif isinstance(value, bool):
        text = verb.padded("true" if value else "false") if verb.letter in "tv" else None
    else:
        text = floating(value, verb) if isinstance(value, float) else integer(int(value), verb)
    if text is None:
        return f"%!{verb.letter}({type_name(value)}={_printed(value, verb.plain)})"
    return text


def _collection(value: dict[str, Any] | list[Any], verb: Verb) -> str:
    if verb.letter == "p":
        return f"%!p({type_name(value)}={_printed(value, verb.plain)})"
    if isinstance(value, dict):
        parts = [f"{_printed(key, verb)}:{_printed(value[key], verb, inside=True)}" for key in sorted(value)]
        opener, closer = "map[", "]"
    else:
        parts = [_printed(item, verb, inside=True) for item in value]
        opener, closer = "[", "]"
    if verb.is_go_syntax:
        return f"{type_name(value)}{{{', '.join(parts)}}}"
    return f"{opener}{' '.join(parts)}{closer}"


def _string(text: str, verb: Verb) -> str | None:
    letter, flags, precision = verb.letter, verb.flags, verb.precision
    if letter in "xX":
        data = text_bytes(text)[:precision]
        prefix = f"0{letter}" if "#" in flags and data else ""
        digits = data.hex(" ") if " " in flags else data.hex()
        if letter == "X":
            digits = digits.upper()
        return verb.padded(prefix + (digits.replace(" ", f" {prefix}") if prefix else digits))
    text = text if precision is None else text[:precision]
    if letter == "q" or verb.is_go_syntax:
        return verb.padded(quoted(text, flags if letter == "q" else ""))
    return verb.padded(text) if letter in "sv" else None
