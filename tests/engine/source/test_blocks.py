"""Block scalars are read as by the parser."""

from __future__ import annotations

from random import Random

import pytest
import yaml

from playground.engine.source.blocks import read_block
from tests.cost import growth

PIECES = (" ", "  ", "   ", "a", "b c", "#", "\n", "\n", "\n  ", "\n   ", "\t", "\r\n", "\r\n  ")


@pytest.mark.parametrize(
    ("header", "lines", "value"),
    [
        ("|", "  a\n   b\n\n", "a\n b\n"),
        ("|-", "\n  a\n\n", "\na"),
        ("|+", "  a\n \n   \n", "a\n\n \n"),
        (">", "  a\n  b\n\n\n  c\n\n", "a b\n\nc\n"),
        (">-", "  a\r\n  b\r\n", "a b"),
        (">+", "  a\n\n", "a\n\n"),
    ],
)
def test_a_block_ends_where_lines_are_less_indented(header: str, lines: str, value: str) -> None:
    text = f"k: {header}\n{lines}z: 1\n"
    start = text.index("\n") + 1
    assert read_block(text, header, start, 0) == (value, start + len(lines))


@pytest.mark.parametrize(
    ("header", "lines"),
    [("|", "\n"), ("|", "a\n"), ("|", "  \n  a\n"), ("|", "  \ta\n"), (">", "  a\n   b\n"), (">", "\n  a\n")],
)
def test_unusual_blocks_are_left_to_the_parser(header: str, lines: str) -> None:
    assert read_block(lines, header, 0, 0) is None


def test_a_block_is_indented_more_than_what_it_is_in() -> None:
    assert read_block("  a\n", "|", 0, 1) == ("a\n", 4)
    assert read_block("  a\n", "|", 0, 2) is None


def test_every_block_that_is_read_means_what_the_parser_says() -> None:
    random, read = Random(3), 0
    for _ in range(5_000):
        header = random.choice("|>") + random.choice(("", "-", "+"))
        lines = "  " + "".join(random.choices(PIECES, k=random.randrange(1, 9))) + "\n"
        text = f"k: {header}\n{lines}"
        block = read_block(text, header, text.index("\n") + 1, 0)
        if block is None or block[1] != len(text):
            continue
        assert yaml.load(text, yaml.CSafeLoader) == {"k": block[0]}, text
        read += 1
    assert read > 500


@pytest.mark.parametrize("piece", ["  a\n", "  \n", "\n", "  a \n   \n", " "])
def test_a_block_takes_linear_time(piece: str) -> None:
    assert growth(lambda size: f"  a\n{piece * size}", lambda text: read_block(text, ">", 0, 0), 4_000) < 8
