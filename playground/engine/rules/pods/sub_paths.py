"""Advice on a `subPathExpr` whose variables are undefined or empty."""

from __future__ import annotations

from collections.abc import Mapping

from playground.engine.containers.environment import ContainerEnvironment
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.rules.fixes.define_variable import FIELDS, define_from_field
from playground.engine.rules.walks import once_per_evaluation, variable_names
from playground.engine.text.nearest import nearest


def advice_on_sub_path(evaluation: Evaluation, problem: Problem, search: bool) -> tuple[str, Fix | None]:
    """What to declare for the missing variables of a `subPathExpr` and where, and the Fix for the first of them.

    Without ``search``, no variable is compared with the missing ones.
    """
    container = _containers_by_sub_path(evaluation).get((problem.document, problem.path))
    if container is None:
        return "", None
    names = [name for name in problem.detail["missing"] if name not in variable_names(evaluation, container)]
    if not names:  # all the variables exist, and their values are empty
        empty = " and ".join(f"`{name}`" for name in problem.detail["missing"])
        return f"Give {empty} a value in `env` of this container: an empty text is no path.", None
    near = nearest(names[0], sorted(variable_names(evaluation, container))) if search else ""
    if near:
        return f"Did you mean `$({near})`?", _with_other_name(evaluation, problem, names[0], near)
    field = FIELDS.get(names[0], "")
    source = f", from the field `{field}` of the pod" if field else ""
    declared = " and ".join(f"`{name}`" for name in names)
    fix = define_from_field(evaluation, container, names[0], field) if field else None
    return f"Declare {declared} in `env` of the container `{container.name}`{source}.", fix


@once_per_evaluation
def _containers_by_sub_path(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], ContainerEnvironment]:
    """The container of each `subPathExpr`, by the Document and the path of that field."""
    containers: dict[tuple[int, FieldPath], ContainerEnvironment] = {}
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for mount in container.sub_paths:
            containers[item.document.index, item.where(mount.path)] = container
    return containers


def _with_other_name(evaluation: Evaluation, problem: Problem, name: str, near: str) -> Fix | None:
    """The Fix that writes ``near`` for ``name``; None if the text is not written so."""
    document = evaluation.document(problem.document)
    span = document.span(problem.path)
    text, reference = document.source.slice(span), f"$({name})"
    if text.count(reference) != 1:
        return None
    return Fix(f"Write $({near})", (Edit(span, text.replace(reference, f"$({near})")),))
