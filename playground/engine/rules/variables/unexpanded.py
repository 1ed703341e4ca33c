"""Rules about references where Kubernetes expands none, or expands them with other values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

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
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import (
    from_objects,
    is_script,
    names_in,
    pods,
    strings_below,
    walk,
    with_other_dollars,
)

_CONTAINERS = frozenset({"containers", "initContainers", "ephemeralContainers"})
_DESCRIBING = ("labels", "annotations")
_LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"  # kubectl's copy of the object, in what it prints
_EXPANDED = ("env", "envFrom", "command", "args", "name")


@rule("ENV512", Severity.WARNING)
def unexpanded_field(evaluation: Evaluation) -> Iterator[Finding]:
    """A field that Kubernetes does not expand contains a reference.

    It expands the values of `env`, `command`, `args`, the commands of exec probes and `subPathExpr`, and nothing else:
    not `image`, `workingDir`, ports, HTTP probes, lifecycle hooks or resources, nor volumes, labels, annotations and
    other fields of a pod.

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
    for item, path, text, names in (*_in_containers(evaluation), *_in_pods(evaluation)):
        for token in variable_tokens(text):
            if token.kind == "reference" and token.name in names:
                hint, fix = _where_it_is_expanded(item, path, token.name)
                yield Finding(
                    f"`$({token.name})` is not expanded here: Kubernetes does not look at this field.",
                    item.span(path, token.start, token.end),
                    hint=hint,
                    field=str(item.where(path)),
                    fix=fix,
                )


def _where_it_is_expanded(item: TracedObject, path: FieldPath, name: str) -> tuple[str, Fix | None]:
    """Advice: some fields have a counterpart that is expanded, and a hook can use a shell."""
    if path[-1] == "subPath":
        yaml, edit = item.document.syntax == "yaml", Edit(item.key_span(path), "subPathExpr")

        return "Write `subPathExpr`, which is expanded.", Fix("Write subPathExpr", (edit,)) if yaml else None
    if "lifecycle" in path and "exec" in path:
        return f"Let a shell read it: `sh -c '… \"${name}\"'`.", None
    return "Write the value itself, or make it a parameter of a Template.", None


# A string of an Object, where it stands, and the variables that are known there.
_Text = tuple[TracedObject, FieldPath, str, Set[str]]


def _in_containers(evaluation: Evaluation) -> Iterator[_Text]:
    """The strings of containers that Kubernetes does not expand."""
    others = with_other_dollars(evaluation)
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for path, text in strings_below(item, container.path, _EXPANDED) if id(item) in others else ():
            inside = path[len(container.path) :]
            probe = str(inside[0]).endswith("Probe") and inside[1:2] == ("exec",)
            if inside[-1] != "subPathExpr" and not probe:
                yield item, path, text, names_in(evaluation, container)


def _in_pods(evaluation: Evaluation) -> Iterator[_Text]:
    """The strings of a pod outside of its containers, with the variables that any of these declares."""
    others = with_other_dollars(evaluation)
    for item, pod in pods(evaluation).values():
        if id(item) not in others:
            continue
        metadata = pod.template_path / "metadata"
        depth = len(metadata)
        described = (
            each
            for each in strings_below(item, metadata, ())
            if each[0][depth] in _DESCRIBING and each[0][depth + 1 : depth + 2] != (_LAST_APPLIED,)
        )
        for path, text in (*described, *strings_below(item, pod.spec_path, _CONTAINERS)):
            yield item, path, text, _declared(evaluation).get((id(item), pod.spec_path), frozenset())


@walk
def _declared(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], Set[str]]:
    """The variables that each pod's containers declare, by the ``id`` of its Object and the path of its ``spec``."""
    names: dict[tuple[int, FieldPath], set[str]] = {}
    for container in evaluation.containers:
        spec = id(evaluation.objects[container.object]), container.pod
        names.setdefault(spec, set()).update(variable.name for variable in container.declared)
    return names


@rule("ENV513", Severity.HINT)
def unexpanded_configuration(evaluation: Evaluation) -> Iterator[Finding]:
    """A value from a ConfigMap or Secret contains what looks like a reference.

    Such values are never expanded, neither when they are injected nor when another variable refers to them.

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
    for container, variables in from_objects(evaluation):
        for variable in variables:
            origin = variable.origin
            if origin.object is None or "$(" not in (variable.value or ""):
                continue
            names = names_in(evaluation, container)
            references = (token for token in variable_tokens(variable.value or "") if token.kind == "reference")
            used = next((token for token in references if token.name in names), None)
            place = origin.source or ROOT
            if used is not None and (origin.object, place) not in reported:
                reported.add((origin.object, place))
                item = evaluation.objects[origin.object]
                encoded = origin.secret and place[-2:-1] == ("data",)
                yield Finding(
                    f"`$({used.name})` in `{variable.name}` is not expanded: the value comes from {_source(origin)}.",
                    item.span(place) if encoded else item.span(place, used.start, used.end),
                    hint="Compose the value in `env`, where references are expanded.",
                    field=str(item.where(place)),
                )


def _source(origin: VariableOrigin) -> str:
    return "a Secret" if origin.secret else "a ConfigMap"


@rule("ENV514", Severity.WARNING)
def static_probe(evaluation: Evaluation) -> Iterator[Finding]:
    """The command of a probe refers to a variable that probes do not see.

    Exec probes are expanded with the literal `value` texts of `env` only. A variable with `valueFrom` is empty there,
    one of `envFrom` or of a Service stays as text, and a `value` with references is inserted unexpanded.

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
        literal = {variable.name for variable in container.declared if variable.origin.kind is OriginKind.ENV}
        composed = {variable.name for variable in container.declared if _is_composed(variable)}
        for text, reference, script in _of_probes(container):
            read = f"Write `${reference.name}`, which the shell reads." if script else _by_a_shell(reference.name)
            if reference.name in composed and reference.fate is Fate.RESOLVED:
                yield Finding(
                    f"A probe sees `{reference.name}` as it is written: the references in it stay.",
                    item.span(text.path, reference.start, reference.end),
                    hint=read,
                    field=str(item.where(text.path)),
                )
            if reference.name in literal or reference.fate not in (Fate.RESOLVED, Fate.UNRESOLVED):
                continue
            is_declared = reference.name in names_in(evaluation, container)
            does = "becomes empty here" if reference.fate is Fate.RESOLVED else "stays as it is here"
            yield Finding(
                f"A probe does not see `{reference.name}`: `$({reference.name})` {does}."
                if is_declared
                else f"`$({reference.name})` is not defined in container `{container.name}`, so it {does}.",
                item.span(text.path, reference.start, reference.end),
                hint=read if is_declared else "A probe sees the literal values of `env` only; define it there.",
                field=str(item.where(text.path)),
            )


def _by_a_shell(name: str) -> str:
    return f"Let a shell read it: `sh -c '… \"${name}\"'`."


def _of_probes(container: ContainerEnvironment) -> Iterator[tuple[ExpandedText, VariableReference, bool]]:
    """The references in commands of probes, and whether they are in a script, where they would run a command."""
    for probe in container.probes:
        script = is_script([text.text for text in probe.command[:20]])
        for text in probe.command:
            for reference in text.references:
                if not script or reference.fate is Fate.RESOLVED:
                    yield text, reference, script


def _is_composed(variable: Variable) -> bool:
    """Whether references were replaced in its value."""
    references = variable.expanded.references if variable.expanded is not None else ()
    return any(reference.fate is Fate.RESOLVED for reference in references)
