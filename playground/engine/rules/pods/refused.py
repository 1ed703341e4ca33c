"""Rules about pods that the API server refuses, and containers that the kubelet does not start."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from playground.engine.containers.environment import CONFIG_ERROR
from playground.engine.editing.lines import BEFORE_A_KEY
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import PodPlace
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.nested_values import Advice, nested_advice
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
from playground.engine.rules.pods.sub_paths import advice_on_sub_path
from playground.engine.rules.registry import rule
from playground.engine.rules.server_errors import reason, what_to_write
from playground.engine.rules.templates.parameter_references import other_dialects_references
from playground.engine.rules.walks import all_problems, hidden_by, pods
from playground.engine.text.yaml import double_quoted

# The ends of errors that follow from a missing name, which has an error of its own.
_FOLLOWS_FROM_NO_NAME = ('Duplicate value: ""', 'Not found: ""')
_MOST_CANDIDATES = 100  # keys of a ConfigMap or Secret, or names of containers, that one misspelt name is compared with
_WHOLE_REFERENCE = re.compile(r"[\"']?\$\{\{(\w+)\}\}[\"']?", re.ASCII)


def _problems_in(evaluation: Evaluation, *stages: str) -> Iterator[Problem]:
    """The Problems of pods, ConfigMaps, Secrets and Services in these stages: decode, validation, warning, kubelet."""
    return (problem for problem in all_problems(evaluation) if problem.detail.get("stage") in stages)


@rule("POD601", Severity.ERROR)
def value_not_text(evaluation: Evaluation) -> Iterator[Finding]:
    """A field that must be text contains a number or boolean, a list or a mapping.

    `value: 8080` is a number in YAML, and the API server refuses the whole object. Quotes make the value text. In a
    Template, `${NAME}` always inserts text; `${{NAME}}` may insert a number or boolean.

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
    for problem in _problems_in(evaluation, "decode"):
        if problem.pattern != "non-string-value":
            continue
        span, value = evaluation.span(problem), problem.detail["value"]
        source_text = evaluation.source.text.slice(span)
        boolean = str(value).lower()
        differs = isinstance(value, bool) and source_text != boolean
        explanation = f" Kubernetes reads `{source_text}` as {boolean}." if differs else ""
        document = evaluation.document(problem.document)
        is_nested = isinstance(value, dict | list)
        advice = nested_advice(document, problem.path) if is_nested else _advice_on_scalar(document, span, value)
        yield Finding(
            f"The API server refuses this object: `{problem.path}` must be text.{explanation}",
            span,
            hint=f"{advice.hint} The API server says: {problem.error}",
            field=str(problem.path),
            related=hidden_by(evaluation, problem),
            fix=advice.fix,
        )


def _advice_on_scalar(document: Document, span: SourceSpan, value: float) -> Advice:
    """Advice that makes text of the number or boolean ``value`` at ``span``."""
    source_text = document.source.slice(span)
    whole = _WHOLE_REFERENCE.fullmatch(source_text)
    if whole:
        text = f"${{{whole[1]}}}"
        fix = Fix(f"Write {text}", (Edit(span, double_quoted(text)),))
        return Advice(f"`{source_text}` inserts a number or boolean; `{text}` inserts text.", fix)
    if "$" in source_text:
        hint = "The type of the parameter makes the value a number or boolean; give it the type `string`."
        return Advice(hint, None)
    return Advice("Put quotes around the value.", in_quotes(document, span, value))


