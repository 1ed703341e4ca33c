"""The time of one command of the command line, and the share of its imports."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections import Counter

import pytest

from tests.benchmarks.conftest import InTurn, Note
from tests.benchmarks.imports import own_times
from tests.benchmarks.measure import OURS
from tests.browser.servers import ROOT

EXAMPLE = str(ROOT / "playground" / "examples" / "70-generated-password.yaml")
COMMANDS = {
    "explain ENV502": ("explain", "ENV502"),
    "process -f an example": ("process", "-f", EXAMPLE),
    "check -f an example": ("check", "-f", EXAMPLE),
}
MOST_TOLD = 12  # packages


def run(*arguments: str) -> str:
    """Run Python with these arguments; what it says on its standard error."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30).stderr


def children() -> float:
    """Seconds that the processes which have ended took of the processor."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command(name: str, in_turn: InTurn, note: Note) -> None:
    arguments = ("-m", "playground", *COMMANDS[name])
    times = in_turn(lambda: run(*arguments), 3.0, clock=children, python=lambda: run("-c", "pass"))
    for row, work in ((f"playground {name}", OURS), ("python -c pass", "python")):
        note("Command line", row, "best, ms of CPU", times.best(work) * 1e3)
        note("Command line", row, "median, ms of CPU", times.median(work) * 1e3)
    note("Command line", f"playground {name}", "÷ python", times.ratio(OURS, "python"))


def test_imports(note: Note) -> None:
    runs = [own_times(run("-X", "importtime", "-m", "playground", "process", "-f", EXAMPLE)) for _ in range(7)]
    together = min(runs, key=Counter.total)
    for package, microseconds in together.most_common(MOST_TOLD):
        note("Imports", package, "own, ms", microseconds / 1e3)
        note("Imports", package, "%", microseconds / together.total() * 100)
    note("Imports", "all", "own, ms", together.total() / 1e3)
    note("Imports", "all", "%", 100.0)
