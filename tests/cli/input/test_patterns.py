"""File patterns, with Go's rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.cli.input.patterns import PatternError, matching_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("d/[x].yaml", "d/a.yaml", "d/b.txt", "d/.c.yaml", "d/sub/c.yaml", "o.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("d/*.yaml", "d/.c.yaml d/[x].yaml d/a.yaml"),
        ("./d//?.yaml", "d/a.yaml"),
        ("d/*/c.*", "d/sub/c.yaml"),
        (r"d/\[x\].yaml", "d/[x].yaml"),
        ("d/[^a].txt", "d/b.txt"),
        ("d/[!a]*", "d/a.yaml"),
        ("d/[a-b].*", "d/a.yaml d/b.txt"),
        ("d/[b-a]*", ""),
        ("[od]/s*", "d/sub"),
        ("*.yaml", "o.yaml"),
        ("*.yaml/", ""),
        ("o.yaml", "o.yaml"),
        ("no*/x", ""),
        ("d/*.*.*l", "d/.c.yaml"),
        ("d/*[x]*l", "d/[x].yaml"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_pattern_matches_as_in_go(pattern: str, files: str) -> None:
    assert " ".join(matching_files(pattern)) == files


@pytest.mark.parametrize("pattern", ["d/[", "d/[a", "d/[]a]*", "d/[a-]*", "d/[^]*", "d/\\", "*[/]a"])
def test_a_pattern_that_is_wrong_is_refused(pattern: str) -> None:
    with pytest.raises(PatternError, match="syntax error in pattern"):
        matching_files(pattern)


def test_the_whole_path_may_be_a_pattern(folder: Path) -> None:
    assert matching_files(f"{folder}/*/a.yaml") == [f"{folder}/d/a.yaml"]
    assert "/dev/null" in matching_files("/*/null")


def test_a_pattern_with_many_parts_is_matched(folder: Path) -> None:
    (folder / ("a" * 200)).touch()
    assert matching_files("*a" * 100 + "b") == []
    assert matching_files("*a" * 100) == ["a" * 200]
    assert matching_files("*" + "/a" * 2_000) == []
