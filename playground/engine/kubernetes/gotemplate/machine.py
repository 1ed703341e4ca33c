"""What an execution of a Go template counts, keeps and complains with.

Go ``text/template/exec.go``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn, TypeVar

from playground.engine.gotext import quote
from playground.engine.kubernetes.gotemplate.errors import GoTemplateError
from playground.engine.kubernetes.gotemplate.functions import LONGEST
from playground.engine.kubernetes.gotemplate.nodes import Node
from playground.engine.kubernetes.gotemplate.parser import GoTemplate
from playground.engine.kubernetes.gotemplate.words import NAME

MOST_STEPS: Final = 2_000_000  # nodes that are executed, and each 64 characters that are made
DEEPEST: Final = 100  # branches, parentheses and templates within each other, while they are executed
CHARACTERS_A_STEP: Final = 64
_N = TypeVar("_N", bound=Node)
_T = TypeVar("_T")


class Machine:
    """Where the execution of one template stands: its variables, what it printed, and what it has spent."""

    def __init__(self, template: GoTemplate, data: Any) -> None:
        self.printed: list[str] = []
        self.template = template
        self.name = NAME
        self._node: Node | None = None  # which messages name
        self.variables: list[tuple[str, Any]] = [("$", data)]
        self._length = self._steps = self._depth = 0

    def deeper(self, do: Callable[[_N, Any], _T], node: _N, dot: Any) -> _T:
        """``do`` it with ``node``, one level deeper."""
        self._depth += 1
        if self._depth > DEEPEST:
            self.fail(f"more than {DEEPEST} levels within each other, which is the limit")
        done = do(node, dot)
        self._depth -= 1
        return done

    def at(self, node: Node) -> None:
        """Be at ``node``, which messages name from now on."""
        self._node = node
        self.spend(1)

    def spend(self, steps: int) -> None:
        """Count steps; there is a limit."""
        self._steps += steps
        if self._steps > MOST_STEPS:
            self.fail(f"more than {MOST_STEPS:,} steps, which is the limit")

    def print(self, text: str) -> None:
        """Print ``text``; there is a limit."""
        self.spend(len(text) // CHARACTERS_A_STEP)
        self._length += len(text)
        if self._length > LONGEST:
            self.fail(f"more than {LONGEST:,} characters, which is the limit")
        self.printed.append(text)

    def fail(self, words: str) -> NoReturn:
        """Raise GoTemplateError with the place and the source of the node."""
        node = self._node
        if node is None:
            raise GoTemplateError(f"template: {NAME}: {words}")
        before = self.template.text[: node.at]
        column = len(before[before.rfind("\n") + 1 :].encode("utf-8", "surrogateescape"))
        place = f"{NAME}:{before.count(chr(10)) + 1}:{column}"
        raise GoTemplateError(f"template: {place}: executing {quote(self.name)} at <{node}>: {words}")

    def assign(self, name: str, value: Any) -> None:
        """Change the last variable of this name."""
        self.variables[self._place(name)] = (name, value)

    def variable(self, name: str) -> Any:
        """The value of a variable."""
        return self.variables[self._place(name)][1]

    def _place(self, name: str) -> int:
        """Where the last variable of this name is; what has set it may never have been executed."""
        for at in range(len(self.variables), 0, -1):
            if self.variables[at - 1][0] == name:
                break
        else:
            self.fail(f"undefined variable: {name}")
        return at - 1
