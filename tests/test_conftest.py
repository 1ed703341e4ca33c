"""The checks that apply to all tests, tested from outside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

TEST = "tests/commands/test_interactive.py::test_an_interrupt_ends_the_program_silently[PASSWORD: ]"
ROOT = Path(__file__).resolve().parents[1]


def test_an_interrupted_program_ends_even_if_the_tests_run_in_the_background() -> None:
    ignoring = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-m", "pytest", "-q", TEST]
    run = subprocess.run(ignoring, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert "1 passed" in run.stdout
