"""The expressions of a Go template: pipelines, their commands, and the words of those.

Go ``text/template/parse/parse.go``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from playground.engine.gotext import quote
from playground.engine.kubernetes.gotemplate.functions import FUNCTIONS
from playground.engine.kubernetes.gotemplate.literals import character, number, unquoted
from playground.engine.kubernetes.gotemplate.nodes import (
    Chain,
    Command,
    Dot,
    Field,
    Function,
    Literal,
    Nil,
    Operand,
    Pipeline,
    Variable,
)
from playground.engine.kubernetes.gotemplate.tokens import Kind, Token
from playground.engine.kubernetes.gotemplate.words import Words

_OPERANDS: Final = frozenset({
    Kind.BOOL, Kind.CHARACTER, Kind.COMPLEX, Kind.DOT, Kind.FIELD, Kind.IDENTIFIER, Kind.NUMBER, Kind.NIL,
    Kind.RAW_STRING, Kind.STRING, Kind.VARIABLE, Kind.LEFT_PAREN,
})  # fmt: skip


class Expressions(Words):
    """The words of one template, with the variables that are declared so far."""

    def __init__(self, words: Iterator[Token], depth: int) -> None:
        super().__init__(words, depth)
        self.variables = ["$"]

    def pipeline(self, context: str, end: Kind) -> Pipeline:
        """A pipeline with the word that ends it; ``context`` is what messages call it."""
        at = self.peek_word().at
        variables, assigns = self._declared(context)
        commands: list[Command] = []
        while (token := self.next_word()).kind is not end:
            if token.kind not in _OPERANDS:
                self.unexpected(token, context)
            self.put_back.append(token)
            commands.append(self._command())
        if not commands:
            self.fail(f"missing value for {context}")
        for stage, command in enumerate(commands[1:], 2):
            if isinstance(command.words[0], Literal | Dot | Nil):
                self.fail(f"non executable command in pipeline stage {stage}")
        return Pipeline(at, variables, assigns, tuple(commands))

    def _declared(self, context: str) -> tuple[tuple[str, ...], bool]:
        """The variables that a pipeline begins with, and whether they are there already."""
        names: list[str] = []
        while (variable := self.peek_word()).kind is Kind.VARIABLE:
            self.next()
            beside, following = self.peek(), self.peek_word()
            declares = following.kind in (Kind.ASSIGN, Kind.DECLARE)
            if not declares and (following.kind, following.text) != (Kind.CHAR, ","):
                self.put_back += [beside, variable] if beside.kind is Kind.SPACE else [variable]
                break
            self.next_word()
            names.append(variable.text)
            self.variables.append(variable.text)
            if declares:
                return tuple(names), following.kind is Kind.ASSIGN
            if context != "range" or len(names) > 1:
                self.fail(f"too many declarations in {context}")
            if self.peek_word().kind not in (Kind.VARIABLE, Kind.RIGHT, Kind.RIGHT_PAREN):
                self.fail("range can only initialize variables")
        return tuple(names), False

    def _command(self) -> Command:
        at = self.peek_word().at
        words: list[Operand] = []
        while True:
            self.peek_word()
            operand = self._operand()
            if operand is not None:
                words.append(operand)
            token = self.next()
            if token.kind is not Kind.SPACE:
                break
        if token.kind in (Kind.RIGHT, Kind.RIGHT_PAREN):
            self.put_back.append(token)
        elif token.kind is not Kind.PIPE:
            self.unexpected(token, "operand")
        if not words:
            self.fail("empty command")
        return Command(at, tuple(words))

    def _operand(self) -> Operand | None:
        """A term with the fields right behind it; None: what follows is none."""
        node = self._term()
        if node is None or self.peek().kind is not Kind.FIELD:
            return node
        at, names = self.peek().at, []
        while self.peek().kind is Kind.FIELD:
            names.append(self.next().text[1:])
        if isinstance(node, Literal | Nil | Dot):
            self.fail(f"unexpected . after term {quote(str(node))}")
        if isinstance(node, Field):
            return Field(at, (*node.names, *names))
        return Variable(at, (*node.names, *names)) if isinstance(node, Variable) else Chain(at, node, tuple(names))

    def _term(self) -> Operand | None:
        token = self.next_word()
        at, text = token.at, token.text
        match token.kind:
            case Kind.IDENTIFIER:
                if text not in FUNCTIONS:
                    self.fail(f"function {quote(text)} not defined")
                return Function(at, text)
            case Kind.DOT:
                return Dot(at)
            case Kind.NIL:
                return Nil(at)
            case Kind.VARIABLE:
                if text not in self.variables:
                    self.fail(f"undefined variable {quote(text)}")
                return Variable(at, (text,))
            case Kind.FIELD:
                return Field(at, (text[1:],))
            case Kind.BOOL:
                return Literal(at, text, text == "true")
            case Kind.CHARACTER:
                return Literal(at, text, self.made(character, text))
            case Kind.NUMBER | Kind.COMPLEX:
                return Literal(at, text, self.made(number, text))
            case Kind.STRING | Kind.RAW_STRING:
                return Literal(at, text, self.made(unquoted, text))
            case Kind.LEFT_PAREN:
                self.deeper()
                inner = self.pipeline("parenthesized pipeline", Kind.RIGHT_PAREN)
                self.depth -= 1
                return inner
        self.put_back.append(token)
        return None
