"""A Go template's text to trees, one for each template that is defined in it.

Go ``text/template/parse/parse.go``, with the `else with` of Go 1.23.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from playground.engine.gotext import quote
from playground.engine.kubernetes.gotemplate.expressions import Expressions
from playground.engine.kubernetes.gotemplate.lexer import tokens
from playground.engine.kubernetes.gotemplate.literals import unquoted
from playground.engine.kubernetes.gotemplate.nodes import Action, Branch, Call, Jump, Node, Text
from playground.engine.kubernetes.gotemplate.tokens import Kind, Token
from playground.engine.kubernetes.gotemplate.words import NAME, Words
from playground.engine.records import record

_STRINGS: Final = (Kind.STRING, Kind.RAW_STRING)
_ELSE_OF: Final = {"if": Kind.IF, "with": Kind.WITH}


@record()
class GoTemplate:
    """A template that was read, and those that it defines, by name."""

    text: str
    trees: Mapping[str, tuple[Node, ...]]


class _Stop(NamedTuple):
    """`end` or `else`, where a list of nodes ends."""

    word: str

    def __str__(self) -> str:
        return f"{{{{{self.word}}}}}"


def parse(text: str) -> GoTemplate:
    """Read a template; raises GoTemplateError with Go's words for what is wrong with it."""
    trees: dict[str, tuple[Node, ...]] = {}
    parser = _Parser(NAME, tokens(text), trees, 0)
    parser.add(parser.whole())
    return GoTemplate(text, trees)


class _Parser(Expressions):
    """One template while it is read; those that are defined in it have their own, on the same words."""

    def __init__(self, name: str, words: Iterator[Token], trees: dict[str, tuple[Node, ...]], depth: int) -> None:
        super().__init__(words, depth)
        self.name = name
        self._trees = trees
        self._ranges = 0

    def whole(self) -> tuple[Node, ...]:
        """The template from its first word to the last."""
        nodes: list[Node] = []
        while self.peek().kind is not Kind.END_OF_TEXT:
            if self.peek().kind is Kind.LEFT:
                left = self.next()
                word = self.next_word()
                if word.kind is Kind.DEFINE:
                    self._child("definition").define()
                    continue
                self.put_back += [word, left]
            node = self._text_or_action()
            if isinstance(node, _Stop):
                self.fail(f"unexpected {node}")
            nodes.append(node)
        return tuple(nodes)

    def add(self, nodes: tuple[Node, ...]) -> None:
        """Keep a template under its name; of two with content there can be only one."""
        if _is_empty(self._trees.get(self.name, ())):
            self._trees[self.name] = nodes
        elif not _is_empty(nodes):
            self.fail(f"template: multiple definition of template {quote(self.name)}")

    def define(self) -> None:
        """A definition, whose word `define` has been read."""
        name = self.expect("define clause", *_STRINGS)
        self.name = self.made(unquoted, name.text)
        self.expect("define clause", Kind.RIGHT)
        self.add_body("define clause", self)

    def add_body(self, context: str, teller: Words) -> None:
        """Read the rest of a definition; ``teller`` says where an `else` is wrong."""
        nodes, stop = self._list()
        if stop.word != "end":
            teller.fail(f"unexpected {stop} in {context}")
        self.add(nodes)

    def _child(self, name: str) -> _Parser:
        return _Parser(name, self.words, self._trees, self.depth + 1)

    def _list(self) -> tuple[tuple[Node, ...], _Stop]:
        nodes: list[Node] = []
        self.deeper()
        while not isinstance(node := self._text_or_action(), _Stop):
            nodes.append(node)
        self.depth -= 1
        return tuple(nodes), node

    def _text_or_action(self) -> Node | _Stop:
        token = self.next_word()
        if token.kind is Kind.TEXT:
            return Text(token.at, token.text)
        if token.kind is Kind.END_OF_TEXT:
            self.fail("unexpected EOF")
        if token.kind is not Kind.LEFT:
            self.unexpected(token, "input")
        self.action_line = token.line
        try:
            return self._action()
        finally:
            self.action_line = 0

    def _action(self) -> Node | _Stop:
        token = self.next_word()
        match token.kind:
            case Kind.IF | Kind.WITH | Kind.RANGE:
                return self._branch(token.text)
            case Kind.END:
                self.expect("end", Kind.RIGHT)
                return _Stop("end")
            case Kind.ELSE:
                if self.peek_word().kind not in _ELSE_OF.values():
                    self.expect("else", Kind.RIGHT)
                return _Stop("else")
            case Kind.BREAK | Kind.CONTINUE:
                return self._jump(token)
            case Kind.BLOCK:
                return self._block()
            case Kind.TEMPLATE:
                return self._call()
        self.put_back.append(token)
        token = self.peek()
        return Action(token.at, self.pipeline("command", Kind.RIGHT))

    def _jump(self, token: Token) -> Jump:
        self.expect(f"{{{{{token.text}}}}}", Kind.RIGHT)
        if not self._ranges:
            self.fail(f"{{{{{token.text}}}}} outside {{{{range}}}}")
        return Jump(token.at, token.text)

    def _branch(self, word: str) -> Branch:
        declared = len(self.variables)
        pipeline = self.pipeline(word, Kind.RIGHT)
        self._ranges += word == "range"
        body, stop = self._list()
        self._ranges -= word == "range"
        other: tuple[Node, ...] | None = None
        if stop.word == "else":
            following = self.peek()
            if word in _ELSE_OF and following.kind is _ELSE_OF[word]:
                self.next()
                self.deeper()
                other = (self._branch(word),)  # its `end` is that of this one, too
                self.depth -= 1
            else:
                other, stop = self._list()
                if stop.word != "end":
                    self.fail(f"expected end; found {stop}")
        del self.variables[declared:]
        return Branch(pipeline.at, word, pipeline, body, other)

    def _block(self) -> Call:
        name = self.next_word()
        block = self._child(self._template_name(name, "block clause"))
        pipeline = self.pipeline("block clause", Kind.RIGHT)
        block.add_body("block clause", self)
        return Call(name.at, block.name, pipeline)

    def _call(self) -> Call:
        token = self.next_word()
        name = self._template_name(token, "template clause")
        following = self.next_word()
        if following.kind is Kind.RIGHT:
            return Call(token.at, name, None)
        self.put_back.append(following)
        return Call(token.at, name, self.pipeline("template clause", Kind.RIGHT))

    def _template_name(self, token: Token, context: str) -> str:
        if token.kind not in _STRINGS:
            self.unexpected(token, context)
        return str(self.made(unquoted, token.text))


def _is_empty(nodes: tuple[Node, ...]) -> bool:
    """Whether a template holds nothing but space, so that another may take its name."""
    return all(isinstance(node, Text) and not node.text.strip() for node in nodes)
