"""Workflow commands of GitHub, read back as its runner reads them."""

from __future__ import annotations

import re

from playground.cli.output.github import workflow_command
from playground.engine import Diagnostic, Position, Severity, SourceSpan


def diagnostic(end: Position, **more: str) -> Diagnostic:
    words = {"message": "A message.", "hint": "", **more}
    span = SourceSpan(Position(3, 5), end)
    return Diagnostic("ENV599", "a-name", Severity.HINT, words["message"], words["hint"], span, "", (), None)


def unescaped(text: str) -> str:
    return re.sub("%(0A|0D|25|3A|2C)", lambda match: chr(int(match[1], 16)), text)


def test_a_diagnostic_is_one_line_with_its_place() -> None:
    assert workflow_command(diagnostic(Position(3, 9)), "pod.yaml") == (
        "::notice file=pod.yaml,line=3,endLine=3,col=5,endColumn=9,title=ENV599 a-name::A message."
    )


def test_columns_are_left_out_where_several_lines_are_meant() -> None:
    line = workflow_command(diagnostic(Position(4, 1)), "pod.yaml")
    assert line == "::notice file=pod.yaml,line=3,endLine=4,title=ENV599 a-name::A message."


def test_what_the_runner_would_misread_is_escaped_and_read_back() -> None:
    file, message, hint = "a,b:c%0A.yaml", "100% `a::b`,\r\n", "::error::no command"
    line = workflow_command(diagnostic(Position(3, 9), message=message, hint=hint), file)
    assert "\n" not in line
    assert "\r" not in line
    _, properties, data = line.split("::", 2)
    assert unescaped(data) == f"{message}\n{hint}"
    found = dict(pair.split("=", 1) for pair in properties.split(" ", 1)[1].split(","))
    assert unescaped(found["file"]) == file
