"""Text that only looks like a reference to a Parameter."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, Inputs, apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostics

HEAD = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: t}
parameters:
- {name: HOST, value: a.example}
objects:
- {apiVersion: v1, kind: Secret, metadata: {name: used}, stringData: {host: "${HOST}"}}
"""


def find_in_objects(objects: str, *codes: str) -> list[Diagnostic]:
    return find_diagnostics(HEAD + objects, *codes)


def test_a_name_with_a_dollar_sign_gets_its_braces() -> None:
    text = "- {apiVersion: v1, kind: Service, metadata: {name: a}, spec: {externalName: $HOST.example}}\n"
    (diagnostic,) = find_in_objects(text, "REF407")
    assert diagnostic.message == "`$HOST` is not a reference to the parameter `HOST`, so it stays in the text."
    assert diagnostic.fix is not None
    mended = apply_edits(HEAD + text, diagnostic.fix.edits)
    assert 'externalName: "${HOST}.example"' in mended  # between brackets
    assert evaluate(mended).diagnostics == ()


@pytest.mark.parametrize(
    "text",
    [
        "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {run: $HOST}}\n",
        "- {kind: List, apiVersion: v1, items: [{apiVersion: v1, kind: Secret, stringData: {run: $HOST}}]}\n",
        "- {apiVersion: a.example/v1, kind: Task, spec: {script: 'ping $HOST'}}\n",
        "- {apiVersion: a.example/v1, kind: Task, spec: {host: $HOSTNAME, other: $$HOST, third: '\\$HOST'}}\n",
        "- {apiVersion: a.example/v1, kind: Task, spec: {host: $host}}\n",
    ],
)
def test_what_other_programs_may_expand_is_not_reported(text: str) -> None:
    assert find_in_objects(text, "REF407") == []


def test_a_variable_of_the_container_is_left_to_another_rule() -> None:
    pod = (
        "- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, image: b,"
        " args: [$HOST], env: [{name: HOST, value: '${HOST}'}]}]}}\n"
    )
    assert [item.code for item in find_in_objects(pod, "REF407", "ENV503")] == ["ENV503"]


@pytest.mark.parametrize(
    ("objects", "labels"),
    [
        ("- {apiVersion: v1, kind: 'A${HOST}', items: [{}], data: $$}\n", {}),
        ("- {apiVersion: v1, kind: A, data: $$}\n", {"a": "$${HOST}"}),
        ("- {apiVersion: v1, kind: A, data: $$}\nlabels: {a: ''}\n", {"a": "a $${HOST}"}),
    ],
    ids=["the kind of a list's item", "a label of -l", "a label of -l instead of the Template's"],
)
def test_what_is_not_in_the_text_has_no_place_to_be_told_at(objects: str, labels: dict[str, str]) -> None:
    assert find_diagnostics(HEAD + objects, "REF408", labels=labels) == []


def test_a_dollar_sign_is_not_an_escape() -> None:
    text = "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {run: 'ping $${HOST} ${HOST}'}}\n"
    (diagnostic,) = find_in_objects(text, "REF408")
    assert diagnostic.message == "`$${HOST}` is not an escape: it becomes `$` and the value of `HOST`."
    assert diagnostic.fix is not None
    assert "'ping ${HOST} ${HOST}'" in apply_edits(HEAD + text, diagnostic.fix.edits)


def test_a_reference_with_spaces_is_reported_once() -> None:
    text = "- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {host: '${{ HOST }}'}}\n"
    (diagnostic,) = find_in_objects(text, "REF402", "REF406")
    assert (diagnostic.code, diagnostic.hint) == ("REF406", "Write `${{HOST}}`.")


@pytest.mark.parametrize(
    ("field", "mended"),
    [
        ("metadata: {name: 'a-${APP_NAME:-x}'}", "a-${APP_NAME}"),
        ("metadata: {name: 'a-${APP_NAME:?no}'}", "a-${APP_NAME}"),
        ("metadata: {name: '${APP-NAME}'}", "${APP_NAME}"),
        ("data: {a: '${APP_NAME:-x}'}", None),
        ("metadata: {name: '${OTHER:-x}'}", None),
        ("metadata: {name: '$${APP_NAME:-x}'}", None),
    ],
)
def test_a_default_in_a_reference_is_reported_unless_a_shell_reads_it(field: str, mended: str | None) -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nmessage: ${APP_NAME}\n"
        f"parameters: [{{name: APP_NAME, value: a}}]\nobjects:\n- {{apiVersion: v1, kind: ConfigMap, {field}}}\n"
    )
    diagnostics = find_diagnostics(text, "REF409")
    assert len(diagnostics) == bool(mended)
    for diagnostic in diagnostics:
        assert diagnostic.fix is not None
        assert f"'{mended}'" in apply_edits(text, diagnostic.fix.edits)


def test_what_a_value_brings_along_has_no_fix() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nmessage: ${A} ${B}\n"
        "parameters: [{name: A}, {name: B}]\nobjects:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: '${A}'}}\n"
    )
    diagnostics = [
        diagnostic
        for diagnostic in evaluate(text, Inputs(values={"A": "${B:-x}"})).diagnostics
        if diagnostic.code == "REF409"
    ]
    assert [diagnostic.fixes for diagnostic in diagnostics] == [()]
