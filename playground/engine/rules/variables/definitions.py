"""Rules about the entries of `env`: defined twice, from an absent object, from an absent label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, mapping_at
from playground.engine.model.diagnostics import Finding, Related, Severity
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.fixes.wording import MOST_MISSPELT, meant, name_of_reference
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import pods, problems


@rule("ENV508", Severity.WARNING)
def duplicate_variable(evaluation: Evaluation) -> Iterator[Finding]:
    """Two entries of `env` define the same variable.

    The later one wins. `kubectl apply` merges the list by name and may drop one of the two, or both, at the next
    change; the API server warns about it.

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
    no_texts = {(problem.document, problem.path) for problem in problems(evaluation, "non-string-value")}
    for problem in problems(evaluation, "duplicate-name"):
        document, name = evaluation.document(problem.document), problem.detail["name"]
        earlier = problem.path.parent / problem.detail["first"]
        if not name or (problem.document, problem.path / "name") in no_texts:
            continue  # no name is POD602's matter, and `N` without quotes, which is false, POD601's
        where = " where its source is there" if _is_optional(document, problem.path) else ""
        yield Finding(
            f"`{name}` is defined twice in this container; the later one wins{where}.",
            _entry_name(document, problem.path),
            hint="Remove one of them: `kubectl apply` may drop either at the next change.",
            field=str(problem.path),
            related=(Related(_entry_name(document, earlier), "It is defined here first."),),
        )


def _is_optional(document: Document, entry: FieldPath) -> bool:
    source = field_at(document.value, entry / "valueFrom")
    return isinstance(source, dict) and any(
        isinstance(reference, dict) and reference.get("optional") is True for reference in source.values()
    )


def _entry_name(document: Document, entry: FieldPath) -> SourceSpan:
    return document.span(entry / "name")


@rule("ENV509", Severity.HINT)
def absent_configuration(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable comes from an object that is not in the text.

    The pod may find it in the cluster. Here its value is not known, so references to it stay as they are.

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
    names, homes = _names_and_homes(evaluation)
    for number, problem in enumerate(problems(evaluation, *kinds)):
        kind, name = kinds[problem.pattern], problem.detail.get("name") or problem.detail.get("path", "")
        if problem.error or not name:
            continue  # POD603 and POD602 speak of these
        candidates = names.get(kind, []) if number < MOST_MISSPELT else []
        near, span, fix = meant(evaluation, problem, name_of_reference(problem.path, kind), candidates)
        yield Finding(
            f"The {kind} `{name}` is in namespace `{homes[kind, name]}`, and a pod finds those of its own only."
            if (kind, name) in homes
            else f"The {kind} `{name}` is not in the text, so what comes from it is not known here.",
            span,
            hint=near or f"Paste the {kind} beside the pod, or assume a value for the preview.",
            field=str(problem.path),
            fix=fix,
        )


def _names_and_homes(
    evaluation: Evaluation,
) -> tuple[Mapping[str, Sequence[str]], Mapping[tuple[str, str], str | None]]:
    """The names of the ConfigMaps and Secrets that were pasted or given, and the namespace of each."""
    names: dict[str, list[str]] = {}
    for kind, name, _ in evaluation.cluster.data_objects:
        names.setdefault(kind, []).append(name)
    return names, {(kind, name): home for kind, name, home in evaluation.cluster.data_objects}


@rule("ENV516", Severity.WARNING)
def absent_label(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads a label or annotation that the pod does not have.

    That is not an error: the variable is empty. The labels are those of the pod, so for a Deployment only those of its
    pod template count.

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
        own, above = _labels_of(evaluation, problem) if number < MOST_MISSPELT else ([], [])
        key, place = problem.detail["key"], problem.path / "fieldRef" / "fieldPath"
        near, span, fix = meant(evaluation, problem, place, own, key)
        yield Finding(
            f"The pod has no {kind} `{key}`, so the variable is empty.",
            span,
            hint=near
            or (
                f"What makes the pod has this {kind}: write it into the pod template, too."
                if key in above
                else f"Mend the name, or add the {kind} to the pod itself or to its pod template."
            ),
            field=str(problem.path),
            fix=fix,
        )


def _labels_of(evaluation: Evaluation, problem: Problem) -> tuple[list[str], list[str]]:
    """The keys of the labels or annotations of a Problem's pod, and of its workload."""
    inside = tuple(problem.detail["field"].split("."))
    for item, pod in pods(evaluation).values():
        spec = item.where(pod.spec_path)
        if item.document.index == problem.document and problem.path[: len(spec)] == spec:
            return list(mapping_at(pod.metadata, inside[1:])), list(mapping_at(pod.owner, inside))
    return [], []
