"""The kinds of tokens of a Go template, and how messages show a token.

Go ``text/template/parse/lex.go``.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, NamedTuple

from playground.engine import go_quote

_LONGEST_SHOWN: Final = 10  # bytes of a token in messages


class Kind(Enum):
    """The kinds that Go's lexer distinguishes (``itemType``)."""

    BOOL = auto()
    CHAR = auto()
    CHAR_CONSTANT = auto()
    COMPLEX = auto()
    ASSIGN = auto()
    DECLARE = auto()
    END_OF_TEXT = auto()
    ERROR = auto()
    FIELD = auto()
    IDENTIFIER = auto()
    LEFT = auto()
    LEFT_PAREN = auto()
    NUMBER = auto()
    PIPE = auto()
    RAW_STRING = auto()
    RIGHT = auto()
    RIGHT_PAREN = auto()
    SPACE = auto()
    STRING = auto()
    TEXT = auto()
    VARIABLE = auto()
    # Keywords come last.
    BLOCK = auto()
    BREAK = auto()
    CONTINUE = auto()
    DEFINE = auto()
    DOT = auto()
    ELSE = auto()
    END = auto()
    IF = auto()
    NIL = auto()
    RANGE = auto()
    TEMPLATE = auto()
    WITH = auto()


class Token(NamedTuple):
    """One token: its offset in characters and its line from 1; the text of an ERROR is its message."""

    kind: Kind
    text: str
    at: int
    line: int

    def __str__(self) -> str:
        if self.kind is Kind.END_OF_TEXT:
            return "EOF"
        if self.kind is Kind.ERROR:
            return self.text
        if self.kind.value >= Kind.BLOCK.value:
            return f"<{self.text}>"
        if len(self.text.encode("utf-8", "replace")) > _LONGEST_SHOWN:
            return f"{go_quote(self.text[:_LONGEST_SHOWN])}..."
        return go_quote(self.text)
