"""`oc`'s error messages for unreadable JSON are those of Go's own decoder."""

from __future__ import annotations

import pytest

from playground.engine.reading import read
from playground.engine.reading.errors.oc_words import json_error


@pytest.mark.parametrize(
    ("text", "message"),
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
def test_json_is_refused_in_the_words_of_go(text: str, message: str) -> None:
    assert json_error(text) == message


def test_json_that_is_no_yaml_either_is_refused_in_the_words_for_json() -> None:
    for text in ("{{{", '{"a": [1,}', '{"a": 1}}'):
        [problem] = [problem for problem in read(text).problems if problem.refused]
        assert problem.error == json_error(text) != ""


@pytest.mark.parametrize("text", ['{"a": 1} x', '{"a": 1}\nab', "{} \tabc", "{}-", "{}{} word", '{}\n{"b": 2}\nc: 3\n'])
def test_what_oc_no_longer_takes_for_yaml_is_refused_in_the_words_for_json(text: str) -> None:
    [problem] = [problem for problem in read(text).problems if problem.refused]
    assert problem.error == json_error(text) != ""


@pytest.mark.parametrize("text", ['{"a": 1} word', '{"a": 1}\nabc', "{} \n  é", "{}\nx\n---\na: 1\n"])
def test_what_oc_reads_on_as_yaml_is_refused_in_our_own_words(text: str) -> None:
    [problem] = [problem for problem in read(text).problems if problem.refused]
    assert problem.error == ""


def test_only_the_last_document_is_near_the_end() -> None:
    for text, has_error in (("{} x\n", True), ("{} x\n---\na: 1\n", False)):
        [problem] = [problem for problem in read(text).problems if problem.refused]
        assert (problem.error != "") is has_error


def test_a_list_is_read_as_yaml_alone() -> None:
    [problem] = [problem for problem in read("[1, {]").problems if problem.refused]
    assert problem.error == ""


PREFIX = "error converting YAML to JSON: "


def oc_error(text: str) -> str:
    """What `oc` says of the first place where ``text`` is refused."""
    return next(problem.error for problem in read(text).problems if problem.refused and problem.error)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: @x\n", "yaml: found character that cannot start any token"),
        ("a: 1\nb: @x\n", "yaml: line 2: found character that cannot start any token"),
        ("kind: Template\n\tfoo: bar\n", "yaml: line 2: found a tab character that violates indentation"),
        ("a: [1\n", "yaml: line 1: did not find expected ',' or ']'"),
        ("a:\n  b: {c: ${{P}}, d: e}\n", "yaml: line 1: did not find expected ',' or '}'"),
        ("a: b: c\n", "yaml: mapping values are not allowed in this context"),
        ("a: 1\n- b\n", "yaml: line 1: did not find expected key"),
        ('a: "x\n', "yaml: line 2: found unexpected end of stream"),
        ('b: 1\na: "x\n \\/"\n', "yaml: line 3: found unknown escape character"),
        ("a: *x\n", "yaml: unknown anchor 'x' referenced"),
        ("a: &x [*x]\n", "yaml: anchor 'x' value contains itself"),
        ("a: !!int x\n", "yaml: cannot decode !!str `x` as a !!int"),
        ("a: !!float 9223372036854775808\n", "yaml: cannot decode !!int `9223372036854775808` as a !!float"),
        ("<<: x\n", "yaml: map merge requires map or sequence of maps as the value"),
        ("a: {{x}}\n", 'yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'),
        ("a:\n  {{x}}: b\n", 'yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'),
        ("a: {{{x}}}\n", 'yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'),
        ("a: {{b: {[c]: d}}: e}\n", 'yaml: invalid map key: []interface {}{"c"}'),
        ('? [{b: "x"}]\n: 1\n', 'yaml: invalid map key: []interface {}{map[interface {}]interface {}{"b":"x"}}'),
        ("a: {~: v}\n", 'unsupported map key of type: %!s(<nil>), key: <nil>, value: "v"'),
        ("?\n: [1]\n", "unsupported map key of type: %!s(<nil>), key: <nil>, value: []interface {}{1}"),
        ("18446744073709551615: v\n", 'unsupported map key of type: uint64, key: 0xffffffffffffffff, value: "v"'),
        ("a: .inf\n", "json: unsupported value: +Inf"),
        ("a: -.INF\n", "json: unsupported value: -Inf"),
        ("a: .NaN\n", "json: unsupported value: NaN"),
        ("a: \x07\n", "yaml: control characters are not allowed"),
        ("# c\n%YAML 1.1\n---\na: 1\n", "yaml: line 2: did not find expected <document start>"),
        ("%YAML 1.2\n---\na: 1\n", "yaml: found incompatible YAML document"),
    ],
)  # fmt: skip
def test_yaml_is_refused_in_the_words_of_goyaml(text: str, message: str) -> None:
    assert oc_error(text) == PREFIX + message


def test_syntax_errors_come_before_all_others_in_a_document() -> None:
    assert oc_error("a: !!int x\nb: [\n") == f"{PREFIX}yaml: line 2: did not find expected node content"


def test_lines_are_counted_from_the_separator_that_opened_the_document() -> None:
    assert oc_error("a: 1\n---\nb: @\n") == f"{PREFIX}yaml: found character that cannot start any token"
    assert oc_error("---\nb: @\n") == f"{PREFIX}yaml: line 2: found character that cannot start any token"
    assert oc_error("a: 1\n---\n---\nb: @\n") == f"{PREFIX}yaml: line 2: found character that cannot start any token"


def test_text_beside_a_separator_is_refused_by_kubernetes_yaml_reader() -> None:
    assert oc_error("a: 1\n--- {b: 2} \n") == "invalid Yaml document separator: {b: 2}"


@pytest.mark.parametrize("text", ["a: [b?c]\n", "%FOO\n---\na: 1\n", "a: \ud800\n"])
def test_without_known_words_there_is_no_message(text: str) -> None:
    [problem] = [problem for problem in read(text).problems if problem.refused]
    assert problem.error == ""
