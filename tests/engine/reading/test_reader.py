"""From a text to its Documents and problems."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground.engine.model.limits import Limits
from playground.engine.reading import Document, read

CORPUS = Path(__file__).resolve().parents[3] / "../shared/corpus/templates"


def test_each_document_has_its_own_value() -> None:
    source = read("a: 1\n---\n# only a comment\n---\nb: [x, 'y']\n")
    assert [(d.index, d.value) for d in source.documents] == [(0, {"a": 1}), (1, {"b": ["x", "y"]})]
    assert source.problems == ()


def test_an_error_stays_in_its_document() -> None:
    source = read("a: 1\n---\nb: [\n---\nc: 3\n")
    assert [d.value for d in source.documents] == [{"a": 1}, {"c": 3}]
    [problem] = source.problems
    assert problem.refused
    assert problem.document == 1


def test_warnings_name_the_document_that_they_are_about() -> None:
    problems = read("a: 1\n---\ny: 1\n---\nb: [\n").problems
    assert [(p.pattern, p.document) for p in problems] == [("odd-key", 1), ("unclosed-bracket", 2)]


def test_problems_come_in_the_order_of_the_text() -> None:
    problems = read("y: 1\nb: 2\nb: 3\nc: .nan\n---\nd: @\n").problems
    assert [p.span.start.line for p in problems] == [1, 3, 4, 6]


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_json_and_yaml_can_stand_in_one_stream(line_break: str) -> None:
    source = read(line_break.join(('{"a": 1}', "---", "b: 2", "--- # three", "[3]", "")))
    assert [(d.syntax, d.value) for d in source.documents] == [("json", {"a": 1}), ("yaml", {"b": 2}), ("json", [3])]


def test_a_byte_order_mark_at_the_beginning_is_no_problem() -> None:
    source = read("\ufeffa: 1\n---\n\ufeffb: 2\n")
    assert [d.value for d in source.documents] == [{"a": 1}, {"b": 2}]
    assert source.problems == ()


def test_the_last_line_reads_the_same_with_and_without_its_line_break() -> None:
    assert read("a: |\n  b").documents[0].value == read("a: |\n  b\n").documents[0].value == {"a": "b\n"}


def test_a_lone_scalar_is_a_document() -> None:
    assert read("hello").documents[0].value == "hello"
    assert read("~").documents[0].value is None


def test_the_source_text_is_kept_unchanged() -> None:
    assert read("\ufeffa: 1\r\n").text.text == "\ufeffa: 1\r\n"


def check(document: Document, value: Any, path: tuple[str | int, ...]) -> None:
    """Every field has a place inside its parent's, and its raw text is there."""
    span = document.span(path)
    assert span.start <= span.end
    assert document.source.slice(span) == document.raw(path)
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        assert document.key_span((*path, key)).start <= document.span((*path, key)).start
        check(document, item, (*path, key))
    if isinstance(value, str):
        document.text_span(path, 0, len(value))


PIECES = st.sampled_from(
    ["a", "é", "1", "~", ".inf", " ", "  ", "\n", "\n  ", "\r\n", "\t", ": ", ":", "- ", "-", ",", "[", "]", "{", "}",
     "#", " #",
     "&a ", "*a", "!!int ", "!", "|", ">", "|2-", "'", '"', "%", "@", "`", "? ", "<<: ", "\\", "\\x41",
     "---\n", "...\n",
     "{{", "}}", "$(A)", "${B}", "\ufeff", "\x85", "\u2028", "\0", "\ud800", "true", "null", '"a": ', "1e3", "0x"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25).map("".join) | st.text(max_size=40))
@example('{"a":')
@example("[{")
@example("? [a]\n: - b")
@example("&a\n*a")
@example("- !!str\n- &a\n- *a")
def test_any_text_is_read_with_all_places_inside_it(text: str) -> None:
    source = read(text)
    for problem in source.problems:
        assert source.text.offset(problem.span.start) <= source.text.offset(problem.span.end) <= len(text)
    for document in source.documents:
        if "<<" not in text and "*" not in text:
            check(document, document.value, ())


@given(st.lists(PIECES, max_size=25).map("".join))
def test_small_limits_never_raise(text: str) -> None:
    limits = Limits(60, 2, 12, 6, 2, 8, 20, 10)
    assert len(read(text, limits).documents) <= 2


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real templates is not here")
def test_real_templates_are_read_and_every_field_is_found() -> None:
    files = sorted(CORPUS.iterdir())
    assert files
    for file in files:
        source = read(file.read_text(encoding="utf-8"))
        assert [p for p in source.problems if p.refused] == [], file.name
        for document in source.documents:
            check(document, document.value, ())


@pytest.mark.parametrize(
    ("text", "under"),
    [
        ("<<: {~: 1}", "1"),
        ("<<: [{~: 1}]", "1"),
        ("a: {<<: {~: {b: 1}}}", 'map[interface {}]interface {}{"b":1}'),
        ("<<:\n ? ", "interface {}(nil)"),
    ],
)
def test_a_null_key_in_a_merged_mapping_is_refused_in_the_words_of_oc(text: str, under: str) -> None:
    message = f"unsupported map key of type: %!s(<nil>), key: <nil>, value: {under}"
    assert read(text).problems[0].error == f"error converting YAML to JSON: {message}"


@pytest.mark.parametrize(
    "text", ["? - ? ", "a:\n  ? - ? ", "? {a: {? : 1}}\n: x\na: 1\n", "? - a: {? : 1}\n", "~: 1\n[{~: 2}]: 3\n"]
)
def test_of_a_null_key_beside_or_in_a_list_that_is_a_key_oc_says_nothing(text: str) -> None:
    errors = [problem.error for problem in read(text).problems if problem.error]
    assert [error.partition(" key: ")[0] for error in errors] == ["error converting YAML to JSON: yaml: invalid map"]


def test_a_null_key_is_refused_where_the_key_around_it_is_one_problem_too_many() -> None:
    problems = read("a: 1\n" * 110 + "? - ? \n").problems
    assert [(problem.pattern, str(problem.span)) for problem in problems if problem.refused] == [
        ("unsupported-key", "111:3")
    ]
