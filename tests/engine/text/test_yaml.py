"""Every parser reads a string for YAML back unchanged."""

from __future__ import annotations

import pytest

from playground.engine.text.yaml import literal_block, scalar
from tests.engine.emitted import HOSTILE_TEXTS, read_back


def test_a_scalar_for_a_fix_reads_back_unchanged_in_block_and_in_flow() -> None:
    assert [text for text in HOSTILE_TEXTS if "\n" in scalar(text)] == []
    assert [text for text in HOSTILE_TEXTS if read_back(f"a: {scalar(text)}\n") != {"a": text}] == []
    in_flow = [(text, scalar(text, flow=True)) for text in HOSTILE_TEXTS]
    values = [(text, read_back(f"a: [{source}, {{b: {source}}}]\n")["a"]) for text, source in in_flow]
    assert [text for text, value in values if value != [text, {"b": text}]] == []


@pytest.mark.parametrize(
    "text",
    [
        "nginx:1.27",
        "http://$(HOST):80/x?y=z",
        "/bin/sh",
        "$(A)$$(B)",
        "it's",
        "hello world",
        "-c",
        "--flag",
        "image@sha256",
    ],
)
def test_ordinary_text_is_not_quoted(text: str) -> None:
    assert scalar(text) == text


@pytest.mark.parametrize(
    "text",
    ["y", "NO", "Null", "8080", "1e3", "0x1F", "22:22", "2001-01-01", "08", ".5", "a: b", "a #b", "", " a", "é", "nan"],
)
def test_text_that_a_parser_could_misread_is_quoted(text: str) -> None:
    assert scalar(text) == f'"{text}"'


def test_single_quotes_are_used_where_they_save_escapes() -> None:
    assert scalar('say "x"') == "'say \"x\"'"
    assert scalar('"it\'s"') == '"\\"it\'s\\""'
    assert scalar('"\t') == '"\\"\\t"'


def test_a_block_has_an_indentation_indicator_if_its_first_line_needs_it() -> None:
    assert [*literal_block("a:", "  ", "x\n\ny\n")] == ["a: |", "  x", "", "  y"]
    assert [*literal_block("a:", "  ", " x\ny")] == ["a: |2-", "   x", "  y"]
