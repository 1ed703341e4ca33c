"""Rules about references to Parameters that are not substituted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from playground.engine.containers.environment import ContainerEnvironment
from playground.engine.containers.tokens import VariableToken, variable_tokens
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, sequence
from playground.engine.model.diagnostics import Finding, Related, Severity, write
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_inside
from playground.engine.rules.prose import is_prose
from playground.engine.rules.registry import rule
from playground.engine.rules.templates.misspelt_references import (
    as_written,
    corrected,
    nearest_parameters,
    span_of,
    unsubstituted,
)
from playground.engine.rules.walks import (
    Place,
    container_at,
    containers_by_path,
    is_script,
    leaves_references,
    once_per_evaluation,
    runs_shell,
    strings_with_dollars,
    variable_names,
    with_other_dollars,
)
from playground.engine.templates.substituter import ParameterReference
from playground.engine.templates.substitution import Dialect


def _references(evaluation: Evaluation, fate: str) -> Iterator[ParameterReference]:
    """The references that stay in the text with this ``fate``.

    ``undeclared``: no Parameter has the name. ``inert``: the dialect does not substitute this form in this place.
    """
    return (reference for reference in unsubstituted(evaluation) if reference.fate == fate)


@rule("REF401", Severity.WARNING)
def undeclared_parameter(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference names a parameter that the Template does not declare.

    The reference stays in the text, and `oc process` prints no message. A `${NAME}` that is meant for the application
    looks the same, because a reference cannot be escaped. In a description, a document or another text for readers,
    only a name that nearly is a parameter's is reported.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: Open ${HOTS}.
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
    if not unsubstituted(evaluation) or evaluation.template is None or evaluation.processed is None:
        return
    parameter_paths = {parameter.name: parameter.path for parameter in evaluation.template.parameters}
    used = {reference.name for reference in evaluation.processed.references}
    by_path, nearest_to = containers_by_path(evaluation), nearest_parameters(evaluation)
    for reference in _references(evaluation, "undeclared"):
        near = nearest_to.get(reference.name, "")
        container = container_at(by_path, reference.path)
        for_shell = reference.form != "$()" and not near and _is_for_shell(evaluation, container, reference)
        if container is not None and reference.form == "$()":
            continue  # ENV501 reports a variable that the kubelet does not know
        in_prose = not near and _is_in_prose(evaluation, reference)
        if in_prose and reference.object is not None:
            continue  # outside of the objects is the Template's message, which `oc` prints: there it gets a hint
        related: tuple[Related, ...] = ()
        if near and near not in used:
            declaration = evaluation.template.document.span(parameter_paths[near] / "name")
            related = (Related(declaration, f"Nothing refers to the parameter `{near}`."),)
        yield Finding(
            f"`{as_written(reference)}` refers to no parameter, so it stays in the text.",
            span_of(evaluation, reference),
            hint=f"Did you mean `{near}`?" if near else _advice(container, reference, for_shell=for_shell),
            field=str(reference.path),
            related=related,
            fix=corrected(evaluation, reference, near) if near else None,
            severity=Severity.HINT if for_shell or in_prose else None,
        )


def _is_in_prose(evaluation: Evaluation, reference: ParameterReference) -> bool:
    """Whether the reference is in a text for people, such as a description or the Template's message."""
    assert evaluation.template is not None
    text, place = field_at(evaluation.template.document.value, reference.path), reference.path
    if not isinstance(text, str) or reference.in_key:
        return False
    return evaluation.once((is_prose, place), lambda: is_prose(text, place))


def _is_for_shell(
    evaluation: Evaluation, container: ContainerEnvironment | None, reference: ParameterReference
) -> bool:
    """Whether a shell may read the reference: in a container's, probe's or hook's command, or in a script."""
    assert evaluation.template is not None
    template_value = evaluation.template.document.value
    if container is None:
        text = field_at(template_value, reference.path)
        return isinstance(text, str) and text.startswith("#!")
    probes_command = sequence(field_at(template_value, reference.path.parent))  # or a hook's
    return runs_shell(container) or is_script(probes_command)


def _advice(container: ContainerEnvironment | None, reference: ParameterReference, *, for_shell: bool) -> str:
    """Advice on a name that is not a parameter; it may be a variable of its container."""
    if for_shell and "env" not in reference.path:  # a shell reads no reference in the value of a variable
        return (
            f"If the shell is to replace `{reference.name}`, there is nothing to do. "
            "Otherwise declare a parameter of that name."
        )
    if container is not None and any(variable.name == reference.name for variable in container.declared):
        return f"Write `$({reference.name})` for the container's variable, or declare a parameter of that name."
    return f"Declare `{reference.name}` under `parameters`."


