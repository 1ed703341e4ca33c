"""Problems of a stream of documents have their place."""

from __future__ import annotations

import pytest

from playground.engine.model.limits import Limits
from playground.engine.reading.stream import (
    bad_separator,
    cut_into_chunks,
    ignored_text,
    text_too_long,
    too_many_documents,
)


@pytest.mark.parametrize(
    ("text", "start"), [("aaaaa", None), ("aaaaaa", 5), ("ééa", None), ("éééa", 2), ("😀\ud800", 1)]
)
def test_a_text_is_too_long_from_the_first_character_that_does_not_fit_whole(text: str, start: int | None) -> None:
    problem = text_too_long(text, Limits(text_bytes=5))
    assert (problem and problem.start) == start


def test_the_first_document_too_many_is_reported_at_its_content() -> None:
    assert too_many_documents(Limits(documents=1), "{}  \n {}", 2).start == 6


def test_a_bad_separator_is_reported_as_kubernetes_tells_it() -> None:
    assert bad_separator("--- a\n", 0, 5).error == "invalid Yaml document separator: --- a"


@pytest.mark.parametrize(("ignored", "many"), [("", 0), (" # b\n\n", 0), ("b: 1\n", 1), ("# b\nc", 1)])
def test_only_readable_documents_count_as_ignored(ignored: str, many: int) -> None:
    assert len(ignored_text(f"a: 1\n...\n{ignored}", 9)) == many


@pytest.mark.parametrize(
    ("text", "chunks"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n---\nb", ["a\n", "b"]),
        ("---\na\n---\n", ["", "a\n", ""]),
        ("a\r\n---\r\nb\r\n", ["a\r\n", "b\r\n"]),
        ("a\n--- # comment\nb", ["a\n", "b"]),
        ("a\n---   \nb", ["a\n", "b"]),
        ("a\n ---\nb", ["a\n ---\nb"]),
        ("a\r---\rb", ["a\r---\rb"]),
    ],
)
def test_lines_that_begin_with_three_dashes_separate_documents(text: str, chunks: list[str]) -> None:
    cut = list(cut_into_chunks(text))
    assert [chunk.text for chunk in cut] == chunks
    assert all(text.startswith(chunk.text, chunk.start) for chunk in cut)
    assert not any(chunk.bad_separator for chunk in cut)


@pytest.mark.parametrize(
    ("line", "content"), [("--- x", "x"), ("---x", "x"), ("----", "-"), ("---\t{a: 1} ", "{a: 1}")]
)
def test_text_on_the_line_of_a_separator_is_kept_as_bad(line: str, content: str) -> None:
    text = f"a\n{line}\nb"
    first, second = cut_into_chunks(text)
    assert first.bad_separator is None
    assert second.bad_separator is not None
    assert text[slice(*second.bad_separator)] == content
