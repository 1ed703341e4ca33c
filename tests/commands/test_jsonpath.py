"""`-o jsonpath=…`: what it finds, and what it refuses in words."""

from __future__ import annotations

import doctest

import pytest

from playground.commands import jsonpath as module
from playground.commands.jsonpath import jsonpath
from playground.commands.request import RequestError

VALUE = {"kind": "List", "items": [{"a.b": "x", "n": 1.5}, {"a.b": "<", "n": None}], "m": {"k": [1, 2]}}


def test_examples_hold() -> None:
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("{.kind}", "List"),
        (".kind", "List"),
        ("{$.kind}{'-'}{.items[-1]['a.b']}{\"\\n\"}", "List-<\n"),
        ("{.items[*].n}", "1.5 null"),
        ("{.m.*}", "[1,2]"),
        ('{"a\tb\\u00e9"}', "a\tbé"),
    ],
)
def test_a_path_finds_fields_indexes_and_all_entries(template: str, found: str) -> None:
    assert jsonpath(template, VALUE) == found


@pytest.mark.parametrize(
    "template",
    ["text", "{.nope}", "{.items[7]}", "{.items[?(@.n)]}", "{range .items[*]}{.n}{end}", "{.kind", r'{"\q"}'],
)
def test_what_is_not_there_or_not_supported_is_refused(template: str) -> None:
    with pytest.raises(RequestError, match="jsonpath "):
        jsonpath(template, VALUE)


def test_an_index_of_thousands_of_digits_is_out_of_bounds() -> None:
    with pytest.raises(RequestError, match="out of bounds"):
        jsonpath(f"{{.items[{'9' * 5000}]}}", VALUE)
