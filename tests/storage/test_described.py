"""The kind of a text's first object, and whether it is an object of `/templates`."""

from __future__ import annotations

import pytest

from playground.engine import evaluate
from playground.storage.described import described
from playground.storage.saving import Described

TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: web\nobjects: []\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Described()),
        ("a: [", Described()),
        ("just words", Described()),
        ("kind: 7", Described()),
        ("kind: " + "x" * 64, Described()),
        ('kind: "a\\u202eb"', Described()),
        ("apiVersion: v1\nkind: Pod\n", Described("Pod")),
        (TEMPLATE, Described("Template", "web")),
        (TEMPLATE.replace("template.openshift.io/", ""), Described("Template", "web")),
        (TEMPLATE.replace("  name: web", "  labels: {}"), Described("Template", "")),
        (f"{TEMPLATE}---\nkind: Pod\n", Described("Template")),
        (f"{TEMPLATE}parameters: 7\n", Described("Template")),
        (f"{TEMPLATE}unknown: 7\n", Described("Template", "web")),
        (f"{TEMPLATE}objects: [\n", Described()),
        (f"kind: Pod\n---\n{TEMPLATE}", Described("Pod")),
        (f"kind: List\nitems:\n- {{{'kind: Template'}}}\n", Described("List")),
    ],
)
def test_kind_and_name_of_a_text_are_found(text: str, expected: Described) -> None:
    assert described(evaluate(text)) == expected
