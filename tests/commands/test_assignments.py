"""Values and labels among the arguments of `process`."""

from __future__ import annotations

import pytest

from tests.commands.running import items, process


def test_assignments_stand_anywhere(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (("A=x", "-f", template, "PORT=1"), ("-f", template, "A=x", "--local", "-p", "PORT=1")):
        status, out, err = process(capsys, *argv, "--from", "CODE=b")
        assert status == 0
        assert err.startswith(f"{template}:8:27: POD601 ")
        assert items(out)[0]["data"] == {"a": "x", "port": 1, "$(A)": "1e3"}


def test_labels_that_cannot_be_read_come_before_unknown_parameters(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = process(capsys, "-f", template, "-l", "a", "-p", "NOPE=1")
    assert refused[:2] == (1, "")
    assert refused[2].startswith("error: error parsing labels: unexpected label spec: a\n")
    out = process(capsys, "-f", template, "-l", "x=${A},y=", "--from", "CODE=b")[1]
    assert items(out)[0]["metadata"] == {"name": "cm", "labels": {"x": "default", "y": ""}}
