"""What we say about the variables of a container and where they come from (ENV51x)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.engine.diagnostics import Edit, Finding, Fix, Related, Severity
from playground.engine.environment import ContainerEnvironment, Fate, OriginKind, Variable, VariableOrigin
from playground.engine.evaluation import Evaluation
from playground.engine.expansion import tokens
from playground.engine.location import ROOT, FieldPath, SourceSpan
from playground.engine.objects import TracedObject
from playground.engine.rules.registry import rule
from playground.engine.rules.walk import is_script, names_in, own_variables, problems, strings
from playground.engine.source import Document

_EXPANDED = ("env", "envFrom", "command", "args", "name")


@rule("ENV508", Severity.WARNING)
def duplicate_variable(evaluation: Evaluation) -> Iterator[Finding]:
    """Two entries of `env` define the same variable.

    The later one wins. `kubectl apply` merges the list by name and may drop one of the two, or both, at the next
    change; the API server warns of it.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: LEVEL
              value: info
            - name: LEVEL
              value: debug

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: LEVEL
              value: debug
    """
    for problem in problems(evaluation, "duplicate-name"):
        document, name = evaluation.document(problem.document), problem.detail["name"]
        earlier = problem.path.parent / problem.detail["first"]
        yield Finding(
            f"`{name}` is defined twice in this container; the later one wins.",
            _entry_name(document, problem.path),
            hint="Remove one of them: `kubectl apply` may drop either at the next change.",
            field=str(problem.path),
            related=(Related(_entry_name(document, earlier), "It is defined here first."),),
        )


def _entry_name(document: Document, entry: FieldPath) -> SourceSpan:
    return document.span(entry / "name")


@rule("ENV509", Severity.HINT)
def absent_configuration(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable comes from an object that is not in the text.

    The pod may well find it in the cluster. Here its value is not known, so references to it stay as they are.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: LEVEL
              valueFrom:
                configMapKeyRef: {name: settings, key: level}

    Instead::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {level: info}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: LEVEL
              valueFrom:
                configMapKeyRef: {name: settings, key: level}
    """
    kinds = {"absent-configmap": "ConfigMap", "absent-secret": "Secret", "absent-file": "file"}
    for problem in problems(evaluation, *kinds):
        if not problem.error:
            kind, name = kinds[problem.pattern], problem.detail.get("name") or problem.detail.get("path", "")
            yield Finding(
                f"The {kind} `{name}` is not in the text, so what comes from it is not known here.",
                evaluation.span(problem),
                hint=f"Paste the {kind} beside the pod, or assume a value for the preview.",
                field=str(problem.path),
            )


@rule("ENV510", Severity.WARNING)
def preview_limit_reached(evaluation: Evaluation) -> Iterator[Finding]:
    """The variables of the text pass a limit of this page.

    Variables that refer twice to the one before them double with every step: 25 of them make 168 MB. The preview stops
    at 1 MiB for one value, 4 MiB for all, 50,000 references, and 100,000 variables that come from Services, ConfigMaps
    and Secrets. The kubelet does not stop, and the container fails to start.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: A, value: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}
            - {name: B, value: $(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)}
            - {name: C, value: $(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)}
            - {name: D, value: $(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)}
            - {name: E, value: $(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: A, value: aaaa}
            - {name: B, value: $(A)$(A)}
    """
    limits = evaluation.inputs.limits
    for problem in problems(evaluation, "too-many-references"):
        yield Finding(
            f"The text has more than {problem.detail['limit']:,} references; those of this field stay as they are.",
            evaluation.span(problem),
            hint="Split the text.",
            field=str(problem.path),
        )
    for problem in problems(evaluation, "too-many-variables"):
        yield Finding(
            f"The containers here inherit more than {problem.detail['limit']:,} variables; the rest is not shown.",
            evaluation.span(problem),
            hint="Split the text, and paste only the Services and ConfigMaps that matter.",
            field=str(problem.path),
        )
    for problem in problems(evaluation, "value-too-large"):
        yield Finding(
            f"`$({problem.detail['name']})` is not inserted: its text would have more than "
            f"{limits.text_characters:,} characters, or all texts more than {limits.output_characters:,}.",
            evaluation.span(problem),
            hint="Shorten the values; a process can't be started with an environment of that size either.",
            field=str(problem.path),
        )


