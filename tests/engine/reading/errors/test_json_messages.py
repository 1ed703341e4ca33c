"""JSON's syntax errors are explained at their character."""

from __future__ import annotations

import pytest

from playground.engine.reading import read


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('{"a": 1 "b": 2}', "1:9", "needs `,` or `}` here"),
        ('{"a": ["1" 2]}', "1:12", "needs `,` or `]` here"),
        ('{"a": [1, 2}', "1:12", "not `}`"),
        ('{"a" 1}', "1:5", "A `:` is missing after the key `a`"),
        ('{"a": 1', "1:1", "is never closed"),
        ('[{"a": "b}]', "1:8", "never closed on its line"),
        ('{"a": "b\\qc"}', "1:9", "does not know this escape"),
        ('{"a": "b\tc", "d" 1}', "1:9", "cannot contain a control character"),
        ('{"a": tru, "b" 1}', "1:7", "not `tru`"),
        ('{"a": 01, "b" 1}', "1:8", "needs `,`"),
        ('{"a": 1, // x\n"b": 2}', "1:10", "not `//`"),
        ('{"a": 1,, "b": 2}', "1:9", "A key in double quotes is expected"),
        ('{"a": ', "1:1", "is never closed"),
        ('{"a', "1:2", "never closed"),
    ],
)
def test_syntax_errors_are_explained_at_their_character(text: str, place: str, message: str) -> None:
    [problem] = read(text).problems
    assert problem.pattern == "invalid-json"
    assert str(problem.span) == place
    assert message in problem.message


def test_comments_are_answered_with_a_hint() -> None:
    [problem] = read('{"a": [1] // no\n "b": 2}').problems
    assert problem.hint == "JSON has no comments: remove this comment."


def test_an_open_bracket_is_reported_with_both_ends() -> None:
    [problem] = read('{\n  "a": [1, 2\n}\n').problems
    assert str(problem.span) == "3:1"
    assert str(problem.related[0].span) == "2:8"
