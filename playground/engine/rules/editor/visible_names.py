"""The names to which a reference at a place can refer, with their values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from playground.engine.containers.environment import ContainerEnvironment
from playground.engine.containers.visible import visible_variables
from playground.engine.evaluation import Evaluation
from playground.engine.model.location import ROOT, FieldPath, Position
from playground.engine.model.records import record
from playground.engine.printing.masking import Masking
from playground.engine.templates.secrets import secret_parameters
from playground.engine.templates.substitution import Dialect

MOST_NAMES = 500  # of each kind at a place


@record()
class VisibleName:
    """A name that a reference can have."""

    name: str
    value: str | None  # None: it is not in the text
    secret: bool
    meaning: str  # what it is: a Parameter's display name or description, or where the variable comes from


def names_at(evaluation: Evaluation, position: Position) -> dict[str, list[VisibleName]]:
    """By the sign that begins a reference, `${` or `$(`, the names that can follow at ``position``."""
    parameters, variables = list(_parameters(evaluation)), list(_variables(evaluation, position))
    both = evaluation.dialect is Dialect.PROPOSAL
    return {"${": parameters, "$(": [*variables, *parameters] if both else variables}


def _parameters(evaluation: Evaluation) -> Iterator[VisibleName]:
    processed = evaluation.processed
    if processed is None:
        return
    secret = secret_parameters(processed)
    for value in processed.values[:MOST_NAMES]:
        parameter = value.parameter
        meaning = parameter.display_name or parameter.description or "parameter"
        yield VisibleName(parameter.name, value.text, parameter.name in secret, meaning)


def _variables(evaluation: Evaluation, position: Position) -> Iterator[VisibleName]:
    """The variables that the place sees; of several containers at the place, those of the first."""
    container, path = _container_at(evaluation, position)
    if container is None:
        return
    masking = Masking(evaluation)
    for variable in islice(visible_variables(container, path), MOST_NAMES):
        secret = masking.hides(container, variable)
        yield VisibleName(variable.name, variable.value, secret, variable.origin.label)


def _container_at(evaluation: Evaluation, position: Position) -> tuple[ContainerEnvironment | None, FieldPath]:
    """The container around ``position``, if any, and the place's path in the container's Object."""
    document = evaluation.source.document_at(position)
    path = document.path_at(position) if document else ROOT
    for container in evaluation.containers:
        owner = evaluation.objects[container.object]
        if owner.document is document and path.is_under(owner.where(container.path)):
            return container, FieldPath(path[len(owner.path) :])
    return None, ROOT
