"""`oc`'s error messages for unreadable YAML are goyaml's own."""

from __future__ import annotations

import pytest

from playground.engine.reading import read

PREFIX = "error converting YAML to JSON: "


def oc_error(text: str) -> str:
    """What `oc` says of the first place where ``text`` is refused."""
    return next(problem.error for problem in read(text).problems if problem.refused and problem.error)


@pytest.mark.parametrize(
    ("text", "words"),
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
def test_yaml_is_refused_in_the_words_of_goyaml(text: str, words: str) -> None:
    assert oc_error(text) == PREFIX + words


def test_syntax_errors_come_before_all_others_in_a_document() -> None:
    assert oc_error("a: !!int x\nb: [\n") == f"{PREFIX}yaml: line 2: did not find expected node content"


def test_lines_are_counted_from_the_separator_that_opened_the_document() -> None:
    assert oc_error("a: 1\n---\nb: @\n") == f"{PREFIX}yaml: found character that cannot start any token"
    assert oc_error("---\nb: @\n") == f"{PREFIX}yaml: line 2: found character that cannot start any token"
    assert oc_error("a: 1\n---\n---\nb: @\n") == f"{PREFIX}yaml: line 2: found character that cannot start any token"


def test_text_beside_a_separator_is_refused_by_kubernetes_yaml_reader() -> None:
    assert oc_error("a: 1\n--- {b: 2} \n") == "invalid Yaml document separator: {b: 2}"


@pytest.mark.parametrize("text", ["a: [b?c]\n", "%FOO\n---\na: 1\n", "a: \udc80\n"])
def test_without_known_words_there_is_no_message(text: str) -> None:
    [problem] = [problem for problem in read(text).problems if problem.refused]
    assert problem.error == ""
