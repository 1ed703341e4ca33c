"""A terminal gets no escape sequence from a text; a file and a pipe get every byte."""

from __future__ import annotations

import errno
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from playground.engine import INVISIBLE
from tests.browser.servers import ROOT
from tests.hostile.sinks import hostile_pod

BAD = "a\x1b[31mred\x1b]0;title\x07\x9b31m\b\b\r\u202e\u2066\u200b\U000e0041\x7fb"
OURS = re.compile(r"\x1b\[[0-9;]*m|\r\x1b\[K|\r\n")  # colours, the line of progress, and what a terminal makes of \n
# A Template that prints its texts whichever way it is asked to; BAD is its name, its Parameter's, its Objects'.
TEMPLATE = {
    "kind": "Template",
    "apiVersion": "template.openshift.io/v1",
    "metadata": {"name": BAD},
    "message": BAD,
    "parameters": [
        {"name": "A", "displayName": BAD, "description": BAD, "value": BAD},
        {"name": "B", "value": "$(NOPE)"},
    ],
    "objects": [{"kind": BAD, "apiVersion": "v1", "metadata": {"name": BAD}, "data": {BAD: "${A}", "b": "${NOPE}"}}],
}
COMMANDS = (
    ["process", "-f", "t.json"],
    ["process", "-f", "t.json", "-o", "yaml"],
    ["process", "-f", "t.json", "-o", "name"],
    ["process", "-f", "t.json", "-o", "describe"],
    ["process", "-f", "t.json", "-o", "aligned"],
    ["process", "-f", "t.json", "-o", "jsonpath={.items[0].kind}"],
    ["process", "-f", "t.json", "-o", "kyaml"],
    ["process", "-f", "t.json", "-o", "go-template={{.}}{{.kind.x}}"],
    ["process", "-f", "t.json", "-o", f"go-template={BAD}"],
    ["process", "-f", "t.json", "--parameters"],
    ["process", "-f", "t.json", "--explain"],
    ["process", "-f", "t.json", "-p", f"{BAD}=1"],
    ["process", "-f", "t.json", BAD],
    ["process", "-f", BAD],
    ["process", "-f", "t.json", f"--{BAD}"],
    ["process", "-f", "t.json", "-l", BAD],
    ["process", "-f", "broken.yaml"],
    ["expand", "-f", "p.json"],
    ["expand", "-f", "p.json", "-o", "json"],
    ["expand", "-f", "p.json", "-o", "env"],
    ["expand", "-f", "p.json", "--cluster", "c.json"],
    ["check", "-f", "p.json"],
    ["check", "-f", "t.json"],
    ["check", "-f", "t.json", "--format", "github"],
    ["check", "-f", "broken.yaml"],
    ["check", "-f", BAD],
    ["explain", BAD],
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "t.json").write_text(json.dumps(TEMPLATE))
    (tmp_path / "p.json").write_text(json.dumps(json.loads(hostile_pod(BAD))))
    (tmp_path / "c.json").write_text(json.dumps({BAD: 1, "services": []}))
    (tmp_path / "broken.yaml").write_text("a: {\x1b[31m\u202e\n]\n")
    return tmp_path


ALL = """
import json, sys
from playground.__main__ import run
for words in json.loads(sys.argv[1]):
    sys.argv = ["playground", *words]
    run()
    print("END OF ONE")
"""


def on_a_terminal(folder: Path) -> list[str]:
    """What a terminal gets of each of COMMANDS, from the standard output and the standard error."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", ALL, json.dumps(COMMANDS)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        output = b"".join(iter(lambda: _part(ours), b""))
        os.close(ours)
        assert process.wait(30) == 0
    return output.decode().split("END OF ONE\r\n")[:-1]


def _part(ours: int) -> bytes:
    """What comes next; Linux calls it an error when nobody holds the other end any more."""
    try:
        return os.read(ours, 65_536)
    except OSError as error:
        if error.errno == errno.EIO:
            return b""
        raise


def obeyed(output: str) -> list[str]:
    """What of it a terminal would obey or not show, beside what is ours."""
    return re.findall(f"[{INVISIBLE}]", OURS.sub("", output).replace("\r", ""))


def test_no_command_prints_control_characters_to_a_terminal(folder: Path) -> None:
    answers = dict(zip(map(" ".join, COMMANDS), on_a_terminal(folder), strict=True))
    assert "" not in answers.values()
    assert {command: sequences for command, output in answers.items() if (sequences := obeyed(output))} == {}
    assert r"a\x1b[31mred" in answers["process -f t.json -o name"]


def test_a_pipe_gets_every_byte_and_the_search_finds_them(folder: Path) -> None:
    command = [sys.executable, "-m", "playground", "process", "-f", str(folder / "t.json"), "-o", "name"]
    process = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert BAD.lower().replace("\r", "") in process.stdout.replace("\n", "").replace("\r", "")
    assert len(obeyed(process.stdout)) > 5
