"""The assignments of `process`, in arguments and in files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from playground.cli.input.assignments import ParameterFileError, file_assignments
from tests.cli.running import items, process


def test_the_last_value_of_a_name_wins_and_comments_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "values"
    file.write_bytes(b"# c\r\n\r\n  # d\r\nA=1\r\nA=2\r\nB: x\r\n")
    assert file_assignments(str(file)) == {"A": "2", "B": "x"}


def test_a_file_that_cannot_be_read_is_refused_in_the_words_of_oc(tmp_path: Path) -> None:
    file = tmp_path / "values"
    file.write_text("word\n")
    for name, message in (
        (str(file), f'Cannot read variables from file "{file}": Can\'t separate key from value'),
        (str(tmp_path), f'Cannot read variables from "{tmp_path}": is a directory'),
        ("/nope", 'Cannot stat "/nope": stat /nope: no such file or directory'),
        ("", 'Cannot stat "": stat : no such file or directory'),
        (f"{file}/x", f'Cannot stat "{file}/x": stat {file}/x: not a directory'),
    ):
        with pytest.raises(ParameterFileError) as refused:
            file_assignments(name)
        assert str(refused.value) == message


def test_errors_of_the_standard_input_have_ocs_name_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("A=1\nword\n"))
    with pytest.raises(ParameterFileError, match='Cannot read variables from file "stdin": Can\'t separate'):
        file_assignments("-")


def test_assignments_may_be_anywhere_in_the_arguments(template: str, capsys: pytest.CaptureFixture[str]) -> None:
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


STRICT = (
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not"
    " start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is"
    " '[-._a-zA-Z][-._a-zA-Z0-9]*')"
)
SEE_HELP = "See 'oc process -h' for help and examples\n"


@pytest.mark.parametrize(
    ("assignments", "message"),
    [
        (("-p", "PORT"), 'invalid parameter assignment in "PORT", []\n'),
        (("-p", "9P"), f'invalid parameter assignment in "9P", [{STRICT}]\n'),
        (("-p", ""), f'invalid parameter assignment in "", [{STRICT}]\n'),
        (("-p", ".=1"), "invalid parameter assignment in \".=1\", [must not be '.']\n"),
        (("-p", "..=1"), "invalid parameter assignment in \"..=1\", [must not be '..']\n"),
        (("..a=1",), "invalid parameter assignment in \"..a=1\", [must not start with '..']\n"),
        (("-p", "..é=1"), f"invalid parameter assignment in \"..é=1\", [{STRICT} must not start with '..']\n"),
        (("-p", 'a"\n=1'), f'invalid parameter assignment in "a\\"\\n=1", [{STRICT}]\n'),
        (("9X=1", "-p", "8X=1"), f'invalid parameter assignment in "8X=1", [{STRICT}]\n'),
        (("A=1", "A=2", "-p", "PORT"), 'invalid parameter assignment in "PORT", []\n'),
        (("9P=1", "9P=2"), f'invalid parameter assignment in "9P=1", [{STRICT}]\n'),
        (("A=1", "-p", "A=2"), f"The following parameters were provided more than once: A\n{SEE_HELP}"),
        (
            ("PORT=1", "A=1", "A=2", "-p", "PORT=2"),
            f"The following parameters were provided more than once: A, PORT\n{SEE_HELP}",
        ),
    ],
)
def test_wrong_assignments_are_refused(
    assignments: tuple[str, ...], message: str, template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = process(capsys, "-f", template, *assignments)
    assert (status, out) == (1, "")
    assert err.startswith(f"error: {message}")


def test_a_comma_separated_list_causes_a_warning(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    warning = "warning: --param no longer accepts comma-separated lists of values. {0} will be treated as a single"
    err = process(capsys, "-f", template, "A=1,B=2", "-p", 'PORT="1",C=3')[2].splitlines()
    assert err[0].startswith(warning.format(r'"PORT=\"1\",C=3"'))
    assert err[1].startswith(warning.format('"A=1,B=2"'))
    assert "warning: --param" not in process(capsys, "-f", template, "A=1,B=2")[2]
    for arguments in (("-f", "/nope"), ("-f", template, "--parameters"), ("-f", template, "name")):
        first, second, *_ = process(capsys, *arguments, "-p", "A=1,B=2")[2].splitlines()
        assert (first.partition(" ")[0], second.partition(" ")[0]) == ("warning:", "error:")
    assert "warning: --param" not in process(capsys, "-f", template, "one", "two", "-p", "A=1,B=2")[2]


def test_reading_files_stops_at_the_first_wrong_one(
    template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = str(tmp_path / "first"), str(tmp_path / "second")
    Path(first).write_text("A=1\n9P=x\n")
    Path(second).write_text("A=2\n")
    files = ("-f", template, "-p", "A=0", "--param-file", first, "--param-file", second)
    assert process(capsys, *files)[2].startswith("error: invalid parameter assignment in 9P=x\n")
    assert process(capsys, *files, "-p", "PORT")[2].startswith('error: invalid parameter assignment in "PORT", []\n')
    Path(first).write_text("A=1\n")
    err = process(capsys, *files)[2].splitlines()
    ignored = 'warning: Template parameter "A" already defined, ignoring value from file "{0}"'
    assert err[:2] == [ignored.format(first), ignored.format(second)]
