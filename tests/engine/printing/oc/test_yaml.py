"""YAML as `kubectl` prints it: quotes, line breaks and order as in goyaml.v2, and reading back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from playground.engine import read_plain
from playground.engine.printing.oc.yaml import printed_yaml
from tests.engine.emitted import HOSTILE_TEXTS, TREES, hostile_tree, trees_of


def plain(value: Any) -> str:
    """JSON, which tells true from 1, but not 1 from 1.0: Go's JSON has one kind of number."""
    return json.dumps(value, sort_keys=True, default=str)


def as_read(value: Any) -> Any:
    """Numbers as they are after Go's JSON: whole ones are integers where 64 bits hold them."""
    if isinstance(value, dict):
        return {key: as_read(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_read(item) for item in value]
    if isinstance(value, float) and value.is_integer() and -(2.0**63) <= value < 2.0**63:
        return int(value)
    return value


def test_hostile_trees_read_back_unchanged() -> None:
    random = Random(22)
    for _ in range(TREES):
        tree = {"tree": hostile_tree(random, 4)}
        same = plain(read_plain(printed_yaml(tree))) == plain(as_read(tree))  # pytest takes minutes to explain texts
        assert same, tree


def test_hostile_text_reads_back_unchanged_everywhere() -> None:
    trees = [tree for text in HOSTILE_TEXTS for tree in trees_of(text)]
    assert [tree for tree in trees if read_plain(printed_yaml(tree)) != tree] == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", '""'),
        ("y", '"y"'),
        ("08", '"08"'),
        ("1:20", '"1:20"'),
        ("2001-01-01", '"2001-01-01"'),
        ("=", "="),
        ("<<", "<<"),
        ("a: b", "'a: b'"),
        ("a #b", "'a #b'"),
        ("*a", "'*a'"),
        ("it's", "it's"),
        ("'it's", "'''it''s'"),
        ("- a", "'- a'"),
        ("-a", "-a"),
        ("-_1", '"-_1"'),  # `_` does not count in a number
        ("_1", "_1"),
        ("a: ", "'a: '"),
        ("a:", "'a:'"),
        ("a: :b", "'a: :b'"),
        ("a  #b", "'a  #b'"),
        ("a:#b", "a:#b"),
        ("null", '"null"'),
        ("?a", "?a"),
        ("---a", "'---a'"),
        (" a", "' a'"),
        ("a\tb", '"a\\tb"'),
        ("a\r\nb", '"a\\r\\nb"'),
        ("\ufeffZ \xa0\u2028\n", '"\\uFEFF\\x5A\\x20\\_\\L\\n"'),  # each character is taken for the mark
        ("Z\ufeff", '"Z\\uFEFF"'),
        ("\U0001f600", '"\\U0001F600"'),
        ("\xe9\xa0", "\xe9\xa0"),
        ("a\nb", "|-\n  a\n  b"),
        ("a\nb\n", "|\n  a\n  b"),
        ("a\nb ", '"a\\nb "'),
        ("a\nb \n", '"a\\nb \\n"'),
        ("\na\n\n", "|2+\n\n  a\n"),
        ("${R}", "${R}"),
        ("5%", "5%"),
        ("1" * 90, f'"{"1" * 90}"'),
        ("a\u2028 b", '"a\\L b"'),
        ("\uffff", '"\\uFFFF"'),
        (1e21, "1e+21"),
        (0.00001, "1e-05"),
        (1234567.5, "1.2345675e+06"),
        (123456.5, "123456.5"),
        (-0.0, "0"),
        (-2.5e-7, "-2.5e-07"),
        (0.0001, "0.0001"),
        (2.0**63, "9223372036854776000"),
        (2**64 - 1, "18446744073709551615"),
        (2**64, "1.8446744073709552e+19"),
        (-(2**63), "-9223372036854775808"),
        (-(2**63) - 1, "-9.223372036854776e+18"),
        (1e20, "1e+20"),
        (9007199254740993, "9007199254740993"),
        (True, "true"),
        (None, "null"),
    ],
)
def test_a_scalar_is_written_as_goyaml_writes_it(value: Any, text: str) -> None:
    assert printed_yaml({"k": value}) == f"k: {text}\n"


