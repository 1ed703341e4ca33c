"""Splits a Go template into tokens: text, and the tokens of the actions between `{{` and `}}`.

Go ``text/template/parse/lex.go``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from enum import Enum, auto
from typing import Final, NamedTuple, NoReturn, TypeVar

from playground.cli.output.gotemplate.go_values import GoTemplateError
from playground.engine import go_quote

_LONGEST_QUOTED: Final = 10  # bytes of a token in messages
LEFT: Final = "{{"
RIGHT: Final = "}}"
_SPACES: Final = " \t\r\n"
_TRIMMED_RIGHT = re.compile(r"[ \t\r\n]-\}\}")  # ` -}}` also removes the space after it
_TRIMMED_LEFT = re.compile(r"-[ \t\r\n]")  # after `{{`; `{{- ` also removes the space before it
_NUMBER = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?"
    r"|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?"
    r"|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)i?"
)
_QUOTED = re.compile(r'"(?:\\[^\n]|[^"\\\n])*"')
_CHARACTER = re.compile(r"'(?:\\[^\n]|[^'\\\n])*'")
_RAW = re.compile(r"`[^`]*`")
NAME: Final = "output"  # kubectl's name for the template, which messages contain
DEEPEST: Final = 60  # levels of nested branches, definitions and parentheses
_T = TypeVar("_T")


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
    offset: int
    line: int

    def __str__(self) -> str:
        if self.kind is Kind.END_OF_TEXT:
            return "EOF"
        if self.kind is Kind.ERROR:
            return self.text
        if self.kind.value >= Kind.BLOCK.value:
            return f"<{self.text}>"
        if len(self.text.encode("utf-8", "replace")) > _LONGEST_QUOTED:
            return f"{go_quote(self.text[:_LONGEST_QUOTED])}..."
        return go_quote(self.text)


_KEYWORDS: Final = {
    kind.name.lower(): kind for kind in Kind if kind.value >= Kind.BLOCK.value and kind is not Kind.DOT
} | dict.fromkeys(("true", "false"), Kind.BOOL)
_SIGNS: Final = {"=": Kind.ASSIGN, "|": Kind.PIPE, "(": Kind.LEFT_PAREN, ")": Kind.RIGHT_PAREN}
_LITERALS: Final = {
    '"': (_QUOTED, Kind.STRING, "unterminated quoted string"),
    "'": (_CHARACTER, Kind.CHAR_CONSTANT, "unterminated character constant"),
    "`": (_RAW, Kind.RAW_STRING, "unterminated raw quoted string"),
}


class _LexError(Exception):
    """There is no valid token at ``offset``; the message is Go's."""

    def __init__(self, offset: int, message: str) -> None:
        super().__init__(message)
        self.offset = offset


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a template; the last one is END_OF_TEXT or ERROR."""
    line, last_start = 1, 0
    for kind, start, token_text in _kinds_and_texts(text):
        line, last_start = line + text.count("\n", last_start, start), start
        yield Token(kind, token_text, start, line)


def _kinds_and_texts(text: str) -> Iterator[tuple[Kind, int, str]]:
    """The kind, start and text of each token; an error ends them, with its message as the text."""
    try:
        for kind, start, end in _token_spans(text):
            yield kind, start, text[start:end]
    except _LexError as error:
        yield Kind.ERROR, error.offset, str(error)


def _token_spans(text: str) -> Iterator[tuple[Kind, int, int]]:
    """The kind, start and end of each token. Raises _LexError."""
    offset = 0
    while (opening := text.find(LEFT, offset)) >= 0:
        inside = opening + len(LEFT)
        trimmed = _TRIMMED_LEFT.match(text, inside)
        end = len(text[offset:opening].rstrip(_SPACES)) + offset if trimmed else opening
        if end > offset:
            yield Kind.TEXT, offset, end
        begin = inside + 2 if trimmed else inside
        if text.startswith("/*", begin):
            offset = _after_comment(text, begin)
        else:
            yield Kind.LEFT, opening, inside
            offset = yield from _action(text, begin)
    if offset < len(text):
        yield Kind.TEXT, offset, len(text)
    yield Kind.END_OF_TEXT, len(text), len(text)


def _after_delimiter(text: str, offset: int) -> int | None:
    """The offset after the closing delimiter at ``offset`` and the space it trims; None if there is no delimiter."""
    if _TRIMMED_RIGHT.match(text, offset):
        end = offset + 2 + len(RIGHT)
        return len(text) - len(text[end:].lstrip(_SPACES))
    return offset + len(RIGHT) if text.startswith(RIGHT, offset) else None


def _after_comment(text: str, begin: int) -> int:
    """The offset after the comment that begins at ``begin``, and after its closing delimiter."""
    end = text.find("*/", begin + 2)
    if end < 0:
        raise _LexError(begin, "unclosed comment")
    after = _after_delimiter(text, end + 2)
    if after is None:
        raise _LexError(begin, "comment ends before closing delimiter")
    return after


def _action(text: str, offset: int) -> Generator[tuple[Kind, int, int], None, int]:
    """The tokens of one action, including its closing delimiter; returns the offset after it."""
    depth = 0
    while (after := _after_delimiter(text, offset)) is None:
        kind, end = _token(text, offset)
        depth += (kind is Kind.LEFT_PAREN) - (kind is Kind.RIGHT_PAREN)
        if depth < 0:
            raise _LexError(offset, "unexpected right paren")
        yield kind, offset, end
        offset = end
    if depth:
        raise _LexError(offset, "unclosed left paren")
    start = offset if text.startswith(RIGHT, offset) else offset + 2  # after the space and `-` of ` -}}`
    yield Kind.RIGHT, start, start + len(RIGHT)
    return after


def _token(text: str, offset: int) -> tuple[Kind, int]:
    """The kind of the token at ``offset``, and the offset of its end."""
    sign = text[offset : offset + 1]
    if not sign:
        raise _LexError(offset, "unclosed action")
    if sign in _SPACES:
        end = offset
        # A tuple of the spaces: the empty text after the last character is in every string, but not in the tuple.
        while text[end : end + 1] in (*_SPACES,) and not (end > offset and _TRIMMED_RIGHT.match(text, end)):
            end += 1
        return Kind.SPACE, end
    if sign in _SIGNS:
        return _SIGNS[sign], offset + 1
    if sign == ":":
        if not text.startswith(":=", offset):
            raise _LexError(offset, "expected :=")
        return Kind.DECLARE, offset + 2
    if sign in _LITERALS:
        pattern, kind, error = _LITERALS[sign]
        if match := pattern.match(text, offset):
            return kind, match.end()
        raise _LexError(offset, error)
    if sign in "+-0123456789" or (sign == "." and text[offset + 1 : offset + 2] in (*"0123456789", "")):
        return _number(text, offset)
    if sign in "$." or _is_alphanumeric(sign):
        return _name(text, offset, sign)
    if sign.isascii() and sign.isprintable():
        return Kind.CHAR, offset + 1
    raise _LexError(offset, f"unrecognized character in action: {code_point(sign)}")


def _number(text: str, offset: int) -> tuple[Kind, int]:
    """The kind and the end of the number at ``offset``, which may be complex: `1+2i`."""
    end = _number_end(text, offset, offset)
    if text[end : end + 1] not in ("+", "-"):
        return Kind.NUMBER, end
    end = _number_end(text, offset, end)
    if text[end - 1] != "i":
        raise _LexError(offset, f"bad number syntax: {go_quote(text[offset:end])}")
    return Kind.COMPLEX, end


def _number_end(text: str, start: int, offset: int) -> int:
    """The end of the real or imaginary part at ``offset``; ``start``: that of the whole number, for the error."""
    match = _NUMBER.match(text, offset)
    end = match.end() if match else offset
    if _is_alphanumeric(text[end : end + 1]):
        raise _LexError(start, f"bad number syntax: {go_quote(text[start : end + 1])}")
    return end


def _name(text: str, offset: int, sign: str) -> tuple[Kind, int]:
    """A field, variable, keyword or function name; `.` and `$` alone are tokens, too."""
    end = offset + 1
    while _is_alphanumeric(text[end : end + 1]):
        end += 1
    following = text[end : end + 1]
    if following not in (*_SPACES, *".,|:)(", "") and not text.startswith(RIGHT, end):
        raise _LexError(offset, f"bad character {code_point(following)}")
    if sign == "$":
        return Kind.VARIABLE, end
    if sign == ".":
        return (Kind.FIELD if end > offset + 1 else Kind.DOT), end
    return _KEYWORDS.get(text[offset:end], Kind.IDENTIFIER), end


def _is_alphanumeric(character: str) -> bool:
    return character == "_" or character.isalpha() or character.isdecimal()


def code_point(character: str) -> str:
    """A character as ``%#U`` prints it.

    >>> code_point("!"), code_point("\\a")
    ("U+0021 '!'", 'U+0007')
    """
    quotation = f" '{character}'" if character.isprintable() else ""
    return f"U+{ord(character):04X}{quotation}"


class TokenStream:
    """The state of parsing one template: the remaining tokens, the depth of nesting, the current line."""

    def __init__(self, tokens: Iterator[Token], depth: int) -> None:
        self.tokens = tokens
        self.depth = depth
        self.put_back: list[Token] = []  # to be taken again, the last one first
        self.action_line = 0  # the first line of the current action; 0 outside of actions
        self._line = 0  # of the last token read, which messages name

    def next(self) -> Token:
        """Take the next token, which may be a space."""
        if self.put_back:
            return self.put_back.pop()
        token = next(self.tokens)
        self._line = token.line
        return token

    def peek(self) -> Token:
        """The next token, without taking it."""
        token = self.next()
        self.put_back.append(token)
        return token

    def next_non_space(self) -> Token:
        """Take the next token that is not a space."""
        token = self.next()
        while token.kind is Kind.SPACE:
            token = self.next()
        return token

    def peek_non_space(self) -> Token:
        """The next token that is not a space, without taking it; drops the spaces before it."""
        token = self.next_non_space()
        self.put_back.append(token)
        return token

    def expect(self, context: str, *kinds: Kind) -> Token:
        """Take the next token, which must be of one of the ``kinds``."""
        token = self.next_non_space()
        if token.kind not in kinds:
            self.unexpected(token, context)
        return token

    def read_literal(self, parse: Callable[[str], _T], literal: str) -> _T:
        """``parse(literal)``; adds name and line to its GoTemplateError."""
        try:
            return parse(literal)
        except GoTemplateError as error:
            self.fail(str(error))

    def deeper(self) -> None:
        """Enter a level of nesting; the caller decrements ``depth`` when it leaves."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"more than {DEEPEST} nested levels, which is the limit")

    def fail(self, message: str) -> NoReturn:
        """Raise GoTemplateError with the template's name and the current line."""
        raise GoTemplateError(f"template: {NAME}:{self._line}: {message}")

    def unexpected(self, token: Token, context: str) -> NoReturn:
        """Raise GoTemplateError for a token that is not allowed here."""
        if token.kind is not Kind.ERROR:
            self.fail(f"unexpected {token} in {context}")
        origin = ""
        if self.action_line not in (0, token.line):
            # Go does not repeat the word: "unclosed action started at".
            where = "" if token.text.endswith(" action") else " in action"
            origin = f"{where} started at {NAME}:{self.action_line}"
        self.fail(f"{token}{origin}")
