"""`oc`'s error messages for unreadable JSON are those of Go's own decoder."""

from __future__ import annotations

import pytest

from playground.engine.reading import read
from playground.engine.reading.errors.oc_json import json_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{{{", "json: offset 2: invalid character '{' looking for beginning of object key string"),
        ('{"a":}', "json: offset 6: invalid character '}' looking for beginning of value"),
        ('{"a" 1}', "json: offset 6: invalid character '1' after object key"),
        ('{"a":1 "b":2}', "json: offset 8: invalid character '\"' after object key:value pair"),
        ("[1 2]", "json: offset 4: invalid character '2' after array element"),
        ("[01]", "json: offset 3: invalid character '1' after array element"),
        ("[-]", "json: offset 3: invalid character ']' in numeric literal"),
        ("[1.]", "json: offset 4: invalid character ']' after decimal point in numeric literal"),
        ("[1e+]", "json: offset 5: invalid character ']' in exponent of numeric literal"),
        ("[nul]", "json: offset 5: invalid character ']' in literal null (expecting 'l')"),
        ("['a']", "json: offset 2: invalid character '\\'' looking for beginning of value"),
        ('["\\q"]', "json: offset 4: invalid character 'q' in string escape code"),
        ('["\\u12x4"]', "json: offset 7: invalid character 'x' in \\u hexadecimal character escape"),
        ('["a\tb"]', "json: offset 4: invalid character '\\t' in string literal"),
        ('{"é":é}', "json: offset 7: invalid character 'Ã' looking for beginning of value"),
        ("{} {} x", "invalid character 'x' looking for beginning of value"),
        ('{"a": "b', "unexpected EOF"),
        ('{"a": [1, 2]} {"b": -1.5e3}\n"c" 7 true', ""),
    ],
)
def test_json_is_refused_in_the_words_of_go(text: str, words: str) -> None:
    assert json_words(text) == words


def test_json_that_is_no_yaml_either_is_refused_in_the_words_for_json() -> None:
    for text in ("{{{", '{"a": [1,}', '{"a": 1}}'):
        [problem] = [problem for problem in read(text).problems if problem.refused]
        assert problem.error == json_words(text) != ""


@pytest.mark.parametrize("text", ['{"a": 1} x', '{"a": 1}\nab', "{} \tabc", "{}-", "{}{} word", '{}\n{"b": 2}\nc: 3\n'])
def test_what_oc_no_longer_takes_for_yaml_is_refused_in_the_words_for_json(text: str) -> None:
    [problem] = [problem for problem in read(text).problems if problem.refused]
    assert problem.error == json_words(text) != ""


@pytest.mark.parametrize("text", ['{"a": 1} word', '{"a": 1}\nabc', "{} \n  é", "{}\nx\n---\na: 1\n"])
def test_what_oc_reads_on_as_yaml_is_refused_in_our_own_words(text: str) -> None:
    [problem] = [problem for problem in read(text).problems if problem.refused]
    assert problem.error == ""


def test_only_the_last_document_is_near_the_end() -> None:
    refused = [problem for problem in read("{} x\n---\n{} x\n").problems if problem.refused]
    assert [problem.error != "" for problem in refused] == [False, True]


def test_a_list_is_read_as_yaml_alone() -> None:
    [problem] = [problem for problem in read("[1, {]").problems if problem.refused]
    assert problem.error == ""
