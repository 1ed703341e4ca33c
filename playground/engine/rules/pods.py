"""Rules about pods that are refused or do not start."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from playground.engine.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.location import SourceSpan
from playground.engine.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.fixes.misspelt import MOST_MISSPELT, key_of_reference, meant, name_of_reference
from playground.engine.rules.fixes.nested_values import nested
from playground.engine.rules.fixes.type_errors import mended, told_apart, written
from playground.engine.rules.fixes.whole import in_quotes
from playground.engine.rules.registry import rule
from playground.engine.rules.server_errors import reason, what_to_write
from playground.engine.rules.values import is_text_for_value
from playground.engine.rules.walk import any_problems
from playground.engine.strings import double_quoted

_NO_NAMES = ('Duplicate value: ""', 'Not found: ""')  # that a name is needed is reported already
_KEYS = 100  # of a ConfigMap or Secret that one misspelt key is compared with
_WAITS = "It waits with the reason CreateContainerConfigError until this is mended."
_WHOLE_REFERENCE = re.compile(r"[\"']?\$\{\{(\w+)\}\}[\"']?", re.ASCII)


def _of_pods(evaluation: Evaluation, *stages: str) -> Iterator[Problem]:
    """Problems of pods and of what was pasted beside them; a stage is decode, validation, warning or kubelet."""
    return (problem for problem in any_problems(evaluation) if problem.detail.get("stage") in stages)


@rule("POD601", Severity.ERROR)
def value_not_text(evaluation: Evaluation) -> Iterator[Finding]:
    """A number or boolean is used where the API server requires text.

    `value: 8080` is a number in YAML. The API server refuses the whole object; quotes make it text. In a Template,
    `${NAME}` always gives text, `${{NAME}}` may not.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PORT
              value: 8080

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PORT
              value: "8080"
    """
    for problem in _of_pods(evaluation, "decode"):
        if problem.pattern != "non-string-value":
            continue
        span, value = evaluation.span(problem), problem.detail["value"]
        written = evaluation.source.text.slice(span)
        boolean = str(value).lower()
        read = f" Kubernetes reads `{written}` as {boolean}." if isinstance(value, bool) and written != boolean else ""
        do, fix = _as_text(evaluation.document(problem.document), span, value)
        inside = nested(evaluation.document(problem.document), problem.path) if isinstance(value, dict | list) else None
        yield Finding(
            f"`{problem.path}` must be text: the API server refuses this object.{read}",
            span,
            hint=f"{inside.hint if inside else do} The server's words: {problem.error}",
            field=str(problem.path),
            fix=fix if fix is not None else inside.fix if inside else None,
        )


def _as_text(document: Document, span: SourceSpan, value: Any) -> tuple[str, Fix | None]:
    """How to make text of the value at ``span``, and the Fix that does it."""
    written = document.source.slice(span)
    whole = _WHOLE_REFERENCE.fullmatch(written)
    if isinstance(value, dict | list):
        return "Write text here.", None
    if whole:
        text = f"${{{whole[1]}}}"
        fix = Fix(f"Write {text}", (Edit(span, double_quoted(text)),))
        return f"`{written}` inserts a number or boolean; `{text}` inserts text.", fix
    if "$" in written:
        return "The parameter's type makes a number or boolean of it; give it the type `string`.", None
    return "Put quotes around it.", in_quotes(document, span, value)


@rule("POD602", Severity.ERROR)
def refused_object(evaluation: Evaluation) -> Iterator[Finding]:
    """The API server refuses a container or something that it uses.

    A field has the wrong type, a required one is missing, or two exclude each other. The object is not created.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: TOKEN
              value: abc
              valueFrom:
                fieldRef: {fieldPath: metadata.name}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: TOKEN
              valueFrom:
                fieldRef: {fieldPath: metadata.name}
    """
    undecoded = {(problem.document, problem.path) for problem in _of_pods(evaluation, "decode")}
    for problem in _of_pods(evaluation, "decode", "validation"):
        own = problem.pattern == "non-string-value" or is_text_for_value(problem)
        known = {(problem.document, problem.path), (problem.document, problem.path.parent)} & undecoded
        again = (problem.detail["stage"] == "validation" and known) or problem.error.endswith(_NO_NAMES)
        if own or again or "${" in str(problem.detail.get("value", "")):
            continue  # these have other rules, are reported already, or contain a reference, which REF401 reports
        why, span = reason(problem.error), evaluation.span(problem)
        do, instead = what_to_write(problem.error)
        do = do or told_apart(evaluation, problem)
        yield Finding(
            f"The API server refuses `{problem.path}`{f': {why}' if why else ''}.",
            span,
            hint=f"{do}The server's words: {problem.error}",
            field=str(problem.path),
            fix=written(evaluation, problem, instead) if instead else mended(evaluation, problem),
        )


@rule("POD603", Severity.ERROR)
def container_does_not_start(evaluation: Evaluation) -> Iterator[Finding]:
    """The kubelet cannot build the container's environment, so the container does not start.

    It waits with the reason CreateContainerConfigError, and the kubelet keeps trying.

    Example::

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
                configMapKeyRef: {name: settings, key: levle}

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
    refused = {
        (problem.document, problem.path[:depth])
        for problem in _of_pods(evaluation, "validation")
        for depth in range(len(problem.path) + 1)
    }
    for number, problem in enumerate(_of_pods(evaluation, "kubelet")):
        if problem.error and (problem.document, problem.path) not in refused:
            near, span, fix = _misspelt(evaluation, problem, number < MOST_MISSPELT)
            yield Finding(
                f"Container `{problem.detail['container']}` does not start: {problem.error}.",
                span,
                hint=f"{near} {_WAITS}".strip(),
                field=str(problem.path),
                fix=fix,
            )


def _misspelt(evaluation: Evaluation, problem: Problem, looked_for: bool) -> tuple[str, SourceSpan, Fix | None]:
    """The missing name or key, and the one that was probably meant, if it was searched."""
    path, detail = problem.path, problem.detail
    objects = evaluation.cluster.data_objects if looked_for else {}
    if problem.pattern == "missing-key" and "kind" in detail:
        kind, name = detail["kind"], detail["name"]
        keys = (key for (of, called, _), found in objects.items() if (of, called) == (kind, name) for key in found.data)
        return meant(evaluation, problem, key_of_reference(path, kind), list(islice(keys, _KEYS)))
    if problem.pattern in ("absent-configmap", "absent-secret"):
        kind = detail["kind"]
        names = [name for of, name, _ in objects if of == kind]
        return meant(evaluation, problem, name_of_reference(path, kind), names)
    if problem.pattern == "unsupported-resource":
        containers = evaluation.containers[:_KEYS] if looked_for else ()
        mates = [container.name for container in containers if container.kind != "ephemeralContainer"]
        return meant(evaluation, problem, path / "resourceFieldRef" / "containerName", mates)
    return "", evaluation.span(problem), None
