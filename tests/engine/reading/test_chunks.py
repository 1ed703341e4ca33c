"""A stream is split as by kubectl."""

from __future__ import annotations

import pytest

from playground.engine.reading.chunks import cut


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
    found = list(cut(text))
    assert [chunk.text for chunk in found] == chunks
    assert all(text.startswith(chunk.text, chunk.start) for chunk in found)
    assert not any(chunk.bad_separator for chunk in found)


@pytest.mark.parametrize(("line", "what"), [("--- x", "x"), ("---x", "x"), ("----", "-"), ("---\t{a: 1} ", "{a: 1}")])
def test_text_on_the_line_of_a_separator_is_kept_as_bad(line: str, what: str) -> None:
    text = f"a\n{line}\nb"
    first, second = cut(text)
    assert first.bad_separator is None
    assert second.bad_separator is not None
    assert text[slice(*second.bad_separator)] == what
