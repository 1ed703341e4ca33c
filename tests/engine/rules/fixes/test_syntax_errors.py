"""A syntax error has a fix only if the line itself shows the intention."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine import Diagnostic, apply_edits, evaluate, read_plain
from tests.cost import growth
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


def first_syntax_error(text: str) -> Diagnostic:
    return next(diagnostic for diagnostic in evaluate(text).diagnostics if diagnostic.code.startswith("SRC"))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a: b\nc:d\n", {"a": "b", "c": "d"}),
        ("a:\n- b\n-c\n", {"a": ["b", "c"]}),
        ("a: {b: c}\nd: e: f # why\n", {"a": {"b": "c"}, "d": "e: f"}),
        ("a: %d\n", {"a": "%d"}),
        ("a: @b # why\n", {"a": "@b"}),
        ("a: `b`\n", {"a": "`b`"}),
        ("a: 'b['c']'\n", {"a": "b['c']"}),
        ('a: "{"b": "c"}"\n', {"a": '{"b": "c"}'}),
        ('a: "C:\\dir"\n', {"a": "C:\\dir"}),
        ("- a: - b\n  c: d\n", [{"a": ["b"], "c": "d"}]),
        ("- name: a\n    value: b\n", [{"name": "a", "value": "b"}]),
        ("a:\n\tb: c\n\td:\n\t\te: f\n", {"a": {"b": "c", "d": {"e": "f"}}}),
        ("a:\n- b: c\n  d: e\n\tf: g\n", {"a": [{"b": "c", "d": "e", "f": "g"}]}),
        ("a:\n  b:\n\tc: d\n", {"a": {"b": {"c": "d"}}}),
        ("a:\n  b\uff1ac\n  d\uff1a\n    e: f\n", {"a": {"b": "c", "d": {"e": "f"}}}),
        ("a:\n  d\uff1a\n    e: f\n", {"a": {"d": {"e": "f"}}}),
        ("```yaml\na: b\n```\n", {"a": "b"}),
        ("a: {b: c-${D}}\n", {"a": {"b": "c-${D}"}}),
        ("a: [${B}, 'c', ${{D}}] # why\n", {"a": ["${B}", "c", "${{D}}"]}),
        ('{"a": {"b": "c"}\n "d": [1,]}', {"a": {"b": "c"}, "d": [1]}),
        ('{"a": [{"b": 1} {"c": 2}]}', {"a": [{"b": 1}, {"c": 2}]}),
        (
            "a: {b: http://${C}:${D}/$(E), f: [$G,$$${H}]}\n",
            {"a": {"b": "http://${C}:${D}/$(E)", "f": ["$G", "$$${H}"]}},
        ),
    ],
)
def test_the_fix_gives_the_intended_text(text: str, meant: Any) -> None:
    diagnostic = first_syntax_error(text)
    assert diagnostic.fix is not None
    assert read_plain(apply_edits(text, diagnostic.fix.edits)) == meant


@pytest.mark.parametrize("line", ["--", "----", "-----", "--- kind: B"])
def test_a_malformed_separator_is_fixed(line: str) -> None:
    text = f"kind: A\n{line}\n" + ("" if "B" in line else "kind: B\n")
    diagnostic = first_syntax_error(text)
    assert diagnostic.fix is not None
    documents = evaluate(apply_edits(text, diagnostic.fix.edits)).source.documents
    assert [document.value for document in documents] == [{"kind": "A"}, {"kind": "B"}]


@pytest.mark.parametrize(
    "text",
    [
        "a: [b: c, d: e: f]\n",
        'a: "b" "c"\n',
        "a: 'b\\['c\"']'\n",
        "a: {b: c ${D}}\n",  # which words
        "a: {${B}: c}\n",
        "a:\n  - b: c\n\t- d: e\n",  # an item of which list
        '{"a": "b"c"}',
        "a: b\n" + "# long\n" * 30_000 + "c:d\n",
    ],
)
def test_without_a_safe_and_helpful_edit_there_is_no_fix(text: str) -> None:
    assert first_syntax_error(text).fix is None


def test_two_objects_without_a_separator_are_reported_once_and_separated() -> None:
    objects = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: NAME}\ndata: {a: b}\n"
    text = "".join(objects.replace("NAME", name) for name in "abc")
    diagnostics = evaluate(text).diagnostics
    assert [(diagnostic.code, diagnostic.span.start.line) for diagnostic in diagnostics] == [
        ("SRC130", 5),
        ("SRC130", 9),
    ]
    for diagnostic in reversed(diagnostics):
        assert diagnostic.fix is not None
        text = apply_edits(text, diagnostic.fix.edits)
    assert [document.value["metadata"]["name"] for document in evaluate(text).source.documents] == ["a", "b", "c"]
    assert evaluate(text).diagnostics == ()


def test_keys_that_are_repeated_inside_an_object_are_reported_as_before() -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b, a: c}\nkind: ConfigMap\n"
    assert [diagnostic.message for diagnostic in evaluate(text).diagnostics] == [
        "The key `a` is in this mapping more than once; the last value wins.",
        "The key `kind` is in this mapping more than once; the last value wins.",
    ]


def test_json_s_escape_of_a_slash_loses_its_backslash() -> None:
    text = 'a: "b\\/c"\n'
    diagnostic = find_diagnostic(text, "SRC113")
    assert diagnostic.fix is not None
    assert apply_edits(text, diagnostic.fix.edits) == 'a: "b/c"\n'


def test_fixes_are_tried_only_for_the_first_few_documents() -> None:
    diagnostics = find_diagnostics("---\n".join(["a: %d\n"] * 7), "SRC106")
    assert [diagnostic.fix is not None for diagnostic in diagnostics] == [True] * 5 + [False] * 2


def test_many_spaces_in_a_wrong_line_take_time_in_proportion() -> None:
    assert growth(lambda size: f"a: b: c{' ' * size}d\n", evaluate, 4_000) < 8
