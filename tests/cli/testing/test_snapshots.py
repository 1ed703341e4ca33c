"""Snapshots: when they are written, what they hold, and what never happens to other files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.cli.testing.conftest import TEMPLATE, Tested, expecting

Run = Callable[..., Tested]
ALL = expecting("{snapshot: true}")
FILE = Path("shop.test.snapshots.yaml")


def test_only_update_writes_a_snapshot(tested: Run) -> None:
    status, out = tested(ALL)
    assert (status, FILE.exists()) == (1, False)
    assert "There is no snapshot of all objects. Look at the output, then write it with --update.\n" in out
    assert tested(ALL, "--update") == (
        0,
        "shop.test.yaml\n  ✓ t\n  wrote shop.test.snapshots.yaml\n1 passed\n",
    )
    assert tested(ALL) == (0, "shop.test.yaml\n  ✓ t\n1 passed\n")
    assert tested(ALL, "--update") == (0, "shop.test.yaml\n  ✓ t\n1 passed\n")


def test_a_snapshot_holds_no_secret_unless_asked(tested: Run) -> None:
    text = expecting("snapshot: true", "{container: web, snapshot: true}")
    tested(text, "--update")
    stored = FILE.read_text()
    assert "hunter2" not in stored
    assert "      password: (secret)\n      fixed: (secret)\n" in stored
    assert "            - --token=${PASSWORD}\n" in stored
    assert "    - --url=https://shop.example/\n    - (secret)\n" in stored
    assert "      PASSWORD: (secret)\n" in stored
    tested(expecting("{object: Secret/shop, snapshot: true, secrets: true}"), "--update")
    assert "fixed: hunter2" in FILE.read_text()


def test_a_secret_parameter_is_hidden_in_keys_and_in_inserted_values(tested: Run) -> None:
    template = TEMPLATE.replace("paused: false", 'paused: ${{PASSWORD}}\n    "x${PASSWORD}": 1').replace(
        "[a-z]{12}", "[1-9]{9}"
    )
    Path("shop.yaml").write_text(template)
    tested(expecting("{object: Deployment/shop, field: spec, snapshot: true}"), "--update")
    assert "\n    paused: ${{PASSWORD}}\n    x${PASSWORD}: 1\n" in FILE.read_text()
    assert tested(expecting("{object: Deployment/shop, field: spec, snapshot: true}"))[0] == 0


def test_a_change_is_shown_as_a_diff(tested: Run) -> None:
    tested(ALL, "--update")
    Path("shop.yaml").write_text(TEMPLATE.replace('value: "1"', 'value: "2"'))
    status, out = tested(ALL)
    assert status == 1
    assert (
        out
        == """\
shop.test.yaml
  ✗ t
    shop.test.yaml:4:5: all objects: the snapshot differs. If the change is right, use --update.
      --- snapshot
      +++ actual
      @@ [1].metadata.annotations @@
           annotations:
             example.com/owner: a]b
         spec:
      -    replicas: 1
      +    replicas: 2
           paused: false
           progressDeadlineSeconds: 1000.0
           selector:
1 failed
"""
    )


def test_the_order_of_keys_does_not_count_and_types_do(tested: Run) -> None:
    tested(ALL, "--update")
    swapped = TEMPLATE.replace(
        "    paused: false\n    progressDeadlineSeconds: 1e3\n",
        "    progressDeadlineSeconds: 1000\n    paused: false\n",
    )
    Path("shop.yaml").write_text(swapped)
    assert tested(ALL)[0] == 0
    Path("shop.yaml").write_text(TEMPLATE.replace("1e3", '"1000"'))
    assert tested(ALL)[0] == 1


def test_obsolete_snapshots_are_named_and_removed_by_update(tested: Run) -> None:
    two = ALL + "- {name: u, expect: [{object: Secret/shop, snapshot: true}]}\n"
    tested(two, "--update")
    renamed = two.replace("name: u", "name: v")
    assert "  obsolete snapshot: u: Secret/shop; --update removes it\n" in tested(renamed)[1]
    status, out = tested(ALL)
    assert (status, "  obsolete snapshot: u: Secret/shop; --update removes it\n" in out) == (0, True)
    assert "obsolete" not in tested(renamed, "--filter", "t")[1]
    tested(renamed, "--update", "--filter", "t")
    assert "\nu:\n" in FILE.read_text()
    tested(ALL, "--update")
    assert "\nu:\n" not in FILE.read_text()
    tested(expecting("{object: Secret/shop}"), "--update")
    assert not FILE.exists()


def test_a_failing_test_keeps_its_snapshot(tested: Run) -> None:
    tested(ALL, "--update")
    before = FILE.read_text()
    status, _ = tested(ALL + "  values: {NAM: x}\n", "--update")
    assert (status, FILE.read_text()) == (2, before)


@pytest.mark.parametrize("name", ["../../x", "a/b", "<<", "~", "- a", "a: b #c", "é\U0001f600", "\\e\\0\\n", "y" * 200])
def test_any_name_of_a_test_is_a_key_of_the_one_file(name: str, tested: Run) -> None:
    text = ALL.replace("name: t", f'name: "{name}"')
    before = {path.name for path in Path("..").iterdir()}
    assert tested(text, "--update")[0] == 0
    assert tested(text)[0] == 0
    assert {path.name for path in Path().iterdir()} == {"shop.yaml", "shop.test.yaml", FILE.name}
    assert {path.name for path in Path("..").iterdir()} == before


def test_a_link_is_not_followed_when_writing(tested: Run) -> None:
    Path("victim").write_text("a: {b: c}\n")
    FILE.symlink_to("victim")
    status, out = tested(ALL, "--update")
    assert (status, Path("victim").read_text()) == (2, "a: {b: c}\n")
    assert '"shop.test.snapshots.yaml" is a link. Snapshots are only written beside their test file.\n' in out


def test_a_file_that_cannot_be_written_is_named(tested: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    tested(ALL, "--update")
    status, out = tested(expecting("{object: Secret/shop}"), "--update")
    assert (status, out.splitlines()[1]) == (
        2,
        '    shop.test.yaml:1:1: cannot write "shop.test.snapshots.yaml": Permission denied.',
    )


@pytest.mark.parametrize("content", ["a: [", "3\n", "a: 1\n", "a: {}\na: {}\n", "a: {}\n---\nb: {}\n", "[]\n"])
def test_a_damaged_snapshot_file_is_refused_with_its_place(content: str, tested: Run) -> None:
    FILE.write_text(content)
    status, out = tested(ALL, "--update")
    assert (status, FILE.read_text()) == (2, content)
    assert "1:1: shop.test.snapshots.yaml:" in out


def test_snapshots_lie_beside_test_files_of_any_name(tested: Run, capsys: pytest.CaptureFixture[str]) -> None:
    Path("sub").mkdir()
    Path("sub/mine.yaml").write_text(ALL + "template: ../shop.yaml\n")
    assert run(capsys, "test", "sub/mine.yaml", "--update")[0] == 0
    assert Path("sub/mine.snapshots.yaml").is_file()
