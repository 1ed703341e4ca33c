"""Texts that are hard to print, printed documents, and how Kubernetes reads them."""

from __future__ import annotations

import os
from random import Random
from typing import Any

from playground.engine.printing.page_lines import json_lines, yaml_lines
from playground.engine.reading import read

TREES = int(os.environ.get("EXAMPLES", "500"))  # hostile trees that are printed and read back
HOSTILE_TEXTS = (
    *("", " ", "  ", "\n", "\n\n", "\t", " \n", "\n ", "~", "null", "Null", "NULL", "true", "True", "FALSE", "y", "Y"),
    *("n", "N", "yes", "No", "on", "OFF", ".inf", "-.INF", ".nan", ".NaN", "=", "<<", "0", "-0", "+0", "08", "0777"),
    *("0o14", "0x1F", "0b101", "-0b1", "1_000", "1e3", "1E3", ".5", "-.5", "+.5", "5.", "1e400", "1:30", "22:22:22"),
    *("190:20:30.15", "2001-01-01", "2001-12-14T21:59:43.10-05:00", "9223372036854775808", "18446744073709551616"),
    *(
        "-",
        "--",
        "---",
        "--- a",
        "...",
        "-a",
        "--a",
        "- a",
        "-\ta",
        "?",
        "? a",
        ":",
        ": a",
        "a:",
        "a: b",
        "a:b",
        "a :b",
    ),
    *("#", "# a", "a #b", "a#b", "&a", "*a", "!a", "!!str a", "%YAML 1.2", "@a", "`a`", "|", "|-", ">", "> a", "'a'"),
    *('"a"', "it's", 'say "x"', "a\\b", "C:\\new", "\\", "\"'", "[", "]", "[a]", "{", "}", "{}", "{a: 1}", "a,b", "a,"),
    *("a, b", ",", "$(A)", "$$(A)", "${A}", "${{A}}", "$(A", "a ", " a", "a\t", "\ta", "a\tb", "a\nb", "a\nb\n", "a\n"),
    *(
        "a\n\n",
        "\na",
        "\n\na\n",
        " a\nb",
        "\ta\nb",
        "a\n b\n  c\n",
        "a\n\tb",
        "a \nb",
        "a\n \nb",
        "a\n\n\nb\n\n\n",
        "a\n ",
    ),
    *(
        "a\n\t",
        "# a\nb",
        "- a\n- b\n",
        "a: b\nc: d\n",
        "---\na\n",
        "...\na",
        "a\r",
        "a\r\nb\r\n",
        "\r",
        "a\x85b",
        "a\u2028b",
    ),
    *(
        "a\nb\u2029c",
        "\ufeff",
        "a\ufeffb",
        "\x00",
        "a\x07\n",
        "\x1b[0m",
        "\x7f",
        "\x80",
        "\xa0",
        "\u200b",
        "a\u202eb",
        "é",
    ),
    *("Grüße\nWelt", "日本語", "😀", "e\u0301", "\ufffd", "\ufffe", "\uffff", "\U0010ffff", "a\n\ufeffb", "x" * 1023),
    *("y" * 1100, '"' * 600, "é " * 700, "a\n" * 700, "a?b", "http://$(HOST):80/x?y=z&a[]=b", "Infinity", "NaN", "e5"),
)
HOSTILE_NUMBERS = (
    *(0, 1, -1, 8080, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 0.0, 1.0, 0.1, 1.5, 1e20, 1e21, 1e-5, 1e-7, 1e16),
    *(1.5e300, 5e-324, 1.7976931348623157e308, 2.0**63, 2.0**64, -(2.0**63) - 2048, 123456789012345678901234567890.0),
)
ALPHABET = "ab01 \n\t:-#,'\"\\{}[]&*!|>%@`~=?$()._/+eEyn\r\x85\u2028\u00e9\U0001f600\x00\ufeff"


def hostile_text(random: Random) -> str:
    if random.random() < 0.6:
        return random.choice(HOSTILE_TEXTS)
    return "".join(random.choices(ALPHABET, k=random.randint(0, 12)))


def hostile_leaf(random: Random) -> Any:
    kind = random.random()
    if kind < 0.75:
        return hostile_text(random)
    if kind < 0.92:
        return random.choice(HOSTILE_NUMBERS)
    return random.choice((None, True, False))


def hostile_tree(random: Random, depth: int) -> Any:
    if depth == 0 or random.random() < 0.4:
        return hostile_leaf(random)
    size = random.choice((0, 1, 2, 2, 3, 4))
    if random.random() < 0.5:
        return [hostile_tree(random, depth - 1) for _ in range(size)]
    return {hostile_text(random): hostile_tree(random, depth - 1) for _ in range(size)}


def trees_of(text: str) -> tuple[Any, ...]:
    """Trees with ``text`` as an item, a value and a key, at several depths."""
    return [text], [[text], text], {text: text}, {text: {text: [text, {text: None}]}}, [{text: []}, {}]


def to_yaml(value: Any) -> str:
    """``value`` as YAML; ends with a newline."""
    return "\n".join([*yaml_lines(value).texts, ""])


def to_json(value: Any) -> str:
    """``value`` as JSON; ends with a newline."""
    return "\n".join([*json_lines(value).texts, ""])


def read_back(text: str) -> Any:
    source = read(text)
    assert source.problems == (), text
    assert len(source.documents) == 1, text
    return source.documents[0].value
