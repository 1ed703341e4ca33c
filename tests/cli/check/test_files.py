"""Which files the arguments of `check` stand for."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from playground.cli.check.files import NamedFile, named_files


def put(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("a: 1\n")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def names(*arguments: str) -> list[str]:
    return [file.name for file in named_files([], arguments)]


def test_a_folder_stands_for_its_yaml_and_json_files_in_the_order_of_their_names() -> None:
    put("k/b.yml", "k/a.YAML", "k/z/c.json", "k/y/d.template", "k/readme.md", "k/e.yaml.j2", "k/yaml")
    assert names("k") == ["k/a.YAML", "k/b.yml", "k/y/d.template", "k/z/c.json"]
    assert names("k/", "./k/b.yml") == names("k")
    assert names("k/b.yml", "k")[0] == "k/b.yml"


def test_hidden_files_and_folders_are_left_out_unless_they_are_named() -> None:
    put(".hidden/a.yaml", ".b.yaml", "c.yaml")
    assert names(".") == ["c.yaml"]
    assert names(".hidden", ".b.yaml") == [".hidden/a.yaml", ".b.yaml"]


def test_links_in_a_circle_pipes_and_devices_are_not_read_but_a_link_to_nowhere_is_named() -> None:
    put("k/a.yaml", "other/b.yaml")
    Path("k/circle").symlink_to(".")
    Path("k/linked").symlink_to("../other")
    Path("k/nowhere.yaml").symlink_to("gone")
    Path("k/zero.yaml").symlink_to("/dev/zero")
    Path("k/file.yaml").symlink_to("../other/b.yaml")
    os.mkfifo("k/pipe.yaml")
    assert names("k") == ["k/a.yaml", "k/file.yaml", "k/nowhere.yaml"]
    assert names("k/linked") == ["k/linked/b.yaml"]


def test_folders_may_be_deeper_than_recursion_goes() -> None:
    deep = "/".join(["d"] * 150)
    put(f"{deep}/a.yaml", "d/b.yaml")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 100)
    try:
        assert names("d") == ["d/b.yaml", f"{deep}/a.yaml"]
    finally:
        sys.setrecursionlimit(limit)


def test_every_other_name_stands_for_itself() -> None:
    assert named_files(["a.yaml"], ["gone", "-", "a.yaml"]) == (
        NamedFile("a.yaml", is_chosen=True),
        NamedFile("gone", is_chosen=False),
        NamedFile("-", is_chosen=True),
    )


def test_a_folder_that_cannot_be_listed_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    put("k/a.yaml", "k/locked/b.yaml")
    real = os.scandir

    def scandir(path: str) -> AbstractContextManager[Iterator[os.DirEntry[str]]]:
        if path.endswith("locked"):  # the superuser, as whom a test may run, can list any folder
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert named_files([], ["k"]) == (
        NamedFile("k/a.yaml", is_chosen=False),
        NamedFile("k/locked", is_chosen=False, error="Permission denied"),
    )
