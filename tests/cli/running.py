"""Runs the command line in this process; waits for one that runs in another."""

from __future__ import annotations

import time

import pytest

from playground.cli import main
from playground.engine import read_plain
from tests.browser.servers import stat_of


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """The status of ``argv``, and what it wrote to the standard output and the standard error."""
    try:
        status = main(argv)
    except SystemExit as end:
        status = int(end.code or 0)
    output = capsys.readouterr()
    return status, output.out, output.err


def process(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """The same for `process` with the arguments ``argv``."""
    return run(capsys, "process", *argv)


def items(text: str) -> list[dict[str, object]]:
    """The Objects of a List, printed in any form."""
    objects: list[dict[str, object]] = read_plain(text)["items"]
    return objects


def wait_until_asleep(process: int) -> None:
    """Wait until a process sleeps, as in a read: Python handles a signal from just before a read after the read."""
    while (state := stat_of(process)[:1]) != ["S"]:
        assert state not in ([], ["Z"]), "it has ended"
        time.sleep(0.01)
