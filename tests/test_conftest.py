"""The checks that apply to all tests, tested from outside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
IN_THE_BACKGROUND = "import signal, subprocess, sys; signal.signal(signal.SIGINT, signal.SIG_IGN)"
CONFIGURED = "from tests.conftest import pytest_configure; pytest_configure()"
ENDED_BY_INTERRUPT = """\
child = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
sys.exit(subprocess.run([sys.executable, "-c", child], stderr=subprocess.DEVNULL).returncode == -signal.SIGINT)"""


@pytest.mark.parametrize(("lines", "ends"), [((CONFIGURED,), True), ((), False)], ids=["configured", "control"])
def test_an_interrupt_ends_a_program_even_if_the_tests_run_in_the_background(
    lines: tuple[str, ...], ends: bool
) -> None:
    program = "\n".join((IN_THE_BACKGROUND, *lines, ENDED_BY_INTERRUPT))
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False, timeout=60).returncode == ends
