"""The files that are read, and what is in the way."""

from __future__ import annotations

import io
import json
import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from playground.cli import main
from playground.cli.input.files import MOST_BYTES, input_files
from playground.cli.options import RequestError
from tests.cli.running import run
from tests.texts import POD


@pytest.fixture
def pod(tmp_path: Path) -> str:
    file = tmp_path / "pod.yaml"
    file.write_text(POD)
    return str(file)


def test_a_cluster_is_found_beside_the_text(tmp_path: Path, pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    cluster = tmp_path / "cluster.yaml"
    cluster.write_text("services: []\n")
    assert "KUBERNETES_SERVICE_HOST" in run(capsys, "expand", "-f", pod, "-o", "env")[1]
    assert "KUBERNETES_SERVICE_HOST" not in run(capsys, "expand", "-f", pod, "-o", "env", "--cluster", str(cluster))[1]


@pytest.mark.parametrize(
    ("text", "message"), [("a: b: c\n", "Line 1, column"), ("[1]\n", "must be a mapping"), (None, "does not exist")]
)
def test_a_cluster_that_cannot_be_read_is_an_error_of_the_request(
    tmp_path: Path, pod: str, capsys: pytest.CaptureFixture[str], text: str | None, message: str
) -> None:
    cluster = tmp_path / "cluster.yaml"
    if text is not None:
        cluster.write_text(text)
    status, out, err = run(capsys, "expand", "-f", pod, "--cluster", str(cluster))
    assert (status, out) == (2, "")
    assert message in err


def test_the_standard_input_is_a_file_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(POD))
    assert run(capsys, "check", "-f", "-")[1].startswith("<stdin>:13:29: ")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(POD.replace("\n", "\r\n").encode())))
    assert run(capsys, "check", "-f", "-")[1].startswith("<stdin>:13:29: ")


@pytest.mark.parametrize("file", ["/dev/zero", "-"])
def test_an_endless_file_is_read_only_up_to_the_limit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: str
) -> None:
    with Path("/dev/zero").open() as endless:
        monkeypatch.setattr("sys.stdin", endless)
        status, out, err = run(capsys, "check", "-f", file)
    assert (status, out) == (2, "")
    assert err.endswith(" has more than 16,777,216 bytes, which is the limit\n")


def test_a_text_as_long_as_the_limit_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "comment.yaml"
    file.write_text("#" * MOST_BYTES)
    assert run(capsys, "check", "-f", str(file))[0] == 0


def test_a_standard_input_that_is_closed_is_an_error_of_the_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert run(capsys, "check", "-f", "-") == (2, "", "error: the standard input is closed\n")


def test_a_missing_file_is_an_error_of_the_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "none")
    for command in (["check", "-f", missing, "--format", "json"], ["expand", "-f", missing]):
        assert run(capsys, *command) == (2, "", f'error: the path "{missing}" does not exist\n')
    assert run(capsys, "check", "-f", "a\0b") == (2, "", 'error: cannot read "a\0b": embedded null byte\n')


def test_a_value_without_a_name_is_an_error_of_the_request(pod: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "-f", pod, "-p", "X") == (2, "", 'error: -p needs NAME=VALUE, got "X"\n')
    assert run(capsys, "expand", "-f", pod, "--from", "X")[2] == 'error: --from needs NAME=REGEX, got "X"\n'


def test_a_text_too_long_for_the_page_is_accepted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "long.yaml"
    file.write_text(
        "apiVersion: v1\nkind: ConfigMap\ndata:\n" + "".join(f"  k{n}: {'x' * 990}\n" for n in range(1_200))
    )
    assert main(["check", "-f", str(file), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"diagnostics": []}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_is_read_in_utf_8_and_in_utf_16_that_says_so(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pod.yaml"
    file.write_bytes(POD.encode(encoding))
    status, out, err = run(capsys, "expand", "-f", str(file), "-o", "env")
    assert (status, err) == (0, "")
    assert "HOST=ü.example" in out.splitlines()


@pytest.mark.parametrize("content", [b"\xff\xfe\x00\xd8", b"\x00\x01\xff\xfe", b"\x7fELF\x02\x00\xff"])
def test_a_file_that_is_no_text_is_refused_with_its_place(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "program"
    file.write_bytes(content)
    for command, place in (("process", "error: failed to read input object"), ("expand", f"{file}:1:")):
        status, out, err = run(capsys, command, "-f", str(file))
        assert (status, out) == (1, "")
        assert place in err
        assert f"{file}:1:" in err


def test_bytes_that_are_not_utf_8_are_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "latin1.yaml"
    file.write_bytes("apiVersion: template.openshift.io/v1\nkind: Template\nmessage: größer\n".encode("latin-1"))
    status, out, err = run(capsys, "process", "-f", str(file))
    assert (status, out[:1]) == (0, "{")
    assert f"{file}:3:12: SRC115 Bytes 64 to 65 of the text (0xF6 0xDF) are not UTF-8" in err


def test_a_folder_means_its_text_files_by_name_without_subfolders(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.txt", "c.json", "a.yml"):
        (tmp_path / name).write_text("")
    (tmp_path / "0.yaml").mkdir()
    (tmp_path / "0.yaml" / "x.yaml").write_text("")
    paths = tuple(f"{tmp_path}/{name}" for name in ("a.yml", "b.yaml", "c.json"))
    assert input_files(f"{tmp_path}/") == input_files(f"{tmp_path}/../{tmp_path.name}") == paths


def test_a_file_and_the_standard_input_are_taken_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    file = f"{tmp_path}/./x"
    assert input_files(file) == (file,)
    assert input_files("-") == ("-",)


@contextmanager
def no_file_descriptor() -> Iterator[None]:
    """The process can open no further file: then not even root can read a folder."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_folder_that_cannot_be_read_is_refused_as_by_oc(tmp_path: Path) -> None:
    why = f'error reading "{tmp_path}": open {tmp_path}: too many open files'
    with pytest.raises(RequestError, match=re.escape(why)), no_file_descriptor():
        input_files(str(tmp_path))


def test_a_folder_without_texts_is_refused_as_by_oc(tmp_path: Path) -> None:
    message = (
        f"input object (not a Template?): error reading [{tmp_path}]: recognized file extensions are [.json .yaml .yml]"
    )
    with pytest.raises(RequestError, match=re.escape(message)):
        input_files(str(tmp_path))


def test_urls_are_not_fetched() -> None:
    with pytest.raises(RequestError, match="is not downloaded"):
        input_files("https://playground.example.org/t.yaml")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("*.yaml", 'the path "*.yaml" does not exist'),
        ("[", 'pattern "[" is not valid: syntax error in pattern'),
        ("text/x", 'the path "text/x" cannot be accessed: stat text/x: not a directory'),
        ("link*", '[the path "link1" does not exist, the path "link2" does not exist]'),
        ("fold?r", "error reading [folder]: recognized file extensions are [.json .yaml .yml]"),
    ],
)
def test_a_name_of_no_file_is_refused_as_by_oc(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "text").touch()
    (tmp_path / "folder").mkdir()
    for link in ("link1", "link2"):
        (tmp_path / link).symlink_to("nowhere")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RequestError, match=f"{re.escape(f'(not a Template?): {why}')}$"):
        input_files(name)
