"""Rules about Parameters that are unused, or that have the name of a container's variable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from playground.engine.containers.environment import ContainerEnvironment
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Related, Severity
from playground.engine.model.location import SourceSpan
from playground.engine.rules.registry import rule
from playground.engine.rules.templates.misspelt_references import (
    as_written,
    corrected,
    nearest_parameters,
    span_of,
    unsubstituted,
)
from playground.engine.rules.templates.parameter_references import other_dialects_references
from playground.engine.rules.walks import container_at, containers_by_path
from playground.engine.templates.substituter import ParameterReference


@rule("PAR306", Severity.HINT)
def unused_parameter(evaluation: Evaluation) -> Iterator[Finding]:
    """Nothing refers to a parameter.

    The value of the parameter changes nothing in the output. The reference may be misspelt.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - {name: HOST, value: a.example}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: Open ${HOST}.
        objects: []
        parameters:
        - {name: HOST, value: a.example}
    """
    if evaluation.processed is None or evaluation.processed.full:
        return  # a limit was exceeded, so the list of references is not complete
    document = evaluation.processed.template.document
    used = {reference.name for reference in evaluation.processed.references}
    used |= {token.name for _, _, token in other_dialects_references(evaluation)}  # REF403 has the fix
    misspelt = _misspelt(evaluation)
    for parameter in evaluation.processed.template.parameters:
        if parameter.name and parameter.name not in used:
            finding = Finding(
                f"Nothing refers to the parameter `{parameter.name}`.",
                document.span(parameter.path / "name"),
                hint="Remove the parameter, or look for a misspelt reference.",
                field=str(parameter.path),
            )
            reference = misspelt.get(parameter.name)
            yield _with_reference(evaluation, finding, reference, parameter.name) if reference else finding


def _with_reference(evaluation: Evaluation, finding: Finding, reference: ParameterReference, name: str) -> Finding:
    """The ``finding`` about the unused Parameter ``name``, with the misspelt reference that may mean it."""
    return replace(
        finding,
        hint=f"Did you mean this parameter where the text has `{as_written(reference)}`?",
        related=(Related(span_of(evaluation, reference), f"No parameter is called `{reference.name}`."),),
        fix=corrected(evaluation, reference, name),
    )


def _misspelt(evaluation: Evaluation) -> Mapping[str, ParameterReference]:
    """By name of a Parameter: the first reference that has no Parameter, but a name that is most like this name."""
    nearest_to = nearest_parameters(evaluation)
    undeclared = [reference for reference in unsubstituted(evaluation) if nearest_to.get(reference.name)]
    return {nearest_to[reference.name]: reference for reference in reversed(undeclared)}  # the first wins


@rule("PAR309", Severity.HINT)
def shadowed_variable(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference could mean a parameter or a container's variable of the same name.

    In the proposal's dialect a reference to either is written `$(NAME)`. The Template is processed first, so the
    parameter's value is inserted and the container's variable is never used.

    Example::

        apiVersion: v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - apiVersion: v1
          kind: Pod
          metadata: {name: web}
          spec:
            containers:
            - name: web
              image: registry.example/web:1
              args: ["--host=$(HOST)"]
              env:
              - {name: HOST, value: b.example}

    Instead::

        apiVersion: v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - apiVersion: v1
          kind: Pod
          metadata: {name: web}
          spec:
            containers:
            - name: web
              image: registry.example/web:1
              args: ["--host=$$(HOST)"]
              env:
              - {name: HOST, value: "b.example"}
              - {name: OTHER, value: "${HOST}"}
    """
    if evaluation.processed is None:
        return
    document = evaluation.processed.template.document
    substituted = (reference for reference in evaluation.processed.references if reference.fate == "substituted")
    ambiguous = [reference for reference in substituted if reference.form == "$()" and not reference.in_key]
    by_path = containers_by_path(evaluation) if ambiguous else {}
    for reference in ambiguous:
        container = container_at(by_path, reference.path)
        definition = _variable_definition(evaluation, container, reference) if container else None
        if definition is not None:
            yield Finding(
                f"`$({reference.name})` refers to the parameter, not to the container's variable of the same name.",
                document.text_span(reference.path, reference.start, reference.end),
                hint=f"Write `$$({reference.name})` for the variable, or `${{{reference.name}}}` for the parameter.",
                field=str(reference.path),
                related=(
                    Related(definition, f"The variable `{reference.name}` is defined here."),
                    *(
                        Related(
                            document.span(parameter.path / "name"),
                            f"The parameter `{parameter.name}` is declared here.",
                        )
                        for parameter in evaluation.processed.template.parameters
                        if parameter.name == reference.name
                    ),
                ),
            )


def _variable_definition(
    evaluation: Evaluation, container: ContainerEnvironment, reference: ParameterReference
) -> SourceSpan | None:
    """Where the container defines a variable of the reference's name, other than the entry with the reference."""
    item = evaluation.objects[container.object]
    definitions = (
        variable.path
        for variable in container.declared
        if variable.name == reference.name and variable.path is not None
    )
    path = next((path for path in definitions if not reference.path.is_under(item.where(path))), None)
    return item.span(path / "name") if path is not None else None