@rule("POD602", Severity.ERROR)
def refused_object(evaluation: Evaluation) -> Iterator[Finding]:
    """The API server refuses a pod, or a ConfigMap, Secret or Service beside it.

    A field has the wrong type or value, a required field is missing, or two fields exclude each other. The API server
    does not create the object.

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
    for problem in _refusals(evaluation):
        why, span = reason(problem.error), evaluation.span(problem)
        advice, instead = what_to_write(problem.error)
        advice = advice or dash_advice(evaluation, problem)
        yield Finding(
            f"The API server refuses `{problem.path}`{f': {why}' if why else ''}.",
            span,
            hint=f"{advice}The API server says: {problem.error}",
            field=str(problem.path),
            related=hidden_by(evaluation, problem),
            fix=write_instead(evaluation, problem, instead) if instead else fix_of_type_error(evaluation, problem),
        )


def _refusals(evaluation: Evaluation) -> Iterator[Problem]:
    """The Problems for POD602: without those of other rules, and without errors that follow from another error."""
    undecoded = {(problem.document, problem.path) for problem in _problems_in(evaluation, "decode")}
    missing: set[tuple[int, FieldPath]] = set()
    staying = {(item.document.index, item.where(path)) for item, path, _ in other_dialects_references(evaluation)}
    for problem in _problems_in(evaluation, "decode", "validation"):
        place, parent = (problem.document, problem.path), (problem.document, problem.path.parent)
        if problem.pattern == "required-field-missing":
            missing.add(place)
        elif place in missing and ': Invalid value: "": ' in problem.error:
            continue  # the missing value is reported already
        if problem.pattern == "non-string-value" or is_text_for_value(problem):
            continue  # POD601 and POD605 report these
        if problem.detail["stage"] == "validation" and not undecoded.isdisjoint((place, parent)):
            continue  # a value that cannot be decoded fails the validation, too
        if problem.error.endswith(_FOLLOWS_FROM_NO_NAME) or place in staying:  # REF403 reports a reference that stays
            continue
        if "${" not in str(problem.detail.get("value", "")):  # REF401 reports a reference that was not replaced
            yield problem


@rule("POD603", Severity.ERROR)
def container_does_not_start(evaluation: Evaluation) -> Iterator[Finding]:
    """The kubelet cannot create the container, so the container does not start.

    A ConfigMap, a Secret or one of their keys is missing, or a field cannot be read. A container with `runAsNonRoot`
    has the user 0. `command` or `args` contain bytes of a Secret that are not UTF-8. The container waits with the
    reason CreateContainerConfigError or CreateContainerError, and the kubelet tries again until you correct the pod.

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
    # The places of refused fields, and of all that contains them: the kubelet never sees these.
    refused = {
        (problem.document, problem.path[:depth])
        for problem in _problems_in(evaluation, "validation")
        for depth in range(len(problem.path) + 1)
    }
    for number, problem in enumerate(_problems_in(evaluation, "kubelet")):
        if problem.error and (problem.document, problem.path) not in refused:
            waiting_reason = problem.detail.get("reason", CONFIG_ERROR)
            if problem.detail.get("missing"):  # names of variables in a `subPathExpr`
                advice, fix = advice_on_sub_path(evaluation, problem, number < MOST_MISSPELT)
                span = evaluation.span(problem)
            else:
                advice, span, fix = _nearest_reference(evaluation, problem, number < MOST_MISSPELT)
            yield Finding(
                f"Container `{problem.detail['container']}` does not start: {problem.error}.",
                span,
                hint=f"{advice} The container waits with the reason {waiting_reason} until you correct this.".strip(),
                field=str(problem.path),
                fix=fix,
            )


def _nearest_reference(evaluation: Evaluation, problem: Problem, search: bool) -> tuple[str, SourceSpan, Fix | None]:
    """The question for the hint, the place of the missing name or key, and the Fix: see ``nearest_name``.

    Without ``search``, no name is compared with the missing one.
    """
    path, detail = problem.path, problem.detail
    objects = evaluation.cluster.data_objects if search else {}
    if problem.pattern == "missing-key" and "kind" in detail:
        kind, name = detail["kind"], detail["name"]
        keys = (
            key
            for (object_kind, object_name, _), data_object in objects.items()
            if (object_kind, object_name) == (kind, name)
            for key in data_object.data
        )
        return nearest_name(evaluation, problem, key_of_reference(path, kind), list(islice(keys, _MOST_CANDIDATES)))
    if problem.pattern in ("absent-configmap", "absent-secret"):
        kind = detail["kind"]
        names = [name for object_kind, name, _ in objects if object_kind == kind]
        return nearest_name(evaluation, problem, name_of_reference(path, kind), names)
    if problem.pattern == "unsupported-resource":
        containers = evaluation.containers[:_MOST_CANDIDATES] if search else ()
        names = [container.name for container in containers if container.kind != "ephemeralContainer"]
        return nearest_name(evaluation, problem, path / "resourceFieldRef" / "containerName", names)
    return "", evaluation.span(problem), None


