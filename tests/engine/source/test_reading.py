"""Text in, Documents and problems out: the whole trip of reading."""

from __future__ import annotations

from playground.engine.source import read


def test_each_document_has_its_own_value() -> None:
    source = read("a: 1\n---\n# only a comment\n---\nb: [x, 'y']\n")
    assert [(d.index, d.value) for d in source.documents] == [(0, {"a": 1}), (1, {"b": ["x", "y"]})]
    assert source.problems == ()


def test_an_error_stays_in_its_document() -> None:
    source = read("a: 1\n---\nb: [\n---\nc: 3\n")
    assert [d.value for d in source.documents] == [{"a": 1}, {"c": 3}]
    [problem] = source.problems
    assert problem.refused and problem.document == 1
