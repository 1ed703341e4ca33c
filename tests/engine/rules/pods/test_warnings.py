"""Fields that the API server accepts with a warning."""

from __future__ import annotations

import pytest

from playground.engine import evaluate
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

_ITEMS = "items: [{key: a, path: p}, {key: b, path: p}]"


def pod_with(fields: str, name: str = "p") -> str:
    return (
        f"apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\n"
        f"spec: {{containers: [{{name: a, image: a/b}}], {fields}}}\n"
    )


@pytest.mark.parametrize(
    ("fields", "place", "advice"),
    [
        ("terminationGracePeriodSeconds: -1", "-1", "Write the seconds"),
        ("imagePullSecrets: [{}]", "{}", "Write the name of the Secret"),
        ("imagePullSecrets: [{name: s}, {name: s}]", "s", "Remove one of the entries"),
        ("nodeSelector: {beta.kubernetes.io/os: linux}", "linux", "The API server says"),
        ("volumes: [{name: v, gitRepo: {repository: r}}]", "{repository: r}", "Use another kind"),
        (f"volumes: [{{name: v, configMap: {{name: c, {_ITEMS}}}}}]", f"{{name: c, {_ITEMS}}}", "Give each file"),
        ("volumes: [{name: v, projected: {sources: [{}]}}]", "{}", "Write a source"),
        ("topologySpreadConstraints: [{}]", "{}", "Write a `labelSelector`"),
        ("hostAliases: [{ip: '1::0:2'}]", "'1::0:2'", "Write the address"),
    ],
)
def test_a_warning_is_at_its_field(fields: str, place: str, advice: str) -> None:
    evaluation = evaluate(pod_with(fields))
    (diagnostic,) = (item for item in evaluation.diagnostics if item.code == "POD621")
    assert evaluation.source.text.slice(diagnostic.span) == place
    assert diagnostic.hint.startswith(advice)


def test_a_name_with_dots_is_no_host_name() -> None:
    diagnostic = find_diagnostic(pod_with("nodeName: web", "a.b"), "POD621")
    assert diagnostic.hint.endswith("a DNS label is recommended: [must not contain dots]")


def test_a_repeated_entry_that_is_refused_has_another_rule() -> None:
    assert not find_diagnostics(pod_with("schedulingGates: [{name: a/b}, {name: a/b}]"), "POD621")
