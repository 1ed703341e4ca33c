"""A nested value where text belongs becomes text, or moves to the right field."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate, read_plain
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic

CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('  config.json: {"a": [1, 2]}\n', '{"a": [1, 2]}'),
        ("  app.yaml:\n    server:\n      port: 80 # why\n\n    x: y\n", "server:\n  port: 80 # why\n\nx: y\n"),
        ("  list.txt:\n    - a\n    - b\n", "- a\n- b\n"),
        ('  "a b":\n    - a\n', "- a\n"),
    ],
)
def test_a_nested_value_becomes_the_intended_text(source: str, text: str) -> None:
    diagnostic = find_diagnostic(CONFIG_MAP + source, "POD601")
    assert diagnostic.fix is not None
    after = apply_edits(CONFIG_MAP + source, diagnostic.fix.edits)
    assert list(read_plain(after)["data"].values()) == [text]
    assert "POD601" not in [item.code for item in evaluate(after).diagnostics]


@pytest.mark.parametrize(
    "source",
    [
        "  a:\n  - b\n",  # as far left as its key: no block can be
        "  a: # why\n    b: c\n",
        "  a: &x\n    b: c\n",
        '  a: {"b": "it\'s"}\n',
        "  a:\n    b: c\n # of the block no line\n    d: e\n",
        '  a:\n    b: "c\x85d"\n',
        "  a: {b: c,\n    d: e}\n",
    ],
)
def test_a_nested_value_that_would_change_has_no_fix(source: str) -> None:
    diagnostic = find_diagnostic(CONFIG_MAP + source, "POD601")
    assert (diagnostic.fix, diagnostic.hint[:16]) == (None, "Write text here.")


def test_a_value_source_is_moved_to_value_from() -> None:
    text = pod("env:\n- name: A\n  value:\n    secretKeyRef: {name: s, key: k}")
    diagnostic = find_diagnostic(text, "POD601")
    assert diagnostic.hint.startswith("Write the source of a value under `valueFrom`.")
    assert diagnostic.fix is not None
    entry = read_plain(apply_edits(text, diagnostic.fix.edits))["spec"]["containers"][0]["env"][0]
    assert entry == {"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}


def test_a_source_under_both_fields_has_no_fix() -> None:
    diagnostic = find_diagnostic(
        pod("env:\n- name: A\n  value:\n    valueFrom: {secretKeyRef: {name: s, key: k}}"), "POD601"
    )
    assert diagnostic.hint.startswith("Write `valueFrom` beside `name`")
    assert diagnostic.fix is None


def test_labels_stand_directly_under_the_selector_of_a_service() -> None:
    head = "apiVersion: v1\nkind: Service\nspec:\n  selector:\n"
    text = f"{head}    matchLabels:\n      app: web\n      tier: a\n  ports: []\n"
    diagnostic = find_diagnostic(text, "POD601")
    assert diagnostic.hint.startswith("Write the labels directly under `selector`")
    assert diagnostic.fix is not None
    after = apply_edits(text, diagnostic.fix.edits)
    assert after == f"{head}    app: web\n    tier: a\n  ports: []\n"
    beside = find_diagnostic(text.replace("  ports", "    b: c\n  ports"), "POD601")
    flow = find_diagnostic(text.replace("\n      app: web\n      tier: a\n", " {a: b}\n"), "POD601")
    assert (beside.fix, flow.fix) == (None, None)
