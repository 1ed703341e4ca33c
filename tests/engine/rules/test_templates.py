"""What is said about a Template's own fields, beyond the examples in the rules' manuals."""

from __future__ import annotations

import pytest

from playground.engine import evaluate


@pytest.mark.parametrize(
    ("version", "namespace", "said"),
    [
        ("template.openshift.io/v1", "tools", ["metadata.namespace"]),
        ("template.openshift.io/v1", '""', []),
        ("template.openshift.io/v1", "5", []),  # refused, with an error of its own
        ("v1", "tools", []),  # the proposal's Templates are stored in a namespace
    ],
)
def test_only_a_namespace_that_oc_compares_is_told(version: str, namespace: str, said: list[str]) -> None:
    text = f"apiVersion: {version}\nkind: Template\nmetadata: {{name: t, namespace: {namespace}}}\nobjects: []\n"
    assert [item.field for item in evaluate(text).diagnostics if item.code == "TPL213"] == said