@rule("REF402", Severity.WARNING)
def partial_raw_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """`${{NAME}}` is beside other text, where it has no effect.

    `${{NAME}}` inserts a number, boolean, list or mapping, so it must be the whole value. If even one space stands
    before or after, `${{NAME}}` is plain text.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: PORT, value: "8080"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, data: {url: "http://a.example:${{PORT}}/"}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: PORT, value: "8080"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, data: {url: "http://a.example:${PORT}/"}}
    """
    for reference in _references(evaluation, "inert"):
        if reference.object is not None and _is_in_prose(evaluation, reference):
            continue
        has_spaces = reference.end - reference.start > len(f"${{{{{reference.name}}}}}")  # REF406 reports these
        if reference.form == "${{}}" and not has_spaces:
            span = span_of(evaluation, reference)
            yield Finding(
                f"`${{{{{reference.name}}}}}` must be the whole value; beside other text it stays as it is.",
                span,
                hint=f"Write `${{{reference.name}}}` inside longer text.",
                field=str(reference.path),
                fix=write(f"${{{reference.name}}}", span),
            )


@rule("REF403", Severity.WARNING)
def other_dialects_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """`$(NAME)` names a parameter, but OpenShift's dialect does not have this form.

    OpenShift substitutes only `${NAME}` and `${{NAME}}`. `$(NAME)` is for the kubelet, which knows the container's
    variables but no parameters, and which expands few fields: not the image, for example, and not the resources.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: ConfigMap, data: {host: $(HOST), other: "${HOST}"}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: ConfigMap, data: {host: "${HOST}", other: "${HOST}"}}
    """
    for item, path, token in other_dialects_references(evaluation):
        span = item.span(path, token.start, token.end)
        yield Finding(
            f"`$({token.name})` is not a parameter reference in OpenShift's dialect, so it stays as it is.",
            span,
            hint=f"Write `${{{token.name}}}`.",
            field=str(item.where(path)),
            fix=write_inside(item.document, item.where(path), span, f"${{{token.name}}}"),
        )


@once_per_evaluation
def other_dialects_references(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, VariableToken]]:
    """Every `$(NAME)` that names a Parameter, in a Template of OpenShift's dialect.

    ENV501 reports those in the fields of a container that the kubelet expands, ENV512 the container's own variables.
    """
    return tuple(_other_dialects_references(evaluation))


def _other_dialects_references(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, VariableToken]]:
    if evaluation.dialect is not Dialect.OPENSHIFT or evaluation.processed is None:
        return
    if not with_other_dollars(evaluation):  # every `$` is in a text that the kubelet expands
        return
    names = {parameter.name for parameter in evaluation.processed.template.parameters}
    containers: dict[int, dict[Place, ContainerEnvironment]] = {}  # by the Object's index: its containers, by path
    for container in evaluation.containers:
        containers.setdefault(container.object, {})[container.path] = container
    for index, item in enumerate(evaluation.objects[: len(evaluation.processed.objects)]):
        texts = strings_with_dollars(item, evaluation.deadline)
        for path, token, owner in _variable_references(texts, containers.get(index, {})):
            if token.name not in names or (owner and token.name in variable_names(evaluation, owner)):
                continue
            if not item.once((is_prose, path), partial(_is_prose_at, item, path)):
                yield item, path, token


def _is_prose_at(item: TracedObject, path: FieldPath) -> bool:
    text = field_at(item.value, path)
    return isinstance(text, str) and is_prose(text, path)


def _variable_references(
    texts: Iterable[tuple[FieldPath, str]], containers: Mapping[Place, ContainerEnvironment]
) -> Iterator[tuple[FieldPath, VariableToken, ContainerEnvironment | None]]:
    """Every `$(NAME)` in the strings of an Object that the kubelet leaves as it is, and the container around it."""
    depths = {len(path) for path in containers}  # several only if a List has Pods of several kinds
    for path, text in texts:
        if "$(" not in text:
            continue
        owner = next((containers[start] for depth in depths if (start := path[:depth]) in containers), None)
        if owner is None or leaves_references(path[len(owner.path) :]):
            yield from ((path, token, owner) for token in variable_tokens(text) if token.kind == "reference")


@rule("REF404", Severity.WARNING)
def reference_in_value(evaluation: Evaluation) -> Iterator[Finding]:
    """The value of a parameter refers to another parameter.

    Values are inserted as they are and not searched for references, so the text `${OTHER}` appears in the output.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${HOST}
        objects: []
        parameters:
        - {name: DOMAIN, value: example}
        - {name: HOST, value: "shop.${DOMAIN}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: shop.${DOMAIN}
        objects: []
        parameters:
        - {name: DOMAIN, value: example}
    """
    if evaluation.processed is None:
        return
    document = evaluation.processed.template.document
    parameters = evaluation.processed.template.parameters
    referring = [parameter for parameter in parameters if "${" in (parameter.value or "")]
    names = {parameter.name for parameter in parameters} if referring else ()
    for parameter in referring:
        for match in re.finditer(r"\$\{(\w+)\}", parameter.value or "", re.ASCII):
            if match[1] in names:
                path = parameter.path / "value"
                yield Finding(
                    f"`{match[0]}` in the value of `{parameter.name}` is not substituted.",
                    document.text_span(path, match.start(), match.end()),
                    hint=f"In the objects, write the whole text with `{match[0]}` in place of `${{{parameter.name}}}`.",
                    field=str(path),
                )
