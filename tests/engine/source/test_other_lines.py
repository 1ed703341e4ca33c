"""Lines that are not simple are matched one by one, and their values are read."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.source.fallback import LeftToParserError
from playground.engine.source.other_lines import line_at, read_value, start_at
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import Tape


def value(text: str) -> tuple[Any, str, str, list[str]] | None:
    """The value of a text of one line; its place, what is after it, and the styles of its nodes."""
    line, tape = line_at(text, 0), Tape()
    assert line is not None
    found = read_value(line, None, tape, Resolver())
    return None if found is None else (found[0], text[tape.starts[0] : found[1]], text[found[2] :], tape.styles)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a:  1 # b\nc", (1, "1", "c", ["plain"])),
        ("- 'a''b'\n", ("a'b", "'a''b'", "", ["single"])),
        ('a: "b\n  c"\nd', ("b c", '"b\n  c"', "d", ["double"])),
        ("a: [b] \n", (["b"], "[b]", "", ["flow", "plain"])),
        ("a: # b\n", None),
    ],
)
def test_a_value_is_read_with_its_place(text: str, expected: object) -> None:
    assert value(text) == expected


@pytest.mark.parametrize("text", ["a:  .inf\n", "a:  123456789012345678901\n", "a: {y: 1}\n"])
def test_a_value_with_a_problem_is_left_to_the_parser(text: str) -> None:
    with pytest.raises(LeftToParserError):
        value(text)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  - a b: c", ("  ", "- ", "")),
        ("-", ("", "-", "")),
        (" a: &b c", (" ", "", "a:")),
        ("<<: *a", ("", "", "<<:")),
        ("&a b", ("", "", "")),
    ],
)
def test_an_odd_line_has_a_beginning(line: str, expected: tuple[str, ...]) -> None:
    assert line_at(f"{line}\n", 0) is None
    assert start_at(f"{line}\n", 0) == expected
