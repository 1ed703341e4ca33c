"""One report of many files, for people and for programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from playground.cli.output.repository_paths import ROOTS
from tests.cli.running import run
from tests.texts import POD

ROOT = Path(__file__).resolve().parents[3]
BROKEN = "apiVersion: v1\nkind: Pod\nmetadata: [\n"
GOOD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"
SUMMARY = "3 files checked: 1 error, 1 warning; 1 file could not be read; 1 file passed over\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a file of each kind."""
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_STEP_SUMMARY", *ROOTS):
        monkeypatch.delenv(name, raising=False)
    for name, text in {"a": POD, "b": BROKEN, "c": GOOD, "d": "x: 1\n"}.items():
        Path(f"{name}.yaml").write_text(text)
    Path("gone.yaml").symlink_to("nowhere")


def test_the_text_is_grouped_by_file_and_one_that_cannot_be_read_is_reported_in_its_place(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, err = run(capsys, "check", ".")
    assert (status, err) == (2, SUMMARY)
    places = [line.split(" ")[0] for line in out.splitlines() if line[0] != " " and "|" not in line]
    assert places == ["a.yaml:13:29:", "a.yaml:14:14:", "b.yaml:3:11:", "b.yaml:4:1:", "gone.yaml:"]
    assert out.endswith("\ngone.yaml: cannot be read: no such file [error]\n")


@pytest.mark.parametrize(
    ("names", "status"),
    [(["c.yaml"], 0), (["a.yaml"], 0), (["d.yaml"], 0), (["a.yaml", "b.yaml"], 1), (["b.yaml", "gone.yaml"], 2)],
)
def test_the_status_is_that_of_the_worst_file(
    names: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "check", *names)[0] == status


def test_json_has_every_file_that_was_checked(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "check", ".", "--format", "json")
    report = json.loads(out)
    assert (status, list(report), report["passedOver"]) == (2, ["files", "passedOver"], 1)
    codes = {file["file"]: [item["code"] for item in file["diagnostics"]] for file in report["files"]}
    assert codes == {"a.yaml": ["ENV502"], "b.yaml": ["SRC111"], "c.yaml": [], "gone.yaml": []}
    assert [file.get("error") for file in report["files"]] == [None, None, None, "cannot be read: no such file"]


def test_sarif_is_one_run_also_if_nothing_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "check", ".", "--format", "sarif")
    (sarif_run,) = json.loads(out)["runs"]
    uris = [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in sarif_run["results"]]
    assert uris == [{"uri": "a.yaml", "index": 0}, {"uri": "b.yaml", "index": 1}]
    (invocation,) = sarif_run["invocations"]
    assert not invocation["executionSuccessful"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"] == "The file cannot be read: no such file."
    for name in ("c.yaml", "d.yaml"):
        _, out, _ = run(capsys, "check", name, "--format", "sarif")
        (sarif_run,) = json.loads(out)["runs"]
        assert (sarif_run["results"], sarif_run["invocations"][0]["executionSuccessful"]) == ([], True)


def test_sarif_leaves_out_the_mildest_of_too_many_results(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.cli.output.sarif.MOST_RESULTS", 1)
    _, out, _ = run(capsys, "check", "a.yaml", "b.yaml", "--format", "sarif")
    (sarif_run,) = json.loads(out)["runs"]
    assert [result["ruleId"] for result in sarif_run["results"]] == ["SRC111"]
    (invocation,) = sarif_run["invocations"]
    assert invocation["executionSuccessful"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["message"]["text"] == "1 more results, the mildest, are left out."


def test_github_gets_the_worst_first_and_a_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    _, out, _ = run(capsys, "check", ".", "--format", "github")
    assert [line.split(",")[0] for line in out.splitlines()] == [
        "::error file=gone.yaml::gone.yaml cannot be read: no such file",
        "::error file=b.yaml",
        "::warning file=a.yaml",
    ]
    before, _, *table = Path("summary.md").read_text().splitlines()
    assert (before, table[1]) == ("before", f"{SUMMARY.strip()}.")
    assert [line.split(" | ")[:3] for line in table[3:]] == [
        ["|", "place", "code"],
        ["|---|---|---|---|"],
        ["| error", "gone.yaml", ""],
        ["| error", "b.yaml&#58;3", "SRC111 unclosed-bracket"],
        ["| warning", "a.yaml&#58;13", "ENV502 forward-reference"],
    ]


@pytest.mark.parametrize("variable", ROOTS)
def test_a_step_in_a_folder_names_files_from_the_root_of_the_repository(
    variable: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("k").mkdir()
    monkeypatch.chdir("k")
    for root, expected in ((tmp_path, "a.yaml"), (tmp_path / "k", "../a.yaml"), (tmp_path / "x", "../a.yaml")):
        monkeypatch.setenv(variable, str(root))
        _, out, _ = run(capsys, "check", "../a.yaml", "--format", "github")
        assert out.startswith(f"::warning file={expected},")
        _, out, _ = run(capsys, "check", "../a.yaml", "--format", "sarif")
        assert json.loads(out)["runs"][0]["artifacts"][0]["location"]["uri"] == expected


def test_a_summary_that_cannot_be_written_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "none/summary.md")
    status, _, err = run(capsys, "check", "c.yaml", "--format", "github")
    assert (status, err) == (
        2,
        'error: cannot write the summary of the step, "none/summary.md": No such file or directory\n',
    )


def test_the_server_format_reports_every_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("e.yaml").write_text("apiVersion: v1\nkind: Service\nspec: {portal: 1}\n")
    status, out, err = run(capsys, "check", "e.yaml", "a.yaml", "b.yaml", "--format", "server")
    assert (status, len(out.splitlines())) == (1, 1)
    assert 'error when creating "e.yaml"' in out
    assert err.startswith("b.yaml:3:11: SRC111 ")


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "server"])
def test_a_hostile_name_begins_no_line_and_no_command(form: str, tmp_path: Path) -> None:
    name = os.fsdecode(b"\xff%0A\n::error::x\n| <a>.yaml")
    (tmp_path / "k").mkdir()
    (tmp_path / "k" / name).write_text("apiVersion: v1\nkind: Service\nspec: {ports: 1}\n")
    process = subprocess.run(
        [sys.executable, "-m", "playground", "check", "k", "--format", form],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")},
        check=False,
    )
    assert (process.returncode, process.stderr) == (
        1,
        b"1 file checked: 1 error\n" if form != "server" else b"1 file checked\n",
    )
    lines = process.stdout.splitlines()
    assert not any(line.startswith((b"::error::", b"|")) for line in lines)
    if form in ("json", "sarif"):
        json.loads(process.stdout)
    if form == "github":
        assert len((tmp_path / "summary.md").read_text().splitlines()) == 7
