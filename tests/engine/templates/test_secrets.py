"""A Parameter is a secret by its name, its generator or its use."""

from __future__ import annotations

import pytest

from playground.engine import Dialect, evaluate, secret_parameters, tells_secret
from tests.cost import steps

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
message: "${UNUSED}"
parameters:
- {name: HOST, value: db}
- {name: MADE, generate: expression, from: "[a-z]{8}"}
- {name: DB_PASSWORD}
- {name: ROOT, displayName: Admin password, value: a}
- {name: DATA, value: a}
- {name: TEXT, value: a}
- {name: KEY_NAME, value: a}
- {name: LISTED, value: a}
- {name: SHOP, value: a}
- {name: UNUSED, value: a}
objects:
- kind: Secret
  apiVersion: v1
  metadata: {name: "${SHOP}"}
  data: {"a": "${{DATA}}", "${KEY_NAME}": b}
  stringData: {url: "https://u:${TEXT}@${HOST}"}
- kind: List
  apiVersion: v1
  items: [{kind: Secret, apiVersion: v1, stringData: {a: "${LISTED}"}}, {kind: ConfigMap, data: {a: "${SHOP}"}}]
- kind: ConfigMap
  apiVersion: v1
  data: {a: "${SHOP}"}
"""


def test_a_parameter_is_secret_by_name_by_generator_or_by_its_use_in_a_secret() -> None:
    processed = evaluate(TEMPLATE).processed
    assert processed is not None
    assert secret_parameters(processed) == {
        "MADE",
        "DB_PASSWORD",
        "ROOT",
        "DATA",
        "KEY_NAME",
        "TEXT",
        "HOST",
        "LISTED",
    }


@pytest.mark.parametrize(
    ("item", "secret"),
    [
        ("{kind: SecretList, apiVersion: v1, items: [{data: {a: '${A}'}}]}", True),
        ("{kind: SecretList, apiVersion: v1, items: [{kind: Secret, stringData: {a: '${A}'}}]}", True),
        ("{kind: SecretList, apiVersion: v1, items: [{metadata: {name: '${A}'}, data: {}}]}", False),
        ("{kind: SecretList, apiVersion: v1, metadata: {resourceVersion: '${A}'}, items: []}", False),
        ("{kind: ConfigMapList, apiVersion: v1, items: [{data: {a: '${A}'}}]}", False),
        ("{kind: '${B}', apiVersion: v1, data: {a: '${A}'}}", True),
        ("{kind: '${B}', apiVersion: v1, metadata: {name: '${A}'}}", False),
    ],
)
def test_what_goes_into_a_list_of_secrets_or_an_unknown_kind_is_secret(item: str, secret: bool) -> None:
    head = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: A, value: x}, {name: B, value: y}]\n"
    )
    processed = evaluate(f"{head}objects:\n- {item}\n").processed
    assert processed is not None
    assert ("A" in secret_parameters(processed)) is secret


@pytest.mark.parametrize(
    ("expression", "dialect", "tells"),
    [
        ("CANARY", Dialect.OPENSHIFT, True),
        ("CANARY", Dialect.PROPOSAL, True),
        ("CANARY[0-9]{1}", Dialect.OPENSHIFT, True),
        ("[a-z", Dialect.PROPOSAL, True),
        ("AKIAIOSFODNN7EXAMPLE [a-z]{8}", Dialect.OPENSHIFT, True),
        ("[0-9]{3}", Dialect.OPENSHIFT, False),
        ("shop-[a-z0-9]{12}", Dialect.PROPOSAL, False),
    ],
)
def test_an_expression_with_little_randomness_reveals_its_value(expression: str, dialect: Dialect, tells: bool) -> None:
    assert tells_secret(expression, dialect) is tells


def test_all_references_of_one_text_are_looked_at_once() -> None:
    def looked_through(count: int) -> int:
        text = "kind: Template\napiVersion: v1\nparameters: [{name: A, value: b}]\nobjects:\n- x: "
        processed = evaluate(f"{text}{'[' * 150}'{'${A}' * count}'{']' * 150}\n").processed
        assert processed is not None
        return steps(lambda: secret_parameters(processed))

    assert looked_through(1_000) < 10_000
