"""A half-typed text is mended line by line, and no line changes its number."""

from __future__ import annotations

import pytest

from playground.engine import Deadline, Limits, readable_around


def mended(text: str, line: int) -> str | None:
    return readable_around(text, line, Limits(), Deadline())


@pytest.mark.parametrize(
    ("typed", "readable"),
    [
        ('a: "$(', 'a: "$("'),
        ("a: '${", "a: '${'"),
        ('- {name: A, value: "$(', '- {name: A, value: "$("}'),
        ("a: [b, {c: d", "a: [b, {c: d}]"),
        ('{"a": "it\'s \\"x', '{"a": "it\'s \\"x"}'),
        ("a: b", "a: b"),
    ],
)
def test_the_typed_line_gets_the_quotes_and_brackets_that_it_lacks(typed: str, readable: str) -> None:
    assert mended(typed, 1) == readable


def test_a_line_that_cannot_be_mended_becomes_blank_and_so_do_a_few_others() -> None:
    assert mended("a: 1\nhalf\nb: 2", 2) == "a: 1\n\nb: 2"
    assert mended('a: 1\nb: @\nc: "$(', 3) == 'a: 1\n\nc: "$("'


def test_a_text_that_is_broken_in_many_lines_or_elsewhere_is_given_up() -> None:
    assert mended("a: 1\n" + "b: @\n" * 9, 1) is None
    assert mended("a: 1", 2) is None
