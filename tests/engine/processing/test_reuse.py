"""A Template that generates nothing is not processed again while it and its inputs are unchanged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from playground.engine import FieldPath, Memory, ProcessedTemplate, evaluate

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: A, value: x, from: "[a-z]{9}"}]
objects: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: "${A}", b: "${B}"}}]
"""
GENERATING = TEMPLATE.replace("value: x", "generate: expression")
OTHER = "a: 1\nb: 2\n"


def twice(before: str, after: str, **more: Any) -> tuple[ProcessedTemplate, ProcessedTemplate]:
    memory = Memory()
    first, second = evaluate(before, memory=memory).processed, evaluate(after, memory=memory, **more).processed
    assert first
    assert second
    return first, second


def is_known(made: tuple[ProcessedTemplate, ProcessedTemplate]) -> bool:
    return made[0].objects[0].value is made[1].objects[0].value


def test_a_template_is_reused_at_its_new_place_when_another_document_changes() -> None:
    first, second = twice(f"{OTHER}---\n{TEMPLATE}", f"{OTHER}c: 3\n---\n{TEMPLATE}")
    assert is_known((first, second))
    spans = [made.objects[0].span(FieldPath(("data", "b"))).start.line for made in (first, second)]
    assert spans == [7, 8]
    assert second.template.document is second.objects[0].document


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [
        (TEMPLATE, TEMPLATE.replace("value: x", "value: y"), {}),
        (TEMPLATE, f"{OTHER}---\n{TEMPLATE}", {}),  # its problems would tell of another document
        (TEMPLATE, TEMPLATE, {"values": {"A": "z"}}),
        (TEMPLATE, TEMPLATE, {"labels": {"A": "z"}}),
        (TEMPLATE, TEMPLATE, {"dialect": "proposal"}),
        (GENERATING, GENERATING, {}),
    ],
)
def test_a_template_is_processed_again_when_its_inputs_change(before: str, after: str, more: Mapping[str, Any]) -> None:
    assert is_known(twice(before, before)) is (before is TEMPLATE)
    assert not is_known(twice(before, after, **more))


@pytest.mark.parametrize(("characters", "after"), [(20, TEMPLATE), (4_000, OTHER)])
def test_a_template_that_is_gone_or_too_long_for_the_memory_is_not_held(characters: int, after: str) -> None:
    memory = Memory(characters)
    evaluate(TEMPLATE, memory=memory)
    evaluate(after, memory=memory)
    assert memory.processed == ("", None)


def test_the_memory_does_not_hold_the_text_around_it() -> None:
    memory = Memory()
    evaluate(f"{OTHER}---\n{TEMPLATE}", memory=memory)
    _, known = memory.processed
    assert known.template.document.source.text == ""
    assert {item.document.source.text for item in known.processed.objects} == {""}


def test_of_a_template_that_draws_values_only_the_texts_without_them_are_held() -> None:
    memory = Memory()
    evaluate(f"{OTHER}---\n{GENERATING}", memory=memory)
    _, known = memory.processed
    assert (known.processed, set(known.texts)) == (None, {"${B}"})
    assert known.template.document.source.text == ""
