"""The place of every character of a value in the source, in all five styles."""

from __future__ import annotations

import json as stdlib_json
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.reading import Document, read
from playground.engine.reading.offsets import offset_map
from tests.cost import steps

LINE_BREAKS = ("\n", "\r\n", "\r", "\x85", "\u2028", "\u2029")


def read_document(text: str) -> Document:
    source = read(text)
    assert source.problems == ()
    return source.documents[0]


def text_at(document: Document, path: tuple[str | int, ...], part: str) -> str:
    value = document.value
    for step in path:
        value = value[step]
    start = value.index(part)
    return document.source.slice(document.text_span(path, start, start + len(part)))


@pytest.mark.parametrize(
    ("style", "lines"),
    [
        ("plain", ("{w} a $(HOST):$(PORT) {w}",)),
        ("plain", ("{w} a", "    b $(HOST);", "", "    {w} $(PORT) z")),
        ("single", ("'{w} ''a'' $(HOST):$(PORT)'",)),
        ("single", ("'{w} a''", "", "", "    b $(HOST):", "    {w} $(PORT) z'")),
        ("double", ('"{w} \\"a\\" \\u00e9 \\x41 \\t$(HOST):$(PORT)"',)),
        ("double", ('"{w} a\\', "    b $(HOST):", "", "    {w}\\n $(PORT) z\\", '  "')),
        ("literal", ("|", "    {w} $(HOST):", "", "      {w} $(PORT) z", "")),
        ("literal", ("|2-  # comment", "      {w} $(HOST):", "    {w} $(PORT) z")),
        ("literal", ("|+", "    {w} $(HOST):", "    {w} $(PORT) z", "", "")),
        ("folded", (">", "    {w} $(HOST):", "    b", "", "      {w} c", "     d", "    {w} $(PORT) z", "")),
        ("folded", (">-", "", "    {w} $(HOST):", "    {w} $(PORT) z", "", "")),
    ],
)
def test_references_are_found_to_the_character(style: str, lines: tuple[str, ...]) -> None:
    for line_break, word in product(LINE_BREAKS, ("plain", "naïve", "日本", "😀")):
        text = "é: 1\na:\n  k: ".replace("\n", line_break) + line_break.join(lines).replace("{w}", word)
        document = read_document(text + line_break)
        assert document.style(("a", "k")) == style
        for part in ("$(HOST)", "$(PORT)", "(PORT", "$"):
            assert text_at(document, ("a", "k"), part) == part, text
        start = document.value["a"]["k"].index("$(PORT)")
        position = document.text_span(("a", "k"), start, start + 7).start
        line = document.source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[position.line - 1]
        assert line[position.column - 1 :].startswith("$(PORT)"), text


@pytest.mark.parametrize(
    ("raw", "part", "source"),
    [
        ('"a\\tb"', "\t", "\\t"),
        ('"\\u00e9b"', "é", "\\u00e9"),
        ("'it''s'", "'", "''"),
        ('"a\\\n   b"', "ab", "a\\\n   b"),
        ('"a\\\n\n   b"', "\n", "\n"),
        ("a\n  b", " ", "\n  "),
        (">\n  a\n  b", " ", "\n  "),
        ('"a  \n\n  b"', "\n", "\n"),
    ],
)
def test_text_written_with_escapes_is_found_as_a_whole(raw: str, part: str, source: str) -> None:
    assert text_at(read_document(f"k: {raw}\n"), ("k",), part) == source


def test_an_empty_stretch_is_a_place_between_characters() -> None:
    document = read_document("k: 'a''b'")
    columns = [document.text_span(("k",), index, index).start.column for index in range(4)]
    assert columns == [5, 6, 8, 9]
    assert str(read_document('k: ""').text_span(("k",), 0, 0)) == "1:5"
    assert str(read_document("k: |\n  ab\n  c\n").text_span(("k",), 5, 5)) == "4:1"


def test_a_stretch_past_the_value_ends_with_it() -> None:
    document = read_document("k: 'abc'")
    assert document.source.slice(document.text_span(("k",), 1, 99)) == "bc"
    assert str(document.text_span(("k",), 9, 12)) == "1:8"


