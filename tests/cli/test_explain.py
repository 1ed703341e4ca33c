"""`explain`: the manual of every rule."""

from __future__ import annotations

import pytest

from playground.engine import RULES, explain
from tests.cli.running import run


def test_explain_prints_every_manual(capsys: pytest.CaptureFixture[str]) -> None:
    for rule in RULES:
        status, out, _ = run(capsys, "explain", rule.code)
        assert status == 0
        assert out.startswith(f"{rule.code} {rule.name} ({rule.severity})\n\n{explain(rule).summary}\n\n")
        assert out.index("\nExample:\n") < out.index("\nInstead:\n"), rule.code


def test_explain_lists_a_family_and_all_rules(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explain")
    assert (status, err) == (0, "")
    assert [line.partition(" ")[0] for line in out.splitlines()] == [rule.code for rule in RULES]
    first = RULES[0]
    assert out.startswith(f"{first.code} {first.name} ({first.severity}): {explain(first).summary}\n")
    family = [line for line in out.splitlines() if line.startswith("ENV")]
    assert run(capsys, "explain", "env")[1].splitlines() == family


def test_explain_takes_the_name_and_any_case(capsys: pytest.CaptureFixture[str]) -> None:
    expected = run(capsys, "explain", "ENV502")
    assert run(capsys, "explain", "env502") == run(capsys, "explain", "forward-reference") == expected


def test_explain_suggests_the_nearest_rule(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "explain", "forward-referense")
    assert (status, out) == (2, "")
    assert err == 'error: no rule has the code or name "forward-referense". Did you mean ENV502 forward-reference?\n'
    assert (
        run(capsys, "explain", "?")[2]
        == 'error: no rule has the code or name "?". `explain` without an argument lists all rules.\n'
    )
