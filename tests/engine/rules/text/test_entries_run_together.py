"""Entries of a list that run together because a dash is missing."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, read_plain
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostics

ENV = """\
env:
- name: A
  value: "1"
  name: B
  value: "2"

  name: C
"""


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (ENV, ENV.replace("  name: B", "- name: B").replace("  name: C", "- name: C")),
        (
            "ports:\n  - hostPort: 80\n    hostPort: 81\n",
            "ports:\n  - hostPort: 80\n  - hostPort: 81\n",
        ),
        ("env:\n-   name: A\n    value: x\n    name: B\n", "env:\n-   name: A\n    value: x\n-   name: B\n"),
    ],
)
def test_each_entry_gets_its_dash(text: str, mended: str) -> None:
    diagnostics = find_diagnostics(pod(text), "SRC130")
    assert {item.message for item in diagnostics} == {
        "An entry of the list begins here, but has no dash: its fields are merged into the entry above."
    }
    edits = [edit for item in diagnostics if item.fix for edit in item.fix.edits]
    assert apply_edits(pod(text), edits) == pod(mended)


@pytest.mark.parametrize(
    "text",
    [
        "env:\n- name: A\n  name: B\n  value: x\n",
        "env:\n- name: A\n  value: x\n  value: y\n",
        "env: [{name: A, value: x, name: B, value: y}]\n",
        "resources: {}\nresources: {}\n",
    ],
)
def test_a_key_that_is_merely_repeated_is_called_so(text: str) -> None:
    diagnostics = find_diagnostics(pod(text), "SRC130")
    assert diagnostics
    assert all(item.message.endswith("more than once; the last value wins.") for item in diagnostics)


def test_a_repeated_key_before_the_entry_is_named_too() -> None:
    text = pod("env:\n- name: A\n  value: x\n  value: y\n  name: B\n  value: z\n")
    assert [str(item.span.start) for item in find_diagnostics(text, "SRC130")] == ["14:7", "15:7"]
    assert read_plain(text)["spec"]["containers"][0]["env"] == [{"name": "B", "value": "z"}]


def test_a_document_that_cannot_be_read_has_entries_too() -> None:
    text = "env:\n- name: A\n  value: x\n  name: B\n  value: y\nother: [\n"
    assert [str(item.span.start) for item in find_diagnostics(text, "SRC130")] == ["4:3"]
    single = "ports:\n- hostPort: 1\n  hostPort: 2\nother: [\n"
    assert [item.hint for item in find_diagnostics(single, "SRC130")] == [
        "Keep one of these keys, and remove or rename the others."
    ]
