"""Invalid names and labels are reported at their places, also if they come from a Parameter."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostics


def find_refused(text: str, kubernetes: str = "1.36") -> list[Diagnostic]:
    return find_diagnostics(text, "POD611", kubernetes=kubernetes)


def object_named(kind: str, name: str, version: str = "v1") -> str:
    return f"apiVersion: {version}\nkind: {kind}\nmetadata: {{name: {name}}}\n"


def test_an_invalid_name_is_fixed_in_place() -> None:
    text = object_named("ConfigMap", "My_Settings")
    (diagnostic,) = find_refused(text)
    assert diagnostic.hint.startswith(
        'The API server says: metadata.name: Invalid value: "My_Settings": a lowercase RFC 1123'
    )
    assert diagnostic.fix is not None
    assert apply_edits(text, diagnostic.fix.edits) == object_named("ConfigMap", "my-settings")


@pytest.mark.parametrize("name", ["web.shop", "web.Shop"])
def test_the_name_of_a_stateful_set_has_no_dots(name: str) -> None:
    text = object_named("StatefulSet", name, "apps/v1")
    (diagnostic,) = find_refused(text)
    assert diagnostic.fix is not None
    assert apply_edits(text, diagnostic.fix.edits) == object_named("StatefulSet", "web-shop", "apps/v1")


@pytest.mark.parametrize(
    ("text", "kubernetes", "many"),
    [
        (object_named("ConfigMap", "a.b"), "1.36", 0),
        (object_named("Service", "a.b"), "1.36", 1),
        (object_named("Service", "1a"), "1.36", 0),
        (object_named("Service", "a_b"), "1.29", 1),
        (object_named("StatefulSet", "a.b", "apps/v1"), "1.29", 1),
        (object_named("Deployment", "a.b", "apps/v1"), "1.36", 0),
        (object_named("CronJob", "a" * 52, "batch/v1"), "1.36", 0),
        (object_named("CronJob", "a" * 53, "batch/v1"), "1.36", 1),
        (object_named("ConfigMap", "a" * 254), "1.36", 1),
        (object_named("ConfigMap", "A-${NAME}"), "1.36", 0),
        (object_named("Widget", "A_B"), "1.36", 0),
    ],
)
def test_each_kind_has_its_own_rule(text: str, kubernetes: str, many: int) -> None:
    assert len(find_refused(text, kubernetes)) == many


def test_a_name_from_a_parameter_is_reported_at_its_reference_without_a_fix() -> None:
    text = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: t}
parameters: [{name: NAME, value: My_Shop}]
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: "${NAME}", labels: {app: "${NAME} x"}}}
"""
    name, label = find_refused(text)
    assert (name.span.start.line, name.fix) == (6, None)
    assert text.splitlines()[5][name.span.start.column - 1 :].startswith('"${NAME}", labels')
    assert label.message == "The API server refuses the value of the label `app`."


def test_a_label_of_another_document_is_reported_there() -> None:
    template = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t}\nlabels: {app: a}\nobjects: []\n"
    )
    text = f"{template}---\nx: &x a b\n{object_named('ConfigMap', 'a')[:-2]}, labels: {{app: *x}}}}\n"
    (diagnostic,) = find_refused(text)
    assert diagnostic.span.start.line == text.count("\n")


def test_a_name_with_an_unresolved_reference_is_not_judged() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: NAME, required: true}]\nobjects:\n"
        '- {apiVersion: v1, kind: ConfigMap, metadata: {name: "${NAME}-a"}}\n'
    )
    assert find_refused(text) == []
    assert len(find_diagnostics(text, "POD611", values={"NAME": "B"})) == 1


def test_a_label_of_the_template_is_reported_once_and_in_the_template() -> None:
    text = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: t}
labels: {two words: x}
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
"""
    (diagnostic,) = find_refused(text)
    assert (diagnostic.span.start.line, diagnostic.span.start.column) == (4, 10)


def test_labels_of_pods_and_annotations_are_checked() -> None:
    text = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: a, annotations: {Any-Case.example/x: "any text", "a b": x}}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a, x: "-"}}
    spec: {containers: [{name: a, image: registry.example/a:1}]}
"""
    assert [item.message for item in find_refused(text)] == [
        "The API server refuses the key `a b` under `annotations`.",
        "The API server refuses the value of the label `x`.",
    ]


@pytest.mark.parametrize(
    ("kind", "data", "refused"),
    [
        ("ConfigMap", "data: {a: b, A_b-c.D: x, .env: y, '${A}': z}", []),
        ("ConfigMap", "data: {a b: c, a/b: d, ..: e, ..x: f, .: g}", ["a b", "a/b", "..", "..x", "."]),
        ("Secret", "stringData: {'cookie secret': c}\ndata: {é: aGk=}", ["é", "cookie secret"]),
    ],
)
def test_invalid_keys_of_config_maps_are_reported_in_place(kind: str, data: str, refused: list[str]) -> None:
    evaluation = evaluate(f"apiVersion: v1\nkind: {kind}\nmetadata: {{name: a}}\n{data}\n")
    diagnostics = [diagnostic for diagnostic in evaluation.diagnostics if diagnostic.code == "POD611"]
    assert sorted(evaluation.source.text.slice(diagnostic.span).strip("'") for diagnostic in diagnostics) == sorted(
        refused
    )


def test_a_refused_label_whose_value_is_its_key_is_reported_at_both() -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {a b: a b}}\n"
    places = [(diagnostic.message, diagnostic.span.start.column) for diagnostic in evaluate(text).diagnostics]
    assert places == [
        ("The API server refuses the key `a b` under `labels`.", 30),
        ("The API server refuses the value of the label `a b`.", 35),
    ]
