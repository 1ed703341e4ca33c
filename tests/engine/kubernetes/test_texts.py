"""Kubernetes texts are told from all other YAML and JSON."""

from __future__ import annotations

import pytest

from playground.engine import is_kubernetes_text, read


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: v1\nkind: Pod\n",
        "a: 1\n---\nkind: Pod\nmetadata: {}\n",
        "apiVersion: v1\nkind: Pod\nspec: [\n",  # it cannot be read
        '{"apiVersion": "v1", "kind": }',
    ],
)
def test_two_keys_of_an_object_make_a_kubernetes_text(text: str) -> None:
    assert is_kubernetes_text(read(text))


@pytest.mark.parametrize("text", ["", "kind: x\n", "a: {apiVersion: v1, kind: Pod}\n", "kind: x\na: [\n", "[1]"])
def test_any_other_text_is_none(text: str) -> None:
    assert not is_kubernetes_text(read(text))
