"""Findings about the entries of `env`."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic


@pytest.mark.parametrize(("name", "codes"), [("N", ["POD601", "POD601"]), ('"N"', ["ENV508"])])
def test_a_name_that_is_no_text_is_not_called_a_duplicate(name: str, codes: list[str]) -> None:
    text = pod(f"image: a/b\nenv: [{{name: {name}, value: a}}, {{name: {name}, value: b}}]")
    assert [item.code for item in evaluate(text).diagnostics] == codes


CONFIGURATION = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\ndata: {a: b}\n---\n"


def test_a_misspelt_object_has_a_suggestion() -> None:
    text = CONFIGURATION + pod("envFrom: [{configMapRef: {name: setings}}]")
    diagnostic = find_diagnostic(text, "ENV509")
    assert diagnostic.hint == "Did you mean `settings`?"
    assert diagnostic.fix is not None
    assert "ENV509" not in [item.code for item in evaluate(apply_edits(text, diagnostic.fix.edits)).diagnostics]


ABSENT = """envFrom: [{configMapRef: {name: all}}, {prefix: Q_, secretRef: {name: unused}}]
args: [$(X), $(A)]
env:
- {name: A, valueFrom: {configMapKeyRef: {name: settings, key: a}}}
- {name: B, valueFrom: {configMapKeyRef: {name: settings, key: b}}}
- {name: P, valueFrom: {secretKeyRef: {name: shop, key: p}}}
- {name: F, valueFrom: {fileKeyRef: {volumeName: cfg, path: p, key: x}}}
- {name: O, valueFrom: {secretKeyRef: {name: more, key: p, optional: true}}}
"""


def test_of_each_absent_object_a_value_can_be_assumed_until_the_hint_is_gone() -> None:
    def hints(*assumed: str) -> list[tuple[str, str, bool]]:
        text = pod(ABSENT, "  volumes: [{name: cfg, emptyDir: {}}]\n")
        diagnostics = evaluate(text, Inputs(assumed=dict.fromkeys(assumed, "x"))).diagnostics
        return [
            (item.message.split("`")[1], item.missing_variable, "assume a value" in item.hint.lower())
            for item in diagnostics
            if item.code == "ENV509"
        ]

    unused, optional = ("unused", "", False), ("more", "", False)
    first = [("settings", "A", True), ("settings", "B", True), ("shop", "P", True), ("p", "F", True), optional]
    assert hints() == [("all", "X", True), unused, *first]
    assert hints("X", "A") == [unused, *first[1:]]
    assert hints("X", "A", "B", "P", "F", "O") == [unused, optional]


def test_an_object_in_another_namespace_is_not_called_absent() -> None:
    text = CONFIGURATION.replace("shop", "other") + pod("envFrom: [{configMapRef: {name: settings}}]")
    assert find_diagnostic(text, "ENV509").message.startswith("The ConfigMap `settings` is in namespace `other`; ")


def test_a_reference_without_a_name_is_not_called_absent() -> None:
    codes = [item.code for item in evaluate(pod("envFrom: [{secretRef: {secretName: x}}]")).diagnostics]
    assert codes == ["POD602", "POD609"]


def test_for_an_optional_duplicate_the_message_says_when_it_wins() -> None:
    text = pod(
        "env:\n- {name: A, value: b}\n"
        "- {name: A, valueFrom: {secretKeyRef: {name: settings, key: b, optional: true}}}\n"
    )
    assert find_diagnostic(text, "ENV508").message.endswith("the last entry wins, if its source exists.")


DEPLOYMENT = """apiVersion: apps/v1
kind: Deployment
metadata: {name: a, labels: {team: x}}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      containers:
      - name: a
        image: b
        env:
        - {name: A, valueFrom: {fieldRef: {fieldPath: "metadata.labels['KEY']"}}}
"""


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("ap", "Did you mean `app`?"),
        ("team", "The workload has this label, but its pods do not: write it into the pod template, too."),
        ("colour", "Correct the name, or add the label to the pod or to its pod template."),
    ],
)
def test_a_missing_label_is_reported_at_its_key(key: str, hint: str) -> None:
    text = DEPLOYMENT.replace("KEY", key)
    diagnostic = find_diagnostic(text, "ENV516")
    assert (evaluate(text).source.text.slice(diagnostic.span), diagnostic.hint) == (key, hint)
    if diagnostic.fix:
        assert evaluate(apply_edits(text, diagnostic.fix.edits)).diagnostics == ()


def test_a_file_of_the_pod_is_not_asked_for_in_the_text() -> None:
    entry = "{name: A, valueFrom: {fileKeyRef: {volumeName: cfg, path: f, key: K}}}"
    diagnostic = find_diagnostic(pod(f"env: [{entry}]", "  volumes: [{name: cfg, emptyDir: {}}]\n"), "ENV509")
    assert diagnostic.hint == "Assume a value for the preview: the pod writes the file while it starts."


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (pod("env: [{name: A, value: }]"), '{name: A, value: "" }'),
        (pod("env:\n- name: A\n  value:\n"), '      value: ""\n'),
        ("apiVersion: v1\nkind: ConfigMap\ndata:\n  a:   # why\n  b: x\n", '  a: ""   # why\n'),
        ("apiVersion: v1\nkind: Secret\nstringData: {a: }\n", '{a: "" }'),
    ],
)
def test_a_value_with_nothing_after_its_colon_is_written_as_empty(text: str, mended: str) -> None:
    diagnostic = find_diagnostic(text, "ENV548")
    assert diagnostic.fix
    result = apply_edits(text, diagnostic.fix.edits)
    assert mended in result
    assert "ENV548" not in {item.code for item in evaluate(result).diagnostics}


@pytest.mark.parametrize(
    "text",
    [
        pod("env: [{name: A, value: null}]"),
        pod("env: [{name: A, value: , valueFrom: {fieldRef: {fieldPath: metadata.name}}}]"),
        pod("env: [{name: A}]"),
        '{"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": null}}',
    ],
)
def test_null_that_is_written_is_left_alone(text: str) -> None:
    assert "ENV548" not in {item.code for item in evaluate(text).diagnostics}
