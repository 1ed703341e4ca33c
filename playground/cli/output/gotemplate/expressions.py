"""Parsing the expressions of a Go template: pipelines, commands and operands.

Go ``text/template/parse/parse.go``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from playground.cli.output.gotemplate.functions import FUNCTIONS
from playground.cli.output.gotemplate.literals import character, number, unquoted
from playground.cli.output.gotemplate.nodes import (
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
from playground.cli.output.gotemplate.stream import TokenStream
from playground.cli.output.gotemplate.tokens import Kind, Token
from playground.engine import go_quote

_OPERANDS: Final = frozenset({
    Kind.BOOL, Kind.CHAR_CONSTANT, Kind.COMPLEX, Kind.DOT, Kind.FIELD, Kind.IDENTIFIER, Kind.NUMBER, Kind.NIL,
    Kind.RAW_STRING, Kind.STRING, Kind.VARIABLE, Kind.LEFT_PAREN,
})  # fmt: skip


class Expressions(TokenStream):
    """The tokens of one template, and the variables declared so far."""

    def __init__(self, tokens: Iterator[Token], depth: int) -> None:
        super().__init__(tokens, depth)
        self.variables = ["$"]

    def pipeline(self, context: str, end: Kind) -> Pipeline:
        """Parse a pipeline and the token that ends it; ``context`` names it in messages."""
        at = self.peek_non_space().at
        variables, assigns = self._declared(context)
        commands: list[Command] = []
        while (token := self.next_non_space()).kind is not end:
            if token.kind not in _OPERANDS:
                self.unexpected(token, context)
            self.put_back.append(token)
            commands.append(self._command())
        if not commands:
            self.fail(f"missing value for {context}")
        for stage, command in enumerate(commands[1:], 2):
            if isinstance(command.args[0], Literal | Dot | Nil):
                self.fail(f"non executable command in pipeline stage {stage}")
        return Pipeline(at, variables, assigns, tuple(commands))

    def _declared(self, context: str) -> tuple[tuple[str, ...], bool]:
        """The variables that a pipeline sets, and whether it assigns them (`=`) rather than declares them (`:=`)."""
        names: list[str] = []
        while (variable := self.peek_non_space()).kind is Kind.VARIABLE:
            self.next()
            beside, following = self.peek(), self.peek_non_space()
            declares = following.kind in (Kind.ASSIGN, Kind.DECLARE)
            if not declares and (following.kind, following.text) != (Kind.CHAR, ","):
                self.put_back += [beside, variable] if beside.kind is Kind.SPACE else [variable]
                break
            self.next_non_space()
            names.append(variable.text)
            self.variables.append(variable.text)
            if declares:
                return tuple(names), following.kind is Kind.ASSIGN
            if context != "range" or len(names) > 1:
                self.fail(f"too many declarations in {context}")
            if self.peek_non_space().kind not in (Kind.VARIABLE, Kind.RIGHT, Kind.RIGHT_PAREN):
                self.fail("range can only initialize variables")
        return tuple(names), False

    def _command(self) -> Command:
        at = self.peek_non_space().at
        args: list[Operand] = []
        while True:
            self.peek_non_space()
            operand = self._operand()
            if operand is not None:
                args.append(operand)
            token = self.next()
            if token.kind is not Kind.SPACE:
                break
        if token.kind in (Kind.RIGHT, Kind.RIGHT_PAREN):
            self.put_back.append(token)
        elif token.kind is not Kind.PIPE:
            self.unexpected(token, "operand")
        return Command(at, tuple(args))

    def _operand(self) -> Operand | None:
        """A term and the fields that follow it without a space; None if there is no term."""
        node = self._term()
        if node is None or self.peek().kind is not Kind.FIELD:
            return node
        at, names = self.peek().at, []
        while self.peek().kind is Kind.FIELD:
            names.append(self.next().text[1:])
        if isinstance(node, Literal | Nil | Dot):
            self.fail(f"unexpected . after term {go_quote(str(node))}")
        if isinstance(node, Field):
            return Field(at, (*node.names, *names))
        return Variable(at, (*node.names, *names)) if isinstance(node, Variable) else Chain(at, node, tuple(names))

    def _term(self) -> Operand | None:
        token = self.next_non_space()
        at, text = token.at, token.text
        match token.kind:
            case Kind.IDENTIFIER:
                if text not in FUNCTIONS:
                    self.fail(f"function {go_quote(text)} not defined")
                return Function(at, text)
            case Kind.DOT:
                return Dot(at)
            case Kind.NIL:
                return Nil(at)
            case Kind.VARIABLE:
                if text not in self.variables:
                    self.fail(f"undefined variable {go_quote(text)}")
                return Variable(at, (text,))
            case Kind.FIELD:
                return Field(at, (text[1:],))
            case Kind.BOOL:
                return Literal(at, text, text == "true")
            case Kind.CHAR_CONSTANT:
                return Literal(at, text, self.read_literal(character, text))
            case Kind.NUMBER | Kind.COMPLEX:
                return Literal(at, text, self.read_literal(number, text))
            case Kind.STRING | Kind.RAW_STRING:
                return Literal(at, text, self.read_literal(unquoted, text))
            case Kind.LEFT_PAREN:
                self.deeper()
                inner = self.pipeline("parenthesized pipeline", Kind.RIGHT_PAREN)
                self.depth -= 1
                return inner
        self.put_back.append(token)
        return None
