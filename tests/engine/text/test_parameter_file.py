"""Parameter files: reading as `oc` does, and writing what reading gives back."""

from __future__ import annotations

import pytest

from playground.engine.text.parameter_file import (
    AssignmentMissingError,
    parameter_file,
    parse_assignment,
    parse_parameter_file,
)


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("P=v", ("P", "v")),
        ("P: a=b", ("P", "a=b")),
        ("P=a:b", ("P", "a:b")),
        ("export P = v ", ("P", "v")),
        ("P=http://h/x#frag", ("P", "http://h/x")),
        ('P="a # b" # c', ("P", "a # b")),
        ("P='a # b # c'", ("P", "a # b # c")),
        ('P="a\\nb\\\\"', ("P", "a\nb\\")),
        ("P='mixed\"", ("P", "'mixed\"")),
        ("P=", ("P", "")),
        ("no separator", None),
    ],
)
def test_a_line_is_a_name_and_a_value(line: str, pair: tuple[str, str] | None) -> None:
    assert parse_assignment(line) == pair


def test_a_line_without_a_separator_is_named_by_its_number() -> None:
    with pytest.raises(AssignmentMissingError) as refused:
        parse_parameter_file("A=1\n\n# c\nword\n")
    assert refused.value.line == 4


def test_what_is_written_is_read_back() -> None:
    values = {
        "A": "1",
        "EMPTY": "",
        "exported": "x",
        "QUOTES": 'it\'s "so" # or not',
        "LINES": "a\nb\r\n\\n",
        "SPACES": "  a = b: c ",
        "COMMENT": "#1",
    }
    assert parse_parameter_file(parameter_file(values)) == values


def test_a_comment_stands_for_a_value_that_the_format_cannot_hold() -> None:
    text = parameter_file({"A": "1", "B": "a\"#b'", "C": "2"})
    assert parse_parameter_file(text) | {"B": ""} == {"A": "1", "B": "", "C": "2"}
