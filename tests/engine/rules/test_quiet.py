"""A local rule is shown what may have changed and what it spoke of; where it was quiet it is not asked again."""

from __future__ import annotations

import pytest

from playground.engine import Evaluation, Memory, evaluate
from playground.engine.diagnostics import Rule, Severity
from playground.engine.rules.quiet import Quiet, quiet
from playground.engine.rules.registry import MOST, RULES
from tests.engine.environments import pod

QUIET, LOUD = pod("env: [{name: A, value: x}]"), pod("args: [$(B)]")
TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t}\nobjects: []\n"


def known(before: str, after: str) -> Quiet:
    """What is known of the second text after both were evaluated."""
    memory = Memory()
    evaluate(before, memory=memory)
    return quiet(evaluate(after, memory=memory), memory)


def shown(found: Quiet, rule: Rule) -> list[int]:
    """The numbers of the Documents whose containers and Objects a rule sees."""
    seen: Evaluation = found.seen_by(rule)
    values = [item.document.index for item in seen.objects if item.value is not None]
    assert values == sorted({*values, *(seen.objects[each.object].document.index for each in seen.containers)})
    return values


def test_a_rule_is_shown_the_documents_that_it_spoke_of_and_no_others() -> None:
    text = f"{QUIET}---\n{LOUD}---\n{QUIET}"
    found = known(text, text)
    assert shown(found, RULES["ENV501"]) == [1]
    assert shown(found, RULES["ENV502"]) == []
    assert shown(found, RULES["ENV510"]) == [0, 1, 2]  # which looks at the whole text
    assert [item.document.index for item in found.seen_by(RULES["ENV501"]).objects] == [0, 1, 2]


def test_the_template_is_shown_to_all() -> None:
    text = f"{TEMPLATE}---\n{QUIET}"
    assert known(text, text).new == {0}


@pytest.mark.parametrize(("cut", "documents"), [(False, [0]), (True, [0, 1])])
def test_a_rule_that_was_cut_short_is_shown_everything_next_time(cut: bool, documents: list[int]) -> None:
    text = f"{LOUD}---\n{QUIET}"
    found = known(text, text)
    said = [item for item in found.evaluation.diagnostics if item.code == "ENV501"]
    found.note(RULES["ENV501"], said, cut=cut)
    found.keep()
    assert shown(quiet(found.evaluation, found.memory), RULES["ENV501"]) == documents


def test_findings_beyond_the_most_are_told_when_the_first_are_gone() -> None:
    many, memory = pod("args:\n" + "- $(B)\n" * MOST), Memory()
    evaluate(f"{many}---\n{LOUD}", memory=memory)
    told = evaluate(f"{QUIET}---\n{LOUD}", memory=memory).diagnostics
    assert [(item.code, item.severity) for item in told] == [("ENV501", Severity.WARNING)]
