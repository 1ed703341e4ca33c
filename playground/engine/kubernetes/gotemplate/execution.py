"""A Go template at work: what it prints of a value, bounded in steps, characters and depth.

Go ``text/template/exec.go``; `range` over a number and to variables that are there already as Go 1.24 does them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from playground.engine.gotext import quote
from playground.engine.kubernetes.gotemplate.errors import GoTemplateError
from playground.engine.kubernetes.gotemplate.evaluation import Evaluator
from playground.engine.kubernetes.gotemplate.nodes import Action, Branch, Call, Jump, Node, Pipeline, Text
from playground.engine.kubernetes.gotemplate.parser import GoTemplate
from playground.engine.kubernetes.gotemplate.printing import sprint
from playground.engine.kubernetes.gotemplate.values import NOTHING, Box, Int, is_true
from playground.engine.kubernetes.gotemplate.words import NAME


def execute(template: GoTemplate, data: Any) -> tuple[str, str]:
    """What ``template`` prints of ``data``, decoded JSON, and "" or why it ends there."""
    run = _Run(template, data)
    try:
        run.walk(template.trees[NAME], data)
    except GoTemplateError as error:
        return "".join(run.printed), str(error)
    return "".join(run.printed), ""


class _Run(Evaluator):
    """The nodes of one template at work."""

    def walk(self, nodes: Iterable[Node], dot: Any) -> str:
        """Execute ``nodes``; returns `break` or `continue` where one of them ends a round, else ""."""
        for node in nodes:
            self.at(node)
            if isinstance(node, Text):
                self.print(node.text)
            elif isinstance(node, Action):
                value = self.pipeline(node.pipeline, dot)
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
        value = self.pipeline(branch.pipeline, dot)
        if is_true(value):
            jump = self.walk(branch.body, value if branch.word == "with" else dot)
        else:
            jump = self.walk(branch.other or (), dot)
        del self.variables[mark:]
        return jump

    def _range(self, branch: Branch, dot: Any) -> str:
        mark = len(self.variables)
        entries = self._entries(self.pipeline(branch.pipeline, dot), branch)
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
        value = NOTHING if call.pipeline is None else self.pipeline(call.pipeline, dot)
        name, variables = self.name, self.variables
        self.name, self.variables = call.name, [("$", value)]
        self.walk(nodes, value)
        self.name, self.variables = name, variables
        return ""
