"""What is said about objects that the API server refuses, and the fixes that there are."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, apply_edits, evaluate

SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n"
TEMPLATE = """apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: P, value: hunter2!}]
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: s}
  "data":
    password: ${P}
"""


def refused(text: str) -> list[Diagnostic]:
    return [item for item in evaluate(text).diagnostics if item.code == "POD602"]


@pytest.mark.parametrize("text", [TEMPLATE, SECRET + "data: {a: 'no base64'}\n"])
def test_text_that_is_no_base64_is_moved_to_string_data(text: str) -> None:
    (one,) = refused(text)
    assert one.hint.startswith("What stands under `data` must be base64; `stringData` takes text as it is. ")
    assert one.fix is not None
    assert refused(apply_edits(text, one.fix.edits)) == []


@pytest.mark.parametrize("text", ["data: {a: '!', b: aGk=}\n", "data: {a: '!'}\nstringData: {c: d}\n"])
def test_what_stands_beside_other_entries_is_not_moved(text: str) -> None:
    (one,) = refused(SECRET + text)
    assert "`stringData` takes text as it is." in one.hint
    assert one.fix is None
