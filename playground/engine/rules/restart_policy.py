"""Rules about restart policies that are not allowed.

Kubernetes v1.36 ``pkg/apis/batch/validation`` and ``pkg/apis/apps/validation``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from playground.engine.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import PodPlace
from playground.engine.location import SourceSpan
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import BEFORE_A_KEY
from playground.engine.rules.fixes.whole import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walk import pods

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
        written, allowed = pod.spec.get("restartPolicy"), _ALLOWED.get(pod.kind, _ANY[:1])
        if written in allowed or not pod.spec or (written is None and "Always" in allowed):
            continue
        if written is None:
            yield _missing(item, pod)
        elif isinstance(written, str) and "$" not in written:
            yield _refused(evaluation, item, pod, written, allowed)


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
    evaluation: Evaluation, item: TracedObject, pod: PodPlace, written: str, allowed: tuple[str, ...]
) -> Finding:
    place = pod.spec_path / "restartPolicy"
    span = item.span(place)
    plain = evaluation.source.text.slice(span).strip("\"'") == written
    meant = [policy for policy in allowed if policy.lower() == written.lower()] or list(allowed)
    fixes = [fix for policy in meant if plain and (fix := write_whole(item.document, span, policy))]
    words = " or ".join(f"`{policy}`" for policy in meant)
    return Finding(
        f"The `restartPolicy` of a {pod.kind}'s pods cannot be `{written}`: the API server refuses it."
        if pod.kind != "Pod"
        else f"There is no `restartPolicy` `{written}`: the API server refuses it.",
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
