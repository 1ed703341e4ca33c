"""Messages for problems of single values."""

from __future__ import annotations

import pytest

from playground.engine.reading import read
from playground.engine.reading.errors.value_messages import excerpt, is_mostly_aliases


def message(text: str) -> str:
    return read(text).problems[0].message


def test_the_authors_text_is_shown_on_one_line_and_cut_when_long() -> None:
    assert excerpt("a\n  b") == "`a b`"
    assert excerpt("x" * 40) == f"`{'x' * 40}`"
    assert excerpt("x" * 41) == f"`{'x' * 39}…`"


@pytest.mark.parametrize(
    ("total", "aliased", "mostly"),
    [(1001, 1001, True), (1000, 1000, False), (100_000, 99_000, False), (100_000, 99_001, True),
     (2_200_000, 1_198_999, False), (2_200_000, 1_200_000, True), (9_000_000, 900_001, True), (5000, 100, False)],
)  # fmt: skip
def test_too_many_aliases_are_reported_as_goyaml_tells_them(total: int, aliased: int, mostly: bool) -> None:
    assert is_mostly_aliases(total, aliased) is mostly


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y: 1", "The key `y` is not text; Kubernetes renames the key to `true`."),
        ("a: 1\na: 2", "The key `a` is in this mapping more than once; the last value wins."),
        ("a: .inf", "`.inf` is not a number that Kubernetes can store."),
        ("? \n: 1", "An empty key is null, which Kubernetes refuses as a key."),
        ("? [a]\n: 1", "A list cannot be a key; Kubernetes refuses the document."),
        ("a: *b", "The alias `*b` refers to an anchor that this document does not define above it."),
        ("a: !!int x", "The tag `!!int` does not fit the value `x`."),
        ("<<: 1", "`<<` needs a mapping, or a list of mappings, as its value."),
        ("x: &x {a: 1, b: 2, c: 3, d: 4}\nz: {a: 1, b: 1, c: 1, d: 1, <<: *x}",
         "`<<` replaces `a`, `b`, `c` and others: keys above `<<` in the same mapping lose their values."),
        ("a: 99999999999999999999",
         "`99999999999999999999` is too long for an exact number; Kubernetes reads it as 1e+20."),
    ],
)  # fmt: skip
def test_messages_are_complete_sentences(text: str, expected: str) -> None:
    assert message(text) == expected
