"""A line break is removed from a pasted value."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

USER = pod("env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: k}}}]")


@pytest.mark.parametrize(
    ("secret", "mended"),
    [
        ("data: {k: czNjcjN0Cg==}", 'data: {k: "czNjcjN0"}'),
        ("data:\n  k: 'czNjcjN0Cg=='", 'data:\n  k: "czNjcjN0"'),
        ('stringData: {k: "s3cr3t\\n"}', 'stringData: {k: "s3cr3t"}'),
        ("stringData:\n  k: |\n    s3cr3t", "stringData:\n  k: |-\n    s3cr3t"),
        ("stringData:\n  k: |+\n    s3cr3t", None),
        ("stringData:\n  k: >\n    s3cr3t", None),
    ],
)
def test_a_line_end_is_removed_in_the_secret(secret: str, mended: str | None) -> None:
    text = f"apiVersion: v1\nkind: Secret\nmetadata: {{name: s}}\n{secret}\n---\n{USER}"
    diagnostic = find_diagnostic(text, "ENV530")
    if mended is None:
        assert diagnostic.fix is None
        return
    assert diagnostic.fix is not None
    after = apply_edits(text, diagnostic.fix.edits)
    assert after == text.replace(secret, mended)
    values = {item.name: item.value for item in evaluate(after).containers[0].variables}
    assert values["A"] == "s3cr3t"


def test_the_line_end_of_a_secret_that_was_given_beside_the_text_gets_no_fix() -> None:
    secret = {"metadata": {"name": "s"}, "data": {"k": "czNjcjN0Cg=="}}
    diagnostic = find_diagnostic(USER, "ENV530", cluster={"secrets": [secret]})
    assert diagnostic.fix is None


def test_invalid_base64_has_no_finding_about_a_line_end() -> None:
    text = f"apiVersion: v1\nkind: Secret\nmetadata: {{name: s}}\ndata:\n  k: >\n    czNj\n    cjN0\n---\n{USER}"
    assert [item.code for item in evaluate(text).diagnostics] == ["POD602"]


@pytest.mark.parametrize(
    ("resource", "resources", "reported"),
    [
        ("requests.memory", "{}", True),
        ("requests.memory", "{requests: {memory: 0}}", True),
        ("requests.memory", "{requests: {memory: 1}}", False),
        ("requests.memory", "{limits: {memory: 1Gi}}", False),  # copied into the request
        ("limits.hugepages-2Mi", "{}", True),
        ("limits.memory", "{}", False),  # what the node can allocate, which ENV532 says
    ],
)
def test_an_amount_that_nothing_sets_is_said_to_be_zero(resource: str, resources: str, reported: bool) -> None:
    source = f"{{resourceFieldRef: {{resource: {resource}}}}}"
    fault = f"sets `{resource}` to 0" if "0" in resources else f"does not set `{resource}`"
    diagnostics = find_diagnostics(pod(f"resources: {resources}\nenv: [{{name: A, valueFrom: {source}}}]"), "ENV547")
    assert [(diagnostic.message, diagnostic.field) for diagnostic in diagnostics] == [
        (f"`A` is `0`: the container {fault}.", "spec.containers[0].env[0]")
    ] * reported


@pytest.mark.parametrize(
    ("resource", "divisor", "unit"),
    [
        ("limits.memory", "", " bytes"),
        ("limits.memory", ", divisor: 1", " bytes"),
        ("limits.memory", ", divisor: 1Mi", ""),
        ("limits.cpu", "", ""),
    ],
)
def test_what_the_node_has_is_said_in_bytes_unless_a_divisor_changes_the_unit(
    resource: str, divisor: str, unit: str
) -> None:
    source = f"{{resourceFieldRef: {{resource: {resource}{divisor}}}}}"
    diagnostic = find_diagnostic(pod(f"env: [{{name: A, valueFrom: {source}}}]"), "ENV532")
    assert f"`{unit} in the preview: the container sets no `{resource}`." in diagnostic.message


@pytest.mark.parametrize(
    ("resources", "amount"),
    [
        ("{limits: {cpu: 0.5}}", "0.5"),
        ("{limits: {cpu: 250m}}", "250m"),
        ("{limits: {cpu: 2}, requests: {cpu: 0.25}}", "0.25"),
    ],
)
def test_a_rounded_amount_is_named_as_the_text_has_it(resources: str, amount: str) -> None:
    source = "{resourceFieldRef: {resource: requests.cpu}}"
    diagnostic = find_diagnostic(pod(f"resources: {resources}\nenv: [{{name: A, valueFrom: {source}}}]"), "ENV542")
    assert diagnostic.message == f"`A` is `1`: the kubelet rounds `{amount}` up to whole CPUs."


def test_a_limit_of_zero_is_not_called_absent() -> None:
    text = pod(
        "resources: {limits: {memory: 0}}\nenv: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.memory}}}]"
    )
    message = find_diagnostic(text, "ENV532").message
    assert message.endswith("in the preview: the container sets `limits.memory` to 0, which counts as no limit.")


@pytest.mark.parametrize(
    ("resource", "code", "end"),
    [
        ("limits.memory", "ENV532", "in the preview: container `other` sets no `limits.memory`."),
        ("requests.memory", "ENV547", "`A` is `0`: container `other` does not set `requests.memory`."),
    ],
)
def test_the_container_whose_amount_is_read_is_named(resource: str, code: str, end: str) -> None:
    source = f"{{resourceFieldRef: {{containerName: other, resource: {resource}}}}}"
    own = "resources: {limits: {memory: 1Gi}, requests: {memory: 1Gi}}"
    text = pod(f"{own}\nenv: [{{name: A, valueFrom: {source}}}]", "  - {name: other, image: a/b}\n")
    assert find_diagnostic(text, code).message.endswith(end)
