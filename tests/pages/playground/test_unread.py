"""What the output says of a text that has none."""

from __future__ import annotations

import pytest
from django.test import Client

from playground.engine import evaluate, joined
from playground.pages.playground.unread import unread_panel
from tests.texts import POD


@pytest.mark.parametrize(
    ("source", "heading", "advice"),
    [
        (
            "https://example.org/pod.yaml\n",
            "This is an address.",
            "Nothing is fetched from here. Paste the text itself.",
        ),
        ("<!doctype html>\n<p>Hello\n", "This looks like a web page.", "Nothing is fetched from here."),
        ("How do I expand this text?\n", "This looks like ordinary text", "Paste a Pod"),
        ("Dear team, these are the files.\nThey are fine: really\n", "This looks like ordinary text", "Paste a Pod"),
        ("services:\n  web: {image: nginx}\n", "This looks like a Compose file", "Paste a Pod"),
        ("kind: Pod\nmetadata: {name: {{ .Release.Name }}}\n", "This looks like a Helm chart.", "helm template"),
        ("{{- if .Values.on }}\nkind: Pod\n{{- end }}\n", "This looks like a Helm chart.", "helm template"),
        ("apiVersion: v2\nname: web\nversion: 0.1.0\n", "This looks like a file of a Helm chart.", "helm template"),
        (
            "Name:  web\nNamespace:  shop\nStatus:  Running\n",
            "This is what <code>kubectl describe",
            "kubectl get -o yaml",
        ),
        (
            "Name:  node-1\nRoles:  <none>\nState:  a\n  Started:  b\n",
            "This is what <code>kubectl",
            "kubectl get -o yaml",
        ),
        ("\0PNG\n", "This looks like a file that is not text.", ""),
        ("a:\n\tb: 1\n", "This YAML cannot be read.", "Use spaces"),
        ('{"kind": "Pod", "a": [}\n', "This JSON cannot be read.", ""),
    ],
)
def test_a_text_without_output_is_named_and_says_what_to_do(source: str, heading: str, advice: str) -> None:
    unread = unread_panel(evaluate(source))
    assert unread
    assert unread.heading.startswith(heading)
    assert advice in unread.advice


def test_the_place_of_the_first_problem_comes_with_its_reason() -> None:
    unread = unread_panel(evaluate("a:\n\tb: 1\n"))
    assert unread
    assert (unread.reason, unread.line, unread.span) == ("Line 2: A tab cannot indent YAML.", 2, "2:1-2:2")


def test_the_place_in_a_joined_text_is_that_in_its_file() -> None:
    panel = unread_panel(evaluate(joined([("a.yaml", "kind: Pod\n"), ("b.yaml", "kind: Pod\n  a: b: c\n")])))
    assert panel is not None
    assert str(panel.reason).startswith("Line 6 (b.yaml, line 2): ")


def test_the_fix_of_the_first_problem_is_beside_its_reason(client: Client) -> None:
    source = "a: b\nc:d\n"
    page = client.post("/", {"source": source}).content.decode()
    unread = page[page.index('class="unread"') : page.index('id="issues"')]
    assert 'class="fix" name="fix" value="0"' in unread
    assert "Write a space" in unread


@pytest.mark.parametrize("source", [POD, "", "a: 1\n", "- a\n", "hello: world\n---\ntext\n"])
def test_a_text_with_output_needs_no_words(source: str) -> None:
    assert unread_panel(evaluate(source)) is None
