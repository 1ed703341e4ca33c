"""`tests/tools/again` runs failed tests once more, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parent / "tools" / "again"
PYTEST = Path(sys.executable).parent / "pytest"
ONCE = """\
import pathlib
def test_good(): pass
def test_late():
    with pathlib.Path("runs").open("a+") as runs:
        runs.seek(0)
        first = not runs.read()
        runs.write("run\\n")
    assert not first
"""
PASSES, FAILS, LATE, BROKEN = "def test_good(): pass", "def test_bad(): assert 0", ONCE, "import nothing_of_this_name"


@pytest.mark.parametrize(
    ("text", "status", "again"),
    [(PASSES, 0, False), (LATE, 0, True), (FAILS, 1, True), (BROKEN, 2, True), ("", 5, False)],
    ids=["passes", "late", "fails", "broken", "none"],
)
def test_what_fails_is_run_once_more(tmp_path: Path, text: str, status: int, again: bool) -> None:
    (tmp_path / "test_one.py").write_text(text)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    command = [str(TOOL), "2", str(PYTEST), "-p", "xdist", f"--basetemp={tmp_path / 'base'}", "test_one.py"]
    done = subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, "Once more" in done.stdout) == (status, again)
    assert ("test_one.py::test_late PASSED" in done.stdout) is (text == LATE)
