"""Prints values as YAML, as `kubectl` and `oc` do: sorted keys, indentless lists, long text folded at 80.

sigs.k8s.io/yaml ``JSONToYAML`` on goyaml.v2: ``encode.go`` and ``sorter.go`` choose, ``emitterc.go`` writes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cmp_to_key, lru_cache, reduce
from typing import Any, Final

from playground.engine.reading.scalars import WORDS, means_its_text
from playground.engine.text.go import plain_double, to_json, without_surrogates

# ``_compare`` takes a hundred times as long as a comparison of texts, so it is the last resort. Keys with neither
# digits nor `_` are sorted as ASCII. Keys that match _RANKED are sorted by their ``_rank``. Keys with a number that
# begins with a zero, or that stands before a letter, have no rank, because goyaml.v2's order of them is circular.
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
    """A text that sorts as ``_compare`` does: `_` after other signs, then numbers, shorter first, then letters.

    A number gets its length in front, as a character from `1` on, so `0` stands for `_`.
    """
    return _NUMBER.sub(lambda match: f"{chr(ord('0') + len(match[0]))}{match[0]}", key).replace("_", "0")


def _compare(key: str, other: str) -> int:
    """goyaml.v2's order of keys: numbers in names by their value, letters after everything else."""
    for index, (first, second) in enumerate(zip(key, other, strict=False)):
        if first == second:
            continue
        if first.isalpha() or second.isalpha():
            both_letters = first.isalpha() and second.isalpha()
            return (-1 if first < second else 1) if both_letters else (-1 if second.isalpha() else 1)
        # If one of the digits is `0` inside a number, goyaml.v2 puts a 1 before both numbers, so that zeros count.
        is_inside = "0" in (first, second) and bool(_digits_before(key, index).strip("0"))
        key_digits, other_digits = _digits(key, index), _digits(other, index)
        prefix = "1" if is_inside else "0"
        number, other_number = _as_int64(prefix + key_digits), _as_int64(prefix + other_digits)
        if number != other_number:
            return -1 if number < other_number else 1
        if len(key_digits) != len(other_digits):
            return -1 if len(key_digits) < len(other_digits) else 1
        return -1 if first < second else 1
    return (len(key) > len(other)) - (len(key) < len(other))


def _digits(text: str, start: int) -> str:
    end = start
    while end < len(text) and text[end].isdecimal():
        end += 1
    return text[start:end]


def _digits_before(text: str, end: int) -> str:
    start = end
    while start and text[start - 1].isdecimal():
        start -= 1
    return text[start:end]


def _as_int64(digits: str) -> int:
    """A number as Go adds it up in 64 bits, with overflow: 2**63 becomes the least of all.

    A digit of another script counts as its code's distance from `0`: goyaml.v2 does not ask for its value.
    """
    digits = digits[-64:]  # 10**64 is a multiple of 2**64, so only the last 64 digits count.
    if digits.isascii():
        number = int(digits)
    else:
        number = reduce(lambda total, digit: total * 10 + ord(digit) - ord("0"), digits, 0)
    return (number + 2**63) % 2**64 - 2**63


_NATURAL = cmp_to_key(_compare)


_WIDTH: Final = 80  # columns; a longer line is broken at the first space after this width
_TOO_LONG: Final = (
    " " * _WIDTH
)  # stands for a text without a cached form: the line is then too long and is printed by ``_folded_line``
_LONGEST_SIMPLE_KEY: Final = 128  # bytes; a longer key is written after `? `
_BREAKS: Final = "\n\u2028\u2029"  # the line ends of the emitter, except those that it escapes
_KEY_BREAK = re.compile(f"[{_BREAKS}\r\x85]")  # a key with one of these cannot stand on one line, even escaped
_BYTE_ORDER_MARK: Final = "\ufeff"
# For goyaml.v2's ``is_printable``, tabs and all beyond the Basic Multilingual Plane are unprintable.
_UNPRINTABLE: Final = "\x7f-\x9f\ud800-\udfff\ufeff\ufffe-\U0010ffff"  # besides the control characters of ASCII
_SPECIAL = re.compile(f"[\0-\t\x0b-\x1f{_UNPRINTABLE}]")
_ESCAPED = re.compile(f'[\0-\x1f"\\\\{_BREAKS}{_UNPRINTABLE}]')
_SPACE_BREAK = re.compile(f" [{_BREAKS}]")
_BREAK_SPACE = re.compile(f"[{_BREAKS}] ")
_INDICATOR = re.compile(r"""---|\.\.\.|[#,\[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|\Z)""")
_INNER_INDICATOR = re.compile(rf":(?:[ \t]|\Z)|[ \t{_BREAKS}]#")
_LINE_START = re.compile(f"(?<=[{_BREAKS}])(?=[^{_BREAKS}])")
_FOLD = re.compile("[\u2028\u2029]+| +")
# Text that needs no quotes unless it is one of WORDS; most text matches.
_EVERYDAY = re.compile(r"(?:-{0,2}[A-Za-z/$(]|_)[!-9;-~]*+(?>(?:(?: ++(?!#)|:)[!-9;-~]++)*)")
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
        printer = _Printer()
        printer.write(value, "", "")
        return "\n".join([*printer.lines, ""])
    return f"{_scalar(value, 0, 2) if isinstance(value, str) else _leaf(value)}\n"


