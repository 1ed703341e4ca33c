"""Every pattern of SourceProblem is covered, at the right character, with a helpful message."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from playground.engine.model.limits import Limits
from playground.engine.reading import PATTERNS, read
from playground.engine.reading.problem import WARNING_PATTERNS

SMALL = Limits(documents=2, nodes=20, scalar_characters=30, text_bytes=200)

# text, pattern, where it stands, what stands there
MISTAKES: list[tuple[str, str, str, str]] = [
    ("a: " + "b" * 198, "text-too-long", "1:201", "b"),
    ("a\n---\nb\n---\nc\n", "too-many-documents", "5:1", "c"),
    ("- a\n" * 20, "too-many-values", "20:3", "a"),
    ("[" * 201, "text-too-long", "1:201", "["),
    ("a: " + "b" * 31, "value-too-long", "1:4", "b" * 31),
    ("a: b\x01", "invalid-character", "1:5", "\x01"),
    ("a: \ud800", "invalid-character", "1:4", "\ud800"),
    ('{"a": "\udfff"}', "invalid-character", "1:8", "\udfff"),
    ("a: 1\n--- b: 2\n", "document-separator", "2:5", "b: 2"),
    ("-----BEGIN X-----\n", "document-separator", "1:4", "--BEGIN X-----"),
    ("%YAML 1.2\n---\na: b\n", "directive", "1:1", "%YAML 1.2"),
    ("a:\n\tb: c\n", "tab-indentation", "2:1", "\t"),
    ("a:\n\t\t- b\n", "tab-indentation", "2:1", "\t\t"),
    ("a: b\n\tc\n: d\n", "tab-indentation", "2:1", "\t"),
    ("a: b\nfoo\nc: d\n", "missing-colon", "2:1", "foo"),
    ("a: b\nc:d\n", "missing-space", "2:2", ":"),
    ("a:b\nc: d\n", "missing-space", "1:2", ":"),
    ("- a\n-b\n- c\n", "missing-space", "2:1", "-"),
    ("-b\nc: d\n", "missing-space", "1:1", "-"),
    ("a: @b", "unquoted-start", "1:4", "@"),
    ("a: `b`", "unquoted-start", "1:4", "`"),
    ("a: %b", "unquoted-start", "1:4", "%"),
    ("a: *.txt", "unquoted-start", "1:4", "*"),
    ("a: * * * * *", "unquoted-start", "1:4", "*"),
    ("a: && b", "unquoted-start", "1:4", "&"),
    ("a: ? b", "unquoted-start", "1:4", "?"),
    ("a: [,]", "unquoted-start", "1:5", ","),
    ("a: {{ x }}", "unquoted-braces", "1:4", "{{ x }}"),
    ("a: {{ x }}/y\n", "unquoted-braces", "1:4", "{{ x }}"),
    ("a: {{ x }\n", "unquoted-braces", "1:4", "{{"),
    ("{{ x }}: y\n", "unquoted-braces", "1:1", "{{ x }}"),
    ("a: b: c", "nested-colon", "1:5", ":"),
    ("a: echo 'b: c'", "nested-colon", "1:11", ":"),
    ("a: - b", "nested-list", "1:4", "-"),
    ("a: [b?c]", "flow-question-mark", "1:6", "?"),
    ("a: 1\n  b: 2\n", "bad-indentation", "2:3", "b"),
    ("a:\n  b: 1\n c: 2\n", "bad-indentation", "3:2", "c: 2"),
    ("a:\n  - b\n - c\n", "bad-indentation", "3:2", "- c"),
    ("a: b\n- c\n", "bad-indentation", "2:1", "- c"),
    ("- a\nb: c\n", "bad-indentation", "2:1", "b: c"),
    ("a: |\n  b\n c\n", "bad-indentation", "3:2", "c"),
    ('a: "b\nc: d\n', "unclosed-quote", "1:4", '"'),
    ("a: 'b\n", "unclosed-quote", "1:4", "'"),
    ('a: "b\nc: "d"\n', "unclosed-quote", "1:4", '"'),
    ("a: [b, c\n", "unclosed-bracket", "1:4", "["),
    ("a: {b: c\nd: e\n", "unclosed-bracket", "1:4", "{"),
    ("a: [b}", "unclosed-bracket", "1:6", "}"),
    ("a: ]", "unclosed-bracket", "1:4", "]"),
    ("a: 'it's'\n", "text-after-quote", "1:8", "s'"),
    ('a: "b" c\nd: e\n', "text-after-quote", "1:8", "c"),
    ('a: "\\q"', "invalid-escape", "1:5", "\\q"),
    ('a: "\\ud83d\\ude00"', "invalid-escape", "1:5", "\\ud83d"),
    ('a: "b\\/c"', "invalid-escape", "1:6", "\\/"),
    ("a: *b!", "invalid-anchor", "1:6", "!"),
    ("a: &b! c", "invalid-anchor", "1:6", "!"),
    ("a: !x!y z", "invalid-tag", "1:4", "!"),
    ("a: | b\n", "block-header", "1:6", "b"),
    ("a: >b\n", "block-header", "1:5", "b"),
    ("? a\n: b\n? c: d: e\n", "nested-colon", "3:7", ":"),
    ("...\n", "invalid-yaml", "1:1", "..."),
    ('{"a": 1 "b": 2}', "invalid-json", "1:9", '"'),
    ('{"a": 1, } {"b"', "ignored-text", "1:12", '{"b"'),
    ('{"a": nope: x}', "invalid-json", "1:7", "nope"),
    ('{"a": "b\n', "invalid-json", "1:7", '"b'),
    ("a: *b", "undefined-alias", "1:4", "*b"),
    ("&a [*a]", "recursive-alias", "1:5", "*a"),
    ("<<: 1", "merge-not-a-mapping", "1:5", "1"),
    ("a: !!int b", "tag-mismatch", "1:4", "!!int b"),
    ("~: 1", "unsupported-key", "1:1", "~"),
    ("[a]: 1", "unsupported-key", "1:1", "[a]"),
    ("a: .inf", "unsupported-value", "1:4", ".inf"),
    ('{"a": 1e400}', "unsupported-value", "1:7", "1e400"),
    ("a: 1\na: 2", "duplicate-key", "2:1", "a"),
    ("x: &x {k: 1}\nz: {k: 2, <<: *x}", "merge-override", "2:11", "<<"),
    ("on: push", "odd-key", "1:1", "on"),
    ("a: 123456789012345678901", "long-integer", "1:4", "123456789012345678901"),
    ('{"a": 9223372036854775808}', "long-integer", "1:7", "9223372036854775808"),
    ("a: b\ufeffc", "byte-order-mark", "1:5", "\ufeff"),
    ("a: b\n...\nc\nd\n", "ignored-text", "3:1", "c\nd"),
    ("a: b\udcff", "invalid-bytes", "1:5", "\ufffd"),
]
# These need more text than a line, or the limits that hold for everybody.
LARGE: list[tuple[str, str, str, str]] = [
    ("[" * 201, "nesting-too-deep", "1:201", "["),
    ("a: &a [" + "x," * 2000 + "]\nb: [" + "*a," * 300 + "]", "aliases-too-large", "2:356", "*a"),
]


def problems(text: str, limits: Limits) -> list[tuple[str, str, str]]:
    source = read(text, limits)
    return [(p.pattern, str(p.span), source.text.slice(p.span)) for p in source.problems]


def test_a_syntax_error_is_reported_at_its_character() -> None:
    for text, pattern, place, marked in MISTAKES:
        assert (pattern, place, marked[:1] if pattern == "invalid-yaml" else marked) in problems(text, SMALL), text


def test_a_long_syntax_error_is_reported_at_its_character() -> None:
    for text, pattern, _place, marked in LARGE:
        assert (pattern, marked) in [(name, source) for name, _, source in problems(text, Limits())]


def test_every_pattern_is_covered_by_these_texts() -> None:
    assert {pattern for _, pattern, _, _ in (*MISTAKES, *LARGE)} == set(PATTERNS)
    assert len(PATTERNS) == len(set(PATTERNS))


def test_messages_and_hints_are_sentences_and_every_problem_has_a_place() -> None:
    sources = [read(text, SMALL) for text, *_ in MISTAKES] + [read(text) for text, *_ in LARGE]
    for text, problem in ((source.text, problem) for source in sources for problem in source.problems):
        for sentence in (problem.message, problem.hint, *(related.message for related in problem.related)):
            assert sentence
            assert sentence[0].isupper() or sentence[0] == "`"
            assert sentence.endswith(".")
            assert "\n" not in sentence
        assert problem.refused == (problem.pattern not in WARNING_PATTERNS)
        end = text.span(len(text.text), 0).start
        assert problem.span.start < problem.span.end or problem.span.start == end, problem


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('a: "b\nc: d\n', "3:1", "The quoted text was read up to here."),
        ("a: [b, c\n\nd: e\n", "3:2", "Reading stopped here."),
        ("a: 1\na: 2\n", "1:1", "The first of these keys; its value is lost."),
        ("a: 1\n  b: 2\n", "1:1", "The key with a value."),
        ("a: 'it's'\n", "1:4", "The quoted text."),
    ],
)
def test_an_error_with_two_places_names_both(text: str, place: str, message: str) -> None:
    [problem] = read(text).problems
    [related] = problem.related
    assert related.message == message
    assert related.span.start.line == int(place.split(":")[0]) or message.startswith("The quoted text was")


def test_problems_are_plain_data_and_have_slots() -> None:
    [problem] = read("a: @").problems
    names = [field.name for field in fields(problem)]
    assert names == ["pattern", "message", "hint", "span", "document", "field", "related", "refused", "error"]
    attribute: Any = "other"
    with pytest.raises(AttributeError):
        setattr(problem, attribute, "")
