"""The real Helm writes what `oc process` writes: a sample of what `make torture` tries with all Templates."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.exporting.helm.program import NEWEST
from tests.engine.exporting.helm.proof import (
    TAKEN,
    differences,
    faults_of_charts,
    hostile_values,
    subjects,
)
from tests.engine.exporting.texts import corpus, examples, vectors

# Templates that `oc` processes and no chart fits.
REFUSED = {
    "process-002": "The value of `N` is or has a `null`",
    "process-009": "A key is a JSON value, which may be no text.",
    "process-013": "The kind decides about the group of the apiVersion.",
    "process-014": "The kind is a JSON value, which may be no text.",
    "process-057": "An object is `null`.",
}
pytestmark = pytest.mark.skipif(not NEWEST, reason="Helm is not here")


def test_only_what_no_chart_fits_is_refused_and_its_place_is_named() -> None:
    charts, refusals = subjects(vectors())
    assert len(charts) == 77
    reasons = {
        name: refusal.reason for name, refusal in refusals.items() if "`oc process` refuses" not in refusal.reason
    }
    assert reasons.keys() == REFUSED.keys()
    assert all(reason.startswith(REFUSED[name]) for name, reason in reasons.items())
    assert all(refusal.span is not None for refusal in refusals.values())


def test_helm_writes_what_oc_writes(tmp_path: Path) -> None:
    charts, _ = subjects([*vectors(), *examples(), *corpus()[::9]])
    defaults = {subject.id: dict[str, str]() for subject in charts}
    assert differences(NEWEST[0], tmp_path / "defaults", charts, defaults, in_chart=True) == {}
    for number in range(0, len(TAKEN), 20):
        values = {subject.id: hostile_values(subject, number) for subject in charts}
        folder = tmp_path / str(number)
        assert differences(NEWEST[0], folder, charts, values, in_chart=number % 40 == 0) == {}


def test_helm_lint_finds_nothing_but_faults_of_the_template(tmp_path: Path) -> None:
    charts, _ = subjects([*vectors(), *examples()])
    assert faults_of_charts(NEWEST[0], tmp_path, charts) == []
