"""Rules about entries of `env` that repeat a name, have no value, or read an object or label that is absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from playground.engine.containers.environment import ContainerEnvironment, Fate, OriginKind
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, mapping_at, sequence
from playground.engine.model.diagnostics import Finding, Related, Severity
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import MOST_MISSPELT, name_of_reference, nearest_name, write_empty
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import every_object, pods, problems


@rule("ENV508", Severity.WARNING)
def duplicate_variable(evaluation: Evaluation) -> Iterator[Finding]:
    """Two entries of `env` define the same variable.

    The last entry wins. `kubectl apply` merges the list by name: once both entries are on the cluster, the next change
    may drop one of them, or both. The API server warns about the second entry.

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
    not_text = {(problem.document, problem.path) for problem in problems(evaluation, "non-string-value")}
    for problem in problems(evaluation, "duplicate-name"):
        document, name = evaluation.document(problem.document), problem.detail["name"]
        earlier = problem.path.parent / problem.detail["first"]
        if not name or (problem.document, problem.path / "name") in not_text:
            continue  # POD602 reports a missing name, and POD601 a name that YAML reads as a boolean, such as `N`
        condition = ", if its source exists" if _is_optional(document, problem.path) else ""
        yield Finding(
            f"`{name}` is defined more than once in this container; the last entry wins{condition}.",
            _span_of_name(document, problem.path),
            hint="Keep only one entry. Once the cluster has several, the next change by `kubectl apply` may drop all.",
            field=str(problem.path),
            related=(Related(_span_of_name(document, earlier), f"`{name}` is defined here first."),),
        )


def _is_optional(document: Document, entry: FieldPath) -> bool:
    """Whether the source of an `env` entry may be absent."""
    source = field_at(document.value, entry / "valueFrom")
    return isinstance(source, dict) and any(
        isinstance(reference, dict) and reference.get("optional") is True for reference in source.values()
    )


def _span_of_name(document: Document, entry: FieldPath) -> SourceSpan:
    return document.span(entry / "name")


# By kind: the fields that hold its keys.
_DATA = {"ConfigMap": ("data", "binaryData"), "Secret": ("data", "stringData")}


@rule("ENV548", Severity.WARNING)
def nothing_after_value(evaluation: Evaluation) -> Iterator[Finding]:
    """Nothing follows the `value:` of a variable, or a key of a ConfigMap or Secret.

    Kubernetes reports no error: the variable, or the key, is the empty text. The value may have been forgotten, or
    stand on a line that belongs to another field.

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
              value:

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
              value: ""
    """
    for item, place, subject in chain(_null_values(evaluation), _null_keys(evaluation)):
        evaluation.deadline.spend()
        document, where = item.document, item.where(place)
        if document.syntax == "yaml" and document.raw(where) == "":
            yield Finding(
                f"Nothing follows `{where[-1]}:`, so {subject} is the empty text.",
                document.key_span(where),
                hint='Write the value, or `""` if the empty text is meant.',
                field=str(where),
                fix=write_empty(document, where),
            )


def _null_values(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, str]]:
    """The null `value` fields of `env`: the Object, the path, and the variable as a message names it."""
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for index, entry in enumerate(sequence(field_at(item.value, container.path / "env"))):
            evaluation.deadline.spend()
            is_null = isinstance(entry, dict) and entry.get("value", "") is None
            if is_null and not entry.get("valueFrom"):
                yield item, container.path / "env" / index / "value", f"the variable `{entry.get('name', '')}`"


def _null_keys(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, str]]:
    """The null values of ConfigMaps and Secrets: the Object, the path, and the key as a message names it."""
    for item, path, value in every_object(evaluation):
        kind = value.get("kind") if isinstance(value, dict) else ""
        for field in _DATA.get(kind, ()) if isinstance(kind, str) else ():
            for key, text in mapping_at(value, (field,)).items():
                evaluation.deadline.spend()
                if text is None:
                    yield item, path / field / key, f"this key of the {kind}"


