"""Values as YAML, in the hand of `kubectl` and `oc`: sorted keys, lists under their key, long text folded at 80.

sigs.k8s.io/yaml ``JSONToYAML`` on goyaml.v2: ``encode.go`` and ``sorter.go`` choose, ``emitterc.go`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cmp_to_key
from typing import Any, Final

from playground.engine.gotext import to_json
from playground.engine.source.scalars import means_its_text

_WIDTH: Final = 80  # a line may be broken at the first space after so many columns
_LONGEST_SIMPLE_KEY: Final = 128  # bytes; a longer key is written after `? `
_BREAKS: Final = "\n\u2028\u2029"  # what the emitter takes for line ends, of the characters it does not escape
_KEY_BREAKS: Final = f"{_BREAKS}\r\x85"  # what keeps a key from standing on one line, escaped or not
_BYTE_ORDER_MARK: Final = "\ufeff"
# goyaml.v2's ``is_printable`` knows neither tabs nor what lies beyond the Basic Multilingual Plane.
_UNPRINTABLE: Final = "\x7f-\x9f\ud800-\udfff\ufeff\ufffe-\U0010ffff"  # beside the control characters of ASCII
_SPECIAL = re.compile(f"[\0-\t\x0b-\x1f{_UNPRINTABLE}]")
_ESCAPED = re.compile(f'[\0-\x1f"\\\\{_BREAKS}{_UNPRINTABLE}]')
_SPACE_BREAK = re.compile(f" [{_BREAKS}]")
_BREAK_SPACE = re.compile(f"[{_BREAKS}] ")
_INDICATOR = re.compile(r"""---|\.\.\.|[#,\[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|\Z)""")
_INNER_INDICATOR = re.compile(rf":(?:[ \t]|\Z)|[ \t{_BREAKS}]#")
_LINE_START = re.compile(f"(?<=[{_BREAKS}])(?=[^{_BREAKS}])")
_FOLD = re.compile("[\u2028\u2029]+| +")
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPES: Final[Mapping[str, str]] = {
    "\0": "\\0", "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f", "\r": "\\r",
    "\x1b": "\\e", '"': '\\"', "\\": "\\\\", "\x85": "\\N", "\xa0": "\\_", "\u2028": "\\L", "\u2029": "\\P",
}  # fmt: skip
_INTEGERS = range(-(2**63), 2**64)


def printed_yaml(value: Any) -> str:
    """``value`` as `-o yaml` prints it; ends with a newline.

    >>> print(printed_yaml({"b": ["1", 2.5e6], "a10": "x: y", "a9": None}), end="")
    a9: null
    a10: 'x: y'
    b:
    - "1"
    - 2500000
    """
    if _is_branch(value):
        hand = _Hand()
        hand.write(value, 0)
        return "\n".join([*hand.lines, ""])
    return f"{_leaf(value, 0, 2)}\n"


def _is_branch(value: Any) -> bool:
    return bool(value) and isinstance(value, dict | list)


class _Unfolded(dict[str, str]):
    """Scalars of ASCII on one line, as they are where the line is long enough; names and values repeat a lot."""

    def __missing__(self, text: str) -> str:
        printed = self[text] = _scalar(text, None, 0)
        return printed


@dataclass(slots=True)
class _Hand:
    """One text while it is printed. What repeats is worked out once, which takes two thirds off the time."""

    lines: list[str] = field(default_factory=list)  # a text of several lines is one of them
    _orders: dict[tuple[str, ...], list[str]] = field(default_factory=dict)  # keys as they stand -> as they are printed
    _unfolded: _Unfolded = field(default_factory=_Unfolded)

    def write(self, value: Any, indent: int) -> None:
        """Write the lines of a mapping or list that holds something."""
        pad = " " * indent
        if isinstance(value, list):
            for item in value:
                self._write_entry(f"{pad}-", item, indent)
            return
        for key in self._ordered(value):
            head, simple = self._key(key, indent, pad)
            child = value[key]
            if simple and _is_branch(child):
                self.lines.append(head)
                # A list stands right under its key.
                self.write(child, indent if isinstance(child, list) else indent + 2)
            else:
                self._write_entry(head, child, indent)

    def _ordered(self, mapping: Mapping[str, Any]) -> list[str]:
        keys = tuple(mapping)
        if keys not in self._orders:
            self._orders[keys] = sorted(keys, key=_NATURAL)
        return self._orders[keys]

    def _key(self, key: str, indent: int, pad: str) -> tuple[str, bool]:
        """What stands before the value of ``key``, and whether that is a simple key."""
        if len(key) <= _LONGEST_SIMPLE_KEY and key.isascii() and "\n" not in key and "\r" not in key:
            return f"{pad}{self._unfolded[key]}:", True
        return _key(key, indent)

    def _write_entry(self, head: str, child: Any, indent: int) -> None:
        """Write an entry whose value begins on the line of its ``head``."""
        if _is_branch(child):
            first = len(self.lines)
            self.write(child, indent + 2)
            self.lines[first] = f"{head} {self.lines[first][indent + 2 :]}"
            return
        column = len(head) - head.rfind("\n")  # after the space that follows the head
        if type(child) is str and child != "<<" and "\n" not in child and child.isascii():
            printed = self._unfolded[child]
            if column + len(printed) <= _WIDTH:
                self.lines.append(f"{head} {printed}")
                return
        self.lines.append(f"{head} {_leaf(child, column, indent + 2)}")


def _key(key: str, indent: int) -> tuple[str, bool]:
    """What stands before the value of ``key``, and whether that is a simple key."""
    pad = " " * indent
    if len(key.encode("utf-8", "replace")) <= _LONGEST_SIMPLE_KEY and not any(char in key for char in _KEY_BREAKS):
        return f"{pad}{_scalar(key, None, 0)}:", True
    return f"{pad}? {_scalar(key, indent + 2, indent + 2)}\n{pad}:", False


def _leaf(value: Any, column: int, indent: int) -> str:
    if isinstance(value, str):
        return _scalar(value, column, indent)
    text = to_json(value)
    return text if isinstance(value, bool) or not isinstance(value, int | float) else _number(text)


def _number(text: str) -> str:
    """A number as YAML reads it from JSON: an integer if 64 bits hold it, else as ``%g`` prints a double."""
    if text.lstrip("-").isdigit() and int(text) in _INTEGERS:
        return str(int(text))
    number = Decimal(repr(float(text))).normalize()
    power = number.adjusted()
    if -4 <= power < 6:
        return f"{number:f}"
    sign, digits, _ = number.as_tuple()
    mantissa = "".join(map(str, digits))
    point = f"{mantissa[0]}.{mantissa[1:]}" if mantissa[1:] else mantissa
    return f"{'-' if sign else ''}{point}e{'-' if power < 0 else '+'}{abs(power):02d}"


def _scalar(text: str, column: int | None, indent: int) -> str:
    """``text`` as a scalar that begins at ``column`` and goes on at ``indent``; a column of None: a simple key."""
    text = _SURROGATE.sub("\ufffd", text)  # halves of a pair are no text in Go
    odd = _SPECIAL.search(text) is not None or _SPACE_BREAK.search(text) is not None
    if "\n" in text:
        # goyaml.v2 leaves out the line end after a block that ends in U+2028; such text is safer in quotes.
        fits_block = not odd and not text.endswith((" ", "\u2028", "\u2029")) and column is not None
        return _literal(text, " " * indent) if fits_block else _double_quoted(text, column, indent)
    # ``<<`` means itself but as a key; goyaml.v2 writes that without quotes, too, and reads something else back.
    if odd or not (means_its_text(text) or (text == "<<" and column is not None)) or _BREAK_SPACE.search(text):
        # Text that would mean something else goes straight to double quotes, what only looks odd to single ones.
        return _double_quoted(text, column, indent)
    if _is_plain(text):
        return _folded(text, column, indent)
    quoted = text.replace("'", "''")
    return f"'{_folded(_LINE_START.sub(' ' * indent, quoted), None if column is None else column + 1, indent)}'"


def _is_plain(text: str) -> bool:
    """Whether a text without line feeds can go without quotes, outside of brackets."""
    if text[0] in " \u2028\u2029" or text[-1] in " \u2028\u2029":
        return False
    if "\u2028" in text or "\u2029" in text:
        return False
    return not (_INDICATOR.match(text) or _INNER_INDICATOR.search(text))


def _literal(text: str, pad: str) -> str:
    """A block of several lines under `|`, with what its first and last lines make necessary to say."""
    told = "2" if text[0] in f" {_BREAKS}" else ""
    kept = "-" if text[-1] not in _BREAKS else "+" if text[-2:-1] in ("", *_BREAKS) else ""
    first = "" if text[0] in _BREAKS else pad
    body = f"{first}{_LINE_START.sub(pad, text)}"
    return f"|{told}{kept}\n{body.removesuffix(chr(10))}"


def _double_quoted(text: str, column: int | None, indent: int) -> str:
    if text.startswith(_BYTE_ORDER_MARK):
        # goyaml.v2 asks of every character whether the text begins with a byte order mark.
        escaped = "".join(_escaped(character) for character in text)
    else:
        escaped = _ESCAPED.sub(lambda match: _escaped(match[0]), text)
    return f'"{_folded(escaped, None if column is None else column + 1, indent, double=True)}"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _folded(written: str, column: int | None, indent: int, *, double: bool = False) -> str:
    """A scalar's text with lines broken where they are too long; ``column`` is where it begins, None: never broken.

    The first space of a run is the place to break. Plain text and single quotes break at single spaces only, double
    quotes at any but the first and last character; there a backslash keeps the spaces that follow.
    """
    if column is None or column + len(written) <= _WIDTH:
        return written
    parts: list[str] = []
    done, start, last = 0, -column, len(written) - 1  # ``start``: where the line began, in ``written``
    for match in _FOLD.finditer(written):
        at, end = match.span()
        if written[at] != " ":
            start = end
            continue
        alone = end == at + 1
        if at - start > _WIDTH and 0 < at < last and (alone or double):
            parts += [written[done:at], "\n", " " * indent, "" if alone else "\\"]
            start = at + 1 - indent - (not alone)
            done = at + 1
    return "".join((*parts, written[done:]))


def _compare(one: str, other: str) -> int:
    """goyaml.v2's order of keys: numbers in names by their value, letters after everything else."""
    for at, (first, second) in enumerate(zip(one, other, strict=False)):
        if first == second:
            continue
        if first.isalpha() or second.isalpha():
            both = first.isalpha() and second.isalpha()
            return (-1 if first < second else 1) if both else (-1 if second.isalpha() else 1)
        zeros = "0" in (first, second) and re.search(r"[1-9]\d*\Z", one[:at], re.ASCII)
        left, right = _digits(one, at), _digits(other, at)
        numbers = tuple(_as_int64(f"{1 if zeros else 0}{digits}") for digits in (left, right))
        if numbers[0] != numbers[1]:
            return -1 if numbers[0] < numbers[1] else 1
        if len(left) != len(right):
            return -1 if len(left) < len(right) else 1
        return -1 if first < second else 1
    return (len(one) > len(other)) - (len(one) < len(other))


def _digits(text: str, at: int) -> str:
    end = at
    while end < len(text) and "0" <= text[end] <= "9":
        end += 1
    return text[at:end]


def _as_int64(digits: str) -> int:
    """A number as Go adds it up, without a look at what 64 bits hold: 2**63 is the least of all."""
    # 10**64 is a multiple of 2**64, so that digits further left do not count.
    return (int(digits[-64:]) + 2**63) % 2**64 - 2**63


_NATURAL = cmp_to_key(_compare)
