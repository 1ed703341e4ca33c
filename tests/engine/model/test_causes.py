"""Diagnostics by cause, and which fixes can be applied together."""

from __future__ import annotations

from playground.engine import apply_edits, evaluate
from playground.engine.model.causes import Issue, fixes_with_one_meaning, issues_of

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: registry.example/web:1
    env:
"""
URL = """\
    - name: URL
      value: http://$(HOST):$(PORT)/
    - name: HOST
      value: db
    - name: PORT
      value: "80"
"""


def issues(text: str, code: str) -> list[Issue]:
    """The issues of the rule ``code``."""
    return [issue for issue in issues_of(evaluate(text).diagnostics) if issue.diagnostics[0].code == code]


def mended(text: str, issue: Issue) -> str:
    """``text`` after the only fix of ``issue``."""
    (fix,) = issue.fixes
    return apply_edits(text, fix.edits)


def test_several_references_of_one_variable_are_one_issue_that_moves_it_below_them() -> None:
    (issue,) = issues(POD + URL, "ENV502")
    assert issue.message == (
        "`URL` uses `$(HOST)` and `$(PORT)`, which are defined after it. Kubernetes expands `env` in order."
    )
    assert [fix.title for fix in issue.fixes] == ["Move URL below them"]
    assert len(issue.diagnostics) == len(issue.numbers) == 2
    text = mended(POD + URL, issue)
    assert issues(text, "ENV502") == []
    assert text.endswith(URL.splitlines(keepends=True)[0] + URL.splitlines(keepends=True)[1])


def test_the_last_line_needs_no_line_break_and_a_list_between_brackets_keeps_its_commas() -> None:
    bare = (POD + URL).rstrip("\n")
    text = mended(bare, issues(bare, "ENV502")[0])
    assert text.endswith('value: "80"\n    - name: URL\n      value: http://$(HOST):$(PORT)/')
    brackets = POD.rstrip("\n") + " [{name: A, value: $(B) $(C)}, {name: B, value: b},\n      {name: C, value: c}]\n"
    text = mended(brackets, issues(brackets, "ENV502")[0])
    assert text.endswith(" [{name: B, value: b},\n      {name: C, value: c}, {name: A, value: $(B) $(C)}]\n")


def test_a_variable_that_is_used_on_the_way_stays_and_the_others_move_above_it() -> None:
    text = POD + URL.replace("value: db", "value: $(URL)")
    (issue,) = issues(text, "ENV502")
    assert [fix.title for fix in issue.fixes] == ["Move them above URL"]
    names = [line for line in mended(text, issue).splitlines() if "- name: " in line][1:]
    assert names == ["    - name: HOST", "    - name: PORT", "    - name: URL"]


def test_several_references_to_one_variable_are_one_issue_that_moves_it_above_them() -> None:
    users = "".join(f"    - {{name: A{number}, value: $(LATE)}}\n" for number in range(5))
    text = POD + users + "    - {name: LATE, value: x}\n"
    (issue,) = issues(text, "ENV502")
    assert issue.message.startswith("`A0`, `A1`, `A2` and 2 more use `$(LATE)`, which is defined after them.")
    assert issues(mended(text, issue), "ENV502") == []


def test_one_sentence_is_one_issue_with_the_fixes_that_mend_all_its_places() -> None:
    text = POD + "    - {name: A, value: $(WHO)}\n    - {name: B, value: $(WHO) $(WHO)}\n"
    (issue,) = issues(text, "ENV501")
    add, escape = issue.fixes
    assert (add.title, len(add.edits)) == ("Add WHO to env", 1)
    assert (escape.title, len(escape.edits)) == ("Write $$(WHO)", 3)
    for fix in (add, escape):
        assert issues(apply_edits(text, fix.edits), "ENV501") == []


def test_diagnostics_without_anything_in_common_stay_as_they_are() -> None:
    diagnostics = evaluate(POD + "    - {name: A, value: $(B)}\n    - {name: B, value: $(C)}\n").diagnostics
    assert [issue.message for issue in issues_of(diagnostics)] == [diagnostic.message for diagnostic in diagnostics]
    assert [issue.fixes for issue in issues_of(diagnostics)] == [diagnostic.fixes for diagnostic in diagnostics]


def test_fixes_with_one_meaning_never_change_the_same_place() -> None:
    chain = POD + "".join(f"    - {{name: A{number}, value: $(A{number + 1})}}\n" for number in range(9))
    text = chain + "    - {name: A9, value: x}\n    - {name: WHOSE, value: $(WHO)}\n"
    for _ in range(9):
        fixes = fixes_with_one_meaning(issues_of(evaluate(text).diagnostics))
        if not fixes:
            break
        assert all("WHO" not in fix.title for fix in fixes)  # two ways to mend it
        text = apply_edits(text, [edit for fix in fixes for edit in fix.edits])
    assert issues(text, "ENV502") == []
    assert len(issues(text, "ENV501")) == 1
