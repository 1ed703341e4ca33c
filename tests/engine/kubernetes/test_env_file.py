"""The grammar of fileKeyRef's files."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.kubernetes.env_file import EnvFileError, parse_env_file


@pytest.mark.parametrize(
    ("content", "key", "value"),
    [
        ("A='1'\n", "A", "1"),
        ("  # note\n\n\t A='1' # note\n", "A", "1"),
        ("A='1'\nA='2'", "A", "1"),
        ("M='l1\n\n l2'\nB='x'", "M", "l1\n\n l2"),
        ("M='l1\nl2'\nB='x'", "B", "x"),
        ("A='$(B) \\n \"'", "A", '$(B) \\n "'),
        ("A= 'x'\nB='2'", "A", ""),
        ("A= 'x'\nB='2'", "B", "2"),
        ("A='1'", "NOPE", ""),
        ("export A='1'", "export A", "1"),
        ("A='1'\r\nB='2'\r\n", "B", "2"),
        ("A='1'\nBROKEN", "A", "1"),
        ("A='a=b'", "A", "a=b"),
    ],
)
def test_values_are_literal_and_the_first_entry_wins(content: str, key: str, value: str) -> None:
    assert parse_env_file(content).value(key) == value


@pytest.mark.parametrize(
    "content", ["BROKEN", "A ='1'", "='1'", "A=1", 'A="1"', "A=", "A='1' x", "A='1''2'", "A='1\n2", "X=1\nA='1'"]
)
def test_a_syntax_error_before_the_entry_is_an_error(content: str) -> None:
    with pytest.raises(EnvFileError):
        parse_env_file(content).value("A")


@pytest.mark.parametrize(("size", "end", "fits"), [(65_535, "", True), (65_535, "\n", True), (65_536, "\n", False)])
@pytest.mark.parametrize("character", ["x", "é", "\U0001f600"])
def test_a_line_holds_65535_bytes(size: int, end: str, fits: bool, character: str) -> None:
    width = len(character.encode())
    line = f"#{'x' * ((size - 1) % width)}{character * ((size - 1) // width)}"
    assert len(line.encode()) == size
    file = parse_env_file(f"A='1'\n{line}{end}\nB='2'")
    assert file.value("A") == "1"
    assert (file.error == "") == fits
    assert parse_env_file(f"M='{line}").error != ""


@given(st.text(alphabet="A='# \t\n\rx", max_size=60))
def test_any_file_is_read_up_to_its_first_syntax_error(content: str) -> None:
    file = parse_env_file(content)
    assert all(isinstance(value, str) for value in file.values.values())
    assert not file.error or "line" in file.error
