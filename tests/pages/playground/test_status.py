"""The status line: what was read and what became of it."""

from __future__ import annotations

import pytest

from playground.engine import evaluate
from playground.pages.playground.page import first_refusal, page_title, source_fact, status_sentence

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


def test_a_refusal_is_reported_with_its_line() -> None:
    assert first_refusal(evaluate("a: 1\nb: c: d\n")).startswith("Line 2: ")


def test_the_title_begins_with_the_number_of_errors() -> None:
    assert page_title(evaluate("a: ["), "Shop") == "(1 error) Shop"
    assert page_title(evaluate(MAP), "") == "Template Playground"
