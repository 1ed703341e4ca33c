"""Executes a Go template on a value, bounded in steps, characters and depth.

Go ``text/template/exec.go``; `range` over a number, and into existing variables, as in Go 1.24.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NoReturn, TypeVar

from playground.cli.output.gotemplate.functions import FUNCTIONS, LONGEST, Parameter
from playground.cli.output.gotemplate.lexer import NAME
from playground.cli.output.gotemplate.nodes import (
    Action,
    Branch,
    Chain,
    Command,
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
from playground.cli.output.gotemplate.parser import GoTemplate
from playground.cli.output.gotemplate.printing import sprint
from playground.cli.output.gotemplate.values import NOTHING, Box, GoTemplateError, Int, is_true, type_name, unboxed
from playground.engine import go_quote

# Executed nodes, plus one for each CHARACTERS_A_STEP characters, or items of a slice, that are made.
MOST_STEPS: Final = 2_000_000
DEEPEST: Final = 100  # nested branches, parentheses and templates
CHARACTERS_A_STEP: Final = 64
_N = TypeVar("_N", bound=Node)
_T = TypeVar("_T")


class State:
    """The variables of one execution, its output so far, and the steps it has spent."""

    def __init__(self, template: GoTemplate, data: Any) -> None:
        self.printed: list[str] = []
        self.template = template
        self.name = NAME
        self._node: Node | None = None  # the current node, for error messages
        self.variables: list[tuple[str, Any]] = [("$", data)]
        self._length = self._steps = self._depth = 0

    def deeper(self, do: Callable[[_N, Any], _T], node: _N, dot: Any) -> _T:
        """``do(node, dot)``, one level deeper; raises GoTemplateError past DEEPEST."""
        self._depth += 1
        if self._depth > DEEPEST:
            self.fail(f"more than {DEEPEST} levels within each other, which is the limit")
        done = do(node, dot)
        self._depth -= 1
        return done

    def at(self, node: Node) -> None:
        """Make ``node`` the current node, and count a step."""
        self._node = node
        self.spend(1)

    def spend(self, steps: int) -> None:
        """Count steps; raises GoTemplateError past MOST_STEPS."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            self.fail(f"more than {MOST_STEPS:,} steps, which is the limit")

    def print(self, text: str) -> None:
        """Print ``text``; raises GoTemplateError past LONGEST characters in all."""
        self.spend(len(text) // CHARACTERS_A_STEP)
        self._length += len(text)
        if self._length > LONGEST:
            self.fail(f"more than {LONGEST:,} characters, which is the limit")
        self.printed.append(text)

    def fail(self, message: str) -> NoReturn:
        """Raise GoTemplateError with line, column and source of the current node."""
        node = self._node
        if node is None:
            raise GoTemplateError(f"template: {NAME}: {message}")
        before = self.template.text[: node.at]
        column = len(before[before.rfind("\n") + 1 :].encode("utf-8", "surrogateescape"))
        place = f"{NAME}:{before.count(chr(10)) + 1}:{column}"
        raise GoTemplateError(f"template: {place}: executing {go_quote(self.name)} at <{node}>: {message}")

    def assign(self, name: str, value: Any) -> None:
        """Set the innermost variable of this name."""
        self.variables[self._position(name)] = (name, value)

    def variable(self, name: str) -> Any:
        """The value of the innermost variable of this name."""
        return self.variables[self._position(name)][1]

    def _position(self, name: str) -> int:
        """The index of the innermost variable of this name; there is none if its declaration was never executed."""
        for at in range(len(self.variables), 0, -1):
            if self.variables[at - 1][0] == name:
                break
        else:
            self.fail(f"undefined variable: {name}")
        return at - 1


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


def execute(template: GoTemplate, data: Any) -> tuple[str, str]:
    """The output of ``template`` for ``data``, decoded JSON; and the error that ended it, or ""."""
    run = _Run(template, data)
    try:
        run.walk(template.trees[NAME], data)
    except GoTemplateError as error:
        return "".join(run.printed), str(error)
    return "".join(run.printed), ""


class _Run(Evaluator):
    """The execution of one template's nodes."""

    def walk(self, nodes: Iterable[Node], dot: Any) -> str:
        """Execute ``nodes``; returns "break" or "continue" if one of them ends a loop's iteration, else ""."""
        for node in nodes:
            self.at(node)
            if isinstance(node, Text):
                self.print(node.text)
            elif isinstance(node, Action):
                value = self.pipeline(node.pipeline, dot)
                if not node.pipeline.variables:
                    self.print("<no value>" if value is NOTHING else sprint([value]))
            elif isinstance(node, Jump):
                return node.keyword
            elif isinstance(node, TemplateCall):
                self.deeper(self._call_template, node, dot)
            elif isinstance(node, Branch):
                jump = self.deeper(self._range if node.keyword == "range" else self._if_or_with, node, dot)
                if jump:
                    return jump
        return ""

    def _if_or_with(self, branch: Branch, dot: Any) -> str:
        mark = len(self.variables)
        value = self.pipeline(branch.pipeline, dot)
        if is_true(value):
            jump = self.walk(branch.body, value if branch.keyword == "with" else dot)
        else:
            jump = self.walk(branch.else_body or (), dot)
        del self.variables[mark:]
        return jump

    def _range(self, branch: Branch, dot: Any) -> str:
        mark = len(self.variables)
        entries = self._entries(self.pipeline(branch.pipeline, dot), branch)
        inside = len(self.variables)
        jump = "" if entries else self.walk(branch.else_body or (), dot)
        for key, value in entries:
            self._set_loop_variables(branch.pipeline, inside, key, value)
            ended = self.walk(branch.body, value)
            del self.variables[inside:]
            if ended == "break":
                break
        del self.variables[mark:]
        return jump

    def _entries(self, value: Any, branch: Branch) -> Sequence[tuple[Any, Any]]:
        """The iterations of a `range`: index or key, and value. All are counted as steps, also if a `break` follows."""
        self.spend(len(value) if isinstance(value, list | dict) else 0)
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

    def _set_loop_variables(self, pipeline: Pipeline, inside: int, key: Any, value: Any) -> None:
        """Set the variables of a `range` for one iteration; of two, the first gets the key."""
        names = pipeline.variables
        for back, (name, given) in enumerate(zip(reversed(names), (value, key), strict=False), 1):
            if pipeline.assigns:
                self.assign(name, given)
            else:
                self.variables[inside - back] = (name, given)

    def _call_template(self, call: TemplateCall, dot: Any) -> str:
        nodes = self.template.trees.get(call.name)
        if nodes is None:
            self.fail(f"template {go_quote(call.name)} not defined")
        value = NOTHING if call.pipeline is None else self.pipeline(call.pipeline, dot)
        name, variables = self.name, self.variables
        self.name, self.variables = call.name, [("$", value)]
        self.walk(nodes, value)
        self.name, self.variables = name, variables
        return ""
