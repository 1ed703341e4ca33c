"""Prints values as YAML, as `kubectl` and `oc` do: sorted keys, indentless lists, long text folded at 80.

sigs.k8s.io/yaml ``JSONToYAML`` on goyaml.v2: ``encode.go`` and ``sorter.go`` choose, ``emitterc.go`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cmp_to_key
from typing import Any, Final

from playground.engine.kubernetes.schema import TYPES
from playground.engine.reading.scalars import WORDS, means_its_text
from playground.engine.text.go import plain_double, to_json

# To compare two keys takes a hundred times as long as to compare two texts, and few keys need it: those without digits
# and `_` have ASCII's order, and what is ranked has that of its rank. A number that begins with a zero, or before a
# letter, has none: there the order goes in circles.
_IN_ASCII_ORDER = re.compile("[ -/A-Za-z]*")
_RANKED = re.compile("(?>(?:[ -/A-Za-z_]++|(?:0|[1-9][0-9]{0,15}+)(?![0-9A-Za-z]))*)")
_NUMBER = re.compile("[0-9]+")


def ordered(keys: Collection[str]) -> list[str]:
    """``keys`` in the order in which goyaml.v2 writes them.

    >>> ordered(["a10", "a9", "ab", "a_b", "a-b"])
    ['a-b', 'a_b', 'a9', 'a10', 'ab']
    """
    together = " ".join(keys)
    if len(keys) == 1 or _IN_ASCII_ORDER.fullmatch(together):
        return sorted(keys)
    return sorted(keys, key=_rank if _RANKED.fullmatch(together) else _NATURAL)


def _rank(key: str) -> str:
    """A sort key with the same order: `_` after other signs, then numbers, shorter first, then letters."""
    return _NUMBER.sub(lambda match: f"{chr(ord('0') + len(match[0]))}{match[0]}", key).replace("_", "0")


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


_WIDTH: Final = 80  # a line may be broken at the first space after so many columns
_TOO_LONG: Final = " " * _WIDTH
_LONGEST_SIMPLE_KEY: Final = 128  # bytes; a longer key is written after `? `
_BREAKS: Final = "\n\u2028\u2029"  # what the emitter takes for line ends, of the characters it does not escape
_KEY_BREAK = re.compile(f"[{_BREAKS}\r\x85]")  # what keeps a key from standing on one line, escaped or not
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
# Text that needs no quotes unless it is one of WORDS; most text is.
_EVERYDAY = re.compile(r"(?:-{0,2}[A-Za-z/$(]|_)[!-9;-~]*+(?>(?:(?: ++(?!#)|:)[!-9;-~]++)*)")
_FIELDS: Final = {name: name for fields in TYPES.values() for name in fields}  # none of them needs quotes
SURROGATE = re.compile("[\ud800-\udfff]")  # halves of a pair are no text in Go
ESCAPES: Final[Mapping[str, str]] = {
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
        hand.write(value, "", "")
        return "\n".join([*hand.lines, ""])
    return f"{_scalar(value, 0, 2) if isinstance(value, str) else _leaf(value)}\n"


def _is_branch(value: Any) -> bool:
    return bool(value) and isinstance(value, (dict, list))


class _Unfolded(dict[str, str]):
    """Printed scalars that fit on any line; empty for those that depend on their place."""

    def __missing__(self, text: str) -> str:
        if _is_everyday(text):
            printed = text
        else:
            printed = "" if text == "<<" or _KEY_BREAK.search(text) else _scalar(text, None, 0)
        self[text] = printed
        return printed


class _Orders(dict[tuple[str, ...], list[tuple[str, str]]]):
    """The keys of a mapping in printing order, each with its printed form."""

    def __init__(self, unfolded: _Unfolded) -> None:
        self._unfolded = unfolded

    def __missing__(self, keys: tuple[str, ...]) -> list[tuple[str, str]]:
        found = self[keys] = [(key, self._printed(key)) for key in ordered(keys)]
        return found

    def _printed(self, key: str) -> str:
        """The key with its colon; empty for one that cannot have its value beside it."""
        printed = self._unfolded[key]
        if printed and len(key) <= _LONGEST_SIMPLE_KEY and key.isascii():
            return f"{printed}:"
        simple = len(key.encode("utf-8", "replace")) <= _LONGEST_SIMPLE_KEY and not _KEY_BREAK.search(key)
        return f"{_scalar(key, None, 0)}:" if simple else ""


class _Hand:
    """One text while it is printed. What repeats is worked out once, which takes most of the time off."""

    def __init__(self) -> None:
        self.lines: list[str] = []  # a text of several lines is one of them
        self._unfolded = _Unfolded(_FIELDS)
        self._orders = _Orders(self._unfolded)

    def write(self, value: Any, lead: str, pad: str) -> None:
        """Write a mapping or list that holds something: one line that begins with ``lead``, the others with ``pad``."""
        if isinstance(value, list):
            self._write_list(value, lead, pad)
            return
        lines, unfolded = self.lines, self._unfolded
        for name, key in self._orders[tuple(value)]:
            child = value[name]
            if not key:
                lines.append(f"{lead}? {_scalar(name, len(pad) + 2, len(pad) + 2)}")
                lead, key = pad, ":"
            if isinstance(child, str):
                line = f"{lead}{key} {unfolded[child] or _TOO_LONG}"
                lines.append(line if len(line) <= _WIDTH else _folded_line(f"{lead}{key}", child, pad))
            elif not child or not isinstance(child, (dict, list)):
                lines.append(f"{lead}{key} {_leaf(child)}")
            elif key == ":":
                self.write(child, f"{pad}: ", f"{pad}  ")
            else:
                lines.append(f"{lead}{key}")
                # A list is not indented below its key.
                below = pad if isinstance(child, list) else f"{pad}  "
                self.write(child, below, below)
            lead = pad

    def _write_list(self, value: list[Any], lead: str, pad: str) -> None:
        lines, unfolded = self.lines, self._unfolded
        for item in value:
            if isinstance(item, str):
                line = f"{lead}- {unfolded[item] or _TOO_LONG}"
                lines.append(line if len(line) <= _WIDTH else _folded_line(f"{lead}-", item, pad))
            elif _is_branch(item):
                self.write(item, f"{lead}- ", f"{pad}  ")
            else:
                lines.append(f"{lead}- {_leaf(item)}")
            lead = pad


def _folded_line(head: str, text: str, pad: str) -> str:
    """``text`` behind ``head``, in as many lines as it needs."""
    return f"{head} {_scalar(text, len(head) + 1, len(pad) + 2)}"


def _is_everyday(text: str) -> bool:
    """Whether ``text`` certainly needs no quotes, as most text."""
    return _EVERYDAY.fullmatch(text) is not None and text not in WORDS


def _leaf(value: Any) -> str:
    if type(value) is int and value in _INTEGERS:
        return str(value)
    text = to_json(value)
    return text if isinstance(value, bool) or not isinstance(value, int | float) else _number(text)


def _number(text: str) -> str:
    """A number as YAML reads it from JSON: an integer if 64 bits hold it, else as ``%g`` prints a double."""
    if text.lstrip("-").isdigit() and int(text) in _INTEGERS:
        return str(int(text))
    return plain_double(float(text))


def _scalar(text: str, column: int | None, indent: int) -> str:
    """``text`` as a scalar that begins at ``column`` and continues at ``indent``; a column of None: a simple key."""
    if _is_everyday(text):
        return _folded(text, column, indent)
    text = SURROGATE.sub("\ufffd", text)
    odd = _SPECIAL.search(text) is not None or _SPACE_BREAK.search(text) is not None
    if "\n" in text:
        # goyaml.v2 leaves out the line end after a block that ends in U+2028; such text is safer in quotes.
        fits_block = not odd and not text.endswith((" ", "\u2028", "\u2029"))
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
    """A literal block, with the indicators that its first and last lines need (YAML 1.2, 8.1.1)."""
    indentation = "2" if text[0] in f" {_BREAKS}" else ""
    chomping = "-" if text[-1] not in _BREAKS else "+" if text[-2:-1] in ("", *_BREAKS) else ""
    first = "" if text[0] in _BREAKS else pad
    body = f"{first}{_LINE_START.sub(pad, text)}"
    return f"|{indentation}{chomping}\n{body.removesuffix(chr(10))}"


def _double_quoted(text: str, column: int | None, indent: int) -> str:
    if text.startswith(_BYTE_ORDER_MARK):
        # goyaml.v2 checks at every character whether the text begins with a byte order mark.
        escaped = "".join(_escaped(character) for character in text)
    else:
        escaped = _ESCAPED.sub(lambda match: _escaped(match[0]), text)
    return f'"{_folded(escaped, None if column is None else column + 1, indent, double=True)}"'


def _escaped(character: str) -> str:
    if character in ESCAPES:
        return ESCAPES[character]
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