def test_json_escapes_and_surrogate_pairs_are_found() -> None:
    document = read_document('{"k": "a\\ud83d\\ude00\\/$(A)\\ud800$(B)"}')
    assert text_at(document, ("k",), "$(A)") == "$(A)"
    assert text_at(document, ("k",), "😀") == "\\ud83d\\ude00"
    assert text_at(document, ("k",), "\ufffd$(B)") == "\\ud800$(B)"


def test_keys_are_found_to_the_character_too() -> None:
    document = read_document('a:\n  "x\\t${P}": 1\n')
    assert document.source.slice(document.key_text_span(("a", "x\t${P}"), 2, 6)) == "${P}"


def test_there_is_no_map_where_source_and_value_disagree() -> None:
    assert offset_map('"abc"', "double", "abd") is None
    assert offset_map("|no header", "literal", "x") is None
    assert offset_map("[a]", "flow", "a") is None


def test_without_a_map_the_whole_value_is_the_place() -> None:
    document = read_document("a: !!binary aGVsbG8=")
    assert document.source.slice(document.text_span(("a",), 0, 2)) == "aGVsbG8="


WORDS = st.text(alphabet=st.sampled_from("ab '\"\\\n\té😀:#$()-\u2028\x85"), min_size=1, max_size=24)


@given(WORDS, st.sampled_from(["\n", "\r\n"]), st.integers(2, 4), st.sampled_from(["|", ">", "'", '"', ""]))
def test_a_map_is_always_right(text: str, line_break: str, indent: int, style: str) -> None:
    body = text.replace("\n", line_break + " " * indent)
    close = style if style in ("'", '"') else ""
    opening = style + line_break + " " * indent if style in ("|", ">") else style
    source = read(f"k: {opening}{body}{close}{line_break}")
    for document in source.documents:
        if not isinstance(document.value, dict) or not isinstance(document.value.get("k"), str):
            continue
        value = document.value["k"]
        for index, char in enumerate(value):
            source_text = source.text.slice(document.text_span(("k",), index, index + 1))
            if char not in " \n'\"\\\t\x85\u2028\r" and len(source_text) == 1:
                assert source_text == char


@given(st.text(max_size=20).filter(lambda text: text.isprintable()))
def test_every_character_of_quoted_text_is_found(text: str) -> None:
    quoted = stdlib_json.dumps(text, ensure_ascii=False)
    document = read(f"[{quoted}]").documents[0]
    assert document.value == [text]
    for index, char in enumerate(text):
        source_text = document.source.slice(document.text_span((0,), index, index + 1))
        assert stdlib_json.loads(f'"{source_text}"') == char


@given(st.lists(st.text(alphabet="ab é😀$()", min_size=0, max_size=8), min_size=1, max_size=6), st.booleans())
def test_every_character_of_a_text_block_is_found(lines: list[str], folded: bool) -> None:
    text = "k:\n  - " + (">" if folded else "|") + "1-\n" + "".join(f"   {line}\n" for line in lines)
    source = read(text)
    if not source.documents:
        return
    document = source.documents[0]
    for index, char in enumerate(document.value["k"][0]):
        source_text = source.text.slice(document.text_span(("k", 0), index, index + 1))
        assert source_text == char or (char == " " and source_text.strip() == "")


@pytest.mark.parametrize(
    "lines",
    [["   a", "  b$(A)"], ["", "  b"], ["    ", "   b", "  c"], ["     ", "   "], ["", ""], ["  \tb", "   c"]],
)
@pytest.mark.parametrize("header", ["|1", "|1-", ">1", ">1+", "|1+"])
def test_an_indentation_that_a_digit_gives_is_found(lines: list[str], header: str) -> None:
    document = read_document(f"k:\n - {header}\n" + "".join(f"{line}\n" for line in lines))
    value = document.value["k"][0]
    for index, char in enumerate(value):
        if char not in " \n":
            assert document.source.slice(document.text_span(("k", 0), index, index + 1)) == char


def test_the_steps_of_a_text_with_a_digit_grow_with_its_length_not_with_its_column() -> None:
    def mapped(column: int) -> int:
        raw = f"|1\n{' ' * column}$(A)\n"
        return steps(lambda: offset_map(raw, "literal", "$(A)\n"))

    assert mapped(4_000) < 2 * mapped(10)
    assert offset_map(f"|1\n{' ' * 4_000}$(A)\n", "literal", "$(A)\n") is not None
