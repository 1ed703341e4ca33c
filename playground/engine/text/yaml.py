"""Writes strings as YAML and JSON: plain, quoted, or as a block.

A YAML 1.1 reader such as Kubernetes' must read back the same string (sigs.k8s.io/yaml on go-yaml v2).
"""

from __future__ import annotations

import re

# A string stays bare only if it has this shape and is not one of the words below; all others are quoted. Digits
# first would be numbers, dates or base-60 to one reader or another. A comma at the end is refused because a line
# of the page that ends in one is always JSON's (see ``diff.diff_lines``).
_PLAIN = re.compile(
    r"(?:--?(?=[A-Za-z])|(?=[A-Za-z/$(]))"
    r"[A-Za-z0-9_./$(){}\[\]=+,@%~^*&!?;<>|'\\-]++(?>(?:[ :][A-Za-z0-9_./$(){}\[\]=+,@%~^*&!?;<>|'\\-]++)*)(?<!,)",
    re.ASCII,
)
# The same inside `[…]` and `{…}`, where brackets, commas and question marks end a bare string.
_PLAIN_IN_FLOW = re.compile(
    r"(?=[A-Za-z/$(])[A-Za-z0-9_./$()=+@%~^*&!;<>|'\\-]++(?>(?: [A-Za-z0-9_./$()=+@%~^*&!;<>|'\\-]++)*)",
    re.ASCII,
)
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf"))
_LONGEST_WORD = 5

# What YAML may not hold, takes for a line break, or a reader could not see: controls, NEL, NBSP, LS, PS, the marks
# that turn the direction of writing, the byte order mark, surrogates. Tab and newline have their own treatment.
_UNSAFE_CHARACTERS = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\xa0\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f"
    "\\ud800-\\udfff\\ufeff\\ufffe\\uffff"
)
_UNSAFE = re.compile(f"[{_UNSAFE_CHARACTERS}]")
_ESCAPED = re.compile(f'[{_UNSAFE_CHARACTERS}\\t\\n"\\\\]')
_NAMED_ESCAPES = {"\t": "\\t", "\n": "\\n", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def scalar(text: str, *, flow: bool = False) -> str:
    """``text`` as a YAML scalar on one line, bare if every parser reads it as this string, else quoted.

    Put ``flow`` where the place is inside ``[…]`` or ``{…}``.

    >>> scalar("http://$(HOST):80"), scalar("yes"), scalar('say "x"')
    ('http://$(HOST):80', '"yes"', '\\'say "x"\\'')
    """
    pattern = _PLAIN_IN_FLOW if flow else _PLAIN
    if pattern.fullmatch(text) and (len(text) > _LONGEST_WORD or text.lower() not in _WORDS):
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    """Double quotes, but single ones where they spare escapes of quotes and backslashes."""
    spares = ('"' in text or "\\" in text) and "'" not in text
    if spares and "\n" not in text and "\t" not in text and not _UNSAFE.search(text):
        return f"'{text}'"
    return double_quoted(text)


def double_quoted(text: str) -> str:
    """``text`` in double quotes, with escapes that YAML and JSON share."""
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    """The escape of one character, in YAML's double quotes as in JSON's."""
    character = match[0]
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"  # half a pair is no text: Go reads the replacement character, and YAML refuses its escape
    return _NAMED_ESCAPES.get(character) or f"\\u{ord(character):04x}"


def fits_block(text: str) -> bool:
    """Whether text of several lines can stand in a literal block unchanged."""
    return _UNSAFE.search(text) is None and not text.isspace()


def literal_block(head: str, indent: str, text: str) -> list[str]:
    """``text`` as the lines of a literal block under ``head``, which is its key."""
    # The indentation is detected from the first line, so it is written if that starts with a blank or is empty.
    indentation = "2" if text[0] in " \t\n" else ""
    body = text.removesuffix("\n")
    chomping = "-" if body == text else "+" if body.endswith("\n") else ""
    return [f"{head} |{indentation}{chomping}", *(f"{indent}{line}" if line else "" for line in body.split("\n"))]
