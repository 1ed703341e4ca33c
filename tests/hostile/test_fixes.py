"""Findings and their fixes take linear time and space, whatever the text repeats."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping

import pytest

from playground.engine import RULES, apply_edits, evaluate, explain, read
from playground.engine.rules import registry
from tests.cost import growth

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    image: b\n    env:\n"
REPEATED: Mapping[str, Callable[[int], str]] = {
    "documents that begin with odd spaces": lambda count: "\u00a0a: b: c\n---\n" * count,
    "encoded values of a Secret": lambda count: (
        "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n"
        + "".join(map("  x{}: cGFzc3dvcmQ=\n".format, range(count)))
    ),
    "values of a Secret that are not encoded": lambda count: (
        "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata:\n"
        + "".join(map("  x{}: hunter-2\n".format, range(count)))
    ),
    "bare names in one value": lambda count: (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: A1}]\n"
        f"objects: [{{kind: X, x: '{' $A1' * 20 * count}'}}]\n"
    ),
    "empty entries": lambda count: POD + "    - {}\n" * count,
    "undefined names": lambda count: (
        POD + "".join(map("    - name: A{0}\n      value: $(B{0})\n".format, range(10 * count)))
    ),
    "unknown keys of one entry": lambda count: (
        POD + "    - name: A\n" + "".join(map("      x{}: b\n".format, range(count)))
    ),
}


@pytest.mark.parametrize("repeated", REPEATED)
def test_what_is_repeated_costs_in_proportion(repeated: str) -> None:
    assert growth(REPEATED[repeated], evaluate, 200) < 8


def test_only_so_many_lines_are_changed_by_one_press() -> None:
    diagnostics = [
        diagnostic
        for line in ("```\n", "\tb: c\n", "\u00a0a: b\n")
        for diagnostic in evaluate(line * 1_500).diagnostics
    ]
    assert max(len(fix.edits) for diagnostic in diagnostics for fix in diagnostic.fixes) == 1_000


def test_no_fix_of_an_example_makes_it_unreadable() -> None:
    for text in (text for manual in map(explain, RULES) for text in (manual.example, manual.instead)):
        evaluation = evaluate(text)
        for fix in (fix for diagnostic in evaluation.diagnostics for fix in diagnostic.fixes):
            after = apply_edits(text, fix.edits)
            assert after != text
            assert evaluate(after).readable or not evaluation.readable, (fix.title, after)


def test_json_stays_json_whatever_is_mended() -> None:
    documents = (document for rule in RULES for document in read(explain(rule).example).documents)
    for text in (json.dumps(document.value) for document in documents):
        for fix in (fix for diagnostic in evaluate(text).diagnostics for fix in diagnostic.fixes):
            json.loads(apply_edits(text, fix.edits))


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_what_a_fix_writes_ends_its_lines_as_the_text_does(end: str) -> None:
    for text in (explain(rule).example.replace("\n", end) for rule in RULES):
        for fix in (fix for diagnostic in evaluate(text).diagnostics for fix in diagnostic.fixes):
            after = apply_edits(text, fix.edits)
            assert set(re.findall("\r?\n|\r", after)) <= {end}, (fix.title, after)


def written(text: str) -> int:
    """Characters of all fixes."""
    fixes = (fix for diagnostic in evaluate(text).diagnostics for fix in diagnostic.fixes)
    return sum(len(edit.text) for fix in fixes for edit in fix.edits)


def test_an_entry_that_many_others_need_is_not_copied_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    needed = f"    - name: Z\n      value: {'x' * 100_000}\n"
    text = POD + "".join(map("    - name: A{}\n      value: $(Z)\n".format, range(20))) + needed
    assert len(needed) < written(text) <= registry.MOST_WRITTEN
    assert len({diagnostic.hint for diagnostic in evaluate(text).diagnostics if diagnostic.code == "ENV502"}) == 20
    monkeypatch.setattr(registry, "MOST_WRITTEN", sys.maxsize)
    assert written(text) == 20 * len(needed)
