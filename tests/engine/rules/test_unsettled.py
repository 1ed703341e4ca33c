"""A missing or wrong value of a Parameter is one issue: what follows from it is none."""

from __future__ import annotations

import pytest

from playground.engine import Severity, evaluate

OBJECTS = """\
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: login}
  data: {blob: "$(BLOB)"}
- apiVersion: v1
  kind: Service
  metadata: {name: web}
  spec: {ports: [{port: "$(NUMBER)"}]}
- apiVersion: v1
  kind: Pod
  metadata: {name: web}
  spec:
    containers:
    - name: "$(HOST)"
      image: registry.example/web:1
      args: ["$(HOST)"]
      env: [{name: URL, value: "http://$(HOST):$(NUMBER)"}]
      resources: {limits: {memory: "$(HOST)"}}
"""
PARAMETERS = """\
parameters:
- {name: BLOB, type: base64, required: true}
- {name: NUMBER, type: int, required: true}
- {name: HOST, required: true}
"""
PROPOSAL = f"apiVersion: v1\nkind: Template\nmetadata: {{name: t}}\n{PARAMETERS}{OBJECTS}"
OPENSHIFT = (
    PROPOSAL.replace("apiVersion: v1\nkind: Template", "apiVersion: template.openshift.io/v1\nkind: Template")
    .replace("type: base64, ", "")
    .replace("type: int, ", "")
    .replace("$(", "${")
    .replace(')"', '}"')
    .replace("):", "}:")
)


def serious(text: str) -> list[str]:
    return [item.code for item in evaluate(text).diagnostics if item.severity is not Severity.HINT]


@pytest.mark.parametrize("text", [PROPOSAL, OPENSHIFT])
def test_a_missing_value_raises_one_issue(text: str) -> None:
    assert serious(text) == ["PAR301"] * 3


def test_a_wrong_value_raises_one_issue() -> None:
    wrong = PROPOSAL.replace("type: base64, required: true", "type: base64, value: aGVsb*8=").replace(
        "type: int, required: true", f"type: int, value: '{10**20}'"
    )
    assert serious(wrong) == ["PAR303", "PAR303", "PAR301"]


def test_what_else_is_wrong_is_reported() -> None:
    broken = PROPOSAL.replace('args: ["$(HOST)"]', 'args: ["$(HOST) $(TYPO)"]').replace("port:", "port: 1, nodePort:")
    assert "ENV501" in serious(broken)
    assert "POD602" in serious(
        PROPOSAL.replace("{name: web}\n  spec:\n", "{name: web}\n  spec:\n    restartPolicy: No\n")
    )


def test_a_reference_of_the_other_dialect_is_not_taken_for_a_value_that_the_server_refuses() -> None:
    text = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: t}
parameters: [{name: NAME, value: a}, {name: BLOB, value: aGVsbG8=}]
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: "$(NAME)"}
  data: {blob: "$(BLOB)"}
- apiVersion: v1
  kind: Pod
  metadata: {name: web}
  spec:
    containers:
    - name: web
      image: "registry.example/$(NAME):1"
      resources: {limits: {memory: "$(NAME)"}}
"""
    assert [item.code for item in evaluate(text).diagnostics] == ["REF403"] * 4
