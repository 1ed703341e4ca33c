"""The words of a Go template one after the other, with some that are put back, and the messages that name their lines.

Go ``text/template/parse/parse.go``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NoReturn, TypeVar

from playground.engine.kubernetes.gotemplate.errors import GoTemplateError
from playground.engine.kubernetes.gotemplate.tokens import Kind, Token

NAME: Final = "output"  # what kubectl calls the template
DEEPEST: Final = 60  # branches, definitions and parentheses within each other
_T = TypeVar("_T")


class Words:
    """Where the reading of one template stands."""

    def __init__(self, words: Iterator[Token], depth: int) -> None:
        self.words = words
        self.depth = depth
        self.put_back: list[Token] = []  # the next one last
        self.action_line = 0
        self._line = 0  # of the last word that was looked at, which messages name

    def next(self) -> Token:
        """The next word, also when it is a space."""
        if self.put_back:
            return self.put_back.pop()
        token = next(self.words)
        self._line = token.line
        return token

    def peek(self) -> Token:
        """The next word, which stays."""
        token = self.next()
        self.put_back.append(token)
        return token

    def next_word(self) -> Token:
        """The next word that is no space."""
        token = self.next()
        while token.kind is Kind.SPACE:
            token = self.next()
        return token

    def peek_word(self) -> Token:
        """The next word that is no space, which stays; the spaces do not."""
        token = self.next_word()
        self.put_back.append(token)
        return token

    def expect(self, context: str, *kinds: Kind) -> Token:
        """The next word, which has to be of one of the ``kinds``."""
        token = self.next_word()
        if token.kind not in kinds:
            self.unexpected(token, context)
        return token

    def made(self, make: Callable[[str], _T], written: str) -> _T:
        """What ``make`` reads in a literal."""
        try:
            return make(written)
        except GoTemplateError as error:
            self.fail(str(error))

    def deeper(self) -> None:
        """Count a level; whoever leaves it takes it off ``depth``."""
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail(f"more than {DEEPEST} levels within each other, which is the limit")

    def fail(self, words: str) -> NoReturn:
        """Raise GoTemplateError."""
        raise GoTemplateError(f"template: {NAME}:{self._line}: {words}")

    def unexpected(self, token: Token, context: str) -> NoReturn:
        """Complain of a word that cannot stand here."""
        if token.kind is not Kind.ERROR:
            self.fail(f"unexpected {token} in {context}")
        begun = ""
        if self.action_line not in (0, token.line):
            begun = f"{'' if token.text.endswith(' action') else ' in action'} started at {NAME}:{self.action_line}"
        self.fail(f"{token}{begun}")
