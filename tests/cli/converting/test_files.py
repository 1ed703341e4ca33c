"""Writing the files of a conversion: all or none, inside the folder, and nothing is lost."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from playground.cli.converting.files import NewFile, write_beside, write_folder
from playground.cli.options import RequestError

FILES = {"a.yaml": NewFile("a\n"), "templates/b.yaml": NewFile("b\n"), "secret.yaml": NewFile("s\n", secret=True)}


def content_of(folder: Path) -> dict[str, str]:
    """The texts of all files below ``folder``, hidden ones included."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text() for path in files}


def test_a_new_folder_gets_all_files_and_secrets_are_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "chart"
    written = write_folder(str(folder), FILES, force=False)
    assert content_of(folder) == {"a.yaml": "a\n", "templates/b.yaml": "b\n", "secret.yaml": "s\n"}
    assert (written.names, written.replaced, written.kept) == (tuple(FILES), (), {})
    assert (folder / "secret.yaml").stat().st_mode & 0o777 == 0o600
    assert (folder / "a.yaml").stat().st_mode & 0o077 == 0o066 & ~_umask() & 0o077


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


def test_an_empty_folder_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_folder(".", FILES, force=False)
    assert len(content_of(tmp_path)) == 3


def test_a_folder_with_files_is_refused_without_consent(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    with pytest.raises(RequestError, match=r"is not empty; --force replaces files of the same names"):
        write_folder(str(tmp_path), FILES, force=False)
    assert content_of(tmp_path) == {"mine": "mine"}


def test_consent_replaces_files_of_the_same_name_but_keeps_others_and_secrets(tmp_path: Path) -> None:
    for name in ("mine", "a.yaml", "secret.yaml"):
        (tmp_path / name).write_text("old")
        (tmp_path / name).chmod(0o644)
    written = write_folder(str(tmp_path), FILES, force=True)
    assert content_of(tmp_path) == {
        "mine": "old", "a.yaml": "a\n", "templates/b.yaml": "b\n", "secret.yaml": "old",
    }  # fmt: skip
    assert (written.replaced, written.kept) == (("a.yaml",), {"secret.yaml": "old"})
    modes = {name: (tmp_path / name).stat().st_mode & 0o777 for name in ("mine", "secret.yaml")}
    assert modes == {"mine": 0o644, "secret.yaml": 0o600}


@pytest.mark.parametrize("name", ["a.yaml", "templates"])
def test_a_link_inside_the_folder_is_not_followed(name: str, tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "chart"
    outside.mkdir()
    folder.mkdir()
    (folder / name).symlink_to(outside)
    with pytest.raises(RequestError, match=f'"{folder / name}" is a link'):
        write_folder(str(folder), FILES, force=True)
    assert content_of(outside) == {}


def test_a_failure_in_the_middle_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = Path.rename

    def failing(self: Path, target: Any) -> Any:
        if Path(target).name == "b.yaml":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    new, old = tmp_path / "x" / "new", tmp_path / "old"
    old.mkdir()
    (old / "a.yaml").write_text("mine")
    for folder, force in ((new, False), (old, True)):
        with pytest.raises(RequestError, match=f'cannot write "{folder}": No space left on device'):
            write_folder(str(folder), FILES, force=force)
    assert content_of(tmp_path) == {"old/a.yaml": "mine"}
    assert sorted(tmp_path.iterdir()) == [old]


@pytest.mark.parametrize("place", ["file", "file/inside", "nul\0", "a" * 300])
def test_a_place_that_is_no_folder_is_refused(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine")
    with pytest.raises(RequestError, match="cannot write"):
        write_folder(place, FILES, force=True)
    assert content_of(tmp_path) == {"file": "mine"}


def test_files_beside_others_replace_none_without_consent(tmp_path: Path) -> None:
    archive, files = tmp_path / "new" / "a.tgz", {"a.tgz": NewFile(b"1"), "a-secret": NewFile("s", secret=True)}
    write_beside(str(archive), files, force=False)
    (tmp_path / "new" / "mine").write_text("mine")
    changed = {"a.tgz": NewFile(b"2"), "a-secret": NewFile("t", secret=True)}
    with pytest.raises(RequestError, match=f'"{archive}" exists already'):
        write_beside(str(archive), changed, force=False)
    assert write_beside(str(archive), changed, force=True).kept == {"a-secret": "s"}
    assert content_of(tmp_path / "new") == {"a.tgz": "2", "a-secret": "s", "mine": "mine"}
