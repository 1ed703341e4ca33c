"""The tree of a Go template. ``str`` of a node is its source as Go writes it in messages.

Go ``text/template/parse/node.go``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playground.engine.gotext import quote


@dataclass(frozen=True, slots=True)
class Node:
    """Any part of a template; ``at`` is where messages place it, in characters."""

    at: int


@dataclass(frozen=True, slots=True)
class Text(Node):
    """What is printed as it is."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A bool, number or string, as it is written and as it is; None: a number that has no place in an int."""

    written: str
    value: Any

    def __str__(self) -> str:
        return self.written


@dataclass(frozen=True, slots=True)
class Dot(Node):
    """`.`, the current value."""

    def __str__(self) -> str:
        return "."


@dataclass(frozen=True, slots=True)
class Nil(Node):
    """`nil`."""

    def __str__(self) -> str:
        return "nil"


@dataclass(frozen=True, slots=True)
class Function(Node):
    """The name of a function."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`.name.name`, fields of the current value."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f".{name}" for name in self.names)


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """`$name.name`, a variable or its fields."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.names)


@dataclass(frozen=True, slots=True)
class Chain(Node):
    """`(…).name`, fields of what something else gives."""

    node: Node
    names: tuple[str, ...]

    def __str__(self) -> str:
        return _operand(self.node) + "".join(f".{name}" for name in self.names)


@dataclass(frozen=True, slots=True)
class Command(Node):
    """Words between pipes: a function with its arguments, or a single value."""

    words: tuple[Node, ...]

    def __str__(self) -> str:
        return " ".join(_operand(word) for word in self.words)


@dataclass(frozen=True, slots=True)
class Pipeline(Node):
    """Commands, each of which gives its value to the next; the variables that get the last, or None."""

    variables: tuple[str, ...]
    assigns: bool
    commands: tuple[Command, ...]

    def __str__(self) -> str:
        set_to = f"{', '.join(self.variables)} {'' if self.assigns else ':'}= " if self.variables else ""
        return set_to + " | ".join(map(str, self.commands))


@dataclass(frozen=True, slots=True)
class Action(Node):
    """A pipeline whose value is printed."""

    pipeline: Pipeline

    def __str__(self) -> str:
        return f"{{{{{self.pipeline}}}}}"


@dataclass(frozen=True, slots=True)
class Jump(Node):
    """`break` or `continue`."""

    word: str

    def __str__(self) -> str:
        return f"{{{{{self.word}}}}}"


@dataclass(frozen=True, slots=True)
class Branch(Node):
    """`if`, `with` or `range`, with what is printed then, and else (None: there is no `else`)."""

    word: str
    pipeline: Pipeline
    body: tuple[Node, ...]
    other: tuple[Node, ...] | None

    def __str__(self) -> str:
        other = "" if self.other is None else "{{else}}" + "".join(map(str, self.other))
        return f"{{{{{self.word} {self.pipeline}}}}}{''.join(map(str, self.body))}{other}{{{{end}}}}"


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`template`: another template, which gets the value of a pipeline."""

    name: str
    pipeline: Pipeline | None

    def __str__(self) -> str:
        given = "" if self.pipeline is None else f" {self.pipeline}"
        return f"{{{{template {quote(self.name)}{given}}}}}"


def _operand(node: Node) -> str:
    return f"({node})" if isinstance(node, Pipeline) else str(node)
