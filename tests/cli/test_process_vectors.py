"""`process` against the answers of the real program: 146 calls of `oc process --local`, and what differs on purpose."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from playground.cli import main

VECTORS = [
    json.loads(line)
    for name in ("process", "process-2")
    for line in (Path(__file__).resolve().parents[1] / "vectors" / f"{name}.jsonl").read_text().splitlines()
]
# What differs, and why; a call that begins to hold must leave this list.
EXCEPTIONS = {
    "our ranges include their last character, so `[9-9]` is a range of one": "095",
    "a value is generated, another one each time; test_describe.py compares the rest": "159",
    "--raw puts `---` between YAML documents, without which they cannot be read": "201",
}
# The same by name, as docs/command-line.md tells them.
NAMED_EXCEPTIONS = {
    "a tag ends before `,`, `[` and `]`": "tag-comma",
    "an error of `-o jsonpath` prints no data": "raw-jsonpath-partial",
}
DIFFERENT = {f"process-{number}" for numbers in EXCEPTIONS.values() for number in numbers.split()} | {
    vector["id"] for vector in VECTORS if vector["name"] in NAMED_EXCEPTIONS.values()
}


def answer(
    vector: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str, str]:
    """The status, standard output and standard error of our program for one call."""
    monkeypatch.chdir(folder)
    for name, text in vector["files"].items():
        (folder / name).write_text(text)
    monkeypatch.setattr("sys.stdin", io.StringIO(vector["stdin"] or ""))
    argv = ["process", "--dialect", "openshift"]
    if vector["template"] is not None:
        (folder / "FILE").write_text(vector["template"])
        argv += ["-f", "FILE"]
    try:
        status = main([*argv, *vector["args"]])
    except SystemExit as end:
        status = int(end.code or 0)
    output = capsys.readouterr()
    return status, output.out, output.err


def holds(vector: dict[str, Any], status: int, out: str, err: str) -> bool:
    if vector["exit"] == 2:
        return status == 1 and out == "" and err.startswith("error: ")  # `oc` crashes: a clear error instead
    return status == vector["exit"] and out == vector["stdout"] and err.startswith(vector["stderr"])


def test_all_vectors_are_read() -> None:
    assert len(VECTORS) == 146
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{vector['id']} {vector['name']}" for vector in VECTORS])
def test_process_answers_as_oc(
    vector: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = answer(vector, tmp_path, monkeypatch, capsys)
    assert holds(vector, status, out, err) == (vector["id"] not in DIFFERENT), f"{status}\n{out}\n{err}"
