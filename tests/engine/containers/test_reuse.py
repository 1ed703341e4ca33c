"""Reused containers count toward every limit and raise their Events as if they were expanded again."""

from __future__ import annotations

import pytest

from playground.engine import Evaluation, Limits, Memory, evaluate
from tests.engine.environments import pod

FIRST = pod("args: [$(A), $(B), $(C)]\nenv: [{name: A, value: aaaa}]")
SECOND = pod("args: [$(X), $(A)]\nenv: [{name: A, value: bbbb}]")


def twice(before: str, after: str, limits: Limits | None = None) -> tuple[Evaluation, Evaluation]:
    """Both texts, evaluated with one memory."""
    memory = Memory()
    return evaluate(before, limits=limits, memory=memory), evaluate(after, limits=limits, memory=memory)


def reused(before: Evaluation, after: Evaluation, name: str = "declared") -> list[bool]:
    """Of each container of the second whether it is what the last one of the first was."""
    return [getattr(container, name) is getattr(before.containers[-1], name) for container in after.containers]


@pytest.mark.parametrize(
    ("limits", "more", "kept"),
    [
        (Limits(references=6), "$(A)$(A)", True),
        (Limits(references=5), "$(A)$(A)", False),
        (Limits(output_characters=12), "$(A)", True),
        (Limits(output_characters=11), "$(A)", False),
    ],
)
def test_with_too_little_budget_left_an_object_is_expanded_again(limits: Limits, more: str, kept: bool) -> None:
    before, after = twice(f"{FIRST}---\n{SECOND}", f"{FIRST.replace('$(C)', more)}---\n{SECOND}", limits)
    assert reused(before, after) == [False, kept]
    anew = evaluate(after.source.text.text, limits=limits)
    assert [one.problems for one in after.containers] == [one.problems for one in anew.containers]


def test_what_was_refused_is_expanded_again_once_the_budget_allows_it() -> None:
    before, after = twice(f"{FIRST}---\n{SECOND}", f"{FIRST.replace('$(C)', 'c')}---\n{SECOND}", Limits(references=4))
    assert [len(one.args[0].references) for one in (before.containers[1], after.containers[1])] == [1, 1]
    assert [one.args[1].withheld for one in (before.containers[1], after.containers[1])] == [True, False]


def test_reused_containers_use_up_the_same_budget() -> None:
    text = f"{FIRST}---\n{SECOND}---\n"
    _, after = twice(f"{text}{SECOND}", f"{text}{SECOND.replace('bbbb', 'cccc')}", Limits(references=6))
    assert [one.args[1].withheld for one in after.containers] == [False, False, True]


def test_service_variables_are_counted_once_whichever_pod_uses_them_first() -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec: {clusterIP: 10.0.0.7, ports: [{port: 80}]}\n"
    many = len(evaluate(f"{service}---\n{FIRST}").containers[0].services)
    limits, memory = (
        Limits(inherited_variables=2 + 2 + 3 * many),
        Memory(),
    )  # two Services with a port, three containers
    for text in (f"{service}---\n{FIRST}", f"{service}---\n{SECOND}---\n{FIRST}---\n{FIRST}"):
        after = evaluate(text, limits=limits, memory=memory)
        assert [len(container.services) for container in after.containers] == [many] * len(after.containers)
    assert evaluate(text, limits=Limits(inherited_variables=3 + 3 * many)).containers[2].services == {}


def test_events_are_raised_again_in_their_order() -> None:
    before, after = twice(f"{FIRST}---\n{SECOND}", f"{FIRST}---\n{SECOND}")
    assert reused(before, after) == [False, True]
    assert [event.message for event in after.events] == [event.message for event in before.events]
    assert len(after.events) == 3


def test_a_reused_object_gets_its_new_index() -> None:
    before, after = twice(f"{FIRST}---\n{SECOND}", f"{FIRST}---\na: 1\n---\n{SECOND}")
    assert [container.object for container in after.containers] == [0, 2]
    assert reused(before, after) == [False, True]


def test_containers_with_problems_are_expanded_again_when_their_place_changes() -> None:
    wrong = SECOND.replace("name: app", "name: App")
    before, after = twice(f"{FIRST}---\n{wrong}", f"{FIRST}---\na: 1\n---\n{wrong}")
    assert reused(before, after) == [False, False]
    assert [problem.document for problem in after.containers[1].problems] == [2] * len(after.containers[1].problems)
    before, after = twice(f"{FIRST}---\n{wrong}", f"{FIRST}---\n{wrong}")
    assert reused(before, after) == [False, True]


@pytest.mark.parametrize(
    ("was", "becomes", "kept"),
    [("K: a", "K: a, N: c", [False, True]), ("K: a", "K: b", [False, True]), ("L: b", "L: c", [False, False])],
)
def test_a_changed_config_map_affects_only_its_users(was: str, becomes: str, kept: list[bool]) -> None:
    maps = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {K: a}\n---\n"
    maps += "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: two}\ndata: {L: b, M: d}\n---\n"
    text = f"{pod('envFrom: [{configMapRef: {name: one}}]')}---\n{pod('envFrom: [{configMapRef: {name: two}}]')}"
    before, after = twice(maps + text, maps.replace(was, becomes) + text)
    assert reused(before, after, "own") == kept
    anew = evaluate(after.source.text.text)
    for one, other in zip(after.containers, anew.containers, strict=True):
        assert [(each.name, each.value) for each in one.variables] == [
            (each.name, each.value) for each in other.variables
        ]


def test_the_order_of_a_configmaps_keys_is_the_order_of_the_variables() -> None:
    settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\ndata: {K: a, L: b}\n---\n"
    text = pod("envFrom: [{configMapRef: {name: one}}]")
    before, after = twice(settings + text, settings.replace("K: a, L: b", "L: b, K: a") + text)
    names = [[each.name for each in found.containers[0].variables if each.name in "KL"] for found in (before, after)]
    assert names == [["K", "L"], ["L", "K"]]


def test_a_changed_service_changes_the_environment() -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: x}\nspec: {clusterIP: 10.0.0.7, ports: [{port: 80}]}\n"
    before, after = twice(f"{service}---\n{SECOND}", f"{service.replace('0.7', '0.8')}---\n{SECOND}")
    assert reused(before, after) == [False]
    assert {variable.value for variable in after.containers[0].services.values()} >= {"10.0.0.8"}
