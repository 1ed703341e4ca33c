"""Executes a Go template on a value, bounded in steps, characters and depth.

Go ``text/template/exec.go``; `range` over a number, and into existing variables, as in Go 1.24. Three words:

* ``dot`` is the current value, `.` in the template.
* ``final`` is the value that a pipeline passes from one command to the next; the first command gets _MISSING.
* A Box holds an entry of a map or list. Go reports other errors for the entry than for its content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NoReturn, TypeVar

from playground.cli.output.gotemplate.functions import FUNCTIONS, LONGEST, Parameter
from playground.cli.output.gotemplate.go_values import NOTHING, Box, GoTemplateError, Int, is_true, type_name, unboxed
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
from playground.engine import go_quote

# Each executed node is a step; so are CHARACTERS_A_STEP characters of a text, or items of a `slice`.
MOST_STEPS: Final = 2_000_000
_MISSING: Final = object()  # the previous value of the first command in a pipeline (Go's ``missingVal``)
DEEPEST: Final = 100  # levels of nested branches, parentheses and templates
CHARACTERS_A_STEP: Final = 64
_N = TypeVar("_N", bound=Node)
_T = TypeVar("_T")


def execute(template: GoTemplate, data: Any, *, allow_missing: bool = True) -> tuple[str, str]:
    """The output of ``template`` for ``data`` (decoded JSON), and the error that ended the output early, or "".

    Unless ``allow_missing``, a key that a map does not have is an error (``missingkey=error``).
    """
    run = _Run(template, data, allow_missing=allow_missing)
    try:
        _walk(run, template.trees[NAME], data)
    except GoTemplateError as error:
        return "".join(run.printed), str(error)
    return "".join(run.printed), ""


class _Run:
    """The state of one execution: variables, output so far, steps so far."""

    def __init__(self, template: GoTemplate, data: Any, *, allow_missing: bool) -> None:
        self.allow_missing = allow_missing
        self.printed: list[str] = []
        self.template = template
        self.name = NAME
        self._node: Node | None = None  # the current node, for error messages
        self.variables: list[tuple[str, Any]] = [("$", data)]
        self._length = self._steps = self._depth = 0

    def deeper(self, do: Callable[[_Run, _N, Any], _T], node: _N, dot: Any) -> _T:
        """``do(self, node, dot)`` at the next level of nesting. Raises GoTemplateError beyond DEEPEST levels."""
        self._depth += 1
        if self._depth > DEEPEST:
            self.fail(f"more than {DEEPEST} nested levels, which is the limit")
        result = do(self, node, dot)
        self._depth -= 1
        return result

    def enter(self, node: Node) -> None:
        """Make ``node`` the current node, which messages name, and count a step."""
        self._node = node
        self.spend(1)

    def spend(self, steps: int) -> None:
        """Count ``steps``. Raises GoTemplateError beyond MOST_STEPS."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            self.fail(f"more than {MOST_STEPS:,} steps, which is the limit")

    def print(self, text: str) -> None:
        """Add ``text`` to the output. Raises GoTemplateError beyond LONGEST characters in all."""
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
        before = self.template.text[: node.offset]
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
        """The index of the innermost variable ``name``. Raises GoTemplateError if its declaration was not executed."""
        for index in range(len(self.variables), 0, -1):
            if self.variables[index - 1][0] == name:
                break
        else:
            self.fail(f"undefined variable: {name}")
        return index - 1


def _walk(run: _Run, nodes: Iterable[Node], dot: Any) -> str:
    """Execute ``nodes``; returns "break" or "continue" if one of them ends a loop's iteration, else ""."""
    for node in nodes:
        run.enter(node)
        if isinstance(node, Text):
            run.print(node.text)
        elif isinstance(node, Action):
            value = _evaluate_pipeline(run, node.pipeline, dot)
            if not node.pipeline.variables:
                run.print("<no value>" if value is NOTHING else sprint([value]))
        elif isinstance(node, Jump):
            return node.keyword
        elif isinstance(node, TemplateCall):
            run.deeper(_call_template, node, dot)
        elif isinstance(node, Branch):
            jump = run.deeper(_walk_range if node.keyword == "range" else _walk_if_or_with, node, dot)
            if jump:
                return jump
    return ""


def _walk_if_or_with(run: _Run, branch: Branch, dot: Any) -> str:
    variables_before = len(run.variables)
    value = _evaluate_pipeline(run, branch.pipeline, dot)
    if is_true(value):
        jump = _walk(run, branch.body, value if branch.keyword == "with" else dot)
    else:
        jump = _walk(run, branch.else_body or (), dot)
    del run.variables[variables_before:]
    return jump


