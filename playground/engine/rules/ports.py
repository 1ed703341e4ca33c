"""Rules about the ports of containers.

Kubernetes v1.36 ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.diagnostics import Finding, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.rules.registry import rule
from playground.engine.rules.walk import problems

_ADVICE = {
    "repeated-port": "The containers of a pod share one network, so only one of them can listen on a port.",
    "repeated-port-name": "Give each port of the pod a name of its own.",
    "host-ip-alone": "`hostIP` has an effect only beside `hostPort`.",
}


@rule("POD617", Severity.WARNING)
def port_used_twice(evaluation: Evaluation) -> Iterator[Finding]:
    """A port, or its name, appears twice in one pod.

    The containers of a pod share one network: when two of them listen on the same port, the second one fails. Of two
    ports with one name, Services and probes find only the first. The API server accepts both, with a warning.

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
                "repeated-port": f"Port {port} appears twice in this pod.",
                "repeated-port-name": f"The port name `{name}` appears twice in this pod.",
                "host-ip-alone": f"Port {port} has a `hostIP` without a `hostPort`.",
            }
            yield Finding(
                messages[pattern],
                evaluation.span(problem),
                hint=f"{advice} The server's words: {problem.error}",
                field=str(problem.path),
            )
