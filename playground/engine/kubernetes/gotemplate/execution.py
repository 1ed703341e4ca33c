"""A Go template at work: what it prints of a value, bounded in steps, characters and depth.

Go ``text/template/exec.go``; `range` over a number and to variables that are there already as Go 1.24 does them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from playground.engine.gotext import quote
from playground.engine.kubernetes.gotemplate.errors import GoTemplateError
from playground.engine.kubernetes.gotemplate.functions import FUNCTIONS, LONGEST, Parameter
from playground.engine.kubernetes.gotemplate.machine import CHARACTERS_A_STEP, Machine
from playground.engine.kubernetes.gotemplate.nodes import (
    Action,
    Branch,
    Call,
    Chain,
    Command,
    Field,
    Function,
    Jump,
    Literal,
    Nil,
    Node,
    Pipeline,
    Text,
    Variable,
)
from playground.engine.kubernetes.gotemplate.parser import GoTemplate
from playground.engine.kubernetes.gotemplate.printing import sprint
from playground.engine.kubernetes.gotemplate.values import NOTHING, Box, Int, is_true, type_name, unboxed
from playground.engine.kubernetes.gotemplate.words import NAME

_NONE_BEFORE: Final = object()  # a command has no value before it in its pipeline


def execute(template: GoTemplate, data: Any) -> tuple[str, str]:
    """What ``template`` prints of ``data``, decoded JSON, and "" or why it ends there."""
    run = _Run(template, data)
    try:
        run.walk(template.trees[NAME], data)
    except GoTemplateError as error:
        return "".join(run.printed), str(error)
    return "".join(run.printed), ""


class _Run(Machine):
    """The nodes of one template at work."""

    def walk(self, nodes: Iterable[Node], dot: Any) -> str:
        """Execute ``nodes``; returns `break` or `continue` where one of them ends a round, else ""."""
        for node in nodes:
            self.at(node)
            if isinstance(node, Text):
                self.print(node.text)
            elif isinstance(node, Action):
                value = self._pipeline(node.pipeline, dot)
                if not node.pipeline.variables:
                    self.print("<no value>" if value is NOTHING else sprint([value]))
            elif isinstance(node, Jump):
                return node.word
            elif isinstance(node, Call):
                self.deeper(self._call, node, dot)
            elif isinstance(node, Branch):
                jump = self.deeper(self._range if node.word == "range" else self._if_or_with, node, dot)
                if jump:
                    return jump
        return ""

    def _if_or_with(self, branch: Branch, dot: Any) -> str:
        mark = len(self.variables)
        value = self._pipeline(branch.pipeline, dot)
        if is_true(value):
            jump = self.walk(branch.body, value if branch.word == "with" else dot)
        else:
            jump = self.walk(branch.other or (), dot)
        del self.variables[mark:]
        return jump

    def _range(self, branch: Branch, dot: Any) -> str:
        mark = len(self.variables)
        entries = self._entries(self._pipeline(branch.pipeline, dot), branch)
        inside = len(self.variables)
        jump = "" if entries else self.walk(branch.other or (), dot)
        for key, value in entries:
            self.spend(1)
            self._set_round(branch.pipeline, inside, key, value)
            ended = self.walk(branch.body, value)
            del self.variables[inside:]
            if ended == "break":
                break
        del self.variables[mark:]
        return jump

    def _entries(self, value: Any, branch: Branch) -> Sequence[tuple[Any, Any]]:
        """The rounds of a `range`: what is the index or key of each, and its value."""
        if isinstance(value, list):
            return [(Int(at), Box(item)) for at, item in enumerate(value)]
        if isinstance(value, dict):
            return [(key, Box(value[key])) for key in sorted(value)]
        if value is NOTHING:
            return ()
        if isinstance(value, bool) or not isinstance(value, int):
            self.fail(f"range can't iterate over {sprint([value])}")
        if len(branch.pipeline.variables) > 1:
            self.fail(f"can't use {int(value)} to iterate over more than one variable")
        self.spend(max(value, 0))
        return [(NOTHING, type(value)(at)) for at in range(value)]

    def _set_round(self, pipeline: Pipeline, inside: int, key: Any, value: Any) -> None:
        """Give the variables of a `range` their values for one round; of two, the first is the key."""
        names = pipeline.variables
        for back, (name, given) in enumerate(zip(reversed(names), (value, key), strict=False), 1):
            if pipeline.assigns:
                self.assign(name, given)
            else:
                self.variables[inside - back] = (name, given)

    def _call(self, call: Call, dot: Any) -> str:
        nodes = self.template.trees.get(call.name)
        if nodes is None:
            self.fail(f"template {quote(call.name)} not defined")
        value = NOTHING if call.pipeline is None else self._pipeline(call.pipeline, dot)
        name, variables = self.name, self.variables
        self.name, self.variables = call.name, [("$", value)]
        self.walk(nodes, value)
        self.name, self.variables = name, variables
        return ""

    def _pipeline(self, pipeline: Pipeline, dot: Any) -> Any:
        """The value of a pipeline, in no Box; its variables have it then, too."""
        self.at(pipeline)
        value: Any = _NONE_BEFORE
        for command in pipeline.commands:
            value = unboxed(self._command(command, dot, value))
        for name in pipeline.variables:
            if pipeline.assigns:
                self.assign(name, value)
            else:
                self.variables.append((name, value))
        return value

    def _command(self, command: Command, dot: Any, before: Any) -> Any:
        word, rest = command.words[0], command.words[1:]
        if isinstance(word, Function):
            return self._function(word, command, rest, dot, before)
        if isinstance(word, Field | Chain | Variable) and not (isinstance(word, Variable) and len(word.names) == 1):
            return self._fields(word, dot, given=bool(rest) or before is not _NONE_BEFORE)
        if not isinstance(word, Pipeline):
            self.at(word)
        if rest or before is not _NONE_BEFORE:
            self.fail(f"can't give argument to non-function {word}")
        if isinstance(word, Nil):
            self.fail("nil is not a command")
        return self._operand(word, dot)

    def _operand(self, node: Node, dot: Any) -> Any:
        """The value of a word on its own."""
        if isinstance(node, Pipeline):
            return self.deeper(self._pipeline, node, dot)
        if isinstance(node, Function):
            return self._function(node, node, (), dot, _NONE_BEFORE)
        if isinstance(node, Field | Chain | Variable):
            return self._fields(node, dot, given=False)
        self.at(node)
        if not isinstance(node, Literal):
            return dot
        if node.value is None:
            self.fail(f"{node} overflows int")
        return node.value

    def _fields(self, node: Field | Chain | Variable, dot: Any, *, given: bool) -> Any:
        """What a chain of fields leads to; ``given``: arguments that no field takes."""
        self.at(node)
        names = node.names
        if isinstance(node, Field):
            value = dot
        elif isinstance(node, Variable):
            value, names = self.variable(names[0]), names[1:]
        else:
            value = self._operand(node.node, dot)
        for at, name in enumerate(names, 1):
            value = self._field(value, name, given=given and at == len(names))
        return value

    def _field(self, receiver: Any, name: str, *, given: bool) -> Any:
        if receiver is NOTHING:
            return NOTHING
        if isinstance(receiver, Box) and receiver.value is None:
            self.fail(f"nil pointer evaluating {type_name(receiver)}.{name}")
        value = unboxed(receiver)
        if not isinstance(value, dict):
            self.fail(f"can't evaluate field {name} in type {type_name(receiver)}")
        if given:
            self.fail(f"{name} is not a method but has arguments")
        return Box(value[name]) if name in value else NOTHING

    def _function(self, word: Function, node: Node, rest: Sequence[Node], dot: Any, before: Any) -> Any:
        self.at(word)
        signature, name = FUNCTIONS[word.name], word.name
        fixed, further = signature.takes, signature.further
        count = len(rest) + (before is not _NONE_BEFORE)
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
        if before is not _NONE_BEFORE:
            values.append(self._fitting(kinds[-1], before))
        if name == "call":
            values.insert(0, str(rest[0]) if rest else _as_text(before))
        return self._called(name, values, node)

    def _called(self, name: str, values: list[Any], node: Node) -> Any:
        """What a function makes of ``values``; its complaints are placed at ``node``."""
        self.spend(sum(len(value) // CHARACTERS_A_STEP for value in map(unboxed, values) if isinstance(value, str)))
        try:
            made = FUNCTIONS[name].call(values)
        except GoTemplateError as error:
            self.at(node)
            self.fail(f"error calling {name}: {error}")
        if isinstance(made, str):
            self.spend(len(made) // CHARACTERS_A_STEP)
            if len(made) > LONGEST:
                self.fail(f"more than {LONGEST:,} characters, which is the limit")
        return made

    def _argument(self, kind: Parameter, node: Node, dot: Any) -> Any:
        self.at(node)
        if isinstance(node, Nil):
            if kind == "string":
                self.fail("cannot assign nil to string")
            return NOTHING if kind == "value" else None
        if isinstance(node, Literal) and kind == "string" and not isinstance(node.value, str):
            self.fail(f"expected string; found {node}")
        return self._fitting(kind, self._operand(node, dot))

    def _fitting(self, kind: Parameter, value: Any) -> Any:
        """``value`` as a function takes it: with its Box, without, or only when it is a string."""
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
