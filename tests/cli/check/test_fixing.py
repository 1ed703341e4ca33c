"""`check --fix` and `--diff`: the file is fixed as a whole, in its own encoding, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from playground.engine import Edit, apply_edits, evaluate
from tests.cli.running import run
from tests.texts import POD

# ENV502 has the fix that moves PORT up. The comment ignores nothing.
TEXT = POD.replace("name: web}", "name: web}  # playground: ignore GEN701")
PORT = '    - {name: PORT, value: "80"}\n'
FIXED = POD.replace(PORT, "").replace("    - name: URL\n", f"{PORT}    - name: URL\n")
SUMMARY = "1 file checked; 2 fixes in 1 file\n"


@pytest.fixture(autouse=True)
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("pod.yaml").write_text(TEXT, encoding="utf-8")
    return Path("pod.yaml")


def test_every_fix_with_one_meaning_is_applied_and_the_text_is_checked_again(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(evaluate(TEXT).diagnostics) == 2
    assert run(capsys, "check", "--fix", "pod.yaml") == (0, "", SUMMARY)
    assert file.read_text(encoding="utf-8") == FIXED
    assert [*Path().iterdir()] == [file]
    assert run(capsys, "check", "--fix", "pod.yaml") == (0, "", "1 file checked\n")


def test_only_what_is_selected_is_fixed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "check", "--fix", "pod.yaml", "--select", "SRC142")
    assert file.read_text(encoding="utf-8") == POD


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_line_ends_byte_order_mark_and_encoding_stay(
    newline: str, encoding: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    file.write_bytes(mark + TEXT.replace("\n", newline).encode(encoding))
    run(capsys, "check", "--fix", "-f", "pod.yaml", "--ignore", "SRC131")
    assert file.read_bytes() == mark + FIXED.replace("\n", newline).encode(encoding)


def test_permissions_stay_and_a_link_stays_a_link(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.chmod(0o640)
    Path("folder").mkdir()
    Path("folder/link.yaml").symlink_to("../pod.yaml")
    run(capsys, "check", "--fix", "folder")
    assert Path("folder/link.yaml").is_symlink()
    assert (stat.S_IMODE(file.stat().st_mode), file.read_text(encoding="utf-8")) == (0o640, FIXED)


def test_a_read_only_file_stays_and_the_others_are_fixed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.yaml").write_text(TEXT, encoding="utf-8")
    file.chmod(0o444)
    status, out, err = run(capsys, "check", "--fix", "other.yaml", "pod.yaml")
    assert (status, out.splitlines()[0]) == (2, "pod.yaml: cannot be fixed: the file is read-only [error]")
    assert "pod.yaml:13:29: ENV502" in out
    assert err == "2 files checked: 1 warning, 1 hint; 2 fixes in 1 file; 1 file could not be fixed\n"
    assert file.read_text(encoding="utf-8") == TEXT
    assert Path("other.yaml").read_text(encoding="utf-8") == FIXED
    assert sorted(map(str, Path().iterdir())) == ["other.yaml", "pod.yaml"]


@pytest.mark.parametrize("change", [lambda: Path("pod.yaml").unlink(), lambda: Path("pod.yaml").write_text("new: 1\n")])
def test_a_file_that_is_changed_or_deleted_meanwhile_is_not_overwritten(
    change: Callable[[], object], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(text: str, edits: Iterable[Edit]) -> str:
        change()
        return apply_edits(text, edits)

    monkeypatch.setattr("playground.cli.check.fixing.apply_edits", meanwhile)
    monkeypatch.setattr("playground.cli.check.fixing.MOST_ROUNDS", 1)  # the file can be deleted only once
    status, out, _ = run(capsys, "check", "--fix", "pod.yaml")
    assert (status, "pod.yaml: cannot be fixed: " in out) == (2, True)
    assert [path.read_text() for path in Path().iterdir()] in ([], ["new: 1\n"])


def test_a_full_disk_leaves_the_file_and_nothing_else(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    status, out, _ = run(capsys, "check", "--fix", "pod.yaml")
    assert (status, out.splitlines()[0]) == (2, "pod.yaml: cannot be fixed: No space left on device [error]")
    assert (file.read_text(encoding="utf-8"), [*Path().iterdir()]) == (TEXT, [file])


def test_text_that_could_not_be_read_afterwards_and_invalid_bytes_stay(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for content in (TEXT.encode() + b"---\nkind: [\n", TEXT.encode() + b"# \xff\n"):
        file.write_bytes(content)
        run(capsys, "check", "--fix", "pod.yaml")
        assert file.read_bytes() == content


@pytest.mark.parametrize(
    "fields",
    [
        "  nmae: [{name: web, image: a}]\n  restartPolicy: Always\n",  # no name is near, no type above has it
        "  metadata:\n    name: web\n    containers: [{name: web, image: a}]\n",  # misplaced
        "  image: a\n",
        "  containers: [{name: web, image: a, imaeg: b}]\n",  # the right field is there already
    ],
)
def test_a_field_that_the_server_drops_is_not_removed(
    file: Path, fields: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web}}\nspec:\n{fields}"
    file.write_text(text, encoding="utf-8")
    assert ": POD609 " in run(capsys, "check", "--fix", "pod.yaml")[1]
    assert file.read_text(encoding="utf-8") == text


def test_a_text_whose_fixes_undo_each_other_stays(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: web\n"
        "    image: a\n    env:\n    - name: SHARD\n      valueFrom:\n        fieldRef: {fieldPath: spec.nodeName}\n"
        "    - name:\n      valueFrom:\n        resourceFieldRef: {resource: limits.cpu}\n"
    )
    file.write_text(text, encoding="utf-8")
    run(capsys, "check", "--fix", "pod.yaml")
    assert file.read_text(encoding="utf-8") == text


def test_a_diff_is_shown_and_nothing_is_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("good.yaml").write_text(FIXED.rstrip(), encoding="utf-8")
    for options in (["--diff"], ["--fix", "--diff"]):
        status, out, err = run(capsys, "check", *options, ".")
        assert (status, err) == (1, "2 files checked; 2 fixes in 1 file\n")
        assert file.read_text(encoding="utf-8") == TEXT
        if not shutil.which("patch"):
            continue
        patched = subprocess.run(
            ["patch", "--output=-", "--quiet"], input=out, capture_output=True, text=True, check=True, encoding="utf-8"
        )
        assert patched.stdout == FIXED
    assert run(capsys, "check", "--diff", "good.yaml") == (0, "", "1 file checked\n")


def test_a_diff_says_where_the_last_line_does_not_end(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(f"{POD.rstrip()}  # playground: ignore GEN", encoding="utf-8")
    _, out, _ = run(capsys, "check", "--diff", "pod.yaml", "--select", "SRC")
    assert out.splitlines()[-4:] == [
        '-    - {name: PORT, value: "80"}  # playground: ignore GEN',
        "\\ No newline at end of file",
        '+    - {name: PORT, value: "80"}',
        "\\ No newline at end of file",
    ]


def test_the_fixed_text_of_standard_input_is_printed_also_if_nothing_is_fixed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for text, expected, status in ((TEXT, FIXED, 0), ("a: [\r\n", "a: [\r\n", 1), ("", "", 0)):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
        assert run(capsys, "check", "--fix", "-")[:2] == (status, expected)


def test_what_cannot_be_combined_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for options in (
        ["--diff", "--format", "json", "pod.yaml"],
        ["--fix", "--format", "server", "pod.yaml"],
        ["--fix", "-", "pod.yaml"],
        ["--fix", "-", "--format", "sarif"],
    ):
        status, out, err = run(capsys, "check", *options)
        assert (status, out, err[:8]) == (2, "", "error: -")


def test_a_pipe_cannot_be_fixed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    reader, writer = os.pipe()
    os.write(writer, TEXT.encode())
    os.close(writer)
    status, out, _ = run(capfd, "check", "--fix", f"/dev/fd/{reader}")  # what a shell makes of `<(…)`
    os.close(reader)
    assert (status, out.splitlines()[0]) == (
        2,
        f"/dev/fd/{reader}: cannot be fixed: it is a pipe or a device [error]",
    )
