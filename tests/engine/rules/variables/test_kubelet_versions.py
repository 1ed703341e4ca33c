"""Differences between versions of Kubernetes."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic

SETTINGS = "---\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {1a: x, b: y}\n"


def severities_and_messages(text: str, code: str, kubernetes: str = "1.36") -> list[tuple[str, str]]:
    diagnostics = evaluate(text, Inputs(kubernetes=kubernetes)).diagnostics
    return [(item.severity.value, item.message) for item in diagnostics if item.code == code]


def test_the_fix_of_a_damaged_character_makes_every_version_agree() -> None:
    text = pod("args:\n- a$£\n")
    damaged = find_diagnostic(text, "ENV520")
    assert damaged.fix is not None
    mended = apply_edits(text, damaged.fix.edits)
    results = {
        evaluate(mended, Inputs(kubernetes=name)).containers[0].args[0].result for name in ("1.29", "1.33", "1.36")
    }
    assert results == {"a$£"}
    assert evaluate(mended).diagnostics == ()


@pytest.mark.parametrize(
    ("kubernetes", "severity", "behaviour"),
    [
        ("1.33", "warning", "arrives damaged: Kubernetes 1.33 splits the character."),
        ("1.34", "warning", "keeps the container from starting on the first releases of Kubernetes 1.34."),
        ("1.36", "hint", "arrives damaged on Kubernetes 1.33 and older."),
    ],
)
def test_a_message_says_how_the_version_damages_a_character(kubernetes: str, severity: str, behaviour: str) -> None:
    assert severities_and_messages(pod("args: [a$£]"), "ENV520", kubernetes) == [(severity, f"`$£` {behaviour}")]


def test_keys_that_are_skipped_are_reported_with_the_kubelets_event() -> None:
    text = pod("envFrom: [{configMapRef: {name: c}}]", SETTINGS)
    assert severities_and_messages(text, "ENV521") == [
        ("hint", "Kubernetes before 1.30 skips `1a`, and no shell can read a variable of such a name.")
    ]
    assert severities_and_messages(text, "ENV521", "1.29") == [
        ("warning", "Kubernetes 1.29 skips `1a`, because no variable can have such a name.")
    ]


def test_a_prefix_makes_a_strange_key_a_good_name() -> None:
    assert severities_and_messages(pod("envFrom: [{configMapRef: {name: c}, prefix: K_}]", SETTINGS), "ENV521") == []