@rule("ENV509", Severity.HINT)
def absent_configuration(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable comes from a ConfigMap, Secret or file that is not in the text.

    The cluster may have the object. The preview does not know the variable's value, so references to the variable stay
    as they are. On the page one can assume the value; then the hint is gone.

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
    absent = problems(evaluation, *kinds)
    unknown = _unknown_variables(evaluation) if absent else {}
    names, namespaces = _names_and_namespaces(evaluation)
    for number, problem in enumerate(absent):
        # A file of a `fileKeyRef` has a path in place of a name.
        kind, name = kinds[problem.pattern], problem.detail.get("name") or problem.detail.get("path", "")
        if problem.error or not name:
            continue  # POD603 and POD602 report these
        variables = unknown.get((problem.document, problem.path))
        if variables == ():
            continue  # the user has assumed the values
        candidates = names.get(kind, []) if number < MOST_MISSPELT else []
        near, span, fix = nearest_name(evaluation, problem, name_of_reference(problem.path, kind), candidates)
        yield Finding(
            f"The {kind} `{name}` is in namespace `{namespaces[kind, name]}`; a pod reads only its own namespace."
            if (kind, name) in namespaces
            else f"The {kind} `{name}` is not in the text, so the preview does not know its values.",
            span,
            hint=near
            or (
                "Assume a value for the preview: the pod writes the file while it starts."
                if kind == "file"
                else f"Paste the {kind} beside the pod{', or assume a value for the preview' if variables else ''}."
            ),
            field=str(problem.path),
            fix=fix,
            missing_variable=variables[0] if variables else "",
        )


def _unknown_variables(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], Sequence[str]]:
    """By document and path of a `valueFrom` or an item of `envFrom`: its variables without a value, in order of use.

    () if the user has assumed the values. A source without an entry has no such variable: the object is optional, or no
    text refers to a variable of its `envFrom`.
    """
    names: dict[tuple[int, FieldPath], Sequence[str]] = {}
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        evaluation.deadline.spend(len(container.declared))
        for variable in container.declared:
            is_assumed = variable.origin.assumed and variable.name in evaluation.inputs.assumed
            if variable.path is not None and not variable.skipped and (variable.value is None or is_assumed):
                place = item.document.index, item.where(variable.path / "valueFrom")
                names[place] = () if is_assumed else (variable.name,)
        sources = sequence(field_at(item.value, container.path / "envFrom"))
        unknown, assumed = _inherited_names(container) if sources else ((), ())
        for index, source in enumerate(sources):
            evaluation.deadline.spend(1 + len(unknown) + len(assumed))
            prefix = source.get("prefix") or "" if isinstance(source, dict) else ""
            without_value = tuple(name for name in unknown if name.startswith(prefix))
            if without_value or any(name.startswith(prefix) for name in assumed):
                names[item.document.index, item.where(container.path / "envFrom" / index)] = without_value
    return names


def _inherited_names(container: ContainerEnvironment) -> tuple[Sequence[str], Sequence[str]]:
    """The names that `envFrom` may define and the texts of ``container`` refer to: without a value, and assumed."""
    declared = {variable.name for variable in container.declared}
    references = [reference for text in container.texts for reference in text.references]
    unknown = {item.name: None for item in references if item.fate is Fate.UNKNOWN and item.name not in declared}
    assumed = {
        item.name: None
        for item in references
        if item.variable is not None and item.variable.origin.kind is OriginKind.ASSUMED
    }
    return tuple(unknown), tuple(assumed)


def _names_and_namespaces(
    evaluation: Evaluation,
) -> tuple[Mapping[str, Sequence[str]], Mapping[tuple[str, str], str | None]]:
    """The names of the ConfigMaps and Secrets by kind, and the written namespace of each by kind and name.

    These ConfigMaps and Secrets were pasted beside the pod, or given to the engine as objects of the cluster.
    """
    names: dict[str, list[str]] = {}
    for kind, name, _ in evaluation.cluster.data_objects:
        names.setdefault(kind, []).append(name)
    return names, {(kind, name): namespace for kind, name, namespace in evaluation.cluster.data_objects}


@rule("ENV516", Severity.WARNING)
def absent_label(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads a label or annotation that the pod does not have.

    Kubernetes reports no error: the variable is empty. A variable reads the labels of the pod itself. For a Deployment,
    these are the labels of its pod template.

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
    for number, problem in enumerate(problems(evaluation, "absent-label")):
        kind = "annotation" if problem.detail["field"].endswith("annotations") else "label"
        own, of_workload = _labels_of(evaluation, problem) if number < MOST_MISSPELT else ([], [])
        key, place = problem.detail["key"], problem.path / "fieldRef" / "fieldPath"
        near, span, fix = nearest_name(evaluation, problem, place, own, key)
        yield Finding(
            f"The pod has no {kind} `{key}`, so the variable is empty.",
            span,
            hint=near
            or (
                f"The workload has this {kind}, but its pods do not: write it into the pod template, too."
                if key in of_workload
                else f"Correct the name, or add the {kind} to the pod or to its pod template."
            ),
            field=str(problem.path),
            fix=fix,
        )


def _labels_of(evaluation: Evaluation, problem: Problem) -> tuple[list[str], list[str]]:
    """The keys of the labels or annotations of a Problem's pod, and of its workload."""
    field = tuple(problem.detail["field"].split("."))  # `metadata`, and `labels` or `annotations`
    for item, pod in pods(evaluation).values():
        spec = item.where(pod.spec_path)
        if item.document.index == problem.document and problem.path[: len(spec)] == spec:
            return list(mapping_at(pod.metadata, field[1:])), list(mapping_at(pod.owner, field))
    return [], []
