"""Objects that processing changes or refuses, and the fixes for them."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

TEMPLATE = """apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: NAME, value: shop}]
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}, data: {a: "${NAME}"}}
"""


def find_stripped(text: str) -> list[Diagnostic]:
    return find_diagnostics(text, "TPL204")


def test_a_hard_coded_namespace_is_replaced_by_a_fitting_parameter() -> None:
    text = TEMPLATE.replace("NAME,", "NAMESPACE,").replace("${NAME}", "${NAMESPACE}")
    (diagnostic,) = find_stripped(text)
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert find_stripped(mended) == []
    assert evaluate(mended).objects[0].value["metadata"]["namespace"] == "shop"


def test_without_a_fitting_parameter_there_is_no_fix() -> None:
    (diagnostic,) = find_stripped(TEMPLATE)
    assert diagnostic.fix is None


def test_labels_need_metadata_that_is_a_mapping() -> None:
    text = "kind: Template\napiVersion: v1\nlabels: {a: b}\nobjects: [{apiVersion: v1, kind: ConfigMap, metadata: x}]\n"
    diagnostic = find_diagnostic(text, "TPL209")
    assert diagnostic.message == "The Template's labels cannot be added, because `metadata` is not a mapping."
    assert diagnostic.field == "objects[0].metadata"


def test_a_parameter_without_a_name_is_to_get_one() -> None:
    text = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\nparameters:\n"
    assert find_diagnostic(f"{text}- value: a\n", "PAR304").hint == "Add a `name` of letters, digits and underscores."
    assert find_diagnostic(f"{text}- name: a-b\n", "PAR304").hint == "Use letters, digits and underscores only."


@pytest.mark.parametrize(
    ("fields", "message", "hint"),
    [
        ("apiVersion: v1", "This object has no `kind`.", "Add a `kind` and an `apiVersion`."),
        (
            "apiVersion: v1, kind: 5",
            "The `kind` of this object is not text.",
            "Write the name of a kind, such as `ConfigMap`.",
        ),
        (
            "apiVersion: a/b/c, kind: ConfigMap",
            "`oc` does not read the `kind` of this object, because the `apiVersion` is not valid.",
            "Write an `apiVersion` such as `v1` or `apps/v1`.",
        ),
    ],
)
def test_an_object_whose_kind_does_not_count_is_not_said_to_lack_it(fields: str, message: str, hint: str) -> None:
    text = f"apiVersion: template.openshift.io/v1\nkind: Template\nobjects: [{{{fields}}}]\n"
    diagnostic = find_diagnostic(text, "TPL206")
    assert (diagnostic.message, diagnostic.hint) == (message, hint)


def test_a_reference_that_crashes_oc_is_repeated_in_the_form_that_inserts_text() -> None:
    text = TEMPLATE.replace("value: shop", 'value: "null"').replace('data: {a: "${NAME}"}', 'items_: ["${{NAME}}"]')
    assert find_diagnostic(text, "TPL208").hint == "Write `${NAME}` to insert the value as text."
    assert "${ITEM}" in find_diagnostic(text.replace("NAME", "ITEM"), "TPL208").hint
