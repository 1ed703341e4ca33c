"""A local rule sees only documents that have changed or in which it had findings."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from playground.engine import Evaluation, Limits, Memory, evaluate
from playground.engine.diagnostics import Rule, Severity
from playground.engine.rules import registry
from playground.engine.rules.registry import MOST, RULES, known_to
from playground.engine.rules.reuse import PreviousFindings
from tests.engine.environments import pod

QUIET, LOUD = pod("env: [{name: A, value: x}]"), pod("args: [$(B)]")
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: A, from: "[a-z]{9}", PASSWORD}]
objects: [{apiVersion: v1, kind: PersistentVolume, metadata: {name: "${A}"}}]
"""


def known(before: str, after: str) -> PreviousFindings:
    """What was known of the second text when its rules were asked."""
    memory, found = Memory(), list[PreviousFindings]()

    def noted(memory: Memory, evaluation: Evaluation) -> PreviousFindings:
        found.append(known_to(memory, evaluation))
        return found[-1]

    with patch.object(registry, "known_to", noted):
        evaluate(before, memory=memory)
        evaluate(after, memory=memory)
    return found[1]


def documents_seen(found: PreviousFindings, rule: Rule) -> list[int]:
    """The numbers of the Documents whose containers and Objects a rule sees."""
    seen: Evaluation = found.seen_by(rule)
    values = [item.document.index for item in seen.objects if item.value is not None]
    assert values == sorted({*values, *(seen.objects[each.object].document.index for each in seen.containers)})
    return values


def test_a_rule_sees_only_the_documents_in_which_it_had_findings() -> None:
    text = f"{QUIET}---\n{LOUD}---\n{QUIET}"
    found = known(text, text)
    assert documents_seen(found, RULES["ENV501"]) == [1]
    assert documents_seen(found, RULES["ENV502"]) == []
    assert documents_seen(found, RULES["ENV510"]) == [0, 1, 2]  # which looks at the whole text
    assert [item.document.index for item in found.seen_by(RULES["ENV501"]).objects] == [0, 1, 2]


@pytest.mark.parametrize(("password", "new"), [("generate: expression", {0}), ("value: x", set())])
def test_a_template_whose_objects_are_new_is_seen_by_all_rules(password: str, new: set[int]) -> None:
    text = f"{TEMPLATE.replace('PASSWORD', password)}---\n{QUIET}"
    assert known(text, text).new == new


@pytest.mark.parametrize(("cut", "documents"), [(False, [0]), (True, [0, 1])])
def test_a_rule_that_was_cut_short_sees_everything_next_time(cut: bool, documents: list[int]) -> None:
    memory = Memory()
    evaluation = evaluate(f"{LOUD}---\n{QUIET}", memory=memory)
    found = known_to(memory, evaluation)
    found.note(RULES["ENV501"], [item for item in evaluation.diagnostics if item.code == "ENV501"], cut=cut)
    found.keep()
    assert documents_seen(known_to(memory, evaluation), RULES["ENV501"]) == documents


def test_an_object_beyond_the_limit_is_seen_once_the_limit_allows_it() -> None:
    memory, limits, told = Memory(), Limits(objects=2), []
    for text in (f"{QUIET}---\n{LOUD}", f"{QUIET}---\na: 1\n---\n{LOUD}", f"{QUIET}---\n{LOUD}"):
        codes = [item.code for item in evaluate(text, memory=memory, limits=limits).diagnostics]
        told.append("ENV501" in codes)
    assert told == [True, False, True]


def test_a_rule_sees_everything_when_a_fact_that_it_rests_on_changes() -> None:
    flux = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {postBuild: {substitute: {B: x}}}\n"
    text, memory = pod("args: ['$${B}']"), Memory()
    for documents, told in ((f"{flux}---\n{text}", 0), (f"a: 1\n---\n{text}", 1), (f"{flux}---\n{text}", 0)):
        evaluation = evaluate(documents, memory=memory)
        assert sum(item.code == "ENV507" for item in evaluation.diagnostics) == told


def test_further_findings_appear_when_the_first_ones_are_gone() -> None:
    many, memory = pod("args:\n" + "- $(B)\n" * MOST), Memory()
    evaluate(f"{many}---\n{LOUD}", memory=memory)
    told = evaluate(f"{QUIET}---\n{LOUD}", memory=memory).diagnostics
    assert [(item.code, item.severity) for item in told] == [("ENV501", Severity.WARNING)]
