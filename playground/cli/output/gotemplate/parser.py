"""Parses the text of a Go template into trees: its own, and one for each template that it defines.

Go ``text/template/parse/parse.go``, with the `else with` of Go 1.23.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from playground.cli.output.gotemplate.functions import FUNCTIONS
from playground.cli.output.gotemplate.go_values import character, number, unquoted
from playground.cli.output.gotemplate.lexer import NAME, Kind, Token, TokenStream, tokens
from playground.cli.output.gotemplate.nodes import (
    Action,
    Branch,
    Chain,
    Command,
    Dot,
    Field,
    Function,
    Jump,
    Literal,
    Nil,
    Node,
    Operand,
    Pipeline,
    TemplateCall,
    Text,
    Variable,
)
from playground.engine import go_quote

_OPERANDS: Final = frozenset({
    Kind.BOOL, Kind.CHAR_CONSTANT, Kind.COMPLEX, Kind.DOT, Kind.FIELD, Kind.IDENTIFIER, Kind.NUMBER, Kind.NIL,
    Kind.RAW_STRING, Kind.STRING, Kind.VARIABLE, Kind.LEFT_PAREN,
})  # fmt: skip
_STRINGS: Final = (Kind.STRING, Kind.RAW_STRING)
_ELSE_OF: Final = {"if": Kind.IF, "with": Kind.WITH}  # what may follow `else` in a branch: `else if`, `else with`


@dataclass(frozen=True, slots=True)
class GoTemplate:
    """A parsed template: its text, and the trees of the templates that it defines, by name."""

    text: str
    trees: Mapping[str, tuple[Node, ...]]


class _Stop(NamedTuple):
    """`end` or `else`, which ends a list of nodes."""

    keyword: str

    def __str__(self) -> str:
        return f"{{{{{self.keyword}}}}}"


def parse(text: str) -> GoTemplate:
    """Parse a template; raises GoTemplateError with Go's message."""
    trees: dict[str, tuple[Node, ...]] = {}
    parser = _Parser(NAME, TokenStream(tokens(text), 0), trees)
    parser.add(parser.whole())
    return GoTemplate(text, trees)


