"""The tree of a Go template. ``str`` of a node is its source as Go writes it in messages, ``at`` where they place it.

Go ``text/template/parse/node.go``. Named tuples, because every start of the program pays for the making of dataclasses.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playground.engine.gotext import quote


class Text(NamedTuple):
    """What is printed as it is."""

    at: int
    text: str

    def __str__(self) -> str:
        return self.text


class Literal(NamedTuple):
    """A bool, number or string, as it is written and as it is; None: a number that has no place in an int."""

    at: int
    written: str
    value: Any

    def __str__(self) -> str:
        return self.written


class Dot(NamedTuple):
    """`.`, the current value."""

    at: int

    def __str__(self) -> str:
        return "."


class Nil(NamedTuple):
    """`nil`."""

    at: int

    def __str__(self) -> str:
        return "nil"


class Function(NamedTuple):
    """The name of a function."""

    at: int
    name: str

    def __str__(self) -> str:
        return self.name


class Field(NamedTuple):
    """`.name.name`, fields of the current value."""

    at: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f".{name}" for name in self.names)


class Variable(NamedTuple):
    """`$name.name`, a variable or its fields."""

    at: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.names)


class Chain(NamedTuple):
    """`(…).name`, fields of what something else gives."""

    at: int
    node: Operand
    names: tuple[str, ...]

    def __str__(self) -> str:
        return _operand(self.node) + "".join(f".{name}" for name in self.names)


class Command(NamedTuple):
    """Words between pipes: a function with its arguments, or a single value."""

    at: int
    words: tuple[Operand, ...]

    def __str__(self) -> str:
        return " ".join(_operand(word) for word in self.words)


class Pipeline(NamedTuple):
    """Commands, each of which gives its value to the next; the variables that get the last, or None."""

    at: int
    variables: tuple[str, ...]
    assigns: bool
    commands: tuple[Command, ...]

    def __str__(self) -> str:
        set_to = f"{', '.join(self.variables)} {'' if self.assigns else ':'}= " if self.variables else ""
        return set_to + " | ".join(map(str, self.commands))


class Action(NamedTuple):
    """A pipeline whose value is printed."""

    at: int
    pipeline: Pipeline

    def __str__(self) -> str:
        return f"{{{{{self.pipeline}}}}}"


class Jump(NamedTuple):
    """`break` or `continue`."""

    at: int
    word: str

    def __str__(self) -> str:
        return f"{{{{{self.word}}}}}"


class Branch(NamedTuple):
    """`if`, `with` or `range`, with what is printed then, and else (None: there is no `else`)."""

    at: int
    word: str
    pipeline: Pipeline
    body: tuple[Node, ...]
    other: tuple[Node, ...] | None

    def __str__(self) -> str:
        other = "" if self.other is None else "{{else}}" + "".join(map(str, self.other))
        return f"{{{{{self.word} {self.pipeline}}}}}{''.join(map(str, self.body))}{other}{{{{end}}}}"


class Call(NamedTuple):
    """`template`: another template, which gets the value of a pipeline."""

    at: int
    name: str
    pipeline: Pipeline | None

    def __str__(self) -> str:
        given = "" if self.pipeline is None else f" {self.pipeline}"
        return f"{{{{template {quote(self.name)}{given}}}}}"


Operand = Literal | Dot | Nil | Function | Field | Variable | Chain | Pipeline
Node = Text | Operand | Command | Action | Jump | Branch | Call


def _operand(node: Operand) -> str:
    return f"({node})" if isinstance(node, Pipeline) else str(node)