_POLICIES_OF_JOBS: Final = ("Never", "OnFailure")
_ANY_POLICY: Final = ("Always", *_POLICIES_OF_JOBS)
_ALLOWED_POLICIES: Final[Mapping[str, tuple[str, ...]]] = {  # by kind of the pod's owner; all others need `Always`
    "Pod": _ANY_POLICY,
    "PodTemplate": _ANY_POLICY,
    "Job": _POLICIES_OF_JOBS,
    "CronJob": _POLICIES_OF_JOBS,
}
_NO_POLICY: Final = ("", '""', "''", "null", "~")  # as a text can have it


@rule("POD612", Severity.ERROR)
def restart_policy(evaluation: Evaluation) -> Iterator[Finding]:
    """A pod has an invalid `restartPolicy`, or the pod of a Job has none.

    The pods of a Job end: they need `Never` or `OnFailure`, but the default is `Always`. The pods of a Deployment and
    similar workloads need `Always`. The API server refuses any other policy.

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
        policy, allowed = pod.spec.get("restartPolicy"), _ALLOWED_POLICIES.get(pod.kind, ("Always",))
        is_left_out = policy is None or policy == ""  # the API server fills in `Always`
        if policy in allowed or not pod.spec or (is_left_out and "Always" in allowed):
            continue
        if is_left_out:
            yield _missing_policy(item, pod)
        elif isinstance(policy, str) and "$" not in policy:
            yield _refused_policy(evaluation, item, pod, policy, allowed)


def _missing_policy(item: TracedObject, pod: PodPlace) -> Finding:
    fix, *alternatives = (_add_policy(item, pod, policy) for policy in _POLICIES_OF_JOBS)
    return Finding(
        f"The pods of a {pod.kind} need a `restartPolicy` of `Never` or `OnFailure`; the default is `Always`.",
        item.key_span(pod.spec_path),
        hint="Write `restartPolicy` beside `containers`; otherwise the API server refuses the object.",
        field=str(item.where(pod.spec_path)),
        fix=fix,
        alternatives=tuple(alternative for alternative in alternatives if alternative),
    )


def _refused_policy(
    evaluation: Evaluation, item: TracedObject, pod: PodPlace, refused_policy: str, allowed: tuple[str, ...]
) -> Finding:
    place = pod.spec_path / "restartPolicy"
    span = item.span(place)
    is_literal = evaluation.source.text.slice(span).strip("\"'") == refused_policy
    meant = [policy for policy in allowed if policy.lower() == refused_policy.lower()] or list(allowed)
    fixes = [fix for policy in meant if is_literal and (fix := write_whole(item.document, span, policy))]
    choices = " or ".join(f"`{policy}`" for policy in meant)
    return Finding(
        f"The API server refuses the `restartPolicy` `{refused_policy}` for the pods of a {pod.kind}."
        if pod.kind != "Pod"
        else f"The API server refuses the `restartPolicy` `{refused_policy}`: no such policy exists.",
        span,
        hint=f"Write {choices}.",
        field=str(item.where(place)),
        fix=fixes[0] if fixes else None,
        alternatives=tuple(fixes[1:]),
    )


def _add_policy(item: TracedObject, pod: PodPlace, policy: str) -> Fix | None:
    """The Fix that writes the policy in place of an empty one, or before the first field of the pod's `spec`.

    None for an alias, and for a new field in JSON.
    """
    document, spec = item.document, item.where(pod.spec_path)
    if "restartPolicy" in pod.spec:
        is_empty = document.raw(spec / "restartPolicy") in _NO_POLICY
        return write_whole(document, document.span(spec / "restartPolicy"), policy) if is_empty else None
    start = document.key_span(spec / next(iter(pod.spec))).start
    before, style = document.source.line_before(start), document.style(spec)
    if document.syntax != "yaml" or style not in ("block", "flow"):
        return None
    if style == "block" and not (BEFORE_A_KEY.fullmatch(before) and "-" not in before):
        return None
    after = f"{document.source.newline}{before}" if style == "block" else ", "
    return Fix(f"Write restartPolicy: {policy}", (Edit(SourceSpan(start, start), f"restartPolicy: {policy}{after}"),))
