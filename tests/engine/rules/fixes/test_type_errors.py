"""Values of the wrong type have a fix that changes nothing else."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics
from tests.engine.rules.fixing import mend_container

HEAD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n"


@pytest.mark.parametrize(
    ("source", "field", "meant"),
    [
        ("env:\n  name: A # of A\n\n  value: b", "env", [{"name": "A", "value": "b"}]),
        ("env: {name: A, value: b}", "env", [{"name": "A", "value": "b"}]),
        (
            "env:\n  name: A\n  valueFrom:\n    fieldRef: {fieldPath: metadata.name}",
            "env",
            [{"name": "A", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}}],
        ),
        ("env:\n- name: A\n- value: b", "env", [{"name": "A", "value": "b"}]),
        ("env:\n- name:A\n  value:b", "env", [{"name": "A", "value": "b"}]),
        ("envFrom:\n  secretRef: {name: x}", "envFrom", [{"secretRef": {"name": "x"}}]),
        ("envFrom:\n- secretRef: x", "envFrom", [{"secretRef": {"name": "x"}}]),
        ("envFrom: [configMapRef: x]", "envFrom", [{"configMapRef": {"name": "x"}}]),
        ("ports: [80, 81]", "ports", [{"containerPort": 80}, {"containerPort": 81}]),
        ("ports:\n  containerPort: 80", "ports", [{"containerPort": 80}]),
        ("command: sh -c 'echo x'", "command", ["sh", "-c", "echo x"]),
        ("args: --verbose", "args", ["--verbose"]),
    ],
)
def test_the_fix_gives_the_intended_value(source: str, field: str, meant: object) -> None:
    assert mend_container(pod(source), "POD602")[field] == meant


def test_a_container_without_its_dash_gets_one_and_keeps_its_lines() -> None:
    text = f"{HEAD}    name: a\n    args:\n    - |\n      x\n"
    assert mend_container(text, "POD602") == {"name": "a", "args": ["x\n"]}


def test_a_container_in_three_items_is_put_together_again() -> None:
    text = f"{HEAD}  - name: a\n  - image: b\n  - tty: true\n"
    diagnostics = find_diagnostics(text, "POD602")
    assert [diagnostic.span.start.line for diagnostic in diagnostics] == [7, 8]
    assert all("without the dash, these fields belong to `a`" in diagnostic.hint for diagnostic in diagnostics)
    assert mend_container(text, "POD602") == {"name": "a", "image": "b", "tty": True}


def test_a_bare_name_of_a_pull_secret_becomes_a_mapping() -> None:
    text = pod("tty: true").replace("spec:", "spec:\n  imagePullSecrets: [login]")
    (diagnostic,) = evaluate(text).diagnostics
    assert diagnostic.fix is not None
    assert "{name: login}" in apply_edits(text, diagnostic.fix.edits)


@pytest.mark.parametrize(
    "source",
    [
        "command: echo x | tee y",  # for a shell: which one, only its author knows
        "env:\n- name: A\n- name: B\n  value: c\n- value: d",  # might be A's or of another one
        "env:\n- name: A\n-   value: b",  # in another column
        "envFrom: [secretRef: [x]]",
        "volumeMounts: [/data]",
    ],
)
def test_without_a_clear_intention_there_is_no_fix(source: str) -> None:
    fixes = [diagnostic.fix for diagnostic in find_diagnostics(pod(source), "POD602")]
    assert fixes
    assert not any(fixes)


def test_a_value_that_cannot_be_decoded_is_refused_once() -> None:
    diagnostics = find_diagnostics(pod("env: [{name: A, valueFrom: abc}]"), "POD602")
    assert len(diagnostics) == 1


def test_json_has_no_fix_that_only_yaml_can_express() -> None:
    text = '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "args": "--x --y"}]}}'
    diagnostic = find_diagnostic(text, "POD602")
    assert diagnostic.fix is None


@pytest.mark.parametrize(
    ("source", "mended"),
    [("512MB", "512M"), ("1 Gi", "1Gi"), ("2gb", "2G"), ("1.5GiB", "1.5Gi"), ("0.5 cores", None), ("12Z", None)],
)
def test_an_informal_amount_becomes_a_quantity(source: str, mended: str | None) -> None:
    (diagnostic,) = evaluate(pod(f"resources: {{limits: {{memory: {source}}}}}")).diagnostics
    assert diagnostic.hint.startswith("Write a number, alone or followed by `m`")
    assert (diagnostic.fix.edits[0].text if diagnostic.fix else None) == mended


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        ("metadata.labels.app", "metadata.labels['app']"),
        ("metadata.annotations[a/b]", "metadata.annotations['a/b']"),
        ("podIP", "status.podIP"),
        ("metadata.nodeName", "spec.nodeName"),
        ("spec.hostname", None),
    ],
)
def test_a_field_path_becomes_one_that_is_supported(source: str, meant: str | None) -> None:
    text = pod(f'env: [{{name: A, valueFrom: {{fieldRef: {{fieldPath: "{source}"}}}}}}]')
    diagnostic = find_diagnostic(text, "POD602")
    assert (diagnostic.fix.title if diagnostic.fix else None) == (f"Write {meant}" if meant else None)


def test_a_mount_of_an_unknown_volume_has_a_suggestion() -> None:
    volumes = "  volumes: [{name: data, emptyDir: {}}]\n"
    text = pod("volumeMounts: [{name: dta, mountPath: /x}, {mountPath: /y}]", volumes)
    unknown, missing = find_diagnostics(text, "POD602")
    assert unknown.hint.startswith("Add a volume `dta` under `volumes` of the pod, or correct the name. ")
    assert unknown.fix is not None
    assert unknown.fix.title == "Write data"
    assert missing.message.endswith("Required value.")


def test_the_volumes_of_a_stateful_set_may_come_from_its_claims() -> None:
    workload = pod("volumeMounts: [{name: data, mountPath: /x}]").split("spec:\n")[1]
    inside = "".join(f"    {line}\n" for line in workload.splitlines())
    claims = "  volumeClaimTemplates: [{metadata: {name: data}}]\n"
    for kind, fields, codes in (
        ("StatefulSet", claims, []),
        ("StatefulSet", "", ["POD602"]),
        ("DaemonSet", "", ["POD602"]),
    ):
        text = (
            f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: a}}\nspec:\n  selector: {{matchLabels: {{a: b}}}}\n"
            f"{fields}  template:\n    metadata: {{labels: {{a: b}}}}\n    spec:\n{inside}"
        )
        assert [diagnostic.code for diagnostic in evaluate(text).diagnostics] == codes


@pytest.mark.parametrize(
    "fields",
    [
        "env:\n- name:A\n   value:b",  # in another column
        "env:\n- name:A b:c\n  value:d",
        "envFrom: [{secretRef: {name: s}}]\nenv:\n- name:",
    ],
)
def test_what_would_not_become_an_entry_has_no_fix(fields: str) -> None:
    fixes = [diagnostic.fix.title for diagnostic in evaluate(pod(fields)).diagnostics if diagnostic.fix]
    assert "Write a space after each colon" not in fixes


def test_a_value_that_yaml_would_misread_is_quoted() -> None:
    text = pod("envFrom:\n- secretRef: a [b]\nenv: [{name: A, valueFrom: {fieldRef: metadata.name}}]")
    diagnostic = find_diagnostics(text, "POD602")[0]
    assert diagnostic.fix is not None
    assert '- secretRef: {name: "a [b]"}\n' in apply_edits(text, diagnostic.fix.edits)


@pytest.mark.parametrize(
    ("source", "mended"),
    [("80", "{containerPort: 80}"), ('"80"', "{containerPort: 80}"), ("http", None), ('"-1"', None)],
)
def test_a_port_alone_becomes_a_mapping_if_it_is_a_number(source: str, mended: str | None) -> None:
    text = pod(f"ports: [{source}]")
    (diagnostic,) = evaluate(text).diagnostics
    assert (diagnostic.fix.edits[0].text if diagnostic.fix else None) == mended
    for fix in diagnostic.fixes:
        assert evaluate(apply_edits(text, fix.edits)).diagnostics == ()
