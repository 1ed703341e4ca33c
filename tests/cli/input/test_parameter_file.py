"""`--param-file`: its grammar and its errors."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from playground.cli.input.parameter_file import ParameterFileError, assignment, file_assignments


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
    assert assignment(line) == pair


def test_the_last_value_of_a_name_wins_and_comments_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "values"
    file.write_bytes(b"# c\r\n\r\n  # d\r\nA=1\r\nA=2\r\nB: x\r\n")
    assert file_assignments(str(file)) == {"A": "2", "B": "x"}


def test_a_file_that_cannot_be_read_is_refused_in_the_words_of_oc(tmp_path: Path) -> None:
    file = tmp_path / "values"
    file.write_text("word\n")
    for name, words in (
        (str(file), f'Cannot read variables from file "{file}": Can\'t separate key from value'),
        (str(tmp_path), f'Cannot read variables from "{tmp_path}": is a directory'),
        ("/nope", 'Cannot stat "/nope": stat /nope: no such file or directory'),
        ("", 'Cannot stat "": stat : no such file or directory'),
        (f"{file}/x", f'Cannot stat "{file}/x": stat {file}/x: not a directory'),
    ):
        with pytest.raises(ParameterFileError) as refused:
            file_assignments(name)
        assert str(refused.value) == words


def test_errors_of_the_standard_input_have_ocs_name_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("A=1\nword\n"))
    with pytest.raises(ParameterFileError, match='Cannot read variables from file "stdin": Can\'t separate'):
        file_assignments("-")
