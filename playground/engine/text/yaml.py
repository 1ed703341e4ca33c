"""Writes strings as YAML and JSON: plain, quoted, or as a block.

A YAML 1.1 reader such as Kubernetes' must read back the same string (sigs.k8s.io/yaml on go-yaml v2).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# A string stays bare only if it has this shape and is none of the _WORDS; all others are quoted. The first character is
# no digit, because some YAML readers take such a string for a number or date. The last character is no comma, because
# the comparison of two outputs takes each line that ends in a comma for JSON (see ``diff.diff_lines``).
_PLAIN = re.compile(
    r"(?:--?(?=[A-Za-z])|(?=[A-Za-z/$(]))"
    r"[A-Za-z0-9_./$(){}\[\]=+,@%~^*&!?;<>|'\\-]++(?>(?:[ :][A-Za-z0-9_./$(){}\[\]=+,@%~^*&!?;<>|'\\-]++)*)(?<!,)",
    re.ASCII,
)
# The shape of a bare string inside `[…]` and `{…}`, where brackets, commas and question marks end a bare string.
_PLAIN_IN_FLOW = re.compile(
    r"(?=[A-Za-z/$(])[A-Za-z0-9_./$()=+@%~^*&!;<>|'\\-]++(?>(?: [A-Za-z0-9_./$()=+@%~^*&!;<>|'\\-]++)*)",
    re.ASCII,
)
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"))
_LONGEST_WORD = 5

# Characters that YAML refuses, that YAML takes for line breaks, or that nobody sees: controls, NEL, NBSP, LS, PS, the
# marks that turn the direction of writing, the byte order mark, surrogates. Tab and newline are not among them: a block
# may hold both.
_UNSAFE_CHARACTERS = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\xa0\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufeff\\ufffe\\uffff"
)
_UNSAFE = re.compile(f"[{_UNSAFE_CHARACTERS}]")
_LONGEST_ESCAPE = len("\\u0001")
# The backslash comes first, as the other escapes contain it.
_NAMED_ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"'}
_JSON_ESCAPE = re.compile(
    r"\\(?:(?P<slash>/)|u(?P<high>d[89ab][0-9a-f]{2})\\u(?P<low>d[c-f][0-9a-f]{2})|.)", re.IGNORECASE | re.DOTALL
)


def scalar(text: str, *, flow: bool = False) -> str:
    """``text`` as a YAML scalar on one line, bare if every parser reads it as this string, else quoted.

    ``flow``: the scalar stands inside `[…]` or `{…}`.

    >>> scalar("http://$(HOST):80"), scalar("yes"), scalar('say "x"')
    ('http://$(HOST):80', '"yes"', '\\'say "x"\\'')
    """
    pattern = _PLAIN_IN_FLOW if flow else _PLAIN
    if pattern.fullmatch(text) and (len(text) > _LONGEST_WORD or text.lower() not in _WORDS):
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    """``text`` in double quotes; in single quotes if these need no escapes and double quotes would."""
    saves_escapes = ('"' in text or "\\" in text) and "'" not in text
    if saves_escapes and "\n" not in text and "\t" not in text and not _UNSAFE.search(text):
        return f"'{text}'"
    return double_quoted(text)


def json_escapes(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """The escapes in JSON that YAML 1.1 has not: where each begins and ends, and the character for which it stands.

    They are a slash, and a character in two halves.

    >>> list(json_escapes(r'"\\/, \\\\/, \\ud83d\\ude00"', 0, 22))
    [(1, 3, '/'), (10, 22, '😀')]
    """
    for match in _JSON_ESCAPE.finditer(text, start, end):
        if match["slash"]:
            yield *match.span(), "/"
        elif match["high"]:
            yield *match.span(), bytes.fromhex(match["high"] + match["low"]).decode("utf-16-be")


def double_quoted(text: str) -> str:
    """``text`` in double quotes, with escapes that YAML and JSON share."""
    for character, escape in _NAMED_ESCAPES.items():  # a hundred times as fast as an expression that finds them
        text = text.replace(character, escape)
    return f'"{_UNSAFE.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    """The escape of one character, the same in YAML's double quotes and in JSON."""
    character = match[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"  # half of a surrogate pair: Go reads this character instead, and YAML refuses its escape
    return f"\\u{ord(character):04x}"


def longest_escape(text: str) -> int:
    """How many characters the longest escape in ``double_quoted(text)`` has at most; 1 without escapes."""
    if text.isprintable():
        return 2 if '"' in text or "\\" in text else 1
    return 2 if _UNSAFE.search(text) is None else _LONGEST_ESCAPE


def fits_block(text: str) -> bool:
    """Whether text of several lines can stand in a literal block unchanged."""
    return _UNSAFE.search(text) is None and not text.isspace()


def literal_block(head: str, indent: str, text: str) -> Iterator[str]:
    """The lines of ``text`` as a literal block.

    ``head``: the block's key with its colon. ``indent``: the blanks before each line of the text.
    """
    # A YAML reader detects the indentation from the first line. If that line starts with a blank or is empty, the head
    # must say the indentation: two more blanks than the key has.
    indentation = "2" if text[0] in " \t\n" else ""
    body = text.removesuffix("\n")
    chomping = "-" if body == text else "+" if body.endswith("\n") else ""
    yield f"{head} |{indentation}{chomping}"
    yield from (f"{indent}{line}" if line else "" for line in body.split("\n"))
