"""Several files as one text: each keeps what it says and its lines, and no name can pass for a line of text."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground.engine.reading import Source, SourceText, read
from playground.engine.text.joining import LONGEST_FILE_NAME, NamedPart, joined, named_parts

DOCUMENTS = [
    "",
    "a: 1",
    "a: 1\n",
    "a: 1\r\nb: 2\r\n",
    "# c\na: |+\n  x\n\n",
    '{"a": 1}',
    "---\na: 1\n...\n",
    "a: 1\n---\nb: 2",
]
NAMES = [
    "web.yaml",
    "",
    "a b.yml",
    "\u202eevil.yaml",
    "x\ny: 1",
    "x\r---\rkind: Pod",
    "n" * 5_000,
    "# file: y",
    "\x85",
    "\udcff",
]


def values(source: Source) -> list[object]:
    return [document.value for document in source.documents]


@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(DOCUMENTS)), max_size=5))
@example([("a.yaml", "a: 1"), ("empty.yaml", ""), ("b.yaml", "\ufeffb: 2")])
def test_files_keep_their_documents_names_and_lines(files: list[tuple[str, str]]) -> None:
    text = joined(files)
    assert values(read(text)) == [value for _, part in files for value in values(read(part))]
    source, parts = SourceText(text), named_parts(text)
    assert len(parts) == len(files)
    for (_, file), part in zip(files, parts, strict=True):
        above = source.position(part.start).line
        for number, line in enumerate(file.removeprefix("\ufeff").splitlines(), 1):
            assert source.file_line(above + number) == (part.name, number)
            assert text.splitlines()[above + number - 1] == line


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_one_visible_short_line(name: str) -> None:
    comment, rest = joined([(name, "")]).split("\n", 1)
    assert rest == ""
    assert len(comment) <= len("# file: ") + LONGEST_FILE_NAME
    assert re.search(r"[\x00-\x1f\x85\u2028-\u202e\ud800-\udfff]", comment) is None
    assert named_parts(comment) == (NamedPart(comment.removeprefix("# file: "), 0),)


@pytest.mark.parametrize(
    "text",
    [
        "kind: Pod\n# file: x\n",
        "# c\n# file: x\nkind: Pod\n",
        "kind: Pod\n---\n\n# file: x\n",
        " # file: x\n",
        "# file:\n",
        "# File: x\n",
        "data:\n  a: |\n    ---\n    # file: x\n",
    ],
)
def test_a_comment_elsewhere_is_no_name(text: str) -> None:
    assert named_parts(text) == ()
    assert SourceText(text).file_line(2) is None


@pytest.mark.parametrize(
    "text", ["# file: x\na: 1", "---\n# file: x\na: 1", "\ufeff# file: x\r\na: 1", "--- # c\r\n# file: x\r\n"]
)
def test_a_comment_at_the_beginning_of_a_document_is_a_name(text: str) -> None:
    assert [part.name for part in named_parts(text)] == ["x"]


def test_the_own_comment_of_a_file_does_not_rename_it() -> None:
    text = joined([("a.yaml", "# file: b.yaml\na: 1\n")])
    assert [part.name for part in named_parts(text)] == ["a.yaml"]
    assert SourceText(text).file_line(3) == ("a.yaml", 2)


def test_a_name_written_by_hand_is_shown_as_short_and_visible_as_ours() -> None:
    assert named_parts("# file: \u202e" + "n" * 5_000)[0].name == "\\u202e" + "n" * (LONGEST_FILE_NAME - 7) + "…"


def test_what_is_above_the_first_name_is_of_no_file() -> None:
    source = SourceText("a: 1\n---\n# file: b.yaml\nb: 2\n")
    assert [source.file_line(line) for line in (1, 2)] == [None, None]
    assert str(source.file_line(4)) == "b.yaml, line 1"


def test_lines_between_files_count_as_the_nearest_line_of_a_file() -> None:
    source = SourceText(joined([("a.yaml", "a: 1\nb: 2\n"), ("c.yaml", ""), ("d.yaml", "d: 1")]))
    places = [str(source.file_line(line)) for line in range(1, 9)]
    a, c, d = "a.yaml, line ", "c.yaml, line ", "d.yaml, line "
    assert places == [f"{a}1", f"{a}1", f"{a}2", f"{a}2", f"{c}1", f"{c}1", f"{d}1", f"{d}1"]


@pytest.mark.parametrize("value", ["a/b", "😀", "\\/", "\\ud83d", "é\u2028\n", '"\\'])
def test_json_says_the_same_after_a_comment(value: str) -> None:
    text = json.dumps({value: [value]}, indent="\t").replace("/", "\\/")
    assert values(read(text)) == [{value: [value]}]
    source = read(joined([("a.json", text)]))
    assert (values(source), source.problems) == ([{value: [value]}], ())


@pytest.mark.parametrize("text", ["{a: '\\/'}\n", '[{"a": "\\/"}, b: c]\n', "[" * 100_000 + '"\\/"\n', 'a: "\\/"\n'])
def test_only_json_is_rewritten(text: str) -> None:
    assert joined([("a.yaml", text)]) == f"# file: a.yaml\n{text}"
