"""Work on several cores has the results, the order and the memory of work on one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from playground.cli.check.cores import BATCH, FEWEST, interrupts_held, results_in_order
from playground.cli.options import RequestError

ROOT = Path(__file__).resolve().parents[3]


def doubled(numbers: Sequence[int]) -> list[tuple[int, int]]:
    return [(number * 2, os.getpid()) for number in numbers]


def ended(numbers: Sequence[int]) -> list[int]:
    os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


@pytest.mark.parametrize("count", [0, 1, FEWEST - 1, FEWEST, 10 * BATCH + 1])
def test_the_results_come_in_order_and_few_items_start_no_process(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.cli.check.cores._cores", lambda: 2)
    results = list(results_in_order(doubled, range(count), alone=False))
    assert [number for number, _ in results] == [number * 2 for number in range(count)]
    assert all((process == os.getpid()) == (count < FEWEST) for _, process in results)
    assert {process for _, process in results_in_order(doubled, range(count), alone=True)} <= {os.getpid()}


def test_a_process_that_the_system_ends_is_an_error_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.cli.check.cores._cores", lambda: 2)
    with pytest.raises(RequestError, match="lack of memory"):
        list(results_in_order(ended, range(FEWEST), alone=False))


def test_an_interrupt_ends_all_processes_without_a_word(tmp_path: Path) -> None:
    text = "apiVersion: v1\nkind: ConfigMap\ndata:\n" + "".join(f"  k{number}: '1'\n" for number in range(20_000))
    for number in range(100):
        (tmp_path / f"{number}.yaml").write_text(text)
    with subprocess.Popen(
        [sys.executable, "-m", "playground", "check", "--kubernetes-version", "1.30", str(tmp_path), "gone.yaml"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
        text=True,
    ) as running:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while not children.read_text():
            assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "\n")
    with pytest.raises(ProcessLookupError):  # no process is left of the group
        os.killpg(running.pid, 0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_what_asks_the_process_to_end_waits_until_files_are_complete(number: signal.Signals) -> None:
    received: list[int] = []
    before = signal.signal(number, lambda number, _: received.append(number))
    try:
        with interrupts_held():
            signal.raise_signal(number)
            assert received == []
        assert received == [number]
    finally:
        signal.signal(number, before)
