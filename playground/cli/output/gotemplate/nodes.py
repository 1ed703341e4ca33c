"""The nodes of a parsed Go template. ``str`` of a node is its source in Go's style; ``offset`` is where it begins.

Go ``text/template/parse/node.go``. Named tuples, because dataclasses make each start of the program 13 ms longer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playground.engine import go_quote


class Text(NamedTuple):
    """Text outside of actions, printed unchanged."""

    offset: int
    text: str

    def __str__(self) -> str:
        return self.text


class Literal(NamedTuple):
    """A bool, number or string: its source and its value; the value None is a number that overflows an int."""

    offset: int
    source: str
    value: Any

    def __str__(self) -> str:
        return self.source


class Dot(NamedTuple):
    """`.`, the current value."""

    offset: int

    def __str__(self) -> str:
        return "."


class Nil(NamedTuple):
    """`nil`."""

    offset: int

    def __str__(self) -> str:
        return "nil"


class Function(NamedTuple):
    """The name of a function."""

    offset: int
    name: str

    def __str__(self) -> str:
        return self.name


class Field(NamedTuple):
    """`.name.name`, fields of the current value."""

    offset: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return "".join(f".{name}" for name in self.names)


class Variable(NamedTuple):
    """`$name.name`, a variable or its fields."""

    offset: int
    names: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.names)


class Chain(NamedTuple):
    """`(…).name`, fields of another operand's value."""

    offset: int
    node: Operand
    names: tuple[str, ...]

    def __str__(self) -> str:
        return _operand(self.node) + "".join(f".{name}" for name in self.names)


class Command(NamedTuple):
    """The part between two pipes: a function and its arguments, or a single value."""

    offset: int
    args: tuple[Operand, ...]

    def __str__(self) -> str:
        return " ".join(map(_operand, self.args))


class Pipeline(NamedTuple):
    """Commands, each of which passes its value to the next, and the variables that are set to the last value."""

    offset: int
    variables: tuple[str, ...]
    assigns: bool  # `=`, for variables that exist; else `:=`, which declares them
    commands: tuple[Command, ...]

    def __str__(self) -> str:
        variables = f"{', '.join(self.variables)} {'' if self.assigns else ':'}= " if self.variables else ""
        return variables + " | ".join(map(str, self.commands))


class Action(NamedTuple):
    """A pipeline whose value is printed."""

    offset: int
    pipeline: Pipeline

    def __str__(self) -> str:
        return f"{{{{{self.pipeline}}}}}"


class Jump(NamedTuple):
    """`break` or `continue`."""

    offset: int
    keyword: str

    def __str__(self) -> str:
        return f"{{{{{self.keyword}}}}}"


class Branch(NamedTuple):
    """`if`, `with` or `range`, with its body and that of its `else` (None if there is none)."""

    offset: int
    keyword: str
    pipeline: Pipeline
    body: tuple[Node, ...]
    else_body: tuple[Node, ...] | None

    def __str__(self) -> str:
        else_source = "" if self.else_body is None else "{{else}}" + "".join(map(str, self.else_body))
        return f"{{{{{self.keyword} {self.pipeline}}}}}{''.join(map(str, self.body))}{else_source}{{{{end}}}}"


class TemplateCall(NamedTuple):
    """`template`: another template, executed with the value of a pipeline."""

    offset: int
    name: str
    pipeline: Pipeline | None

    def __str__(self) -> str:
        argument = "" if self.pipeline is None else f" {self.pipeline}"
        return f"{{{{template {go_quote(self.name)}{argument}}}}}"


Operand = Literal | Dot | Nil | Function | Field | Variable | Chain | Pipeline
Node = Text | Operand | Command | Action | Jump | Branch | TemplateCall


def _operand(node: Operand) -> str:
    return f"({node})" if isinstance(node, Pipeline) else str(node)
