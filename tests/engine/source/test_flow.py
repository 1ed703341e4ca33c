"""Collections in brackets on one line."""

from __future__ import annotations

import re

import pytest

from playground.engine.source.flow import IN_BRACKETS, read_flow
from playground.engine.source.scalars import Resolver
from playground.engine.source.tape import FLOW, PLAIN, SINGLE, Tape


def test_a_list_has_its_values_and_places() -> None:
    tape = Tape()
    assert read_flow("x: [1, 'b', c]", 3, 14, tape, Resolver()) == [1, "b", "c"]
    assert (tape.starts, tape.ends) == ([3, 4, 7, 12], [14, 5, 10, 13])
    assert (tape.styles, tape.skips, tape.names) == ([FLOW, PLAIN, SINGLE, PLAIN], [4, 2, 3, 4], {})


def test_a_mapping_has_its_keys() -> None:
    tape = Tape()
    assert read_flow('{a: 1, "b": no}', 0, 15, tape, Resolver()) == {"a": 1, "b": False}
    assert (tape.names, tape.mappings) == ({1: "a", 3: "b"}, {0})


@pytest.mark.parametrize("text", ["{a: 1, a: 2}", "{y: 1}", "{1: a}", "[1.5]", "[.inf]"])
def test_collections_with_problems_are_left_to_the_parser(text: str) -> None:
    assert read_flow(text, 0, len(text), Tape(), Resolver()) is None


@pytest.mark.parametrize(
    "text", ["[", "[a", "[a b]", "[[a]]", "{a}", "{a:b}", "[a: b]", '["\\r"]', "[a?]", "[&a b]", "[a,]"]
)
def test_other_collections_are_left_to_the_parser(text: str) -> None:
    assert re.fullmatch(IN_BRACKETS, text) is None
