"""Both versions of Helm write what `oc process` writes, for each Template, and each hostile value in each Parameter."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.exporting.helm.program import HELMS
from tests.engine.exporting.helm.proof import (
    TAKEN,
    differences,
    faults_of_charts,
    hostile_values,
    subjects,
)
from tests.engine.exporting.texts import corpus, examples, vectors


@pytest.mark.parametrize("program", HELMS, ids=lambda path: path.name)
def test_helm_writes_what_oc_writes_for_every_value(program: Path, tmp_path: Path) -> None:
    charts, _ = subjects([*corpus(), *vectors(), *examples()])
    defaults = {subject.id: dict[str, str]() for subject in charts}
    assert differences(program, tmp_path / "defaults", charts, defaults, in_chart=True) == {}
    for number in range(len(TAKEN)):
        values = {subject.id: hostile_values(subject, number) for subject in charts}
        assert differences(program, tmp_path / str(number), charts, values, in_chart=number % 2 == 0) == {}


@pytest.mark.parametrize("program", HELMS, ids=lambda path: path.name)
def test_helm_lint_finds_nothing_but_faults_of_the_template(program: Path, tmp_path: Path) -> None:
    charts, _ = subjects([*corpus(), *vectors(), *examples()])
    assert faults_of_charts(program, tmp_path, charts) == []
