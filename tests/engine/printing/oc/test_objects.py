"""Objects and Lists as `oc` prints them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from playground.engine import read_plain
from playground.engine.printing.oc.objects import list_text, object_text

VECTORS = Path(__file__).resolve().parents[3] / "vectors" / "process.jsonl"
LISTS = {
    vector["id"]: vector["stdout"]
    for vector in map(json.loads, VECTORS.read_text(encoding="utf-8").splitlines())
    if vector["stdout"].startswith(('{\n    "kind": "List"', "apiVersion: v1\nitems:", '---\n{\n  kind: "List"'))
}


def test_there_are_36_lists() -> None:
    assert len(LISTS) == 36


@pytest.mark.parametrize("name", LISTS)
def test_a_list_that_oc_printed_is_printed_again_to_the_byte(name: str) -> None:
    printed = LISTS[name]
    if printed.startswith("{"):
        items = json.loads(printed.replace(": -0,", ": -0.0,"))["items"]  # Python would read 0 there
        assert list_text(items) == printed
    else:
        syntax = "kyaml" if printed.startswith("---") else "yaml"
        assert list_text(read_plain(printed)["items"], syntax) == printed


def test_a_template_without_objects_has_null_items() -> None:
    assert json.loads(list_text(None)) == {"kind": "List", "apiVersion": "v1", "metadata": {}, "items": None}
    assert list_text((), "yaml") == "apiVersion: v1\nitems: []\nkind: List\nmetadata: {}\n"
    wrapper = '---\n{\n  kind: "List",\n  apiVersion: "v1",\n  metadata: {},\n  items: null,\n}\n'
    assert list_text(None, "kyaml") == wrapper


def test_half_a_surrogate_pair_is_the_replacement_character() -> None:
    assert object_text({"a": "\udc80"}) == '{\n    "a": "\\ufffd"\n}\n'
    assert object_text({"a": "\udc80"}, "yaml") == "a: \ufffd\n"
    assert object_text({"a": "\udc80"}, "kyaml") == '---\n{\n  a: "\ufffd",\n}\n'
