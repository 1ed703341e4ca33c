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
    assert [(d.syntax, d.value) for d in source.documents] == [("json", {"a": 1}), ("yaml", {"b": 2}), ("yaml", [3])]


J, K = '{"a": 1}', '{"b": "\\/"}'  # K is JSON, but no YAML


def first_error(text: str) -> str:
    """`oc`'s error for ``text``; "" if all of it can be read."""
    return next((problem.error for problem in read(text).problems if problem.refused and problem.error), "")


# kubectl 1.36.3 gave the answers for streams.
@pytest.mark.parametrize(
    ("text", "values"),
    [
        (f"{J}\n---\n{J}", 2),
        (f"{J}{J}\n{J}", 3),
        (f"{J} # comment\n", 1),
        (f"{J} # comment\n---\n{J}", 2),
        (f"{J}\n---\n", 1),
        (f"{J}\n---\n{J}{J}\n---\n{J}", 3),
        (f"\t{J[:-1]},}}", 1),
        (f" \u3000\f\n {J[:-1]},}}", 1),
        (f"\f{J}", 1),
        (f"{K}\n---\na: 1\n", 2),
        (f"{J}---\n{J}", 2),
        (f" {J} --- # c\r\na: 1\n---\n{J}", 3),
        (f"{J}---\n", 1),
    ],
)
def test_a_stream_that_begins_with_json_may_continue_as_yaml(text: str, values: int) -> None:
    assert (first_error(text), len(read(text).documents)) == ("", values)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (f"---\n{K}", "error converting YAML to JSON: yaml: line 2: found unknown escape character"),
        (f"# c\n{K}", "error converting YAML to JSON: yaml: line 2: found unknown escape character"),
        (f"{J}\n---\n{K}", "json: offset 11: invalid character '-' in numeric literal"),
        (f"{J}\n---\na: 1\n---\n{K}", "error converting YAML to JSON: yaml: found unknown escape character"),
        (f"{J}{J}\n---\n{J}", "invalid character '-' in numeric literal"),
        (f"{J}{J}\n---\n", "invalid character '-' in numeric literal"),
        (f"{J}{J} # c\n", "invalid character '#' looking for beginning of value"),
        (f"\n\t{J[:-1]},}}", "json: offset 11: invalid character '}' looking for beginning of object key string"),
        (f"{J}\n---\na: 1\n--- x\n", "json: offset 11: invalid character '-' in numeric literal"),
        (f"{J}---", "json: offset 10: invalid character '-' in numeric literal"),
        (f"{J}\n---\n---\na: *a\n", "error converting YAML to JSON: yaml: unknown anchor 'a' referenced"),
        (f"{J}\n\n---\na: *a\n", "error converting YAML to JSON: yaml: unknown anchor 'a' referenced"),
        (f"{J} # c\n---\na: *a\n", "error converting YAML to JSON: yaml: unknown anchor 'a' referenced"),
        ('a: "\\/"\nb: [\n', "error converting YAML to JSON: yaml: found unknown escape character"),
        (f"{J}---\n{K}", "json: offset 10: invalid character '-' in numeric literal"),
        ("&a [*a]: 1\nb: [\n", "error converting YAML to JSON: yaml: line 2: did not find expected node content"),
        ('a: !!int b\nb: "\\/"\n', "error converting YAML to JSON: yaml: line 2: found unknown escape character"),
        ("~: 1\nb: !!int c\n", "error converting YAML to JSON: yaml: cannot decode !!str `c` as a !!int"),
        (
            "a: .inf\nb: {~: 1}\n",
            "error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: 1",
        ),
        (
            "~: ~\n",
            "error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: <nil>",
        ),
        ("a: [\n--- x\n", "invalid Yaml document separator: x"),
        ("--- x\na: [\n", "invalid Yaml document separator: x"),
    ],
)
def test_the_error_of_a_stream_is_that_of_its_first_unreadable_place(text: str, error: str) -> None:
    assert first_error(text) == error


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("--- #\ra: 1\rb: 2\r", [{"a": 1, "b": 2}]),
        ("--- #\ra: 1\r\n---\rb: 2\r", [{"a": 1}]),
        ("a: 1\rb: 2", [{"a": 1, "b": 2}]),
        ("a: 1\n--- #\rb: 2\r\n---\nc: 3\n", [{"a": 1}, {"c": 3}]),
    ],
)
def test_a_lone_carriage_return_ends_a_line_but_not_that_of_a_separator(text: str, values: list[Any]) -> None:
    assert [document.value for document in read(text).documents] == values


def test_bytes_that_are_not_utf_8_are_read_as_one_character_and_named() -> None:
    text = b"a: \xff\n# \xe2\x82b\xc0\x80\nb: \xf0\x9f\x98\n".decode("utf-8", "surrogateescape")
    source = read(text)
    assert source.documents[0].value == {"a": "\ufffd", "b": "\ufffd"}
    assert source.text.text == "a: \ufffd\n# \ufffdb\ufffd\ufffd\nb: \ufffd\n"
    assert [(str(p.span), p.refused, p.message.partition(";")[0]) for p in source.problems] == [
        ("1:4", False, "Byte 4 of the text (0xFF) is not UTF-8"),
        ("2:3", False, "Bytes 8 to 9 of the text (0xE2 0x82) are not UTF-8"),
        ("2:5", False, "Bytes 11 to 12 of the text (0xC0 0x80) are not UTF-8"),
        ("3:4", False, "Bytes 17 to 19 of the text (0xF0 0x9F 0x98) are not UTF-8"),
    ]


def test_of_many_invalid_bytes_the_first_are_named() -> None:
    assert len(read("a: \udcff b\n" * 500).problems) < 250


def test_a_number_beyond_a_64_bit_float_refuses_no_template() -> None:
    source = read('{"kind": "Template", "x": [1E400, 1E401], "objects": [{"y": 1}, {"y": {"z": -1e999}}, 5]}')
    document = source.documents[0]
    assert source.problems == ()
    assert document.value["objects"][1] == {"y": {"z": -1.7976931348623157e308}}
    assert document.number_too_large(("x",)) == (("x", 0), "1E400")
    assert document.number_too_large(("x", 1)) == (("x", 1), "1E401")
    assert document.number_too_large(("objects", 1)) == (("objects", 1, "y", "z"), "-1e999")
    assert [document.number_too_large(("objects", index)) for index in (0, 2)] == [None, None]
    assert [problem.refused for problem in read('{"kind": "ConfigMap", "x": 1E400}').problems] == [True]


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
        ("<<:\n ? ", "<nil>"),
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
