"""The status line and the title; who refuses the text."""

from __future__ import annotations

import pytest
from django.test import Client

from playground.engine import evaluate
from playground.pages.playground.summary import (
    first_refusal,
    page_title,
    refusal_notice,
    source_fact,
    status_sentence,
    text_description,
)

MAP = "kind: ConfigMap\napiVersion: v1\n"
OBJECTS = "[{kind: A, apiVersion: v1}, {kind: B, apiVersion: v1}]"
TEMPLATE = f"kind: Template\napiVersion: template.openshift.io/v1\nobjects: {OBJECTS}\n"


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (MAP, "ConfigMap"),
        (f"{MAP}---\n{MAP}", "2 objects"),
        (TEMPLATE, "Template, 2 objects"),
        ("just text", "0 objects"),
        ("[kind]", "0 objects"),
        ("services: {web: {image: nginx}}", "0 objects"),
        (f"{MAP}---\njust text\n", "1 object"),
        (f"{TEMPLATE}parameters: {[{'name': f'P{number}'} for number in range(401)]}\n", "Template"),
        ("", ""),
        ("a: [", ""),
    ],
)
def test_the_status_names_what_the_source_contains(text: str, fact: str) -> None:
    assert source_fact(evaluate(text)) == fact


def test_sentence_counts_objects_and_issues() -> None:
    assert status_sentence(evaluate(TEMPLATE)) == "Expanded: 2 objects."
    assert status_sentence(evaluate("hello world")) == "Expanded: 0 objects, 1 error."
    assert status_sentence(evaluate(MAP + "data: {a: one, a: two}\n")).startswith("Expanded: 1 object, 1 ")


def test_the_sentence_says_when_nothing_can_be_expanded() -> None:
    assert status_sentence(evaluate("")) == "Nothing to expand yet."
    assert status_sentence(evaluate("a: [")) == "Not expanded: the text cannot be read."


def test_nothing_is_counted_of_a_template_that_passes_our_limits() -> None:
    evaluation = evaluate(TEMPLATE.replace(OBJECTS, f"[{'{kind: A, apiVersion: v1}, ' * 1001}]"))
    notice = refusal_notice(evaluation)
    assert notice is not None
    assert notice.message == "The output of this Template is too large, so nothing of it is shown."
    assert source_fact(evaluation) == "Template"
    assert text_description(evaluation) == "Template with 0 parameters."
    assert status_sentence(evaluation) == "Not expanded: the Template is too large."


def test_a_refusal_is_reported_with_its_line() -> None:
    assert first_refusal(evaluate("a: 1\nb: c: d\n")).startswith("Line 2: ")


def test_the_title_begins_with_the_number_of_errors() -> None:
    assert page_title(evaluate("a: ["), "Shop") == "(1 error) Shop – Template Playground"
    assert page_title(evaluate(MAP), "") == "Template Playground"


SETTINGS = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: settings}\ndata: {level: info}\n"
REQUIRED = """\
kind: Template
apiVersion: %s
metadata: {name: t}
parameters:
- {name: A, required: true}
objects:
- {kind: ConfigMap, apiVersion: v1, metadata: {name: "$(A)${A}"}}
"""
OPENSHIFT = REQUIRED % "template.openshift.io/v1"
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: registry.example/web:1
    env:
    - name: PORT
      %s
"""
NUMBER = POD % "value: 8080"
NO_KEY = f"{SETTINGS}---\n{POD}" % "valueFrom: {configMapKeyRef: {name: settings, key: levle}}"


@pytest.mark.parametrize(
    ("text", "message", "code"),
    [
        (OPENSHIFT, "<code>oc process</code> refuses this Template; shown as far as it goes.", "PAR301"),
        (REQUIRED % "v1", "This Template is refused; shown as far as it goes.", "PAR301"),
        (
            NUMBER,
            "The API server refuses <code>spec.containers[0].env[0].value</code>; shown as far as it goes.",
            "POD601",
        ),
        (NO_KEY, "Container <code>web</code> does not start; shown as far as it goes.", "POD603"),
    ],
)
def test_a_refusal_names_the_program_and_links_to_the_issue(text: str, message: str, code: str) -> None:
    evaluation = evaluate(text)
    notice = refusal_notice(evaluation)
    assert notice is not None
    assert notice.message == message
    assert notice.issue is not None
    assert evaluation.diagnostics[notice.issue].code == code
    assert status_sentence(evaluation).startswith("Shown as far as it goes: ")


@pytest.mark.parametrize("text", ["", SETTINGS, POD % 'value: "8080"', "a: [", f"{SETTINGS}x: 1\nx: 2\n"])
def test_an_accepted_text_has_no_notice(text: str) -> None:
    assert refusal_notice(evaluate(text)) is None
    assert "as far as" not in status_sentence(evaluate(text))


@pytest.mark.parametrize("view", ["expanded", "diff", "environment"])
def test_the_notice_is_above_every_view(client: Client, view: str) -> None:
    page = client.post("/", {"source": OPENSHIFT, "view": view}).content.decode()
    notice = page.index("</code> refuses this Template")
    assert page.index('id="output"') < notice < page.index('id="pane-issues"')
    assert 'href="#issue-0"' in page
    assert 'id="issue-0"' in page
