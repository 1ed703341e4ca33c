"""The files that `-f` stands for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from playground.cli.input.files import RequestError
from playground.cli.input.inputs import input_files


def test_a_folder_means_its_text_files_by_name_without_subfolders(tmp_path: Path) -> None:
    for name in ("b.yaml", "a.txt", "c.json", "a.yml"):
        (tmp_path / name).write_text("")
    (tmp_path / "0.yaml").mkdir()
    (tmp_path / "0.yaml" / "x.yaml").write_text("")
    found = tuple(f"{tmp_path}/{name}" for name in ("a.yml", "b.yaml", "c.json"))
    assert input_files(f"{tmp_path}/") == input_files(f"{tmp_path}/../{tmp_path.name}") == found


def test_a_file_and_the_standard_input_are_taken_as_they_are(tmp_path: Path) -> None:
    file = f"{tmp_path}/./x"
    assert input_files(file) == (file,)
    assert input_files("-") == ("-",)


def test_a_folder_without_texts_is_refused_as_by_oc(tmp_path: Path) -> None:
    words = (
        f"input object (not a Template?): error reading [{tmp_path}]: recognized file extensions are [.json .yaml .yml]"
    )
    with pytest.raises(RequestError, match=re.escape(words)):
        input_files(str(tmp_path))


def test_urls_are_not_fetched() -> None:
    with pytest.raises(RequestError, match="nothing is fetched"):
        input_files("https://playground.example.org/t.yaml")