@rule("ENV511", Severity.HINT)
def hidden_service_variable(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable hides one that a Service gives.

    The kubelet asks `env` and `envFrom` before the Services. A default for a Service's variable is therefore no
    default: it wins even when the Service exists.

    Example::

        apiVersion: v1
        kind: Service
        metadata: {name: db}
        spec:
          clusterIP: 10.96.0.9
          ports: [{port: 5432}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: DB_SERVICE_HOST, value: localhost}

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: db}
        spec:
          clusterIP: 10.96.0.9
          ports: [{port: 5432}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: DB_HOST, value: $(DB_SERVICE_HOST)}
    """
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for variable in container.declared:
            service = next((each for each in variable.hides if each.origin.kind is OriginKind.SERVICE), None)
            if service is None or variable.path is None or _extends(variable):
                continue
            yield Finding(
                f"`{variable.name}` hides the variable of {service.origin.label}, which would be `{service.value}`.",
                item.span(variable.path / "name"),
                hint="Choose another name if the Service's value is the one you want.",
                field=str(item.where(variable.path)),
            )


def _extends(variable: Variable) -> bool:
    """Whether the variable refers to what it hides (`OPTS=$(OPTS) -x`)."""
    references = variable.expanded.references if variable.expanded else ()
    return any(reference.name == variable.name for reference in references)


@rule("ENV512", Severity.WARNING)
def unexpanded_field(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference stands in a field that Kubernetes does not expand.

    It expands the values of `env`, `command`, `args`, the commands of exec probes and `subPathExpr`, and nothing else:
    not `image`, `workingDir`, ports, HTTP probes, lifecycle hooks or resources.

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
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for path, value in _unexpanded(item.value, container):
            for token in tokens(value):
                if token.kind == "reference" and token.name in names_in(evaluation, container):
                    hint, fix = _where_it_is_expanded(item, path, token.name)
                    yield Finding(
                        f"`$({token.name})` is not expanded here: Kubernetes does not look at this field.",
                        item.span(path, token.start, token.end),
                        hint=hint,
                        field=str(item.where(path)),
                        fix=fix,
                    )


def _where_it_is_expanded(item: TracedObject, path: FieldPath, name: str) -> tuple[str, Fix | None]:
    """What to write instead: some fields have a sister that is expanded, and a hook can ask a shell."""
    if path[-1] == "subPath":
        yaml, edit = item.document.syntax == "yaml", Edit(item.key_span(path), "subPathExpr")

        return "Write `subPathExpr`, which is expanded.", Fix("Write subPathExpr", (edit,)) if yaml else None
    if "lifecycle" in path and "exec" in path:
        return f"Let a shell read it: `sh -c '… \"${name}\"'`.", None
    return "Write the value itself, or make it a parameter of a Template.", None


def _unexpanded(value: Any, container: ContainerEnvironment) -> Iterator[tuple[FieldPath, str]]:
    """The strings of a container that Kubernetes does not expand, with their paths."""
    for part in container.path:
        value = value[part]
    for path, text in strings(value, container.path):
        inside = path[len(container.path) :]
        probe = str(inside[0]).endswith("Probe") and inside[1:2] == ("exec",)
        if inside[0] not in _EXPANDED and inside[-1] != "subPathExpr" and not probe:
            yield path, text


@rule("ENV513", Severity.HINT)
def unexpanded_configuration(evaluation: Evaluation) -> Iterator[Finding]:
    """A value from a ConfigMap or Secret holds what looks like a reference.

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
    for container, variables in own_variables(evaluation):
        for variable in variables:
            origin = variable.origin
            if origin.object is None or "$(" not in (variable.value or ""):
                continue
            names = names_in(evaluation, container)
            references = (each for each in tokens(variable.value or "") if each.kind == "reference")
            used = next((each for each in references if each.name in names), None)
            if used is not None:
                item = evaluation.objects[origin.object]
                place = origin.source or ROOT
                yield Finding(
                    f"`$({used.name})` in `{variable.name}` is not expanded: the value comes from {_source(origin)}.",
                    item.span(place),
                    hint="Compose the value in `env`, where references are expanded.",
                    field=str(item.where(place)),
                )


