"""The state of an execution of a Go template: variables, output, limits and the place that errors name.

Go ``text/template/exec.go``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeVar

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.functions import LONGEST
from playground.cli.output.gotemplate.nodes import Node
from playground.cli.output.gotemplate.parser import GoTemplate
from playground.cli.output.gotemplate.stream import NAME
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
