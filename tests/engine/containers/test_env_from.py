"""The variables of `envFrom`."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, evaluate
from tests.engine.environments import environment, patterns, pod, values

_BOTH = """
---
kind: ConfigMap
metadata: {name: c}
data: {user: joe, empty: "", ref: $(user)}
---
kind: Secret
metadata: {name: s}
stringData: {pass: p$$w}
"""


def test_env_from_adds_every_key_with_its_prefix_and_never_expands() -> None:
    fields = "envFrom:\n- {prefix: X_, configMapRef: {name: c}}\n- secretRef: {name: s}"
    container = environment(pod(fields, _BOTH))
    assert values(container) == {"X_user": "joe", "X_empty": "", "X_ref": "$(user)", "pass": "p$$w"}
    assert container.variables[-1].origin.label == "envFrom Secret s"
    assert str(container.variables[-1].path) == "spec.containers[0].envFrom[1]"


def test_while_an_env_from_source_is_unknown_no_name_is_undefined() -> None:
    fields = "envFrom: [{configMapRef: {name: nope}}]\nargs: [$(X)]"
    assert environment(pod(fields)).args[0].references[0].fate == "unknown"
    optional = "envFrom: [{configMapRef: {name: nope, optional: true}}]\nargs: [$(X)]"
    assert environment(pod(optional)).args[0].references[0].fate == "unresolved"


def test_env_from_goes_on_after_a_source_that_gives_nothing() -> None:
    absent = "{configMapRef: {name: gone, optional: true}}, {secretRef: {name: unknown}}"
    container = environment(pod(f"envFrom: [{{}}, {absent}, {{secretRef: {{name: s}}}}]", _BOTH))
    assert values(container) == {"pass": "p$$w"}


@pytest.mark.parametrize(("version", "keys"), [("1.29", ["user"]), ("1.30", ["user", "1st"])])
def test_strange_keys_are_skipped_with_an_event_up_to_1_29(version: str, keys: list[str]) -> None:
    strange = "---\nkind: ConfigMap\nmetadata: {name: c}\ndata: {user: joe, 1st: a}\n"
    (container,) = evaluate(pod("envFrom: [{configMapRef: {name: c}}]", strange), Inputs(kubernetes=version)).containers
    assert list(values(container)) == keys
    message = (
        "Keys [1st] from the EnvFrom configMap shop/c were skipped since they are considered invalid environment"
        " variable names."
    )
    assert [event.message for event in container.events] == [message] * (version == "1.29")
    assert patterns(container) == ["strange-keys"]
