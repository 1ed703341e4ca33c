"""Texts that exceed a limit."""

from __future__ import annotations

from playground.engine import Limits, evaluate

CONTAINERS = "\n".join(f"  - {{name: web-{number}, image: a/b}}" for number in range(5))
POD = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec:\n  containers:\n{CONTAINERS}\n"


def test_too_many_inherited_variables_are_reported_once_at_the_first_container() -> None:
    evaluation = evaluate(POD, limits=Limits(inherited_variables=10))  # the cluster's own Service gives eight to each
    assert sum(bool(container.problems) for container in evaluation.containers) > 1
    [diagnostic] = [item for item in evaluation.diagnostics if item.code == "ENV510"]
    first = next(container for container in evaluation.containers if container.problems)
    assert diagnostic.field == str(first.path)