def _walk_range(run: _Run, branch: Branch, dot: Any) -> str:
    variables_before = len(run.variables)
    entries = _iterations(run, _evaluate_pipeline(run, branch.pipeline, dot), branch)
    variables_at_body = len(run.variables)
    jump = "" if entries else _walk(run, branch.else_body or (), dot)
    for key, value in entries:
        _set_loop_variables(run, branch.pipeline, variables_at_body, key, value)
        jump_in_body = _walk(run, branch.body, value)
        del run.variables[variables_at_body:]
        if jump_in_body == "break":
            break
    del run.variables[variables_before:]
    return jump


def _iterations(run: _Run, value: Any, branch: Branch) -> Sequence[tuple[Any, Any]]:
    """The iterations of a `range`: index or key, and value. Counts a step for each, even if a `break` ends the loop."""
    run.spend(len(value) if isinstance(value, list | dict) else 0)
    if isinstance(value, list):
        return [(Int(index), Box(item)) for index, item in enumerate(value)]
    if isinstance(value, dict):
        return [(key, Box(value[key])) for key in sorted(value)]
    if value is NOTHING:
        return ()
    if isinstance(value, bool) or not isinstance(value, int):
        run.fail(f"range can't iterate over {sprint([value])}")
    if len(branch.pipeline.variables) > 1:
        run.fail(f"can't use {int(value)} to iterate over more than one variable")
    run.spend(max(value, 0))
    # There is no key, as there is at most one variable. An entry has the type of the number, Int or int.
    return [(NOTHING, type(value)(index)) for index in range(value)]


def _set_loop_variables(run: _Run, pipeline: Pipeline, variables_at_body: int, key: Any, value: Any) -> None:
    """Set the variables of a `range` for one iteration; if there are two, the first gets the key.

    ``variables_at_body`` is the number of variables at the start of the body. The last of them are those that the
    `range` declares.
    """
    names = pipeline.variables
    for distance, (name, item) in enumerate(zip(reversed(names), (value, key), strict=False), 1):
        if pipeline.assigns:
            run.assign(name, item)
        else:
            run.variables[variables_at_body - distance] = (name, item)


def _call_template(run: _Run, call: TemplateCall, dot: Any) -> str:
    nodes = run.template.trees.get(call.name)
    if nodes is None:
        run.fail(f"template {go_quote(call.name)} not defined")
    value = NOTHING if call.pipeline is None else _evaluate_pipeline(run, call.pipeline, dot)
    name, variables = run.name, run.variables
    run.name, run.variables = call.name, [("$", value)]
    _walk(run, nodes, value)
    run.name, run.variables = name, variables
    return ""


def _evaluate_pipeline(run: _Run, pipeline: Pipeline, dot: Any) -> Any:
    """The unboxed value of a pipeline; sets the variables of the pipeline to this value."""
    run.enter(pipeline)
    value: Any = _MISSING
    for command in pipeline.commands:
        value = unboxed(_evaluate_command(run, command, dot, value))
    for name in pipeline.variables:
        if pipeline.assigns:
            run.assign(name, value)
        else:
            run.variables.append((name, value))
    return value


def _evaluate_command(run: _Run, command: Command, dot: Any, final: Any) -> Any:
    """The value of a function call, of a chain of fields, or of a single operand, which accepts no ``final``."""
    first, operands = command.args[0], command.args[1:]
    if isinstance(first, Function):
        return _call_function(run, first, command, dot, final)
    is_bare_variable = isinstance(first, Variable) and len(first.names) == 1  # without fields: a single operand
    if isinstance(first, Field | Chain | Variable) and not is_bare_variable:
        return _evaluate_fields(run, first, dot, has_args=bool(operands) or final is not _MISSING)
    if not isinstance(first, Pipeline):
        run.enter(first)
    if isinstance(first, Variable):
        run.variable(first.names[0])  # an undefined variable is reported first
    if operands or final is not _MISSING:
        run.fail(f"can't give argument to non-function {first}")
    if isinstance(first, Nil):
        run.fail("nil is not a command")
    return _evaluate_operand(run, first, dot)


def _evaluate_operand(run: _Run, node: Operand, dot: Any) -> Any:
    """The value of an operand that gets no arguments."""
    if isinstance(node, Pipeline):
        return run.deeper(_evaluate_pipeline, node, dot)
    if isinstance(node, Function):
        return _call_function(run, node, Command(node.offset, (node,)), dot, _MISSING)
    if isinstance(node, Field | Chain | Variable):
        return _evaluate_fields(run, node, dot, has_args=False)
    run.enter(node)
    if not isinstance(node, Literal):
        return dot  # the node is a Dot: the callers have handled a Nil
    if node.value is None:
        run.fail(f"{node} overflows int")
    return node.value