class _Parser:
    """The parser of one template; each template that it defines has a parser of its own, on the same tokens."""

    def __init__(self, name: str, tokens: TokenStream, trees: dict[str, tuple[Node, ...]]) -> None:
        self.name = name
        self._tokens = tokens
        self._trees = trees
        self._variables = ["$"]  # the names declared so far
        self._ranges = 0  # the number of open `range`s

    def whole(self) -> tuple[Node, ...]:
        """Parse the template from its first token to the last."""
        nodes: list[Node] = []
        while self._tokens.peek().kind is not Kind.END_OF_TEXT:
            if self._tokens.peek().kind is Kind.LEFT:
                opening = self._tokens.next()
                keyword = self._tokens.next_non_space()
                if keyword.kind is Kind.DEFINE:
                    self._child("definition").define()  # ``define`` reads the name
                    continue
                self._tokens.put_back += [keyword, opening]
            node = self._text_or_action()
            if isinstance(node, _Stop):
                self._tokens.fail(f"unexpected {node}")
            nodes.append(node)
        return tuple(nodes)

    def add(self, nodes: tuple[Node, ...]) -> None:
        """Store a template under its name; a name with content may be defined only once."""
        if _is_empty(self._trees.get(self.name, ())):
            self._trees[self.name] = nodes
        elif not _is_empty(nodes):
            self._tokens.fail(f"template: multiple definition of template {go_quote(self.name)}")

    def define(self) -> None:
        """Parse a definition after its keyword `define`."""
        name = self._tokens.expect("define clause", *_STRINGS)
        self.name = self._tokens.read_literal(unquoted, name.text)
        self._tokens.expect("define clause", Kind.RIGHT)
        self.add_body("define clause", self._tokens)

    def add_body(self, context: str, reporter: TokenStream) -> None:
        """Parse the body of a definition or block, up to its `end`.

        ``reporter`` raises the error for an `else`; the message has the line that the reporter read last. As in Go, the
        reporter of a definition is its own token stream, that of a block the token stream around the block.
        """
        nodes, stop = self._list()
        if stop.keyword != "end":
            reporter.fail(f"unexpected {stop} in {context}")
        self.add(nodes)

    def _child(self, name: str) -> _Parser:
        """A parser for the template ``name``, whose definition begins at the next token."""
        return _Parser(name, TokenStream(self._tokens.tokens, self._tokens.depth + 1), self._trees)

    def _list(self) -> tuple[tuple[Node, ...], _Stop]:
        """Parse nodes up to the `end` or `else` that ends them."""
        nodes: list[Node] = []
        self._tokens.deeper()
        while not isinstance(node := self._text_or_action(), _Stop):
            nodes.append(node)
        self._tokens.depth -= 1
        return tuple(nodes), node

    def _text_or_action(self) -> Node | _Stop:
        token = self._tokens.next_non_space()
        if token.kind is Kind.TEXT:
            return Text(token.offset, token.text)
        if token.kind is Kind.END_OF_TEXT:
            self._tokens.fail("unexpected EOF")
        if token.kind is not Kind.LEFT:
            self._tokens.unexpected(token, "input")
        self._tokens.action_line = token.line
        try:
            return self._action()
        finally:
            self._tokens.action_line = 0

    def _action(self) -> Node | _Stop:
        """Parse an action after its `{{`."""
        token = self._tokens.next_non_space()
        match token.kind:
            case Kind.IF | Kind.WITH | Kind.RANGE:
                return self._branch(token.text)
            case Kind.END:
                self._tokens.expect("end", Kind.RIGHT)
                return _Stop("end")
            case Kind.ELSE:
                if self._tokens.peek_non_space().kind not in _ELSE_OF.values():
                    self._tokens.expect("else", Kind.RIGHT)
                return _Stop("else")
            case Kind.BREAK | Kind.CONTINUE:
                return self._jump(token)
            case Kind.BLOCK:
                return self._block()
            case Kind.TEMPLATE:
                return self._call_template()
        self._tokens.put_back.append(token)
        token = self._tokens.peek()
        return Action(token.offset, self._pipeline("command", Kind.RIGHT))

    def _jump(self, token: Token) -> Jump:
        self._tokens.expect(f"{{{{{token.text}}}}}", Kind.RIGHT)
        if not self._ranges:
            self._tokens.fail(f"{{{{{token.text}}}}} outside {{{{range}}}}")
        return Jump(token.offset, token.text)

    def _branch(self, keyword: str) -> Branch:
        """Parse an `if`, `with` or `range` after its keyword, up to its `end`."""
        declared = len(self._variables)
        pipeline = self._pipeline(keyword, Kind.RIGHT)
        self._ranges += keyword == "range"
        body, stop = self._list()
        self._ranges -= keyword == "range"
        else_body: tuple[Node, ...] | None = None
        if stop.keyword == "else":
            following = self._tokens.peek()
            if keyword in _ELSE_OF and following.kind is _ELSE_OF[keyword]:
                self._tokens.next()
                self._tokens.deeper()
                else_body = (self._branch(keyword),)  # the inner `end` also ends this branch
                self._tokens.depth -= 1
            else:
                else_body, stop = self._list()
                if stop.keyword != "end":
                    self._tokens.fail(f"expected end; found {stop}")
        del self._variables[declared:]
        return Branch(pipeline.offset, keyword, pipeline, body, else_body)

    def _block(self) -> TemplateCall:
        """Parse a `block`, which defines a template and executes it here."""
        name = self._tokens.next_non_space()
        block = self._child(self._template_name(name, "block clause"))
        pipeline = self._pipeline("block clause", Kind.RIGHT)
        block.add_body("block clause", self._tokens)
        return TemplateCall(name.offset, block.name, pipeline)

    def _call_template(self) -> TemplateCall:
        token = self._tokens.next_non_space()
        name = self._template_name(token, "template clause")
        following = self._tokens.next_non_space()
        if following.kind is Kind.RIGHT:
            return TemplateCall(token.offset, name, None)
        self._tokens.put_back.append(following)
        return TemplateCall(token.offset, name, self._pipeline("template clause", Kind.RIGHT))

    def _template_name(self, token: Token, context: str) -> str:
        if token.kind not in _STRINGS:
            self._tokens.unexpected(token, context)
        return str(self._tokens.read_literal(unquoted, token.text))

    def _pipeline(self, context: str, end: Kind) -> Pipeline:
        """Parse a pipeline and the token that ends it; ``context`` names it in messages."""
        offset = self._tokens.peek_non_space().offset
        variables, assigns = self._declared(context)
        commands: list[Command] = []
        while (token := self._tokens.next_non_space()).kind is not end:
            if token.kind not in _OPERANDS:
                self._tokens.unexpected(token, context)
            self._tokens.put_back.append(token)
            commands.append(self._command())
        if not commands:
            self._tokens.fail(f"missing value for {context}")
        for stage, command in enumerate(commands[1:], 2):
            if isinstance(command.args[0], Literal | Dot | Nil):
                self._tokens.fail(f"non executable command in pipeline stage {stage}")
        return Pipeline(offset, variables, assigns, tuple(commands))

    def _declared(self, context: str) -> tuple[tuple[str, ...], bool]:
        """The variables that a pipeline sets, and whether it assigns them (`=`) rather than declares them (`:=`)."""
        names: list[str] = []
        while (variable := self._tokens.peek_non_space()).kind is Kind.VARIABLE:
            self._tokens.next()
            beside, following = self._tokens.peek(), self._tokens.peek_non_space()
            declares = following.kind in (Kind.ASSIGN, Kind.DECLARE)
            if not declares and (following.kind, following.text) != (Kind.CHAR, ","):
                # The variable begins the first command. ``peek_non_space`` has dropped the space after the variable;
                # put it back, too: without a space, a following field would belong to the variable.
                self._tokens.put_back += [beside, variable] if beside.kind is Kind.SPACE else [variable]
                break
            self._tokens.next_non_space()
            names.append(variable.text)
            self._variables.append(variable.text)
            if declares:
                return tuple(names), following.kind is Kind.ASSIGN
            if context != "range" or len(names) > 1:
                self._tokens.fail(f"too many declarations in {context}")
            if self._tokens.peek_non_space().kind not in (Kind.VARIABLE, Kind.RIGHT, Kind.RIGHT_PAREN):
                self._tokens.fail("range can only initialize variables")
        return tuple(names), False

    def _command(self) -> Command:
        """Parse a command, and the `|` after it if there is one."""
        offset = self._tokens.peek_non_space().offset
        args: list[Operand] = []
        while True:
            self._tokens.peek_non_space()  # drops the spaces
            operand = self._operand()
            if operand is not None:
                args.append(operand)
            token = self._tokens.next()
            if token.kind is not Kind.SPACE:
                break
        if token.kind in (Kind.RIGHT, Kind.RIGHT_PAREN):
            self._tokens.put_back.append(token)
        elif token.kind is not Kind.PIPE:
            self._tokens.unexpected(token, "operand")
        return Command(offset, tuple(args))

    def _operand(self) -> Operand | None:
        """A term and the fields that follow it without a space; None if there is no term."""
        node = self._term()
        if node is None or self._tokens.peek().kind is not Kind.FIELD:
            return node
        offset, names = self._tokens.peek().offset, []
        while self._tokens.peek().kind is Kind.FIELD:
            names.append(self._tokens.next().text[1:])
        if isinstance(node, Literal | Nil | Dot):
            self._tokens.fail(f"unexpected . after term {go_quote(str(node))}")
        if isinstance(node, Field):
            return Field(offset, (*node.names, *names))
        return (
            Variable(offset, (*node.names, *names)) if isinstance(node, Variable) else Chain(offset, node, tuple(names))
        )

    def _term(self) -> Operand | None:
        """Parse a literal, name, variable, field or parenthesized pipeline; None if none begins at the next token."""
        token = self._tokens.next_non_space()
        offset, text = token.offset, token.text
        match token.kind:
            case Kind.IDENTIFIER:
                if text not in FUNCTIONS:
                    self._tokens.fail(f"function {go_quote(text)} not defined")
                return Function(offset, text)
            case Kind.DOT:
                return Dot(offset)
            case Kind.NIL:
                return Nil(offset)
            case Kind.VARIABLE:
                if text not in self._variables:
                    self._tokens.fail(f"undefined variable {go_quote(text)}")
                return Variable(offset, (text,))
            case Kind.FIELD:
                return Field(offset, (text[1:],))
            case Kind.BOOL:
                return Literal(offset, text, text == "true")
            case Kind.CHAR_CONSTANT:
                return Literal(offset, text, self._tokens.read_literal(character, text))
            case Kind.NUMBER | Kind.COMPLEX:
                return Literal(offset, text, self._tokens.read_literal(number, text))
            case Kind.STRING | Kind.RAW_STRING:
                return Literal(offset, text, self._tokens.read_literal(unquoted, text))
            case Kind.LEFT_PAREN:
                self._tokens.deeper()
                inner = self._pipeline("parenthesized pipeline", Kind.RIGHT_PAREN)
                self._tokens.depth -= 1
                return inner
        self._tokens.put_back.append(token)
        return None


def _is_empty(nodes: tuple[Node, ...]) -> bool:
    """Whether a template is only white space; such a template may be defined again."""
    return all(isinstance(node, Text) and not node.text.strip() for node in nodes)
