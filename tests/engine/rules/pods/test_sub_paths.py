"""Variables that a `subPathExpr` needs."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostic


def pod_with(expression: str, env: str) -> str:
    mounts = f"volumeMounts: [{{name: v, mountPath: /v, subPathExpr: {expression}}}]"
    return (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: c\n    image: a/b\n"
        f"{env}    {mounts}\n  volumes: [{{name: v, emptyDir: {{}}}}]\n"
    )


ENV = "    env:\n    - name: A\n      value: x\n"


@pytest.mark.parametrize(
    ("name", "field"),
    [("POD_NAME", "metadata.name"), ("NODE_NAME", "spec.nodeName"), ("POD_NAMESPACE", "metadata.namespace")],
)
@pytest.mark.parametrize("env", ["", ENV, "    env: []\n"])
def test_a_field_of_the_pod_is_declared(name: str, field: str, env: str) -> None:
    text = pod_with(f"$({name})/x", env)
    diagnostic = find_diagnostic(text, "POD603")
    assert diagnostic.hint.startswith(
        f"Declare `{name}` in `env` of the container `c`, from the field `{field}` of the pod. The container waits"
    )
    assert diagnostic.fix
    mended = apply_edits(text, diagnostic.fix.edits)
    assert f"valueFrom: {{fieldRef: {{fieldPath: {field}}}}}" in mended
    assert evaluate(mended).diagnostics == ()


@pytest.mark.parametrize(
    ("expression", "env", "hint"),
    [
        ("$(TENANT)/$(ZONE)", ENV, "Declare `TENANT` and `ZONE` in `env` of the container `c`. The"),
        ("$(A)", ENV.replace("x", '""'), "Give `A` a value in `env` of this container: an empty text is no path. The"),
        ("$(TENNANT)", ENV.replace("A", "TENANT"), "Did you mean `$(TENANT)`? The"),
    ],
)
def test_the_hint_says_what_to_declare(expression: str, env: str, hint: str) -> None:
    text = pod_with(expression, env)
    diagnostic = find_diagnostic(text, "POD603")
    assert diagnostic.hint.startswith(hint)
    if diagnostic.fix:
        assert apply_edits(text, diagnostic.fix.edits) == text.replace("TENNANT", "TENANT")


def test_in_json_the_entry_is_json() -> None:
    text = """{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "c",
        "image": "a/b", "env": [{"name": "B", "value": "x"}],
        "volumeMounts": [{"name": "v", "mountPath": "/v", "subPathExpr": "$(POD_UID)"}]}],
        "volumes": [{"name": "v", "emptyDir": {}}]}}"""
    diagnostic = find_diagnostic(text, "POD603")
    assert diagnostic.fix
    assert '{"name": "POD_UID", "valueFrom": {"fieldRef": {"fieldPath": "metadata.uid"}}}' in apply_edits(
        text, diagnostic.fix.edits
    )
