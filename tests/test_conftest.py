"""The checks that apply to all tests, tested from outside."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
IN_THE_BACKGROUND = "import signal, subprocess, sys; signal.signal(signal.SIGINT, signal.SIG_IGN)"
CONFIGURED = "from tests.conftest import pytest_configure; pytest_configure()"
INTERRUPTED = """\
child = "import os, signal; os.kill(os.getpid(), signal.SIGINT)"
print(subprocess.run([sys.executable, "-c", child], stderr=subprocess.DEVNULL).returncode)"""


@pytest.mark.parametrize(("lines", "status"), [((CONFIGURED,), -signal.SIGINT), ((), 0)], ids=["configured", "control"])
def test_an_interrupt_ends_a_program_even_if_the_tests_run_in_the_background(
    lines: tuple[str, ...], status: int
) -> None:
    program = "\n".join((IN_THE_BACKGROUND, *lines, INTERRUPTED))
    assert subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, text=True, timeout=60) == f"{status}\n"
