"""Evaluates the expressions of a Go template: pipelines, fields, variables and function calls.

Go ``text/template/exec.go``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.functions import FUNCTIONS, LONGEST, Parameter
from playground.cli.output.gotemplate.nodes import (
    Chain,
    Command,
    Field,
    Function,
    Literal,
    Nil,
    Node,
    Operand,
    Pipeline,
    Variable,
)
from playground.cli.output.gotemplate.state import CHARACTERS_A_STEP, State
from playground.cli.output.gotemplate.values import NOTHING, Box, is_true, type_name, unboxed

_MISSING: Final = object()  # a command without a previous value in its pipeline (Go's ``missingVal``)


class Evaluator(State):
    """Evaluates the expressions of one template.

    ``final`` is, as in Go, the value of the previous command of a pipeline, which is a function's last argument.
    """

    def pipeline(self, pipeline: Pipeline, dot: Any) -> Any:
        """The unboxed value of a pipeline, to which its variables are set."""
        self.at(pipeline)
        value: Any = _MISSING
        for command in pipeline.commands:
            value = unboxed(self._command(command, dot, value))
        for name in pipeline.variables:
            if pipeline.assigns:
                self.assign(name, value)
            else:
                self.variables.append((name, value))
        return value

    def _command(self, command: Command, dot: Any, final: Any) -> Any:
        word, rest = command.args[0], command.args[1:]
        if isinstance(word, Function):
            return self._function(word, command, rest, dot, final)
        if isinstance(word, Field | Chain | Variable) and not (isinstance(word, Variable) and len(word.names) == 1):
            return self._fields(word, dot, has_args=bool(rest) or final is not _MISSING)
        if not isinstance(word, Pipeline):
            self.at(word)
        if isinstance(word, Variable):
            self.variable(word.names[0])  # an undefined variable is reported first
        if rest or final is not _MISSING:
            self.fail(f"can't give argument to non-function {word}")
        if isinstance(word, Nil):
            self.fail("nil is not a command")
        return self._operand(word, dot)

    def _operand(self, node: Operand, dot: Any) -> Any:
        """The value of an operand on its own."""
        if isinstance(node, Pipeline):
            return self.deeper(self.pipeline, node, dot)
        if isinstance(node, Function):
            return self._function(node, node, (), dot, _MISSING)
        if isinstance(node, Field | Chain | Variable):
            return self._fields(node, dot, has_args=False)
        self.at(node)
        if not isinstance(node, Literal):
            return dot
        if node.value is None:
            self.fail(f"{node} overflows int")
        return node.value

    def _fields(self, node: Field | Chain | Variable, dot: Any, *, has_args: bool) -> Any:
        """The value of a chain of fields; with ``has_args``, which only a method could take, it is an error."""
        self.at(node)
        names = node.names
        if isinstance(node, Field):
            value = dot
        elif isinstance(node, Variable):
            value, names = self.variable(names[0]), names[1:]
        else:
            value = self._operand(node.node, dot)
        for at, name in enumerate(names, 1):
            value = self._field(value, name, has_args=has_args and at == len(names))
        return value

    def _field(self, receiver: Any, name: str, *, has_args: bool) -> Any:
        if receiver is NOTHING:
            return NOTHING
        if isinstance(receiver, Box) and receiver.value is None:
            self.fail(f"nil pointer evaluating {type_name(receiver)}.{name}")
        value = unboxed(receiver)
        if not isinstance(value, dict):
            self.fail(f"can't evaluate field {name} in type {type_name(receiver)}")
        if has_args:
            self.fail(f"{name} is not a method but has arguments")
        return Box(value[name]) if name in value else NOTHING

    def _function(self, word: Function, node: Node, rest: Sequence[Operand], dot: Any, final: Any) -> Any:
        self.at(word)
        signature, name = FUNCTIONS[word.name], word.name
        fixed, further = signature.takes, signature.further
        count = len(rest) + (final is not _MISSING)
        if further is not None and count < len(fixed):
            self.fail(f"wrong number of args for {name}: want at least {len(fixed)} got {len(rest)}")
        if further is None and count != len(fixed):
            self.fail(f"wrong number of args for {name}: want {len(fixed)} got {count}")
        kinds = [fixed[at] if at < len(fixed) else further or "any" for at in range(count)]
        values: list[Any] = []
        for kind, argument in zip(kinds, rest, strict=False):
            values.append(self._argument(kind, argument, dot))
            if name in ("and", "or") and is_true(values[-1]) == (name == "or"):
                return values[-1]
        if final is not _MISSING:
            values.append(self._validated(kinds[-1], final))
        if name == "call":
            values.insert(0, str(rest[0]) if rest else _as_text(final))
        return self._call(name, values, node)

    def _call(self, name: str, values: list[Any], node: Node) -> Any:
        """The result of a function; its errors name ``node``."""
        self.spend(sum(len(value) // CHARACTERS_A_STEP for value in map(unboxed, values) if isinstance(value, str)))
        try:
            made = FUNCTIONS[name].call(values)
        except GoTemplateError as error:
            self.at(node)
            self.fail(f"error calling {name}: {error}")
        if isinstance(made, str) or name == "slice":  # which copies a list, too
            self.spend(len(made) // CHARACTERS_A_STEP)
        if isinstance(made, str) and len(made) > LONGEST:
            self.fail(f"more than {LONGEST:,} characters, which is the limit")
        return made

    def _argument(self, kind: Parameter, node: Operand, dot: Any) -> Any:
        self.at(node)
        if isinstance(node, Nil):
            if kind == "string":
                self.fail("cannot assign nil to string")
            return NOTHING if kind == "value" else None
        if isinstance(node, Literal) and kind == "string" and not isinstance(node.value, str):
            self.fail(f"expected string; found {node}")
        return self._validated(kind, self._operand(node, dot))

    def _validated(self, kind: Parameter, value: Any) -> Any:
        """``value`` as a parameter of this kind accepts it (Go's ``validateType``): boxed, unboxed, or a string."""
        if kind == "value":
            return value
        inside = unboxed(value)
        if kind == "any":
            return None if inside is NOTHING else inside
        if value is NOTHING:
            self.fail("invalid value; expected string")
        if not isinstance(inside, str):
            self.fail(f"wrong type for value; expected string; got {type_name(value if inside is NOTHING else inside)}")
        return inside


def _as_text(value: Any) -> str:
    """A value as ``reflect.Value.String`` names it."""
    return value if isinstance(value, str) else f"<{'invalid' if value is NOTHING else type_name(value)} Value>"
