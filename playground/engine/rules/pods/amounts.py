"""Rules about fractions of a byte and repeated ports, which the API server accepts with a warning.

Kubernetes v1.36 ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.kubernetes.quantity import QuantityError, parse
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems

_QUOTES = "'\""
_THOUSANDTHS = re.compile(r"([\"']?)([1-9][0-9]*)m\1")


@rule("POD607", Severity.WARNING)
def fractional_bytes(evaluation: Evaluation) -> Iterator[Finding]:
    """An amount of memory or storage is a fraction of a byte.

    `m` means a thousandth, as in `cpu: 100m`; `Mi` means mebibytes. The API server accepts a fraction of a byte with a
    warning and rounds it up to a whole byte. A container with such a memory limit is killed as it starts.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            resources:
              limits: {memory: 100m}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            resources:
              limits: {memory: 100Mi}
    """
    for problem in problems(evaluation, "fractional-bytes"):
        document, path = evaluation.source.documents[problem.document], problem.path / problem.detail["resource"]
        raw = document.raw(path)
        if not raw:
            continue  # a request that Kubernetes copies from the limit is not in the text
        if not _is_readable(field_at(document.value, path)):
            continue  # POD602 reports this request; the Problem is about the limit, which stands for the request
        span, thousandths = document.span(path), _THOUSANDTHS.fullmatch(raw)
        meant = f"{thousandths[2]}Mi" if thousandths else ""
        reason = ": `m` means a thousandth" if thousandths else ""
        yield Finding(
            f"`{raw.strip(_QUOTES)}` is not a whole number of bytes{reason}.",
            span,
            hint=(
                f"Write `{meant}` for mebibytes. "
                if meant
                else "Write a whole number of bytes, or a number with `Mi` or `Gi`. "
            )
            + f"The API server says: {problem.error}",
            field=str(path),
            fix=write_whole(document, span, meant) if meant else None,
        )


def _is_readable(amount: object) -> bool:
    """Whether the amount is a quantity, or a reference whose value is one."""
    try:
        parse(amount)
    except QuantityError:
        return isinstance(amount, str) and "$" in amount
    return True


_ADVICE = {
    "repeated-port": "Give each container another port: only one of them can listen on a port of the pod.",
    "repeated-port-name": "Give each port of the pod its own name.",
    "host-ip-alone": "Add a `hostPort` or remove `hostIP`, which has no effect alone.",
}


@rule("POD617", Severity.WARNING)
def port_used_twice(evaluation: Evaluation) -> Iterator[Finding]:
    """A port, or the name of a port, appears twice in one pod; or a `hostIP` has no `hostPort`.

    The containers of a pod share one network: if two of them listen on the same port, the second one fails. If two
    ports have the same name, Services and probes find only the first. A `hostIP` has an effect only with a `hostPort`.
    The API server accepts all of this with a warning.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            ports: [{containerPort: 8080}]
          - name: metrics
            image: registry.example/metrics:1
            ports: [{containerPort: 8080}]

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            ports: [{containerPort: 8080}]
          - name: metrics
            image: registry.example/metrics:1
            ports: [{containerPort: 9090}]
    """
    for pattern, advice in _ADVICE.items():
        for problem in problems(evaluation, pattern):
            port, name = problem.detail["port"], problem.detail["name"]
            messages = {
                "repeated-port": f"Port {port} appears more than once in this pod.",
                "repeated-port-name": f"The port name `{name}` appears more than once in this pod.",
                "host-ip-alone": f"Port {port} has a `hostIP` without a `hostPort`.",
            }
            yield Finding(
                messages[pattern],
                evaluation.span(problem),
                hint=f"{advice} The API server says: {problem.error}",
                field=str(problem.path),
            )
