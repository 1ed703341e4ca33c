"""Advice on a `subPathExpr` whose variables are undefined or empty."""

from __future__ import annotations

from playground.engine.containers.environment import ContainerEnvironment
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.problems import Problem
from playground.engine.rules.fixes.define_variable import FIELDS, define_from_field
from playground.engine.rules.walks import names_in
from playground.engine.text.nearest import nearest


def advice_on_sub_path(evaluation: Evaluation, problem: Problem) -> tuple[str, Fix | None]:
    """What to declare for the missing variables of a `subPathExpr` and where, and the Fix for the first of them."""
    container = _container_of(evaluation, problem)
    if container is None:
        return "", None
    names = [name for name in problem.detail["missing"] if name not in names_in(evaluation, container)]
    if not names:
        empty = " and ".join(f"`{name}`" for name in problem.detail["missing"])
        return f"Give {empty} a value in `env` of this container: an empty text is no path.", None
    near = nearest(names[0], sorted(names_in(evaluation, container)))
    if near:
        return f"Did you mean `$({near})`?", _with_other_name(evaluation, problem, names[0], near)
    field = FIELDS.get(names[0], "")
    source = f", from the field `{field}` of the pod" if field else ""
    declared = " and ".join(f"`{name}`" for name in names)
    fix = define_from_field(evaluation, container, names[0], field) if field else None
    return f"Declare {declared} in `env` of the container `{container.name}`{source}.", fix


def _container_of(evaluation: Evaluation, problem: Problem) -> ContainerEnvironment | None:
    """The container with the mount that the Problem is about."""
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        if item.document.index == problem.document and any(
            item.where(mount.path) == problem.path for mount in container.sub_paths
        ):
            return container
    return None


def _with_other_name(evaluation: Evaluation, problem: Problem, name: str, near: str) -> Fix | None:
    """The Fix that writes ``near`` for ``name``; None if the text is not written so."""
    document = evaluation.document(problem.document)
    span = document.span(problem.path)
    text, written = document.source.slice(span), f"$({name})"
    if text.count(written) != 1:
        return None
    return Fix(f"Write $({near})", (Edit(span, text.replace(written, f"$({near})")),))
