"""Quoted scalars are read as by the parser."""

from __future__ import annotations

import re
from random import Random

import yaml

from playground.engine.source.quoted import QUOTED, QUOTED_LINES, fold, text_of
from playground.engine.source.tape import DOUBLE, PLAIN, SINGLE
from tests.cost import growth

PIECES = (
    "a",
    "b c",
    " ",
    "  ",
    "\t",
    "\n ",
    "\n  ",
    "\n\n  ",
    "\n   \n  ",
    "\r\n  ",
    "''",
    '\\"',
    "\\n",
    "\\t",
    "\\\\",
    "#",
    ": ",
)


def test_quotes_are_removed() -> None:
    assert text_of('"a \'b"') == ("a 'b", DOUBLE)
    assert text_of("'it''s'") == ("it's", SINGLE)
    assert text_of(r'"\"a\" \\n\n\t"') == ('"a" \\n\n\t', DOUBLE)
    assert text_of("a") == ("a", PLAIN)


def test_quoted_scalars_are_read_as_by_the_parser() -> None:
    random, read = Random(5), 0
    for _ in range(10_000):
        mark = random.choice("'\"")
        written = mark + "".join(random.choices(PIECES, k=random.randrange(8))) + mark
        if re.fullmatch(QUOTED_LINES, written) is None:
            continue
        assert yaml.load(f"k: {written}\n", yaml.CSafeLoader) == {"k": text_of(written)[0]}, written
        read += 1
    assert read > 1_000


def test_only_simple_scalars_may_have_several_lines() -> None:
    assert re.fullmatch(QUOTED_LINES, "'a\n\n  b'") is not None
    assert re.fullmatch(QUOTED, "'a\n\n  b'") is None
    for odd in ("'a\nb'", "'a\n\tb'", '"a\\\n  b"', '"\\x41"'):
        assert re.fullmatch(QUOTED_LINES, odd) is None


def test_a_line_break_becomes_a_space_and_of_several_the_first_is_dropped() -> None:
    assert fold("a\nb\n\n\nc") == "a b\n\nc"


def test_a_scalar_takes_linear_time() -> None:
    for piece in (" ", "\n ", "\n", "a \n  ", "''", "\t"):
        text = lambda size, piece=piece: f"'a{piece * size} b'"  # noqa: E731
        assert growth(text, lambda written: (re.match(QUOTED_LINES, written), text_of(written)), 4_000) < 8
