"""An entry moves above the entry that needs it, in every form of a list."""

from __future__ import annotations

import json

import pytest

from playground.engine import evaluate, read_plain
from tests.engine.rules.fixing import mend

ENTRIES = [{"name": "URL", "value": "http://$(HOST):$(PORT)/"}, {"name": "HOST", "value": "a"}]
ENTRIES += [{"name": "MODE", "value": "x"}, {"name": "PORT", "value": "1"}]
POD = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}}
CONTAINER = {"name": "web", "image": "registry.example/web:1", "env": ENTRIES}
SORTED = ["HOST", "PORT", "URL", "MODE"]


def pod(env: str) -> str:
    """A pod with ``env``, as YAML; the fields of its container are indented by four."""
    head = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n"
    return f"{head}  - name: web\n    image: registry.example/web:1\n    env: {env}\n"


@pytest.mark.parametrize("indent", [None, 2, 4, "\t"])
def test_an_entry_of_json_moves_with_its_comma(indent: int | str | None) -> None:
    text = json.dumps(POD | {"spec": {"containers": [CONTAINER]}}, indent=indent)
    after = mend(text, "ENV502")
    [container] = json.loads(after)["spec"]["containers"]
    assert [entry["name"] for entry in container["env"]] == SORTED
    assert container == CONTAINER | {"env": sorted(ENTRIES, key=lambda entry: SORTED.index(entry["name"]))}
    assert after == json.dumps(json.loads(after), indent=indent)  # the layout is as it was


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "[{name: A, value: $(B)}, {name: B, value: b}]",
            "[{name: B, value: b}, {name: A, value: $(B)}]",
        ),
        (
            "[\n      {name: A, value: $(C)}, {name: B},\n      {name: C, value: c},  # the last\n    ]",
            "[\n      {name: C, value: c},\n      {name: A, value: $(C)}, {name: B},  # the last\n    ]",
        ),
        (
            "\n    - {name: A, value: $(B)}\n    - name: B\n      value: b  # b",
            "\n    - name: B\n      value: b  # b\n    - {name: A, value: $(B)}",
        ),
    ],
)
def test_an_entry_of_yaml_moves_without_a_change_of_form(before: str, after: str) -> None:
    assert mend(pod(before), "ENV502") == pod(after)
    assert [diagnostic.code for diagnostic in evaluate(pod(after)).diagnostics if diagnostic.code == "ENV502"] == []


def test_an_entry_with_a_comment_at_its_comma_stays() -> None:
    text = pod("[\n      {name: A, value: $(B)}, # a\n      {name: B, value: b}]")
    assert mend(text, "ENV502") == text
    assert read_plain(text)["spec"]["containers"][0]["env"][0]["name"] == "A"
