"""What stops the kubelet after it has built a container's environment."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, evaluate, expansion_answer
from tests.engine.environments import environment, pod

_SECRET = """
---
apiVersion: v1
kind: Secret
metadata: {name: s, namespace: shop}
data: {good: YQ==, bad: gA==}
"""
_ENV = """
env:
- {name: GOOD, valueFrom: {secretKeyRef: {name: s, key: good}}}
- {name: BAD, valueFrom: {secretKeyRef: {name: s, key: bad}}}
- {name: CHAIN, value: x$(BAD)}
- {name: LONGER, value: y$(CHAIN)}
"""
_BINARY = "grpc: error while marshaling: string field contains invalid UTF-8"


@pytest.mark.parametrize(
    ("container", "pods", "place"),
    [
        ("{runAsNonRoot: true, runAsUser: 0}", "{}", "spec.containers[0].securityContext.runAsUser"),
        ("{}", "{runAsNonRoot: true, runAsUser: 0}", "spec.securityContext.runAsUser"),
        ("{runAsNonRoot: true}", "{runAsUser: 0}", "spec.securityContext.runAsUser"),
        ("{runAsUser: 0}", "{runAsNonRoot: true, runAsUser: 1}", "spec.containers[0].securityContext.runAsUser"),
        ("{runAsUser: 1}", "{runAsNonRoot: true, runAsUser: 0}", ""),
        ("{runAsNonRoot: false}", "{runAsNonRoot: true, runAsUser: 0}", ""),
        ("{runAsNonRoot: true}", "{}", ""),  # the user of the image counts
        ("{runAsNonRoot: true, runAsUser: 0}\nos: {name: windows}", "{}", ""),
    ],
)
def test_a_container_that_must_not_run_as_root_does_not_start_with_the_user_0(
    container: str, pods: str, place: str
) -> None:
    context, _, system = container.partition("\n")
    started = environment(pod(f"securityContext: {context}", f"  securityContext: {pods}\n  {system}\n"))
    uid = "00000000-0000-4000-8000-000000000000"
    error = f'container\'s runAsUser breaks non-root policy (pod: "web-0_shop({uid})", container: app)'
    assert (started.error, started.waiting_reason) == ((error, "CreateContainerConfigError") if place else ("", ""))
    assert [str(problem.path) for problem in started.problems] == ([place] if place else [])


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ("command: [a, $(BAD)]", "command[1]"),
        ("args: [$(GOOD), $(LONGER)]", "args[1]"),
        ("volumeMounts: [{name: v, mountPath: /d, subPathExpr: $(CHAIN)}]", "volumeMounts[0].subPathExpr"),
        ("args: [$(GOOD), $$(BAD), $(NOPE)]", ""),
        ("livenessProbe: {exec: {command: [$(BAD)]}}", ""),  # probes see no Secret
    ],
)
def test_bytes_that_are_not_utf8_stop_a_container_outside_of_env(fields: str, place: str) -> None:
    started = environment(pod(f"{_ENV}{fields}", _SECRET))
    assert (started.error, started.waiting_reason) == ((_BINARY, "CreateContainerError") if place else ("", ""))
    assert [str(problem.path) for problem in started.problems] == ([f"spec.containers[0].{place}"] if place else [])


def test_kubelets_before_1_34_accept_bytes_that_are_not_utf8() -> None:
    evaluation = evaluate(pod(f"{_ENV}args: [$(BAD)]", _SECRET), Inputs(kubernetes="1.33"))
    assert evaluation.containers[0].error == ""


def test_a_failing_container_waits_for_its_first_error_only() -> None:
    fields = "env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: nope}}}]\nargs: [a]"
    context = "securityContext: {runAsNonRoot: true, runAsUser: 0}\nlivenessProbe: {exec: {command: [a]}}"
    answer = expansion_answer(evaluate(pod(f"{fields}\n{context}", _SECRET)))["containers"][0]
    assert answer["error"] == "couldn't find key nope in Secret shop/s"
    # The command of a probe does not depend on the environment.
    assert (answer["args"], answer["probes"]) == ([], [{"kind": "livenessProbe", "command": ["a"]}])