def _evaluate_fields(run: _Run, node: Field | Chain | Variable, dot: Any, *, has_args: bool) -> Any:
    """The value of a chain of fields. Raises GoTemplateError if ``has_args``: only a method takes arguments."""
    run.enter(node)
    names = node.names
    if isinstance(node, Field):
        value = dot
    elif isinstance(node, Variable):
        value, names = run.variable(names[0]), names[1:]
    else:
        value = _evaluate_operand(run, node.node, dot)
    for index, name in enumerate(names, 1):
        value = _get_field(run, value, name, has_args=has_args and index == len(names))
    return value


def _get_field(run: _Run, receiver: Any, name: str, *, has_args: bool) -> Any:
    if receiver is NOTHING:
        return NOTHING
    if isinstance(receiver, Box) and receiver.value is None:
        run.fail(f"nil pointer evaluating {type_name(receiver)}.{name}")
    value = unboxed(receiver)
    if not isinstance(value, dict):
        run.fail(f"can't evaluate field {name} in type {type_name(receiver)}")
    if has_args:
        run.fail(f"{name} is not a method but has arguments")
    if name not in value and not run.allow_missing:
        run.fail(f"map has no entry for key {go_quote(name)}")
    return Box(value[name]) if name in value else NOTHING


def _call_function(run: _Run, function: Function, command: Command, dot: Any, final: Any) -> Any:
    """The result of ``command``, which begins with ``function``; ``final`` is its last argument, if any."""
    run.enter(function)
    signature, name, operands = FUNCTIONS[function.name], function.name, command.args[1:]
    fixed, variadic = signature.parameters, signature.variadic
    count = len(operands) + (final is not _MISSING)
    if variadic is not None and count < len(fixed):
        run.fail(f"wrong number of args for {name}: want at least {len(fixed)} got {len(operands)}")
    if variadic is None and count != len(fixed):
        run.fail(f"wrong number of args for {name}: want {len(fixed)} got {count}")
    kinds = [fixed[index] if index < len(fixed) else variadic or "any" for index in range(count)]
    values: list[Any] = []
    for kind, argument in zip(kinds, operands, strict=False):
        values.append(_evaluate_argument(run, kind, argument, dot))
        if name in ("and", "or") and is_true(values[-1]) == (name == "or"):
            return values[-1]
    if final is not _MISSING:
        values.append(_validate(run, kinds[-1], final))
    if name == "call":  # the message of its error quotes the source of the value that is no function
        values.insert(0, str(operands[0]) if operands else _as_text(final))
    return _apply(run, name, values, command)


def _apply(run: _Run, name: str, values: list[Any], command: Command) -> Any:
    """The result of the function ``name``. Raises GoTemplateError at ``command``."""
    run.spend(sum(len(value) // CHARACTERS_A_STEP for value in map(unboxed, values) if isinstance(value, str)))
    try:
        result = FUNCTIONS[name].call(values)
    except GoTemplateError as error:
        run.enter(command)
        run.fail(f"error calling {name}: {error}")
    if isinstance(result, str) or name == "slice":  # `slice` also copies a list
        run.spend(len(result) // CHARACTERS_A_STEP)
    if isinstance(result, str) and len(result) > LONGEST:
        run.fail(f"more than {LONGEST:,} characters, which is the limit")
    return result


def _evaluate_argument(run: _Run, kind: Parameter, node: Operand, dot: Any) -> Any:
    run.enter(node)
    if isinstance(node, Nil):
        if kind == "string":
            run.fail("cannot assign nil to string")
        return NOTHING if kind == "value" else None
    if isinstance(node, Literal) and kind == "string" and not isinstance(node.value, str):
        run.fail(f"expected string; found {node}")
    return _validate(run, kind, _evaluate_operand(run, node, dot))


def _validate(run: _Run, kind: Parameter, value: Any) -> Any:
    """``value`` in the form for a parameter of this kind (Go's ``validateType``): boxed, unboxed, or a string."""
    if kind == "value":
        return value
    content = unboxed(value)
    if kind == "any":
        return None if content is NOTHING else content
    if value is NOTHING:
        run.fail("invalid value; expected string")
    if not isinstance(content, str):
        run.fail(f"wrong type for value; expected string; got {type_name(value if content is NOTHING else content)}")
    return content


def _as_text(value: Any) -> str:
    """The text of a value by Go's ``reflect.Value.String``."""
    return value if isinstance(value, str) else f"<{'invalid' if value is NOTHING else type_name(value)} Value>"
