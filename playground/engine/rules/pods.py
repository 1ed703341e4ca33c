"""What we say about pods that are refused or do not start (POD6xx)."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.problems import Problem
from playground.engine.rules.quoting import quoted
from playground.engine.rules.registry import rule


def _of_pods(evaluation: Evaluation, *stages: str) -> Iterator[Problem]:
    """Problems of pods and of what was pasted beside them; a stage is decode, validation, warning or kubelet."""
    for problem in evaluation.problems:
        if problem.detail.get("stage") in stages:
            yield problem


@rule("POD601", Severity.ERROR)
def value_not_text(evaluation: Evaluation) -> Iterator[Finding]:
    """A number or boolean stands where the API server wants text.

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
        span, scalar = evaluation.span(problem), not isinstance(problem.detail["value"], dict | list)
        written = evaluation.source.text.slice(span)
        known = scalar and "$" not in written
        yield Finding(
            f"`{problem.path}` must be text: the API server refuses this object.",
            span,
            hint=f"Put quotes around it. The server's words: {problem.error}" if scalar else problem.error,
            field=str(problem.path),
            fix=Fix("Put quotes around it", (Edit(span, quoted(written)),)) if known else None,
        )


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
    for problem in _of_pods(evaluation, "decode", "validation"):
        if problem.pattern == "non-string-value" or "${" in str(problem.detail.get("value", "")):
            continue  # the first has a rule of its own; the others hold a reference, of which REF401 speaks
        yield Finding(
            f"The API server refuses `{problem.path}`.",
            evaluation.span(problem),
            hint=f"The server's words: {problem.error}",
            field=str(problem.path),
        )


@rule("POD603", Severity.ERROR)
def container_does_not_start(evaluation: Evaluation) -> Iterator[Finding]:
    """The kubelet can't make the container's environment, so the container does not start.

    It waits with the reason CreateContainerConfigError, and the kubelet tries again for ever.

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
    for problem in _of_pods(evaluation, "kubelet"):
        if problem.error:
            yield Finding(
                f"Container `{problem.detail['container']}` does not start: {problem.error}.",
                evaluation.span(problem),
                hint="It waits with the reason CreateContainerConfigError until this is mended.",
                field=str(problem.path),
            )
