"""Rules about references in fields that Kubernetes does not expand, or expands without the whole environment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import chain
from typing import NamedTuple

from playground.engine.containers.environment import (
    ContainerEnvironment,
    ExpandedText,
    Fate,
    OriginKind,
    Variable,
    VariableOrigin,
    VariableReference,
)
from playground.engine.containers.tokens import variable_tokens
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.prose import is_prose
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import (
    MOST_ARGUMENTS,
    UNSEARCHED,
    is_script,
    leaves_references,
    once_per_evaluation,
    pods,
    strings_below,
    variable_names,
    variables_from_objects,
    with_other_dollars,
)

_CONTAINERS = frozenset({"containers", "initContainers", "ephemeralContainers"})
_DESCRIBING = ("labels", "annotations")  # the fields of `metadata` that ENV512 searches
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"  # kubectl's copy of the object, in `kubectl get`


@rule("ENV512", Severity.WARNING)
def unexpanded_field(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference is in a field that Kubernetes does not expand.

    Kubernetes expands the values of `env`, `command`, `args`, the commands of exec probes, and `subPathExpr`. It does
    not expand `image`, `workingDir`, ports, HTTP probes, lifecycle hooks, resources, volumes, labels, annotations, or
    any other field of a pod.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:$(TAG)
            env:
            - {name: TAG, value: "1"}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: TAG, value: "1"}
    """
    dollars = 0
    for item, path, text, names in chain(_in_containers(evaluation), _in_pods(evaluation)):
        dollars += text.count("$")
        if dollars > evaluation.limits.references:  # aliases may repeat a text with many dollar signs
            return
        if is_prose(text, path):
            continue
        for token in variable_tokens(text):
            if token.kind == "reference" and token.name in names:
                hint, fix = _instead(item, path, token.name)
                yield Finding(
                    f"Kubernetes does not expand `$({token.name})` in this field.",
                    item.span(path, token.start, token.end),
                    hint=hint,
                    field=str(item.where(path)),
                    fix=fix,
                )


def _instead(item: TracedObject, path: FieldPath, name: str) -> tuple[str, Fix | None]:
    """The hint and the Fix for an unexpanded `$(name)` at ``path``."""
    if path[-1] == "subPath":
        is_yaml, edit = item.document.syntax == "yaml", Edit(item.key_span(path), "subPathExpr")
        hint = "Write `subPathExpr` as the field's name: Kubernetes expands this field."
        return hint, Fix("Write subPathExpr", (edit,)) if is_yaml else None
    if "lifecycle" in path and "exec" in path:
        return f"Let a shell read the variable: `sh -c '… \"${name}\"'`.", None
    return (
        f"Write the value here. In a Template, you can also write a parameter reference, such as `${{{name}}}`.",
        None,
    )


class _UnexpandedText(NamedTuple):
    """A string of a pod that Kubernetes does not expand."""

    item: TracedObject
    path: FieldPath  # of the string, in ``item``
    text: str
    variable_names: Set[str]  # of the container, or of all containers of the pod


def _in_containers(evaluation: Evaluation) -> Iterator[_UnexpandedText]:
    """The strings of containers that Kubernetes does not expand."""
    candidates, deadline = with_other_dollars(evaluation), evaluation.deadline
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for path, text in strings_below(item, container.path, UNSEARCHED, deadline) if id(item) in candidates else ():
            if leaves_references(path[len(container.path) :]):
                yield _UnexpandedText(item, path, text, variable_names(evaluation, container))


def _in_pods(evaluation: Evaluation) -> Iterator[_UnexpandedText]:
    """The strings of a pod outside of its containers, with the variables that any of its containers declares."""
    candidates, deadline = with_other_dollars(evaluation), evaluation.deadline
    for item, pod in pods(evaluation).values():
        if id(item) not in candidates:
            continue
        metadata = pod.template_path / "metadata"
        depth = len(metadata)
        texts_of_metadata = (
            (path, text)
            for path, text in strings_below(item, metadata, (), deadline)
            if path[depth] in _DESCRIBING and path[depth + 1 : depth + 2] != (_LAST_APPLIED,)
        )
        for path, text in chain(texts_of_metadata, strings_below(item, pod.spec_path, _CONTAINERS, deadline)):
            names = _declared_names(evaluation).get((id(item), pod.spec_path), frozenset())
            yield _UnexpandedText(item, path, text, names)


@once_per_evaluation
def _declared_names(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], Set[str]]:
    """The variables that each pod's containers declare, by the ``id`` of its Object and the path of its ``spec``."""
    names: dict[tuple[int, FieldPath], set[str]] = {}
    for container in evaluation.containers:
        spec = id(evaluation.objects[container.object]), container.pod
        names.setdefault(spec, set()).update(variable.name for variable in container.declared)
    return names


