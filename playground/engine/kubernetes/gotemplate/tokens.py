"""What the words of a Go template can be, and how messages show them.

Go ``text/template/parse/lex.go``.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, NamedTuple

from playground.engine.gotext import quote

_LONGEST_SHOWN: Final = 10  # of a word, in messages


class Kind(Enum):
    """What a word is; what Go's lexer tells apart, too."""

    BOOL = auto()
    CHAR = auto()
    CHARACTER = auto()
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
    """One word: where it begins, in characters, and in which line, from 1; of an ERROR the text is what is wrong."""

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
            return f"{quote(self.text[:_LONGEST_SHOWN])}..."
        return quote(self.text)
