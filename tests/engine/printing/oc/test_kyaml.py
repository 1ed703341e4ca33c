"""KYAML: quoted keys, texts of several lines, and reading back."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from playground.engine import read_plain
from playground.engine.printing.oc.kyaml import printed_kyaml
from tests.engine.emitted import HOSTILE_TEXTS, TREES, hostile_tree, trees_of
from tests.engine.printing.oc.test_yaml import as_read, plain

# As the encoder of sigs.k8s.io/yaml writes them, asked once; those in BEYOND we quote, for goyaml.v2 reads numbers.
BARE = """
    a _ __ a_ 0a 08a 1-2 1.2.3 a.b/c-d app.kubernetes.io/name é ² ½ Ⅷ 日本 e1 0x 0b2 0o8 1e 1e999 12e4567 2001-02-30
    2001-13-1 2001-1-001 20011-1-1 infinit tr trues 0xg 0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae inf-1 nan0 _-nan
""".split()
QUOTED = """
    - -a a- . .5 1. /a a/ a:b a+b ~ null NULL nUlL true tRUE True t T f F y Y n N yes YES no No on oN off OFF 0 1 10 017
    0o17 0O17 08 0b101 0xFF 0Xff 1_000 _1 1_ 0x_f 1.5 1e5 1E-5 1e-999 _-5 0x1p-2 0x1.8P1 inf Inf INFINITY i_nf nan NaN
    _-inf 2001-1-2 2001-12-31 2024-02-29 0000-02-29 11:00 << = " \\ # { ,
""".split()
BEYOND = ["0x8000000000000000", "0xffffffffffffffff", "0b-101"]


def test_a_key_that_every_parser_reads_as_text_is_not_quoted() -> None:
    for key in BARE:
        assert printed_kyaml({key: 1}) == f"---\n{{\n  {key}: 1,\n}}\n"
        assert read_plain(printed_kyaml({key: 1})) == {key: 1}


def test_a_key_that_some_parser_misreads_is_quoted() -> None:
    for key in ("", " ", "a b", "a\tb", *QUOTED, *BEYOND):
        assert printed_kyaml({key: 1}).splitlines()[2].startswith('  "'), key
        assert read_plain(printed_kyaml({key: 1})) == {key: 1}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("", '""'),
        ("yes", '"yes"'),
        ('it\'s "x" \\ é 😀', '"it\'s \\"x\\" \\\\ é 😀"'),
        ("\0\a\b\v\f\r\x1b\x01\x7f", '"\\0\\a\\b\\v\\f\\r\\e\\x01\\x7f"'),
        (
            "\x80\x85\xa0\xad\u200b\u2028\u2029\u3000\ufeff\ue000",
            '"\\u0080\\N\\_\\u00ad\\u200b\\L\\P\\u3000\\ufeff\\ue000"',
        ),
        ("\U000e0001\udc80", '"\\U000e0001\ufffd"'),
        ([], "[]"),
        ({}, "{}"),
        ([{}, [], [1]], "[{}, [], [\n  1,\n]]"),
        ([1, [], {}], "[\n  1,\n  [],\n  {},\n]"),
        ([None, True, -0.0, 1e21, 1e-7, 100.0], "[\n  null,\n  true,\n  -0,\n  1e+21,\n  1e-7,\n  100,\n]"),
        ({"b": 1, "B": {"a10": 1, "a9": 2}, "é": 3}, "{\n  B: {\n    a10: 1,\n    a9: 2,\n  },\n  b: 1,\n  é: 3,\n}"),
        ({"a\nb": "c"}, '{\n  "a\\nb": "c",\n}'),
        ([{"a": [{"b": 1}]}, {"c": 2}], "[{\n  a: [{\n    b: 1,\n  }],\n}, {\n  c: 2,\n}]"),
    ],
)
def test_values_are_written_as_kubectl_does(value: Any, text: str) -> None:
    assert printed_kyaml(value) == f"---\n{text}\n"


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("a\nb\n", ['"\\', "   a\\n\\", "   b\\n\\", '  "']),
        ("a\n\n b", ['"\\', "   a\\n\\", "   \\n\\", "  \\ b\\", '  "']),
        ("\n", ['"\\', "   \\n\\", '  "']),
        ("  a  \n", ['"\\', "  \\  a  \\n\\", '  "']),
        (["a\nb"], ["[", '  "\\', "     a\\n\\", "     b\\", '    ",', "]"]),
        ({"k": "a\nb"}, ["{", '  k: "\\', "     a\\n\\", "     b\\", '    ",', "}"]),
        ("a\n\tb\tc", ['"\\', "   a\\n\\", "  \\\tb\tc\\", '  "']),
        # Here `oc` writes two backslashes before the `v`: the vertical tab would become both of them.
        ("a\n\vb", ['"\\', "   a\\n\\", "   \\vb\\", '  "']),
    ],
)
def test_text_of_several_lines_is_printed_on_several_lines(value: Any, lines: list[str]) -> None:
    assert printed_kyaml(value).splitlines() == ["---", *lines]


def test_keys_are_in_the_requested_order() -> None:
    assert printed_kyaml({"c": 3, "b": 1, "a": 2}, in_order=True) == "---\n{\n  c: 3,\n  b: 1,\n  a: 2,\n}\n"


@pytest.mark.parametrize("length", [1020, 1021, 5000])
def test_a_key_that_is_too_long_for_one_line_reads_back(length: int) -> None:
    value = {"x" * length: {"-" * length: 1}}
    assert read_plain(printed_kyaml(value)) == value


def test_hostile_trees_read_back_unchanged() -> None:
    random = Random(22)
    for _ in range(TREES):
        tree = {"tree": hostile_tree(random, 4)}
        same = plain(read_plain(printed_kyaml(tree))) == plain(as_read(tree))
        assert same, tree


def test_hostile_text_reads_back_unchanged_everywhere() -> None:
    trees = [tree for text in HOSTILE_TEXTS for tree in trees_of(text)]
    assert [tree for tree in trees if read_plain(printed_kyaml(tree)) != tree] == []
