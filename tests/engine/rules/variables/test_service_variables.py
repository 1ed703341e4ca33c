"""Variables of Services with the application's name, and the fix for them."""

from __future__ import annotations

import json

import pytest

from playground.engine import Severity, apply_edits, read_plain
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: shop}\nspec: {clusterIP: 10.96.0.8, ports: [{port: 80}]}\n"


def pod(spec: str) -> str:
    return f"apiVersion: v1\nkind: Pod\nmetadata: {{name: shop}}\nspec:{spec}---\n{SERVICE}"


@pytest.mark.parametrize(
    "spec",
    [
        "\n  containers:\n  - name: shop\n    image: a/b\n",
        "\n  enableServiceLinks: true\n  containers:\n  - name: shop\n    image: a/b\n",
        " {containers: [{name: shop, image: a/b}]}\n",
    ],
)
def test_the_fix_switches_the_links_off(spec: str) -> None:
    text = pod(spec)
    diagnostic = find_diagnostic(text, "ENV517")
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert "enableServiceLinks: false" in mended
    assert find_diagnostics(mended, "ENV517") == []


def test_the_fix_of_json_is_json() -> None:
    item = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "shop"}}
    pod_text = json.dumps(item | {"spec": {"containers": [{"name": "shop", "image": "a/b"}]}})
    text = f"{pod_text}\n{json.dumps(read_plain(SERVICE))}\n"
    diagnostic = find_diagnostic(text, "ENV517")
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert json.loads(mended.splitlines()[0])["spec"]["enableServiceLinks"] is False
    assert find_diagnostics(mended, "ENV517") == []


def test_links_that_a_script_uses_are_not_switched_off() -> None:
    text = pod("\n  containers:\n  - name: shop\n    image: a/b\n    command: [sh, -c, 'ping $SHOP_SERVICE_HOST']\n")
    diagnostic = find_diagnostic(text, "ENV517")
    assert diagnostic.fix is None
    assert diagnostic.hint == "If the program reads its port from `SHOP_PORT`, define `SHOP_PORT` in `env`."


def test_a_variable_of_the_container_has_no_finding() -> None:
    text = pod("\n  containers: [{name: shop, image: a/b, env: [{name: SHOP_PORT, value: '80'}]}]\n")
    assert find_diagnostics(text, "ENV517") == []


def test_a_service_of_another_name_has_no_finding() -> None:
    text = pod("\n  containers: [{name: shop, image: a/b}]\n")
    text = text.replace("{name: shop}\nspec: {cl", "{name: x}\nspec: {cl")
    assert find_diagnostics(text, "ENV517") == []


def test_an_address_where_a_number_belongs_is_a_warning_that_names_the_number() -> None:
    text = pod("\n  containers: [{name: web, image: a/b, args: ['--port=$(SHOP_PORT)', '$(SHOP_PORT)']}]\n")
    warning = find_diagnostics(text, "ENV517")[0]
    assert warning.severity == "warning"
    assert warning.message == (
        "`$(SHOP_PORT)` is not a number but the address `tcp://10.96.0.8:80`, which Service shop sets."
    )
    assert warning.fix is not None
    assert "--port=$(SHOP_SERVICE_PORT)', '$(SHOP_PORT)'" in apply_edits(text, warning.fix.edits)
    severities = [item.severity for item in find_diagnostics(text, "ENV517")]
    assert severities.count(Severity.WARNING) == 1  # a whole address may be meant


def test_in_a_template_a_variable_must_show_that_the_program_reads_such_names() -> None:
    container = "{name: shop, image: a/b, env: [{name: NAME, value: x}]}"
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n"
        "- {apiVersion: v1, kind: Service, metadata: {name: shop}, spec: {ports: [{port: 80}]}}\n"
        f"- {{apiVersion: v1, kind: Pod, metadata: {{name: shop}}, spec: {{containers: [{container}]}}}}\n"
    )
    assert find_diagnostics(text, "ENV517") == []
    assert len(find_diagnostics(text.replace("NAME", "SHOP_MODE"), "ENV517")) == 1