def _source(origin: VariableOrigin) -> str:
    return "a Secret" if origin.secret else "a ConfigMap"


@rule("ENV514", Severity.WARNING)
def static_probe(evaluation: Evaluation) -> Iterator[Finding]:
    """The command of a probe refers to a variable that probes do not see.

    Exec probes are expanded with the literal `value` texts of `env` only. A variable with `valueFrom` is empty there,
    one of `envFrom` or of a Service stays as text.

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
        item = evaluation.objects[container.object]
        literal = {variable.name for variable in container.declared if variable.origin.kind is OriginKind.ENV}
        commands = (probe.command for probe in container.probes)
        plain = (command for command in commands if not is_script([text.text for text in command[:20]]))
        for text in (text for command in plain for text in command):
            for reference in text.references:
                if reference.name in literal or reference.fate not in (Fate.RESOLVED, Fate.UNRESOLVED):
                    continue
                known = reference.name in names_in(evaluation, container)
                does = "becomes empty here" if reference.fate is Fate.RESOLVED else "stays as it is here"
                yield Finding(
                    f"A probe does not see `{reference.name}`: `$({reference.name})` {does}."
                    if known
                    else f"`$({reference.name})` is not defined in container `{container.name}`, so it {does}.",
                    item.span(text.path, reference.start, reference.end),
                    hint=f"Let a shell read it: `sh -c '… \"${reference.name}\"'`."
                    if known
                    else "A probe sees the literal values of `env` only; define it there.",
                    field=str(item.where(text.path)),
                )


@rule("ENV515", Severity.WARNING)
def colliding_services(evaluation: Evaluation) -> Iterator[Finding]:
    """Two Services define the same variable, and the kubelet takes one of them at random.

    The Services `a` and `a-service` both define A_SERVICE_PORT: one as a number, the other as an address.

    Example::

        apiVersion: v1
        kind: Service
        metadata: {name: a}
        spec: {clusterIP: 10.96.0.8, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: a-service}
        spec: {clusterIP: 10.96.0.9, ports: [{port: 90}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: [$(A_SERVICE_PORT)]

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: a}
        spec: {clusterIP: 10.96.0.8, ports: [{port: 80}]}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: [$(A_SERVICE_PORT)]
    """
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for variable in container.variables:
            if variable.rivals and variable.origin.kind is OriginKind.SERVICE:
                rivals = " and ".join(
                    sorted({variable.origin.label, *(rival.origin.label for rival in variable.rivals)})
                )
                yield Finding(
                    f"{rivals} both define `{variable.name}`; the kubelet takes one of them at random.",
                    item.span(container.path / "name"),
                    hint="Rename a Service, set the variable in `env`, or set `enableServiceLinks: false`.",
                    field=str(item.where(container.path)),
                )


@rule("ENV516", Severity.WARNING)
def absent_label(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads a label or annotation that the pod does not have.

    That is no error: the variable is empty. The labels are the pod's own, so those of a Deployment do not count, only
    those of its pod template.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web, labels: {tier: front}}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: TIER
              valueFrom: {fieldRef: {fieldPath: "metadata.labels['teir']"}}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web, labels: {tier: front}}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: TIER
              valueFrom: {fieldRef: {fieldPath: "metadata.labels['tier']"}}
    """
    for problem in problems(evaluation, "absent-label"):
        kind = "annotation" if problem.detail["field"].endswith("annotations") else "label"
        yield Finding(
            f"The pod has no {kind} `{problem.detail['key']}`, so the variable is empty.",
            evaluation.span(problem),
            hint=f"Mend the name, or add the {kind} to the pod itself or to its pod template.",
            field=str(problem.path),
        )
