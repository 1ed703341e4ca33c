"""`--explain` lists every reference with its place, and no secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import process

TEXT = """\
apiVersion: template.openshift.io/v1
kind: Template
labels: {by: "${B}"}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: "${A}-${NONE}"}
  data:
    ${A}: "x${{A}}"
- apiVersion: v1
  kind: Secret
  stringData:
    token: "${TOKEN}"
parameters:
- {name: A, value: a}
- {name: B, value: b}
- {name: TOKEN, value: hunter2hunter2}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "t.yaml"
    path.write_text(TEXT)
    return str(path)


def test_each_reference_is_listed_with_its_place_and_fate(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = process(capsys, "-f", file, "-p", "B=c")
    status, out, err = process(capsys, "-f", file, "-p", "B=c", "--explain")
    assert (status, out) == plain[:2]
    assert (
        err
        == "".join(
            f"{file}:{line}\n"
            for line in (
                "3:15: ${B} becomes 'c' (given)",
                "7:21: ${A} becomes 'a' (default)",
                "7:26: ${NONE} stays: the Template declares no such Parameter",
                "9:5: ${A} becomes 'a' (default)",
                "9:13: ${{A}} stays: it is no reference in the openshift dialect",
                "13:13: ${TOKEN} becomes a value that is not shown (default)",
            )
        )
        + plain[2]
    )


def test_a_missing_value_is_listed_after_ocs_error(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(file).write_text(TEXT.replace("{name: B, value: b}", "{name: B, required: true}"))
    status, out, err = process(capsys, "-f", file, "--explain")
    assert (status, out) == (1, "")
    lines = err.splitlines()
    assert "parameter B is required and must be specified" in lines[0]
    assert lines[1] == f"{file}:3:15: ${{B}} stays: its Parameter needs a value and has none"


def test_a_long_value_is_clipped_and_none_moves_the_cursor(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    long = process(capsys, "-f", file, "-p", f"B={'x' * 500}", "--explain")[2]
    assert f"becomes '{'x' * 120}…' (given)\n" in long
    assert "\x1b" not in process(capsys, "-f", file, "-p", "B=\x1b[2J", "--explain")[2]