def test_long_text_is_broken_at_the_first_space_after_column_80() -> None:
    text = "word " * 20
    assert printed_yaml({"k": text.strip()}) == f"k: {('word ' * 16).strip()}\n  {('word ' * 4).strip()}\n"
    assert printed_yaml({"k": text}) == f"k: '{'word ' * 15}word\n  {'word ' * 4}'\n"
    tabbed = "\t" + "word  " * 20 + "x"
    assert printed_yaml([tabbed]) == f'- "\\t{"word  " * 12}word\n  \\ {"word  " * 7}x"\n'
    assert printed_yaml({"k": "x" * 100}) == f"k: {'x' * 100}\n"


@pytest.mark.parametrize(
    ("start", "beginning", "close"), [("w", "w", ""), ("0w", "0w", ""), ("a: ", "'a: ", "'"), ("\t", '"\\t', '"')]
)
def test_no_line_is_broken_at_column_80(start: str, beginning: str, close: str) -> None:
    first = "x" * (80 - len(f"k: {beginning}"))
    text = f"{start}{first} a {'y' * 78} b {'z' * 79} c"
    lines = (f"k: {beginning}{first} a", f"  {'y' * 78} b", f"  {'z' * 79}", f"  c{close}", "")
    assert printed_yaml({"k": text}) == "\n".join(lines)


def test_the_backslash_before_spaces_takes_a_column() -> None:
    text = f"\t{'x' * 75}  {'y' * 76} a b"
    assert printed_yaml({"k": text}) == f'k: "\\t{"x" * 75}\n  \\ {"y" * 76} a\n  b"\n'


def test_no_line_is_broken_where_a_space_would_be_lost() -> None:
    assert printed_yaml({"k" * 100: " a b "}) == f"{'k' * 100}: ' a\n  b '\n"
    text = "word  " * 20 + "x"
    assert printed_yaml({"k": text}) == f"k: {text}\n"


@pytest.mark.parametrize(
    ("value", "text"),
    [("a", "a"), ("08", '"08"'), ("a\nb", "|-\n  a\n  b"), (1.5, "1.5"), (None, "null"), ({}, "{}"), ([], "[]")],
)
def test_a_value_may_stand_alone(value: Any, text: str) -> None:
    assert printed_yaml(value) == f"{text}\n"


def test_numbers_in_keys_count_and_letters_come_last() -> None:
    value = dict.fromkeys(("b", "a10", "a9", "a-b", "a01", "a", "A", "1", "ab", "a1b", "é", "_"), 0)
    order = [line.partition(":")[0] for line in printed_yaml(value).splitlines()]
    assert order == ["_", '"1"', "A", "a", "a-b", "a1b", "a01", "a9", "a10", "ab", "b", "é"]


def test_a_long_or_multiline_key_is_printed_after_a_question_mark() -> None:
    assert printed_yaml({"k" * 128: 1}) == f"{'k' * 128}: 1\n"
    assert printed_yaml({"k" * 129: {"a": [1]}}) == f"? {'k' * 129}\n: a:\n  - 1\n"
    assert printed_yaml({"é" * 64: 1}) == f"{'é' * 64}: 1\n"
    assert printed_yaml({"é" * 65: 1}) == f"? {'é' * 65}\n: 1\n"  # its bytes count
    assert printed_yaml({"a\nb": ["x"]}) == "? |-\n  a\n  b\n: - x\n"
    assert printed_yaml({"a\rb": ["x"]}) == '? "a\\rb"\n: - x\n'


def test_a_key_that_would_be_read_as_a_merge_is_quoted_though_goyaml_does_not() -> None:
    assert printed_yaml({"<<": "x"}) == '"<<": x\n'
