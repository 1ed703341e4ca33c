"""Diagnostics as a list, worst first."""

from __future__ import annotations

import json

from playground.engine import apply_edits, evaluate
from playground.pages.playground.issues import MOST_ISSUES, issue_count, issues_panel

LATE = """\
kind: Pod
apiVersion: v1
metadata: {name: p}
spec:
  containers:
  - name: c
    env:
    - {name: A, value: $(B)}
    - {name: B, value: b}
"""


def test_items_keep_the_order_and_the_number_of_their_diagnostics() -> None:
    evaluation = evaluate(LATE + "  bad: [}\n---\n" + LATE)
    panel = issues_panel(evaluation, "digest")
    assert [item.code for item in panel.items] == [diagnostic.code for diagnostic in evaluation.diagnostics]
    assert panel.items[0].severity == "error"
    assert panel.source_digest == "digest"


def test_fix_is_the_same_with_and_without_scripts() -> None:
    evaluation = evaluate(LATE)
    number, item = next((n, item) for n, item in enumerate(issues_panel(evaluation, "").items) if item.fixes)
    fix = evaluation.diagnostics[number].fix
    assert fix is not None
    edits = json.loads(item.fixes[0].edits)
    assert [edit["text"] for edit in edits] == [edit.text for edit in fix.edits]
    assert edits[0]["span"].startswith(f"{fix.edits[0].span.start}-")
    assert apply_edits(LATE, fix.edits).index("name: B") < apply_edits(LATE, fix.edits).index("name: A")


def test_an_undefined_name_offers_every_fix_and_a_field_for_its_value() -> None:
    pod = "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    args: [$(WHO)]\n"
    items = issues_panel(evaluate(pod), "", {"WHO": "ap-1"}).items
    number, item = next((n, item) for n, item in enumerate(items) if item.code == "ENV501")
    assert [(fix.number, fix.title) for fix in item.fixes] == [
        (str(number), "Add WHO to env"),
        (f"{number}.1", "Write $$(WHO)"),
    ]
    assert item.assume == "ap-1"
    assert issues_panel(evaluate(pod), "").items[number].assume == ""


def test_long_list_is_cut_and_says_how_many_are_left_out() -> None:
    late = "".join(f"    - {{name: A{number}, value: $(B)}}\n" for number in range(250))
    evaluation = evaluate(LATE.replace("    - {name: A, value: $(B)}\n", late))
    panel = issues_panel(evaluation, "")
    assert len(panel.items) == MOST_ISSUES
    assert panel.left_out == len(evaluation.diagnostics) - MOST_ISSUES > 0


def test_the_count_omits_severities_without_issues() -> None:
    assert issue_count(evaluate(LATE)) == "1 warning"
    assert issue_count(evaluate("kind: ConfigMap\napiVersion: v1\n")) == "none"


def test_a_hint_does_not_repeat_its_button() -> None:
    text = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters:\n- name: N\nobjects: []\n"
    evaluation = evaluate(text)
    number, found = next((n, one) for n, one in enumerate(evaluation.diagnostics) if one.code == "PAR310")
    item = issues_panel(evaluation, "").items[number]
    assert found.hint == "Put quotes around it."
    assert [fix.title for fix in item.fixes] == ["Put quotes around it"]
    assert item.hint == ""
    late = issues_panel(evaluate(LATE), "").items[0]
    assert late.hint
    assert late.fixes