def _is_branch(value: Any) -> bool:
    return bool(value) and isinstance(value, (dict, list))


class _Unfolded(dict[str, str]):
    """A cache of printed scalars; "" for a text whose form depends on its column or on whether it is a key."""

    def __missing__(self, text: str) -> str:
        if _is_everyday(text):
            printed = text
        else:
            printed = "" if text == "<<" or _KEY_BREAK.search(text) else _scalar(text, None, 0)
        self[text] = printed
        return printed


class _Orders(dict[tuple[str, ...], list[tuple[str, str]]]):
    """A cache of mappings' keys in printing order, each with its printed form."""

    def __init__(self, unfolded: _Unfolded) -> None:
        self._unfolded = unfolded

    def __missing__(self, keys: tuple[str, ...]) -> list[tuple[str, str]]:
        order = self[keys] = [(key, self._printed(key)) for key in ordered(keys)]
        return order

    def _printed(self, key: str) -> str:
        """The key with its colon; "" for a key that needs the form `? KEY`."""
        printed = self._unfolded[key]
        if printed and len(key) <= _LONGEST_SIMPLE_KEY and key.isascii():
            return f"{printed}:"
        simple = len(key.encode("utf-8", "replace")) <= _LONGEST_SIMPLE_KEY and not _KEY_BREAK.search(key)
        return f"{_scalar(key, None, 0)}:" if simple else ""


class _Printer:
    """One text while it is printed. Its caches save most of the time, as keys and scalars repeat."""

    def __init__(self) -> None:
        self.lines: list[str] = []  # a text of several lines is one entry
        self._unfolded = _Unfolded()
        self._orders = _Orders(self._unfolded)

    def write(self, value: Any, lead: str, pad: str) -> None:
        """Write a non-empty mapping or list: the first line begins with ``lead``, the others with ``pad``."""
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
    """``text`` after ``head``, in as many lines as it needs."""
    return f"{head} {_scalar(text, len(head) + 1, len(pad) + 2)}"


def _is_everyday(text: str) -> bool:
    """Whether ``text`` certainly needs no quotes, which a single match tells of most text."""
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
    text = without_surrogates(text)
    odd = _SPECIAL.search(text) is not None or _SPACE_BREAK.search(text) is not None
    if "\n" in text:
        # After a block that ends in U+2028, goyaml.v2 writes no line end, so quotes are safer.
        fits_block = not odd and not text.endswith((" ", "\u2028", "\u2029"))
        return _literal(text, " " * indent) if fits_block else _double_quoted(text, column, indent)
    # As a key, ``<<`` gets quotes here. goyaml.v2 writes none, and would read a merge back.
    if odd or not (means_its_text(text) or (text == "<<" and column is not None)) or _BREAK_SPACE.search(text):
        # Double quotes for text that would mean something else; single quotes (below) for text that only looks unusual.
        return _double_quoted(text, column, indent)
    if _is_plain(text):
        return _folded(text, column, indent)
    quoted = text.replace("'", "''")
    return f"'{_folded(_LINE_START.sub(' ' * indent, quoted), None if column is None else column + 1, indent)}'"


def _is_plain(text: str) -> bool:
    """Whether a text without line feeds can go without quotes, outside of brackets."""
    if text[0] == " " or text[-1] == " " or "\u2028" in text or "\u2029" in text:
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
        # goyaml.v2 asks at every character whether the text begins with a byte order mark. So it escapes all of them.
        escaped = "".join(_escaped(character) for character in text)
    else:
        escaped = _ESCAPED.sub(lambda match: _escaped(match[0]), text)
    return f'"{_folded(escaped, None if column is None else column + 1, indent, double=True)}"'


@lru_cache(maxsize=1024)  # a megabyte of control characters takes 1.0 s instead of 2.9 s
def _escaped(character: str) -> str:
    if character in ESCAPES:
        return ESCAPES[character]
    code = ord(character)
    return f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _folded(printed: str, column: int | None, indent: int, *, double: bool = False) -> str:
    """A scalar's text with long lines broken; it begins at ``column`` (None: no line is broken).

    A line breaks at the first space of a run. Plain text and single quotes break at single spaces only. Double quotes
    break at any run except at the first and last character; a backslash keeps the spaces that follow.
    """
    if column is None or column + len(printed) <= _WIDTH:
        return printed
    parts: list[str] = []
    copied, start, last = 0, -column, len(printed) - 1  # ``start``: where the line began, in ``printed``
    for match in _FOLD.finditer(printed):
        space, end = match.span()
        if printed[space] != " ":  # a line end of the text itself
            start = end
            continue
        is_single = end == space + 1
        if space - start > _WIDTH and 0 < space < last and (is_single or double):
            backslash = "" if is_single else "\\"
            parts += [printed[copied:space], "\n", " " * indent, backslash]
            start = space + 1 - indent - len(backslash)
            copied = space + 1
    return "".join((*parts, printed[copied:]))
