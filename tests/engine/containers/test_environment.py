"""The data of a container's environment."""

from __future__ import annotations

from tests.engine.environments import environment, pod


def test_a_container_that_starts_has_no_reason_to_wait() -> None:
    container = environment(pod())
    assert (container.error, container.waiting_reason, container.event) == ("", "", "")


def test_the_texts_of_a_container_are_in_the_kubelets_order() -> None:
    fields = """
    args: [arg]
    command: [command]
    env: [{name: A, value: env}, {name: B, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
    startupProbe: {exec: {command: [probe]}}
    volumeMounts: [{subPathExpr: path}]
    """
    assert [item.text for item in environment(pod(fields)).texts] == ["env", "command", "arg", "probe", "path"]


def test_long_chains_of_variables_can_be_printed_compared_and_hashed() -> None:
    chain = "\n".join(f"- {{name: V{n}, value: $(V{n - 1})}}" for n in range(1, 2000))
    last = environment(pod(f"env:\n- {{name: V0, value: x}}\n{chain}")).variables[-1]
    assert (last.value, len({last, last}), last == last) == ("x", 1, True)
    assert len(repr(last)) < 1000
