"""Rules about pods that are refused or do not start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import PodPlace
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import BEFORE_A_KEY
from playground.engine.rules.fixes.nested_values import nested_advice
from playground.engine.rules.fixes.type_errors import dash_advice, fix_of_type_error, write_instead
from playground.engine.rules.fixes.wording import (
    MOST_MISSPELT,
    in_quotes,
    key_of_reference,
    name_of_reference,
    nearest_name,
    write_whole,
)
from playground.engine.rules.pods.field_values import is_text_for_value
from playground.engine.rules.registry import rule
from playground.engine.rules.server_errors import reason, what_to_write
from playground.engine.rules.walks import any_problems, pods
from playground.engine.text.yaml import double_quoted

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
        source_text = evaluation.source.text.slice(span)
        boolean = str(value).lower()
        differs = isinstance(value, bool) and source_text != boolean
        read = f" Kubernetes reads `{source_text}` as {boolean}." if differs else ""
        do, fix = _as_text(evaluation.document(problem.document), span, value)
        inside = (
            nested_advice(evaluation.document(problem.document), problem.path)
            if isinstance(value, dict | list)
            else None
        )
        yield Finding(
            f"`{problem.path}` must be text: the API server refuses this object.{read}",
            span,
            hint=f"{inside.hint if inside else do} The server's words: {problem.error}",
            field=str(problem.path),
            fix=fix if fix is not None else inside.fix if inside else None,
        )


def _as_text(document: Document, span: SourceSpan, value: Any) -> tuple[str, Fix | None]:
    """How to make text of the value at ``span``, and the Fix that does it."""
    source_text = document.source.slice(span)
    whole = _WHOLE_REFERENCE.fullmatch(source_text)
    if isinstance(value, dict | list):
        return "Write text here.", None
    if whole:
        text = f"${{{whole[1]}}}"
        fix = Fix(f"Write {text}", (Edit(span, double_quoted(text)),))
        return f"`{source_text}` inserts a number or boolean; `{text}` inserts text.", fix
    if "$" in source_text:
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
        reported = {(problem.document, problem.path), (problem.document, problem.path.parent)} & undecoded
        again = (problem.detail["stage"] == "validation" and reported) or problem.error.endswith(_NO_NAMES)
        if own or again or "${" in str(problem.detail.get("value", "")):
            continue  # these have other rules, are reported already, or contain a reference, which REF401 reports
        why, span = reason(problem.error), evaluation.span(problem)
        do, instead = what_to_write(problem.error)
        do = do or dash_advice(evaluation, problem)
        yield Finding(
            f"The API server refuses `{problem.path}`{f': {why}' if why else ''}.",
            span,
            hint=f"{do}The server's words: {problem.error}",
            field=str(problem.path),
            fix=write_instead(evaluation, problem, instead) if instead else fix_of_type_error(evaluation, problem),
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
        keys = (
            key
            for (of, called, _), data_object in objects.items()
            if (of, called) == (kind, name)
            for key in data_object.data
        )
        return nearest_name(evaluation, problem, key_of_reference(path, kind), list(islice(keys, _KEYS)))
    if problem.pattern in ("absent-configmap", "absent-secret"):
        kind = detail["kind"]
        names = [name for of, name, _ in objects if of == kind]
        return nearest_name(evaluation, problem, name_of_reference(path, kind), names)
    if problem.pattern == "unsupported-resource":
        containers = evaluation.containers[:_KEYS] if looked_for else ()
        mates = [container.name for container in containers if container.kind != "ephemeralContainer"]
        return nearest_name(evaluation, problem, path / "resourceFieldRef" / "containerName", mates)
    return "", evaluation.span(problem), None


_ENDING: Final = ("Never", "OnFailure")
_ANY: Final = ("Always", *_ENDING)
_ALLOWED: Final[Mapping[str, tuple[str, ...]]] = {"Pod": _ANY, "PodTemplate": _ANY, "Job": _ENDING, "CronJob": _ENDING}


@rule("POD612", Severity.ERROR)
def restart_policy(evaluation: Evaluation) -> Iterator[Finding]:
    """A pod has an invalid `restartPolicy`, or a Job's pod has none.

    The pods of a Job terminate: they need `Never` or `OnFailure`, and the default is `Always`. The pods of a Deployment
    and similar workloads are always restarted. The API server refuses anything else.

    Example::

        apiVersion: batch/v1
        kind: Job
        metadata: {name: migrate}
        spec:
          template:
            spec:
              containers: [{name: migrate, image: registry.example/web:1}]

    Instead::

        apiVersion: batch/v1
        kind: Job
        metadata: {name: migrate}
        spec:
          template:
            spec:
              restartPolicy: Never
              containers: [{name: migrate, image: registry.example/web:1}]
    """
    for item, pod in pods(evaluation).values():
        policy, allowed = pod.spec.get("restartPolicy"), _ALLOWED.get(pod.kind, _ANY[:1])
        if policy in allowed or not pod.spec or (policy is None and "Always" in allowed):
            continue
        if policy is None:
            yield _missing(item, pod)
        elif isinstance(policy, str) and "$" not in policy:
            yield _refused(evaluation, item, pod, policy, allowed)


def _missing(item: TracedObject, pod: PodPlace) -> Finding:
    first, *others = (_added(item, pod, policy) for policy in _ENDING)
    return Finding(
        f"The pods of a {pod.kind} need a `restartPolicy`, `Never` or `OnFailure`: without one it is `Always`.",
        item.key_span(pod.spec_path),
        hint="Write it beside `containers`; the API server refuses the object otherwise.",
        field=str(item.where(pod.spec_path)),
        fix=first,
        alternatives=tuple(other for other in others if other),
    )


def _refused(
    evaluation: Evaluation, item: TracedObject, pod: PodPlace, refused_policy: str, allowed: tuple[str, ...]
) -> Finding:
    place = pod.spec_path / "restartPolicy"
    span = item.span(place)
    plain = evaluation.source.text.slice(span).strip("\"'") == refused_policy
    meant = [policy for policy in allowed if policy.lower() == refused_policy.lower()] or list(allowed)
    fixes = [fix for policy in meant if plain and (fix := write_whole(item.document, span, policy))]
    words = " or ".join(f"`{policy}`" for policy in meant)
    return Finding(
        f"The `restartPolicy` of a {pod.kind}'s pods cannot be `{refused_policy}`: the API server refuses it."
        if pod.kind != "Pod"
        else f"There is no `restartPolicy` `{refused_policy}`: the API server refuses it.",
        span,
        hint=f"Write {words}.",
        field=str(item.where(place)),
        fix=fixes[0] if fixes else None,
        alternatives=tuple(fixes[1:]),
    )


def _added(item: TracedObject, pod: PodPlace, policy: str) -> Fix | None:
    """The edit that writes it before the first field of the pod's `spec`; None if that is not written there."""
    document, spec = item.document, item.where(pod.spec_path)
    start = document.key_span(spec / next(iter(pod.spec))).start
    offset = document.source.offset(start)
    before, style = document.source.text[offset - start.column + 1 : offset], document.style(spec)
    if document.syntax != "yaml" or style not in ("block", "flow"):
        return None
    if style == "block" and not (BEFORE_A_KEY.fullmatch(before) and "-" not in before):
        return None
    after = f"{document.source.newline}{before}" if style == "block" else ", "
    return Fix(f"Write restartPolicy: {policy}", (Edit(SourceSpan(start, start), f"restartPolicy: {policy}{after}"),))
