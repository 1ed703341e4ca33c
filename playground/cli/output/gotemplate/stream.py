"""The tokens of a Go template, with lookahead, and errors that name the line.

Go ``text/template/parse/parse.go``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NoReturn, TypeVar

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.tokens import Kind, Token

NAME: Final = "output"  # kubectl's name for the template, which messages contain
DEEPEST: Final = 60  # branches, definitions and parentheses within each other
_T = TypeVar("_T")


class TokenStream:
    """The state of parsing one template: the tokens left, the depth, the current line."""

    def __init__(self, tokens: Iterator[Token], depth: int) -> None:
        self.tokens = tokens
        self.depth = depth
        self.put_back: list[Token] = []  # the next one last
        self.action_line = 0
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

    def read_literal(self, make: Callable[[str], _T], written: str) -> _T:
        """The value that ``make`` reads in a literal; its GoTemplateError gets name and line."""
        try:
            return make(written)
        except GoTemplateError as error:
            self.fail(str(error))

    def deeper(self) -> None:
        """Enter a level of nesting; the caller decrements ``depth`` when it leaves."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"more than {DEEPEST} levels within each other, which is the limit")

    def fail(self, message: str) -> NoReturn:
        """Raise GoTemplateError."""
        raise GoTemplateError(f"template: {NAME}:{self._line}: {message}")

    def unexpected(self, token: Token, context: str) -> NoReturn:
        """Raise GoTemplateError for a token that is not allowed here."""
        if token.kind is not Kind.ERROR:
            self.fail(f"unexpected {token} in {context}")
        begun = ""
        if self.action_line not in (0, token.line):
            begun = f"{'' if token.text.endswith(' action') else ' in action'} started at {NAME}:{self.action_line}"
        self.fail(f"{token}{begun}")
