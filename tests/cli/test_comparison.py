"""`process --set NAME=FILE … -o diff` and `-o table`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import process
from tests.texts import TEMPLATE

FILES = {"dev": "# nothing\n", "stage": "A=stage\nPORT=81\n", "prod": 'A="it\'s\\nprod"\nPORT=82 # more\n'}
DIFF = """\
ConfigMap/cm
  data.a
    dev    "default"
    stage  "stage"
    prod   "it's\\nprod"
  data.port
    dev    80
    stage  81
    prod   82
"""
TABLE = """\
OBJECT         FIELD       dev         stage     prod
ConfigMap/cm   data.a      "default"   "stage"   "it's\\nprod"
ConfigMap/cm   data.port   80          81        82
"""


@pytest.fixture
def sets(tmp_path: Path) -> list[str]:
    """The arguments for a Template and three sets."""
    (tmp_path / "t.yaml").write_text(TEMPLATE.replace("[a]{2}x", "[a-z]{12}").replace("1e3", "${CODE}"))
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return ["-f", str(tmp_path / "t.yaml"), *(f"--set={name}={tmp_path / name}" for name in FILES)]


def test_what_differs_is_listed_by_object_and_field_with_the_value_of_each_set(
    sets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert process(capsys, *sets, "-o", "diff")[:2] == (1, DIFF)
    assert process(capsys, *sets, "-o", "table")[:2] == (1, TABLE)


def test_equal_sets_have_status_0_and_a_value_of_a_set_has_priority(
    sets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    dev, again = sets[2], sets[2].replace("dev=", "again=")
    assert process(capsys, *sets[:2], dev, again, "-o", "diff")[:2] == (0, "")
    assert process(capsys, *sets[:2], dev, again, "-o", "table")[:2] == (0, "OBJECT   FIELD   dev   again\n")
    _, out, _ = process(capsys, *sets, "-p", "A=all", "-o", "diff")
    assert out == DIFF.replace("default", "all")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-o", "yaml"], "error: --set compares value sets: use it with -o diff or -o table\n"),
        (["-o", "diff", "--set", "a"], 'error: --set needs NAME=FILE, got "a"; a name has at most 30 letters'),
        (["-o", "diff", "--set", "a.b=/dev/null"], 'error: --set needs NAME=FILE, got "a.b=/dev/null"'),
        (["-o", "diff", "--set", "dev=/dev/null"], 'error: the value set "dev" is given twice\n'),
        (["-o", "diff", "--set", "a=/nope"], 'error: Cannot stat "/nope": stat /nope: no such file or directory\n'),
        (["-o", "diff", "--raw"], "error: --interactive, --raw and --parameters cannot be used with --set\n"),
    ],
)
def test_sets_that_cannot_be_compared_have_status_2(
    arguments: list[str], message: str, sets: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = process(capsys, *sets, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(message)


def test_one_set_is_not_enough(sets: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    message = "error: -o diff compares value sets: name at least two with --set NAME=FILE\n"
    assert process(capsys, *sets[:3], "-o", "diff") == (2, "", message)
    assert process(capsys, *sets[:2], "-o", "diff") == (2, "", message)


def test_a_set_that_oc_refuses_is_named(sets: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "prod").write_text("NOPE=1\n")
    status, out, err = process(capsys, *sets, "-o", "table")
    assert (status, out) == (2, "")
    assert err.startswith('prod: error: unknown parameter name "NOPE"\n')
