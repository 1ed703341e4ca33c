"""How long the command line needs before it does anything."""

from __future__ import annotations

import subprocess
import sys

from tests.benchmarks.measure import best, figure, heading
from tests.browser.servers import ROOT


def measure_start() -> None:
    """Print the start-up of the command line beside that of Python alone."""
    heading("command line, best run")
    for name, arguments in {
        "python alone": ["-c", "pass"],
        "playground explain ENV502": ["-m", "playground", "explain", "ENV502"],
        "playground process -f an example": ["-m", "playground", "process", "-f", _EXAMPLE],
    }.items():
        seconds = best(lambda rest=arguments: _run(rest), 2.0)  # type: ignore[misc]
        figure(name, f"{seconds * 1000:8.0f} ms")


_EXAMPLE = str(ROOT / "playground" / "examples" / "70-generated-password.yaml")


def _run(arguments: list[str]) -> None:
    subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=30)
