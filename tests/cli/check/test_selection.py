"""`check --select`, `--ignore` and `--fail-on`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run
from tests.texts import POD

TEXT = POD.replace("image: registry.example/web:1", "image: 5", 1)  # an error, beside the warning ENV502


@pytest.fixture
def pod(tmp_path: Path) -> str:
    file = tmp_path / "pod.yaml"
    file.write_text(TEXT)
    return str(file)


def codes(out: str) -> set[str]:
    return {line.split(" ")[1] for line in out.splitlines() if line.endswith(("[error]", "[warning]", "[hint]"))}


def test_a_selection_names_codes_rules_and_families(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    every = codes(run(capsys, "check", pod)[1])
    assert every > {"ENV502"}
    for words in ("ENV502", "env502", "forward-reference", "ENV,GEN", "GEN ENV502"):
        assert codes(run(capsys, "check", pod, "--select", words)[1]) == {"ENV502"}
        assert codes(run(capsys, "check", pod, "--ignore", words)[1]) == every - {"ENV502"}
    assert codes(run(capsys, "check", pod, "--select", "GEN", "--select", "ENV502")[1]) == {"ENV502"}
    assert codes(run(capsys, "check", pod, "--select", "ENV", "--ignore", "ENV502")[1]) == set()


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_an_unknown_code_is_refused_with_the_nearest(option: str, pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    for word, near in {"ENV5022": "ENV502", "foward-reference": "forward-reference"}.items():
        expected = f'error: {option}: no rule has the code, name or family "{word}". Did you mean {near}?\n'
        assert run(capsys, "check", pod, option, f"SRC,{word}") == (2, "", expected)


def test_an_unreadable_text_is_reported_whatever_is_selected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("apiVersion: v1\nkind: Pod\nmetadata: [\n")
    assert run(capsys, "check", str(file), "--select", "ENV")[0] == 1
    assert run(capsys, "check", str(file), "--ignore", "SRC")[0] == 0


@pytest.mark.parametrize(
    ("ignored", "fail_on", "status"),
    [
        ("GEN", "error", 1),
        ("POD,SCH", "error", 0),
        ("POD,SCH", "warning", 1),
        ("POD,SCH", "hint", 1),
        ("POD,SCH,ENV", "hint", 0),
    ],
)
def test_the_mildest_severity_that_fails_can_be_chosen(
    ignored: str, fail_on: str, status: int, pod: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "check", pod, "--ignore", ignored, "--fail-on", fail_on)[0] == status
