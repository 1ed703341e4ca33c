"""The kind and the name of a text."""

from __future__ import annotations

import re
from random import SystemRandom

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine import evaluate
from playground.storage.shares.identity import Identity, identify, name_from, suffixed

RANDOM = SystemRandom()
SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")


@given(st.text(max_size=300))
def test_any_text_becomes_a_valid_name(text: str) -> None:
    name = name_from(text)
    assert SUBDOMAIN.fullmatch(name)
    assert len(name) <= 253
    assert name_from(name) == name
    assert SUBDOMAIN.fullmatch(suffixed(f"{name}-", RANDOM))


@given(st.from_regex(SUBDOMAIN, fullmatch=True).filter(lambda name: len(name) <= 253))
def test_a_valid_name_stays_unchanged(name: str) -> None:
    assert name_from(name) == name


TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: web\nobjects: []\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Identity()),
        ("a: [", Identity()),
        ("just words", Identity()),
        ("kind: 7", Identity()),
        ("kind: " + "x" * 64, Identity()),
        ('kind: "a\\u202eb"', Identity()),
        ("apiVersion: v1\nkind: Pod\n", Identity("Pod")),
        (TEMPLATE, Identity("Template", "web", "web")),
        (TEMPLATE.replace("template.openshift.io/", ""), Identity("Template", "web", "web")),
        (TEMPLATE.replace("  name: web", "  labels: {}"), Identity("Template", "")),
        (f"{TEMPLATE}---\nkind: Pod\n", Identity("Template", title="web")),
        (f"{TEMPLATE}parameters: 7\n", Identity("Template", title="web")),
        (f"{TEMPLATE}unknown: 7\n", Identity("Template", "web", "web")),
        (f"{TEMPLATE}objects: [\n", Identity()),
        (f"kind: Pod\n---\n{TEMPLATE}", Identity("Pod", title="web")),
        ("kind: Pod\nmetadata: {name: shop}\n---\nkind: Pod\n", Identity("Pod", title="shop")),
        ("kind: Pod\nmetadata: {name: " + "x" * 200 + "}\n", Identity("Pod", title="x" * 100)),
        ('kind: Pod\nmetadata: {name: "a\\u202eb"}\n', Identity("Pod")),
        (f"kind: List\nitems:\n- {{{'kind: Template'}}}\n", Identity("List")),
    ],
)
def test_kind_and_names_of_a_text_are_found(text: str, expected: Identity) -> None:
    assert identify(evaluate(text)) == expected
