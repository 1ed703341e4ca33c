"""Executes a Go template on a value, bounded in steps, characters and depth.

Go ``text/template/exec.go``; `range` over a number, and into existing variables, as in Go 1.24.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from playground.cli.output.gotemplate.errors import GoTemplateError
from playground.cli.output.gotemplate.evaluation import Evaluator
from playground.cli.output.gotemplate.nodes import Action, Branch, Jump, Node, Pipeline, TemplateCall, Text
from playground.cli.output.gotemplate.parser import GoTemplate
from playground.cli.output.gotemplate.printing import sprint
from playground.cli.output.gotemplate.stream import NAME
from playground.cli.output.gotemplate.values import NOTHING, Box, Int, is_true
from playground.engine import go_quote


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
