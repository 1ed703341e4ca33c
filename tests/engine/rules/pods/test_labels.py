"""Selectors that find nothing."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from playground.engine.rules.pods import labels
from tests.cost import steps

SERVICE_OF = """\
{{apiVersion: v1, kind: Service, metadata: {{name: s{0}}}, spec: {{selector: {{app: a{0}}}, ports: [{{port: 80}}]}}}}
"""
WORKLOAD_OF = """\
apiVersion: apps/v1
kind: Deployment
metadata: {{name: d{0}, labels: {{app: b{0}}}}}
spec:
  selector: {{matchLabels: {{role: r{0}}}}}
  template:
    metadata: {{labels: {{role: r{0}}}}}
    spec: {{enableServiceLinks: false, containers: [{{name: web, image: registry.example/web:1}}]}}
"""

POD = "{metadata: {labels: {role: web}}, spec: {containers: [{name: a, image: b/c}]}}"


def deployment(selector: str, labels: str = "{}") -> str:
    return (
        f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: a, labels: {labels}}}\n"
        f"spec: {{selector: {{matchLabels: {selector}}}, template: {POD}}}\n"
    )


def service(selector: str) -> str:
    return f"---\napiVersion: v1\nkind: Service\nmetadata: {{name: s}}\nspec: {{selector: {selector}}}\n"


def codes_and_messages(text: str) -> list[tuple[str, str]]:
    return [(item.code, item.message) for item in evaluate(text).diagnostics]


def test_a_selector_of_another_value_names_both() -> None:
    assert codes_and_messages(deployment("{role: api}")) == [
        ("POD606", "The selector requires `role: api`, but the pod template has `role: web`.")
    ]


def test_a_selector_that_matches_has_no_finding() -> None:
    assert codes_and_messages(deployment("{role: web}")) == []


def test_a_service_that_selects_the_workloads_own_label_finds_no_pod() -> None:
    assert codes_and_messages(deployment("{role: web}", "{app: x}") + service("{app: x}")) == [
        ("TPL212", "The Service finds no pod: `app: x` is a label of the Deployment, not of its pods.")
    ]


def test_a_service_that_selects_pods_or_absent_workloads_has_no_finding() -> None:
    for selector in ("{role: web}", "{app: elsewhere}", "{role: web, 1: [a]}"):
        assert "TPL212" not in dict(codes_and_messages(deployment("{role: web}", "{app: x}") + service(selector)))


def test_a_service_selects_pods_of_which_another_label_is_no_text() -> None:
    with_list = deployment("{role: web}").replace("{role: web}}, spec", "{role: web, tier: [a]}}, spec")
    assert [code for code, _ in codes_and_messages(with_list + service("{role: web}"))] == ["POD601"]


def test_an_unresolved_reference_is_not_compared() -> None:
    assert codes_and_messages(deployment("{role: '$(ROLE)'}")) == []


def test_the_number_of_labels_that_are_compared_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    text = deployment("{role: web}", "{app: x, tier: b}") + service("{app: x, tier: b}")
    for most, reported in ((2, True), (1, False)):
        monkeypatch.setattr(labels, "MOST_COMPARED", most)
        assert ("TPL212" in dict(codes_and_messages(text))) is reported


def test_the_number_of_labels_that_are_searched_for_a_slip_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    text = PODS + selecting("Service", "{app: myweb}")
    for most, reported in ((3, True), (2, False)):
        monkeypatch.setattr(labels, "GUESSES", most)
        assert ("POD618" in dict(codes_and_messages(text))) is reported


@pytest.mark.parametrize(("selector", "lack"), [("", "without"), ("selector: {}, ", "with an empty")])
def test_an_empty_selector_is_not_called_absent(selector: str, lack: str) -> None:
    text = (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n"
        f"  {{{selector}template: {{spec: {{containers: [{{name: a, image: b}}]}}}}}}\n"
    )
    assert codes_and_messages(text) == [("POD610", f"The API server refuses a Deployment {lack} `spec.selector`.")]


def selecting(kind: str, selector: str) -> str:
    fields = {
        "Service": f"selector: {selector}",
        "PodDisruptionBudget": f"selector: {{matchLabels: {selector}}}",
        "NetworkPolicy": f"podSelector: {{matchLabels: {selector}}}",
    }
    version = {"Service": "v1", "PodDisruptionBudget": "policy/v1"}.get(kind, "networking.k8s.io/v1")
    return f"---\napiVersion: {version}\nkind: {kind}\nmetadata: {{name: s}}\nspec: {{{fields[kind]}}}\n"


PODS = """apiVersion: v1
kind: Pod
metadata: {name: a, labels: {app: my-web, tier: front}}
spec: {containers: [{name: a, image: b/c}]}
"""


@pytest.mark.parametrize("kind", ["Service", "PodDisruptionBudget", "NetworkPolicy"])
@pytest.mark.parametrize(
    ("selector", "mended"),
    [
        ("{app: myweb}", "{app: my-web}"),
        ("{app: My_Web, tier: front}", "{app: my-web, tier: front}"),
        ("{app: my-wbe}", "{app: my-web}"),
        ("{tier: frnt}", "{tier: front}"),
        ('{"App": my-web}', '{"app": my-web}'),
    ],
)
def test_a_selector_that_nearly_matches_is_mended(kind: str, selector: str, mended: str) -> None:
    text = PODS + selecting(kind, selector)
    [diagnostic] = [item for item in evaluate(text).diagnostics if item.code == "POD618"]
    assert diagnostic.fix
    assert apply_edits(text, diagnostic.fix.edits) == PODS + selecting(kind, mended)


@pytest.mark.parametrize(
    "selector", ["{app: my-web}", "{app: other}", "{app: my-web2}", "{app: myweb, tier: frnt}", "{app: mweb1}", "{}"]
)
def test_a_selector_of_other_pods_has_no_finding(selector: str) -> None:
    assert "POD618" not in dict(codes_and_messages(PODS + selecting("Service", selector)))


def test_pods_of_another_namespace_are_not_compared() -> None:
    service = selecting("Service", "{app: myweb}").replace("name: s", "name: s, namespace: one")
    assert "POD618" in dict(codes_and_messages(PODS + service))
    assert "POD618" not in dict(codes_and_messages(PODS.replace("name: a, labels", "namespace: two, labels") + service))


def services_and_workloads(count: int) -> str:
    services = (SERVICE_OF.format(number) for number in range(count))
    return "---\n".join((*services, *(WORKLOAD_OF.format(number) for number in range(count))))


def test_services_are_not_compared_with_every_workload() -> None:
    small, large = services_and_workloads(40), services_and_workloads(160)
    assert evaluate(large).diagnostics == ()
    assert steps(lambda: evaluate(large)) < 5 * steps(lambda: evaluate(small))
