"""The command line as a whole: its arguments, and the program that `python -m playground` is."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from playground.cli import main

ROOT = Path(__file__).resolve().parents[2]


def program(*argv: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "playground", *argv],
        cwd=ROOT,
        input=stdin.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["bogus"],
        ["check"],
        ["check", "-f", "x", "--format", "xml"],
        ["expand", "-f", "x", "more"],
        ["expand", "-f", "x", "-"],
        ["completion"],
    ],
)
def test_usage_errors_end_with_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(argv)
    output = capsys.readouterr()
    assert (end.value.code, output.out) == (2, "")
    assert output.err.startswith("error: ")


@pytest.mark.parametrize(
    ("argv", "message", "advice"),
    [
        (["chekc", "."], "unknown command 'chekc'", "Did you mean `check`?"),
        (["\x1b[2J'"], 'unknown command "\\x1b[2J\'"', "The commands are process, expand, check, "),
        (["-"], "unknown command '-'", "The commands are process, expand, check, "),
        ([], "name a command: process, expand, check, ", ""),
        (["expand", "pod.yaml"], "name the file with the text: `-f FILE`, or `-f -` for standard input", ""),
        (["check", "--fixx", "."], "unknown flag: --fixx", "Did you mean `--fix`?"),
        (["check"], "name a file or a folder to check", " check .` checks the current folder."),
        (["process", "--param-fil=x"], "unknown flag: --param-fil", "Did you mean `--param-file`?"),
        (["process", "--tokens", "x"], "unknown flag: --tokens", ""),  # no option without effect is proposed
    ],
)
def test_a_usage_error_says_what_to_do(
    argv: list[str], message: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(argv)
    error, usage, *advices = capsys.readouterr().err.splitlines()
    assert error.startswith(f"error: {message}")
    assert usage.startswith("See '")
    assert advice in "".join(advices)
    assert len(advices) == bool(advice)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["-p"], "flag needs an argument: 'p' in -p"),
        (["-f", "x", "--param"], "flag needs an argument: --param"),
        (["--raw=x"], 'invalid argument "x" for "--raw" flag: strconv.ParseBool: parsing "x": invalid syntax'),
        (["--local="], 'invalid argument "" for "--local" flag: strconv.ParseBool: parsing "": invalid syntax'),
        (["--bogus=true"], "unknown flag: --bogus"),
    ],
)
def test_options_of_process_are_refused_as_oc_does(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["process", *argv])
    assert (end.value.code, capsys.readouterr().err) == (
        1,
        f"error: {message}\nSee 'oc process -h' for help and examples\n",
    )


def test_a_switch_accepts_true_and_false(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "template.yaml"
    file.write_text("{apiVersion: template.openshift.io/v1, kind: Template, objects: []}")
    for value, printed in (("true", ""), ("T", ""), ("false", "items: []"), ("0", "items: []")):
        assert main(["process", "-f", str(file), "-o", "yaml", f"--raw={value}", "--", "--raw=x"]) == 1
        capsys.readouterr()
        assert main(["process", "-f", str(file), "-o", "yaml", f"--raw={value}", "--local=true"]) == 0
        assert printed in capsys.readouterr().out


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    out = capsys.readouterr().out
    assert all(command in out for command in ("process", "expand", "check", "explain"))


def test_output_goes_where_the_streams_point_when_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        out = io.StringIO()
        monkeypatch.setattr("sys.stdout", out)
        assert main(["explain", "ENV502"]) == 0
        assert out.getvalue().startswith("ENV502 ")


def test_the_program_returns_the_status() -> None:
    process = program("check", "-f", "-", stdin="a: b: c\n")
    assert process.returncode == 1
    assert process.stdout.startswith(b"<stdin>:1:")


def test_the_program_writes_utf_8_in_any_locale() -> None:
    text = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: "ü"\n'
    process = program("expand", "-f", "-", stdin=text, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (process.returncode, process.stdout, process.stderr) == (0, text.encode(), b"")


def test_a_closed_pipe_does_not_crash_the_program() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "playground", "expand", "-f", "-"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.write(b"a: [" + b"1, " * 100_000 + b"1]\n")
        running.stdin.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1


@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("check -f - <&-", 2, "error: the standard input is closed\n"),
        ("explain SRC101 >&-", 1, "error: the standard output is closed\n"),
        ("explain SRC101 >/dev/full", 1, "error: No space left on device\n"),
        ("--help >/dev/full", 1, "error: No space left on device\n"),
        ("explain SRC101 >/dev/null 2>&-", 0, ""),
        ("explain SRC101 >&- 2>&-", 1, ""),
    ],
)
def test_closed_or_full_streams_do_not_crash_the_program(command: str, status: int, message: str) -> None:
    process = subprocess.run(
        ["sh", "-c", f'"$0" -m playground {command}', sys.executable],
        cwd=ROOT,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
    )
    assert (process.returncode, process.stderr.decode()) == (status, message)


def test_the_program_loads_nothing_that_it_does_not_need() -> None:
    needless = "django asyncio email http socket ssl multiprocessing unittest urllib.request xml".split()
    code = (
        "import sys; from playground.cli import main; main(['explain', 'ENV502']);"
        f"sys.exit(str({{*{needless}}} & {{*sys.modules}}))"
    )
    process = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert process.stderr == "set()\n"


def test_an_ordinary_template_takes_little_memory() -> None:
    # The most that was resident, in KB; `ru_maxrss` would count this process too, from which the other is forked.
    code = (
        "import re, sys; from pathlib import Path; from playground.cli import main; status = main(sys.argv[1:]);"
        "sys.exit(status or re.search(r'VmHWM:\\s+(\\d+) kB', Path('/proc/self/status').read_text())[1])"
    )
    example = ROOT / "playground" / "examples" / "70-generated-password.yaml"
    process = subprocess.run(
        [sys.executable, "-c", code, "process", "-f", str(example), "-p", "DATABASE_SERVICE_NAME=db"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    kilobytes = int(process.stderr.splitlines()[-1])
    assert 1_000 < kilobytes < 60_000  # about 22 MB here


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["-p", "-a=1"], 'unknown parameter name "-a"'),
        (["-p", "--raw"], 'invalid parameter assignment in "--raw", ['),
        (["-p", "=1"], 'invalid parameter assignment in "=1", ['),
        (["--param", "--"], 'invalid parameter assignment in "--", []'),
        (["-l", "-a"], "error parsing labels: unexpected label spec: -a"),
        (["-o", "-x"], 'unable to match a printer suitable for the output format "-x"'),
    ],
)
def test_an_option_takes_the_next_word_whatever_it_is(
    argv: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\n")
    assert main(["process", "-f", str(file), *argv]) == 1
    assert capsys.readouterr().err.startswith(f"error: {message}")
