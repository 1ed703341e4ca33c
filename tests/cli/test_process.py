"""`process`: its inputs and its exit status, beyond the recorded calls of the real program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import process
from tests.texts import TEMPLATE


def test_an_expression_of_the_template_is_overridden(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = process(capsys, "-f", template)
    assert (status, out) == (1, "")
    assert "malformed expresion syntax" in err
    assert process(capsys, "-f", template, "--from", "CODE=plain")[0] == 0


def test_only_the_first_template_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text(f"{TEMPLATE}---\nkind: ConfigMap\napiVersion: v1\n")
    status, out, _ = process(capsys, "-f", str(file), "-o", "name", "-p", "CODE=1")
    assert (status, out) == (0, "2 input templates found, but only the first will be processed\nconfigmap/cm\n")


def test_a_warning_about_the_template_does_not_change_the_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(TEMPLATE.replace("[a]{2}x", "constant"))
    status, out, err = process(capsys, "-f", str(file), "-o", "name")
    assert (status, out) == (0, "configmap/cm\n")
    assert f"{file}:12:" in err
    assert ": GEN" in err
    assert " [warning]\n" in err


def test_of_a_folder_the_first_text_is_processed_and_all_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "b.yaml").write_text(TEMPLATE)
    argv = ("-f", str(tmp_path), "-o", "name", "--from", "CODE=b", "--dialect", "proposal")
    assert process(capsys, *argv)[:2] == (0, "configmap/cm\n")
    (tmp_path / "c.yml").write_text("kind: ConfigMap\napiVersion: v1\n---\n" + TEMPLATE)
    warning = "3 input templates found, but only the first will be processed\n"
    assert process(capsys, *argv)[:2] == (0, f"{warning}configmap/cm\n")
    (tmp_path / "d.json").write_text('{"kind": "Bar", "apiVersion": "foo/v1"}')
    status, out, err = process(capsys, *argv)
    assert (status, out) == (1, "")
    assert err.startswith(
        f'error: failed to read input object (not a Template?): unable to decode "{tmp_path}/d.json": no kind "Bar" is'
    )
    (tmp_path / "a.yaml").write_text("a: [1")
    status, out, err = process(capsys, *argv)
    assert (status, out) == (1, "")
    assert err.startswith(f"error: failed to read input object (not a Template?): error parsing {tmp_path}/a.yaml: ")
    assert f"\n{tmp_path}/a.yaml:1:4: SRC111 " in err


def test_a_link_to_nowhere_in_a_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "b.yaml").write_text(TEMPLATE)
    message = 'the path "{}" does not exist\n'.format
    (tmp_path / "c.yaml").symlink_to("nowhere")
    assert process(capsys, "-f", str(tmp_path)) == (1, "", f"error: {message(tmp_path / 'c.yaml')}")
    (tmp_path / "a.yaml").symlink_to("nowhere")
    unread = "error: failed to read input object (not a Template?): "
    assert process(capsys, "-f", str(tmp_path)) == (1, "", f"{unread}{message(tmp_path / 'a.yaml')}")


def test_a_later_document_that_cannot_be_read_refuses_the_template(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(f"{TEMPLATE}---\nkind: Certificate\napiVersion: cert-manager.io/v1\n")
    status, out, err = process(capsys, "-f", str(file), "-o", "name", "-p", "CODE=1")
    assert (status, out) == (1, "")
    assert f'unable to decode "{file}": no kind "Certificate" is registered for version "cert-manager.io/v1"' in err


def test_urls_are_not_fetched_and_of_several_files_the_last_is_used(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    address = "https://playground.example.org/t.yaml"
    message = f'error: "{address}" is not downloaded; save it to a file and name that file with -f\n'
    assert process(capsys, "-f", address) == (1, "", message)
    assert process(capsys, "-f", address, "-f", template, "-o", "name", "--from", "CODE=b")[:2] == (0, "configmap/cm\n")
