"""Text that libyaml accepts and Kubernetes' scanner refuses."""

from __future__ import annotations

import pytest

from playground.engine.reading import read


def problems(text: str) -> list[tuple[str, str]]:
    return [(p.pattern, str(p.span)) for p in read(text).problems]


@pytest.mark.parametrize(
    ("text", "place"),
    [("a: [b?c]", "1:6"), ("a: {b: http://c/?d=e}", "1:17"), ("- [x, {y?: z}]", "1:9")],
)
def test_question_marks_in_plain_text_inside_brackets_are_refused(text: str, place: str) -> None:
    assert problems(text) == [("flow-question-mark", place)]


@pytest.mark.parametrize("text", ["a: b?c", "a: ['b?c']", "a: [x]\nb: c?d", "a: [x, y]\nb?: c"])
def test_question_marks_elsewhere_are_fine(text: str) -> None:
    assert problems(text) == []


def test_escaped_slashes_are_fine_in_json_only() -> None:
    assert problems('a: "b\\/c"') == [("invalid-escape", "1:6")]
    assert problems('a: "b\\\\/c"') == []
    assert problems("a: 'b\\/c'") == []
    assert problems('{"a": "b\\/c"}') == []


@pytest.mark.parametrize("text", ["%YAML 1.2\n---\na: 1\n", "# c\n\n%TAG ! x\n---\na: 1\n"])
def test_directives_are_refused_alone_and_their_document_is_read(text: str) -> None:
    source = read(text)
    assert [p.pattern for p in source.problems] == ["directive"]
    assert [d.value for d in source.documents] == [{"a": 1}]


def test_each_byte_order_mark_inside_the_text_is_a_warning() -> None:
    source = read("a: '\ufeff'\nb: \ufeffc\n")
    assert source.documents[0].value == {"a": "\ufeff", "b": "\ufeffc"}
    assert [(p.pattern, p.refused) for p in source.problems] == [("byte-order-mark", False)] * 2


@pytest.mark.parametrize("char", ["\0", "\x07", "\x7f", "\x80", "\ud800", "\ufffe", "\uffff"])
def test_characters_that_yaml_does_not_allow_are_named(char: str) -> None:
    [problem] = read(f"a: b{char}c").problems
    assert (problem.pattern, str(problem.span)) == ("invalid-character", "1:5")
    assert f"U+{ord(char):04X}" in problem.message


@pytest.mark.parametrize("char", ["\t", "\x85", "\xa0", "\u2028", "😀", "\ue000", "\U0010ffff"])
def test_other_characters_are_allowed(char: str) -> None:
    assert problems(f"a: 'b{char}c'") == []
