"""Running: refusals, generated values, texts without a Template, filters, folders, the summary and the exit status."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from playground.cli.testing import running
from tests.cli.running import run
from tests.cli.testing.conftest import TEMPLATE, Tested, expecting
from tests.cost import steps

Run = Callable[..., Tested]
OBJECT = "- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: cN}\n  data: {a: '${REPLICAS}'}\n"
REFUSED = "tests:\n- {name: t, values: {NAME: ''}, refused: %s}\n"
INVALID = (
    'The Template "shop" is invalid: template.parameters[0]: Required value: template.parameters[0]: '
    "parameter NAME is required and must be specified"
)


def test_a_refusal_is_expected_by_a_part_of_its_message(tested: Run) -> None:
    assert tested(REFUSED % "NAME is required") == (0, "shop.test.yaml\n  ✓ t\n1 passed\n")
    status, out = tested(REFUSED % "REPLICAS is required")
    expected = '      expected  a message with "REPLICAS is required"\n'
    failed = "shop.test.yaml\n  ✗ t\n    shop.test.yaml:2:10"
    assert (status, out) == (
        1,
        f"{failed}: The Template is refused with another message.\n{expected}      {INVALID}\n1 failed\n",
    )
    status, out = tested("tests: [{name: t, refused: x}]\n")
    assert "1:16: The Template is not refused.\n" in out
    status, out = tested("tests: [{name: t, values: {NAME: ''}, expect: [{snapshot: true}]}]\n")
    assert (status, out.splitlines()[2:4]) == (
        1,
        ["    shop.test.yaml:1:16: The Template is refused.", f"      {INVALID}"],
    )
    values = "tests: [{name: t, values: {NAM: ''}, refused: 'unknown parameter name \"NAM\"'}]\n"
    assert tested(values)[0] == 0


def test_a_diagnostic_can_be_expected_of_a_refused_template(tested: Run) -> None:
    text = "tests: [{name: t, values: {NAME: ''}, refused: NAME, expect: [{diagnostic: error, contains: NAME}]}]\n"
    assert tested(text)[0] == 0


def test_an_unreadable_text_is_refused(tested: Run) -> None:
    Path("shop.yaml").write_text("a: [\n")
    assert tested("tests: [{name: t, refused: 'shop.yaml:1:4: '}]\n")[0] == 0
    status, out = tested(expecting("{diagnostic: SRC111, absent: true}"))
    assert (status, out.splitlines()[2]) == (1, "    shop.test.yaml:2:9: The Template is refused.")


def test_a_text_without_a_template_takes_no_values(tested: Run) -> None:
    Path("shop.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    assert tested(expecting("{object: ConfigMap/a}"))[0] == 0
    status, out = tested(expecting("{object: ConfigMap/a}", settings="  values: {A: b}\n"))
    assert (status, out.splitlines()[2]) == (
        2,
        "    shop.test.yaml:5:12: The text has no Template to take values.",
    )


def test_generated_values_are_the_same_in_each_run(tested: Run) -> None:
    text = expecting("{object: Secret/shop, field: stringData.password, equals: x, secrets: true}")
    assert tested(text) == tested(text)
    assert "actual" in tested(text)[1]


def test_a_test_that_takes_too_long_is_stopped(tested: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SECONDS", -1.0)
    status, out = tested(expecting("{object: Secret/shop}"))
    assert (status, out.splitlines()[2]) == (
        2,
        "    shop.test.yaml:2:9: The test was stopped after -1 seconds of CPU time.",
    )


def test_each_template_is_read_once(tested: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def read_text(name: str) -> str:
        names.append(name)
        return TEMPLATE

    monkeypatch.setattr(running, "read_text", read_text)
    Path("other.test.yaml").write_text(expecting("{object: Secret/shop}", settings="template: shop.yaml\n"))
    assert tested(expecting("{object: Secret/shop}"))[0] == 0
    assert names == ["shop.yaml"]


def test_the_work_for_a_snapshot_grows_with_the_text(tested: Run) -> None:
    def work(count: int) -> int:
        objects = "".join(OBJECT.replace("N", str(number)) for number in range(count))
        Path("shop.yaml").write_text(TEMPLATE.partition("objects:")[0] + f"objects:\n{objects}")
        outcomes: list[Tested] = []
        lines = steps(lambda: outcomes.append(tested(expecting("snapshot: true"), "--update")))
        assert outcomes == [(0, "shop.test.yaml\n  ✓ t\n  wrote shop.test.snapshots.yaml\n1 passed\n")]
        Path("shop.test.snapshots.yaml").unlink()
        return lines

    work(1)  # what is computed once in a process
    assert work(400) < 2.5 * work(200)


def test_a_filter_selects_tests_by_name_in_any_case(tested: Run, capsys: pytest.CaptureFixture[str]) -> None:
    text = "tests:\n- {name: Big one, refused: x}\n- {name: small, expect: [{object: Secret/shop}]}\n"
    assert tested(text, "--filter", "SMALL") == (0, "shop.test.yaml\n  ✓ small\n1 passed, 1 not selected\n")
    status, out, err = run(capsys, "test", "--filter", "none")
    assert (status, out, err) == (2, "2 not selected\n", 'error: no test has "none" in its name\n')


def test_folders_are_searched_and_each_file_runs_once(tested: Run, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("b/a/x.test.yml", "a/x.test.yaml", ".git/x.test.yaml"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(expecting("{object: Secret/shop}", settings=f"template: {Path.cwd()}/shop.yaml\n"))
    Path("loop").symlink_to(".")
    status, out = tested(expecting("{object: Secret/shop}"), "shop.test.yaml", ".")
    assert (status, out.splitlines()[::2]) == (0, ["shop.test.yaml", "a/x.test.yaml", "b/a/x.test.yml", "3 passed"])
    Path("any name").write_text(expecting("{object: Secret/shop}", settings="template: shop.yaml\n"))
    assert run(capsys, "test", "any name", "--quiet") == (0, "1 passed\n", "")
    assert run(capsys, "test", "--quiet", "--", "any name") == (0, "1 passed\n", "")


def test_a_path_without_tests_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    message = f'error: there is no test file in "{tmp_path}"; the names of test files end in .test.yaml\n'
    assert run(capsys, "test", str(tmp_path)) == (2, "", message)
    for name, why in (("none", "does not exist."), ("a\0b", "embedded null byte.")):
        status, out, err = run(capsys, "test", str(tmp_path / name))
        assert (status, out.splitlines()[-1], err) == (2, "1 error", "")
        assert out.splitlines()[1].endswith(why)


def test_an_error_outranks_a_failure_and_other_files_run(tested: Run) -> None:
    Path("bad.test.yaml").write_text("tests: 3\n")
    status, out = tested("tests: [{name: t, refused: x}]\n")
    assert (status, out.splitlines()[-1]) == (2, "1 failed, 2 errors")
    assert tested("tests: [{name: t, refused: x}]\n", "shop.test.yaml", "--quiet")[0] == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    status, _, err = run(capsys, "test", str(tmp_path))
    assert (status, err) == (2, f'error: cannot read "{tmp_path}/closed": Permission denied\n')


def test_control_characters_are_shown_by_their_codes(tested: Run) -> None:
    text = 'tests:\n- {name: "a\\e[31m\\n", expect: [{object: "Secret/\\e[2J"}]}\n'
    status, out = tested(text)
    assert (status, "\x1b" in out) == (1, False)
    assert "  ✗ a\\x1b[31m\\n\n" in out
    assert "There is no object `Secret/\\x1b[2J`." in out
