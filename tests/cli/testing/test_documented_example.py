"""The example in docs/testing-templates.md: its tests pass, and its report is what `test` prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.running import run

MANUAL = (Path(__file__).resolve().parents[3] / "docs" / "testing-templates.md").read_text()
TEMPLATE, TESTS, REPORT = re.findall(r"```(?:yaml)?\n(.+?)```", MANUAL, re.DOTALL)


@pytest.fixture(autouse=True)
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder holds the example."""
    monkeypatch.chdir(tmp_path)
    Path("shop.yaml").write_text(TEMPLATE)
    Path("shop.test.yaml").write_text(TESTS)


def test_the_example_passes_once_its_snapshot_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`template-playground test --update`" in MANUAL.partition("## An example")[2].partition("1 failed")[0]
    assert run(capsys, "test")[0] == 1
    status, out, err = run(capsys, "test", "--update")
    assert (status, err) == (0, "")
    assert "  wrote shop.test.snapshots.yaml\n4 passed\n" in out
    assert "password: (secret)\n" in Path("shop.test.snapshots.yaml").read_text()
    assert run(capsys, "test", "--quiet") == (0, "4 passed\n", "")


def test_a_fixed_number_has_the_documented_report(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "test", "--update")
    Path("shop.yaml").write_text(TEMPLATE.replace("${{REPLICAS}}", "1"))
    assert run(capsys, "test") == (1, REPORT, "")
