"""Fixed hosts and secrets in a Template's objects, and that they can become parameters."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, evaluate

HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters:\n- {name: HOST, value: a.example}\nobjects:\n"
INGRESS = """\
- apiVersion: networking.k8s.io/v1
  kind: Ingress
  metadata: {name: shop}
  spec:
    rules: [{host: shop.example}, {host: "${HOST}"}, {http: {}}, null]
"""


def found(objects: str, code: str, head: str = HEAD) -> list[Diagnostic]:
    return [item for item in evaluate(head + objects).diagnostics if item.code == code]


def literals(text: str, diagnostics: list[Diagnostic]) -> list[str]:
    source = evaluate(text).source.text
    return [source.slice(item.literal) if item.literal else "" for item in diagnostics]


def test_each_fixed_host_of_an_ingress_is_told_with_the_value_that_can_become_a_parameter() -> None:
    hints = found(INGRESS, "TPL215")
    assert [item.message for item in hints] == [
        "The host `shop.example` is fixed, so no second instance of the Template can have it."
    ]
    assert literals(HEAD + INGRESS, hints) == ["shop.example"]


@pytest.mark.parametrize("host", ["${HOST}", "${UNKNOWN}", '""', "null", "[a]"])
def test_a_host_that_is_not_fixed_is_nothing(host: str) -> None:
    head = "- {apiVersion: route.openshift.io/v1, kind: Route, metadata: {name: a},"
    route = f'{head} spec: {{host: {host}, to: {{kind: Service, name: "${{HOST}}"}}}}}}\n'
    assert found(route, "TPL215") == []


def test_what_is_beside_a_template_or_has_none_is_nothing() -> None:
    plain = INGRESS.replace("- api", "api").replace("\n  ", "\n")
    assert found(plain, "TPL215", head="") == []
    assert found("[]\n---\n" + plain, "TPL215") == []


def test_secrets_under_string_data_are_told_and_those_of_parameters_are_not() -> None:
    secret = """\
- apiVersion: v1
  kind: Secret
  metadata: {name: db}
  stringData:
    password: hunter2
    token: "${HOST}"
    user: shop
    url: "postgres://shop:hunter3@db/shop"
    api-token: |
      several
      lines
"""
    hints = found(secret, "TPL216")
    assert [item.message.split("`")[1] for item in hints] == ["password", "url", "api-token"]
    assert literals(HEAD + secret, hints) == ["hunter2", "hunter3", ""]
    assert found(secret.replace("- api", "api").replace("\n  ", "\n"), "TPL216", head="") == []
