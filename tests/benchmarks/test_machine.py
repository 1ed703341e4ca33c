"""The machine says what it is, and what cannot be asked is unknown, not an error."""

from __future__ import annotations

import pytest

from tests.benchmarks.machine import facts


def test_all_facts_are_told() -> None:
    told = facts()
    assert {"processor", "Python", "PyYAML", "Chromium", "commit"} <= set(told)
    assert all(told.values())


def test_a_program_that_is_not_there_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert facts()["wrk"] == "unknown"