@rule("ENV513", Severity.HINT)
def unexpanded_configuration(evaluation: Evaluation) -> Iterator[Finding]:
    """A value from a ConfigMap or Secret contains a reference, which Kubernetes does not expand.

    Kubernetes expands no value of a ConfigMap or Secret: not in the variable that receives the value, and not in
    another variable that refers to this one.

    Example::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {URL: "http://$(HOST)/"}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            envFrom:
            - configMapRef: {name: settings}
            env:
            - {name: HOST, value: a.example}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: HOST, value: a.example}
            - {name: URL, value: "http://$(HOST)/"}
    """
    reported: set[tuple[int, FieldPath]] = set()
    for container, variables in variables_from_objects(evaluation):
        for variable in variables:
            origin = variable.origin
            if origin.object is None or "$(" not in (variable.value or ""):
                continue
            names = variable_names(evaluation, container)
            tokens = (token for token in variable_tokens(variable.value or "") if token.kind == "reference")
            reference = next((token for token in tokens if token.name in names), None)
            place = origin.source or ROOT
            if reference is not None and (origin.object, place) not in reported:
                reported.add((origin.object, place))
                item = evaluation.objects[origin.object]
                encoded = origin.secret and place[-2:-1] == ("data",)
                yield Finding(
                    f"Kubernetes does not expand `$({reference.name})` in `{variable.name}`: the value comes from"
                    f" {_source(origin)}.",
                    item.span(place) if encoded else item.span(place, reference.start, reference.end),
                    hint="Write the value as an entry of `env`, where Kubernetes expands references.",
                    field=str(item.where(place)),
                )


def _source(origin: VariableOrigin) -> str:
    return "a Secret" if origin.secret else "a ConfigMap"


@rule("ENV514", Severity.WARNING)
def static_probe(evaluation: Evaluation) -> Iterator[Finding]:
    """The command of a probe refers to a variable that Kubernetes does not expand in probes.

    In the command of an exec probe, Kubernetes expands only the variables of `env`, and only by the text of their
    `value`. A variable with `valueFrom` becomes empty. A reference to a variable of `envFrom` or of a Service stays as
    it is. A `value` with references is inserted with these references.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: POD_IP
              valueFrom: {fieldRef: {fieldPath: status.podIP}}
            livenessProbe:
              exec: {command: ["check", "$(POD_IP)"]}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: POD_IP
              valueFrom: {fieldRef: {fieldPath: status.podIP}}
            livenessProbe:
              exec: {command: ["sh", "-c", 'check "$POD_IP"']}
    """
    for container in evaluation.containers:
        if not container.probes:
            continue
        item = evaluation.objects[container.object]
        with_value = {variable.name for variable in container.declared if variable.origin.kind is OriginKind.ENV}
        composed = {variable.name for variable in container.declared if _is_composed(variable)}
        for text, reference, script in _references_of_probes(container):
            name = reference.name
            advice = f"Write `${name}`: the shell of the probe reads it." if script else _by_a_shell(name)
            if name in composed and reference.fate is Fate.RESOLVED:
                yield Finding(
                    f"A probe receives the `value` of `{name}` as written: its references are not expanded.",
                    item.span(text.path, reference.start, reference.end),
                    hint=advice,
                    field=str(item.where(text.path)),
                )
            if name in with_value or reference.fate not in (Fate.RESOLVED, Fate.UNRESOLVED):
                continue  # a literal value is inserted; the other fates are no references, or beyond a limit
            is_declared = name in variable_names(evaluation, container)
            outcome = "becomes empty" if reference.fate is Fate.RESOLVED else "stays as it is"
            yield Finding(
                f"Kubernetes does not know the value of `{name}` in a probe: `$({name})` {outcome}."
                if is_declared
                else f"`$({name})` is not defined in container `{container.name}`, so it {outcome}.",
                item.span(text.path, reference.start, reference.end),
                hint=advice if is_declared else f"Define `{name}` in `env` with a literal `value`.",
                field=str(item.where(text.path)),
            )


def _by_a_shell(name: str) -> str:
    return f"Let a shell read the variable: `sh -c '… \"${name}\"'`."


def _references_of_probes(container: ContainerEnvironment) -> Iterator[tuple[ExpandedText, VariableReference, bool]]:
    """The references in commands of probes, and whether each is in a script.

    An unresolved reference in a script, such as `$(date)`, is left out: the shell runs it as a command.
    """
    for probe in container.probes:
        script = is_script([text.text for text in probe.command[:MOST_ARGUMENTS]])
        for text in probe.command:
            for reference in text.references:
                if not script or reference.fate is Fate.RESOLVED:
                    yield text, reference, script


def _is_composed(variable: Variable) -> bool:
    """Whether the variable's value contains a reference that was replaced."""
    references = variable.expanded.references if variable.expanded is not None else ()
    return any(reference.fate is Fate.RESOLVED for reference in references)
