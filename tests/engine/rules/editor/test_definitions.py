"""A name leads to the places that define it."""

from __future__ import annotations

import pytest

from playground.engine import definitions_at, evaluate
from playground.engine.reading import SourceText

TEXT = """\
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: WHO, value: me}
objects:
- {kind: Secret, apiVersion: v1, metadata: {name: s}, stringData: {KEY: x}}
- kind: Pod
  apiVersion: v1
  spec:
    containers:
    - name: c
      args: ["${WHO} $(OWN) $(TAKEN) $(FROM) $(NONE)"]
      envFrom: [{secretRef: {name: s}}]
      env:
      - {name: OWN, value: "1"}
      - {name: TAKEN, valueFrom: {secretKeyRef: {name: s, key: KEY}}}
      - {name: FROM, value: $(KEY)}
"""


@pytest.mark.parametrize(
    ("place", "defined"),
    [
        ("WHO}", ["WHO"]),
        ("${WHO", ["WHO"]),
        ("OWN)", ["OWN"]),
        ("(OWN)", ["OWN"]),
        ("TAKEN)", ["TAKEN", "KEY"]),
        ("KEY)", ["{secretRef: {name: s}}", "KEY"]),
        ("TAKEN, value", ["TAKEN", "KEY"]),
        ("NONE)", []),
        ("args", []),
        ('1"}', []),
    ],
)
def test_a_name_leads_to_its_definitions(place: str, defined: list[str]) -> None:
    source = SourceText(TEXT)
    spans = definitions_at(evaluate(TEXT), source.position(TEXT.index(place)))
    assert [source.slice(span) for span in spans] == defined


def test_an_unreadable_text_has_no_definitions() -> None:
    assert definitions_at(evaluate("a: ["), SourceText("a").position(0)) == ()
