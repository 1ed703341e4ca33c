"""Calls of `oc process --local`."""

from __future__ import annotations

import io
import shlex
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from playground.cli import main
from tests.recordings.suite import Case, Suite, rows_of

ROWS = [*rows_of("process"), *rows_of("process-2")]
_CRASHES = "`oc` crashes, and a crash does not say what to correct: the answer is a clear error"
# What differs on purpose, by id or name, and why; a call that begins to hold must leave this list.
DIFFERENCES = {
    "process-095": "`oc` crashes at `[9-9]`: our ranges include their last character, so it is a range of one",
    "process-159": "a value is generated, another one each time; the rest of the description is equal",
    "process-201": "`oc` writes nothing between the YAML documents of `--raw`; without `---` no program can read them",
    "tag-comma": "`oc` reads `,`, `[` and `]` as part of a YAML tag; our parser ends the tag before them",
    "raw-jsonpath-partial": "`oc` prints all data with an error of `-o jsonpath`; the data may hold secrets",
}


def reason(row: Mapping[str, Any]) -> str:
    """Why our answer to a call differs on purpose; "" if it must be equal."""
    why = DIFFERENCES.get(row["id"]) or DIFFERENCES.get(row["name"], "")
    return why or (_CRASHES if row["exit"] == 2 else "")


def answer(row: Mapping[str, Any]) -> tuple[int, str, str]:
    """The status, standard output and standard error of our program for one call."""
    argv = ["process", "--dialect", "openshift"]
    out, err = io.StringIO(), io.StringIO()
    with TemporaryDirectory() as folder, chdir(folder):
        for name, text in row["files"].items():
            Path(name).write_text(text, encoding="utf-8")
        if row["template"] is not None:
            Path("FILE").write_text(row["template"], encoding="utf-8")
            argv += ["-f", "FILE"]
        with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.StringIO(row["stdin"] or "")):
            try:
                status = main([*argv, *row["args"]])
            except SystemExit as end:
                status = int(end.code or 0)
    return status, out.getvalue(), err.getvalue()


def is_equal(row: Mapping[str, Any], status: int, out: str, err: str) -> bool:
    """Whether an answer has the status, the bytes and the error of the recorded one."""
    return status == row["exit"] and out == row["stdout"] and err.startswith(row["stderr"])


def is_clear_error(status: int, out: str, err: str) -> bool:
    """Whether an answer is one of our errors, which stands for a crash of `oc`."""
    return status == 1 and out == "" and err.startswith("error: ")


def suite() -> Suite:
    """All calls; the page opens those that have a Template, and no options but values."""
    return Suite(
        name="processing",
        title="`oc process`",
        program="the command oc process --local, oc main at 6b8e30c5 of April 2026 (35 later calls: version not noted)",
        no_later_than="2026-11-23",
        note="Compared are the exit status, every byte of the output, and the error.",
        cases=tuple(_case(row) for row in ROWS),
    )


def _case(row: Mapping[str, Any]) -> Case:
    why = reason(row)
    values = _values(row["args"]) if row["template"] is not None else None
    return Case(
        id=row["id"],
        title=row["name"].strip(),
        equal=is_equal(row, *answer(row)),
        reason=why,
        call=shlex.join(["oc", "process", "--local", *(["-f", "FILE"] if row["template"] else []), *row["args"]]),
        recorded=f"{row['stdout']}{row['stderr']}" if why else "",
        text=row["template"] if values is not None else "",
        values=values or {},
        dialect="openshift",
    )


def _values(args: list[str]) -> dict[str, str] | None:
    """The values that ``args`` give; None if they ask for something that the page has no field for."""
    values: dict[str, str] = {}
    remaining = iter(args)
    for argument in remaining:
        if argument in ("-o", "--raw"):  # how the Objects are printed
            if argument == "-o":
                next(remaining)
            continue
        name, separator, value = (next(remaining) if argument == "-p" else argument).partition("=")
        if (argument.startswith("-") and argument != "-p") or not separator or name in values:
            return None
        values[name] = value
    return values
