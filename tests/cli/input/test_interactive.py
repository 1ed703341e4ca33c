"""`--interactive` at a real terminal: questions, types, defaults, and secrets that are not echoed."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.running import process, wait_until_asleep

ROOT = Path(__file__).resolve().parents[3]
TEXT = """\
apiVersion: v1
kind: Template
parameters:
- {name: NAME, displayName: Application name, description: Names everything., value: shop, required: true}
- {name: COUNT, type: int, required: true}
- {name: PASSWORD, required: true}
- {name: CODE, generate: expression, from: "x{4}"}
- {name: GIVEN}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: $(NAME)}
  data: {count: $(COUNT), password: $(PASSWORD), code: $(CODE), given: $(GIVEN)}
"""


@dataclass
class Person:
    """Who sits at the terminal: reads what is written there, and types."""

    terminal: int
    running: subprocess.Popen[bytes]
    seen: str = field(default="")

    def waits_for(self, text: str) -> None:
        """Read on until ``text`` are there."""
        start = len(self.seen)
        while text not in self.seen[start:]:
            part = os.read(self.terminal, 4096).decode()
            assert part
            self.seen += part

    def types(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def leaves(self) -> tuple[int, str]:
        """The status and what went to the standard output."""
        with suppress(OSError):  # Linux: nobody holds the other end any more
            while part := os.read(self.terminal, 4096).decode():
                self.seen += part
        assert self.running.stdout
        return self.running.wait(timeout=60), self.running.stdout.read().decode()


def take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def at_a_terminal(file: Path, *argv: str) -> Iterator[Person]:
    person_end, program_end = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "playground", "process", "-f", str(file), "--interactive", *argv],
        cwd=ROOT,
        stdin=program_end,
        stderr=program_end,
        stdout=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=take_terminal,
    ) as running:
        os.close(program_end)
        try:
            yield Person(person_end, running)
        finally:
            running.kill()
            os.close(person_end)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "t.yaml"
    path.write_text(TEXT)
    return path


def test_each_parameter_is_asked_for_and_secrets_are_not_echoed(file: Path) -> None:
    with at_a_terminal(file, "-p", "GIVEN=g") as person:
        person.waits_for("NAME [shop]: ")
        person.types("\n")
        person.waits_for("COUNT: ")
        person.types("many\n")
        person.waits_for("COUNT: ")
        person.types("3\n")
        person.waits_for("PASSWORD: ")
        person.types("\n")
        person.waits_for("PASSWORD: ")
        person.types("hunter2\n")
        person.waits_for("CODE [generated]: ")
        person.types("\n")
        status, out = person.leaves()
    assert status == 0
    assert json.loads(out)["items"][0]["metadata"] == {"name": "shop"}
    data = {"count": 3, "password": "hunter2", "code": "xxxx", "given": "g"}
    assert json.loads(out)["items"][0]["data"] == data
    assert "hunter2" not in person.seen.split("CODE [generated]: ")[0]
    assert "Application name (required)\r\n    Names everything.\r\n" in person.seen
    assert "COUNT (required, int)\r\n" in person.seen
    assert "This value is not of type int: character 1 is not a digit of a decimal integer.\r\n" in person.seen
    assert "This Parameter requires a value.\r\n" in person.seen
    assert "GIVEN" not in person.seen.split("CODE [generated]: ")[0]


def test_two_quotes_mean_an_empty_value(file: Path) -> None:
    argv = (
        "-p",
        "NAME=n",
        "-p",
        "COUNT=1",
        "-p",
        "PASSWORD=x",
        "-p",
        "GIVEN=g",
        "-o",
        "jsonpath={.items[0].data.code}",
    )
    with at_a_terminal(file, *argv) as person:
        person.waits_for("CODE [generated]: ")
        person.types('""\n')
        assert person.leaves() == (0, "")


@pytest.mark.parametrize("question", ["NAME [shop]: ", "PASSWORD: "])
def test_an_interrupt_ends_the_program_silently(file: Path, question: str) -> None:
    assignments = () if question.startswith("NAME") else ("-p", "NAME=n", "-p", "COUNT=1")
    with at_a_terminal(file, *assignments) as person:
        person.waits_for(question)
        wait_until_asleep(person.running.pid)
        person.types("\x03")
        assert person.leaves() == (128 + signal.SIGINT, "")
    assert "Traceback" not in person.seen


def test_the_end_of_the_input_is_an_error(file: Path) -> None:
    with at_a_terminal(file) as person:
        person.waits_for("NAME [shop]: ")
        person.types("\x04")
        assert person.leaves() == (1, "")
    assert person.seen.endswith("error: the input ended before every question was answered\r\n")


def test_without_a_terminal_nothing_is_asked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected = (1, "", "error: --interactive asks questions: standard input and standard error must be terminals\n")
    assert process(capsys, "-f", str(file), "--interactive") == expected
