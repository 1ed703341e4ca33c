"""Plain scalars and their continuation lines."""

from __future__ import annotations

import re
from random import Random

import pytest
import yaml

from playground.engine.source.plain import PLAIN_TEXT, read_more
from tests.cost import growth

PIECES = (
    "a",
    "b c",
    "- ",
    "#",
    " #",
    ":",
    ": ",
    '"',
    "[",
    "\n  ",
    "\n   ",
    "\n\n  ",
    "\n \n  ",
    "\r\n  ",
    " ",
    "\n",
    "\n ",
    "\t",
)


@pytest.mark.parametrize("text", ["a", "-a", "a b  c", "a:b", "a#b", "http://x:80/#y", "a 'b' [c]", "a :b"])
def test_words_are_read_as_plain_scalars(text: str) -> None:
    assert re.fullmatch(PLAIN_TEXT, text) is not None


@pytest.mark.parametrize("text", ["", "- a", "a:", "a: b", "a #b", "#a", "'a", "[a", "&a", "a ", "a\tb", "?a"])
def test_other_text_is_not_read_as_a_plain_scalar(text: str) -> None:
    assert re.fullmatch(PLAIN_TEXT, text) is None


def test_continuation_lines_are_joined() -> None:
    text = "  a: b\n    c  \n\n \n   d\n  e: f\n"
    assert read_more(text, "b", 6, 2) == ("b c\n\nd", text.index("d") + 1)


@pytest.mark.parametrize("below", ["  c\n", "c\n", "    # c\n", "    c: d\n", "    c:\n", "    c # d\n", "\n", "\tc\n"])
def test_other_lines_are_not_joined(below: str) -> None:
    assert read_more(f"  a: b\n{below}", "b", 6, 2) is None


def test_multiline_scalars_are_read_as_by_the_parser() -> None:
    random, read = Random(9), 0
    for _ in range(10_000):
        text = "k: a" + "".join(random.choices(PIECES, k=random.randrange(1, 8))) + "\nz: 1\n"
        more = read_more(text, "a", 4, 0)
        if more is None or not text.startswith(("\nz", "\r\nz"), more[1]):
            continue
        assert yaml.load(text, yaml.CSafeLoader) == {"k": more[0], "z": 1}, text
        read += 1
    assert read > 300


def test_lines_take_linear_time() -> None:
    for piece in (" ", "\n ", "\n", " a\n ", "\n :", "\n  a"):
        text = lambda size, piece=piece: f"k: a{piece * size}\n"  # noqa: E731
        assert growth(text, lambda written: read_more(written, "a", 4, 0), 4_000) < 8
