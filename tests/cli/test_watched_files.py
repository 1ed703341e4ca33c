"""`--watch`, as a process: it runs again after each change, and ends when it is interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.running import run, wait_until_asleep
from tests.texts import TEMPLATE

ROOT = Path(__file__).resolve().parents[2]
GOOD = TEMPLATE.replace("[a]{2}x", "[a-b]{2}x")


@contextmanager
def watching(*argv: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "playground", *argv, "--watch"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": ""},  # what a run prints comes when the run is over
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def next_line(running: subprocess.Popen[str]) -> str:
    assert running.stdout
    return running.stdout.readline()


def stopped(running: subprocess.Popen[str]) -> tuple[int, str]:
    running.send_signal(signal.SIGINT)
    assert running.stdout
    output = running.stdout.read()
    return running.wait(timeout=60), output


def put(file: Path, text: str) -> None:
    """As editors save: a new file takes the place of the old."""
    new = file.with_suffix(".new")
    new.write_text(text)
    new.replace(file)


def test_a_change_is_processed_at_once_and_an_interrupt_is_silent(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    file.write_text(GOOD)
    with watching("process", "-f", str(file), "-o", "name") as running:
        assert next_line(running) == "configmap/cm\n"
        put(file, GOOD.replace("name: cm", "name: second"))
        assert next_line(running) == "configmap/second\n"
        file.unlink()
        put(file, GOOD.replace("name: cm", "name: third"))
        assert next_line(running) == "configmap/third\n"
        assert stopped(running) == (0, "")


def test_the_files_that_match_a_pattern_are_watched(tmp_path: Path) -> None:
    put(tmp_path / "b.yaml", GOOD)
    with watching("process", "-f", f"{tmp_path}/*.yaml", "-o", "name") as running:
        assert next_line(running) == "configmap/cm\n"
        put(tmp_path / "b.yaml", GOOD.replace("name: cm", "name: second"))
        assert next_line(running) == "configmap/second\n"
        put(tmp_path / "a.yaml", GOOD.replace("name: cm", "name: third"))
        assert next_line(running) == "2 input templates found, but only the first will be processed\n"
        assert next_line(running) == "configmap/third\n"


def test_the_status_is_that_of_the_last_run(tmp_path: Path) -> None:
    file = tmp_path / "t.yaml"
    file.write_text("a: b: c\n")
    with watching("check", "-f", str(file)) as running:
        assert next_line(running).startswith(f"{file}:")
        status, _ = stopped(running)
        assert status == 1


@pytest.mark.parametrize("which", ["values.yaml", "t.yaml", "more.env"])
def test_every_file_that_is_read_is_watched(tmp_path: Path, which: str) -> None:
    (tmp_path / "t.yaml").write_text(GOOD.replace("name: cm", 'name: "${A}"'))
    (tmp_path / "values.yaml").write_text(
        "apiVersion: playground/v1\nkind: Values\ntemplate: t.yaml\nvalues: {A: one}\n"
    )
    (tmp_path / "more.env").write_text("PORT=1\n")
    texts = {name: (tmp_path / name).read_text() for name in ("values.yaml", "t.yaml", "more.env")}
    argv = ("--values", str(tmp_path / "values.yaml"), "--param-file", str(tmp_path / "more.env"))
    with watching("process", *argv, "-o", "name") as running:
        assert next_line(running) == "configmap/one\n"
        put(tmp_path / which, f"{texts[which]}# changed\n")
        assert next_line(running) == "configmap/one\n"
        assert stopped(running) == (0, "")


def test_the_files_of_a_folder_that_a_values_file_names_are_watched(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    put(tmp_path / "templates" / "t.yaml", GOOD)
    (tmp_path / "values.yaml").write_text("apiVersion: playground/v1\nkind: Values\ntemplate: templates\n")
    with watching("process", "--values", str(tmp_path / "values.yaml"), "-o", "name") as running:
        assert next_line(running) == "configmap/cm\n"
        with (tmp_path / "templates" / "t.yaml").open("a") as file:  # the time of the folder stays
            file.write("# changed\n")
        assert next_line(running) == "configmap/cm\n"


def test_all_files_that_are_checked_are_watched_and_so_are_new_ones_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "k" / "inner").mkdir(parents=True)
    put(tmp_path / "a.yaml", "a: b: c\n")
    with watching("check", "-f", str(tmp_path / "a.yaml"), str(tmp_path / "k")) as running:
        assert next_line(running).startswith(f"{tmp_path}/a.yaml:1:")
        put(tmp_path / "a.yaml", "apiVersion: v1\nkind: Service\nspec: {portal: 1}\n")
        lines = iter(lambda: next_line(running), f"{tmp_path}/a.yaml:3:8: ")
        assert any(line.startswith(f"{tmp_path}/a.yaml:3:8: ") for line in lines)
        put(tmp_path / "k" / "inner" / "b.yaml", "apiVersion: v1\nkind: Service\nspec: {portal: 2}\n")
        assert any(line.startswith(f"{tmp_path}/k/inner/b.yaml:3:8: ") for line in lines)


def test_inputs_that_cannot_be_watched_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    refused = run(capsys, "check", "-f", "-", "--watch")
    assert refused == (2, "", "error: --watch cannot be used with standard input; name a file with -f\n")
    refused = run(capsys, "process", "-f", str(tmp_path), "--watch", "--interactive")
    assert refused == (1, "", "error: --watch cannot be used with --interactive\n")


def test_an_interrupted_program_prints_nothing(tmp_path: Path) -> None:
    fifo = tmp_path / "never"
    os.mkfifo(fifo)
    with (
        subprocess.Popen(
            [sys.executable, "-m", "playground", "check", "-f", str(fifo)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as running,
        fifo.open("w"),
    ):  # the program has opened its end
        wait_until_asleep(running.pid)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (128 + signal.SIGINT, "", "\n")
