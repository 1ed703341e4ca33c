"""The time and the memory of `check` for a thousand files of the kind that repositories have."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.conftest import InTurn, Note
from tests.benchmarks.figures import Goal
from tests.benchmarks.measure import OURS
from tests.browser.servers import ROOT

TEMPLATES = ROOT / "../shared/corpus/templates"
GOAL = Goal(6)  # seconds on two cores
TABLE = "Many files"


def folder_of(count: int, folder: Path) -> Path:
    """A folder with links to the templates, each several times."""
    templates = sorted(TEMPLATES.resolve().iterdir())
    folder.mkdir()
    for number in range(count):
        template = templates[number % len(templates)]
        (folder / f"{number:05}{template.suffix}").symlink_to(template)
    return folder


def check(folder: Path, form: str) -> None:
    """Check all files of a folder, on all cores."""
    command = [sys.executable, "-m", "playground", "check", str(folder), "--format", form]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, timeout=600).returncode == 1


@pytest.mark.skipif(not TEMPLATES.is_dir(), reason="the corpus of real templates is not beside the project")
@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_thousand_files(form: str, tmp_path: Path, in_turn: InTurn, note: Note) -> None:
    folder = folder_of(1_000, tmp_path / "files")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    times = in_turn(lambda: check(folder, form), 10.0, clock=time.perf_counter)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    runs = 2 + len(times.rounds[OURS])  # two runs come before the rounds
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    note(TABLE, f"1,000 files as {form}", "best, s", times.best(OURS), GOAL)
    note(TABLE, f"1,000 files as {form}", "s of CPU", used / runs)


@pytest.mark.skipif(not TEMPLATES.is_dir(), reason="the corpus of real templates is not beside the project")
def test_memory_stays(tmp_path: Path, note: Note) -> None:
    for count in (250, 1_000, 4_000):
        command = [sys.executable, "-m", "playground", "check", str(folder_of(count, tmp_path / str(count)))]
        measured = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], capture_output=True);"
        measured += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        kilobytes = subprocess.run([sys.executable, "-c", measured, *command], cwd=ROOT, capture_output=True, text=True)
        note(TABLE, f"{count:,} files as text", "largest process, MB", int(kilobytes.stdout) / 1024)
