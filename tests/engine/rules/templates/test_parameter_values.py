"""Values of Parameters."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, evaluate

HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nmessage: ${A}\nobjects: []\nparameters:\n- name: A\n"


@pytest.mark.parametrize(
    ("fields", "reported"),
    [
        ("  value:\n", True),
        ("  value: # none\n", True),
        ("  value: null\n", False),
        ('  value: ""\n', False),
        ("  value:\n  required: true\n", False),
        ("  value:\n  generate: expression\n  from: '[a-z]{3}'\n", False),
        ("  description: x\n", False),
    ],
)
def test_a_default_that_may_have_been_forgotten_is_reported(fields: str, reported: bool) -> None:
    assert ("PAR312" in {item.code for item in evaluate(HEAD + fields).diagnostics}) is reported
    given = evaluate(HEAD + fields, Inputs(values={"A": "x"})).diagnostics
    assert "PAR312" not in {item.code for item in given}
