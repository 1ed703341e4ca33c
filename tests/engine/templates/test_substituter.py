"""Substitution in a whole Object."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from playground.engine.model.deadline import STEPS, Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.reading import read
from playground.engine.reading.objects import Piece, TracedObject
from playground.engine.templates import substituter as module
from playground.engine.templates.substituter import Substituter
from playground.engine.templates.substitution import Dialect, Substitution, substitute
from tests.cost import growth

VALUES = {"P": "x", "Q": "why", "N": "3", "NULL": "null", "LIST": '[1, "${P}"]', "TEXT": '"quoted"', "EMPTY": ""}


def substituter(text: str, dialect: Dialect = Dialect.OPENSHIFT, **changes: Any) -> Substituter:
    fields = {"values": VALUES, "types": {"N": "int"}, "missing": frozenset({"GONE"}), **changes}
    result = Substituter(read(text).documents[0], dialect, **fields)
    result.start(0, ROOT)
    return result


def walk(text: str, dialect: Dialect = Dialect.OPENSHIFT) -> tuple[Any, Substituter]:
    result = substituter(text, dialect)
    return result.value(result.document.value), result


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: '${P}', b: [['${Q}!'], 5, true, null, 1.5]}", {"a": "x", "b": [["why!"], 5, True, None, 1.5]}),
        ("{'${P}': {'k-${Q}': '${N}'}}", {"x": {"k-why": "3"}}),
        ("{a: '${{N}}', b: '${{LIST}}', c: 'x${{N}}'}", {"a": 3, "b": [1, "${P}"], "c": "x${{N}}"}),
        ("{a: '${{NULL}}', b: 1}", {"b": 1}),
        ("{'${{TEXT}}': 1, '${{P}}': 2}", {"quoted": 1, "x": 2}),
        ("{a: '${NO}', b: '$(P)', c: $P, d: '${EMPTY}'}", {"a": "${NO}", "b": "$(P)", "c": "$P", "d": ""}),
    ],
)
def test_openshift_substitutes_text(text: str, value: Any) -> None:
    substituted, notes = walk(text)
    assert (substituted, notes.problems) == (value, [])


def test_the_time_is_checked_for_each_value_that_becomes_a_list() -> None:
    clock = itertools.count()
    deadline = Deadline(clock=clock.__next__)
    lists = substituter("['${{LIST}}', '${{LIST}}']", values={"LIST": f"[{'1,' * STEPS}1]"}, deadline=deadline)
    assert lists.value(lists.document.value) == [[1] * (STEPS + 1)] * 2
    assert next(clock) == 5  # at the start, and for each list when it is read and when it is searched


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{a: $(P), b: '${P}', c: '${{P}}', d: $$(P)}", {"a": "x", "b": "x", "c": "x", "d": "$$(P)"}),
        ("{a: $(N), b: 'n$(N)', c: '${N}'}", {"a": 3, "b": "n3", "c": 3}),
        ("{$(N): a}", {"3": "a"}),
    ],
)
def test_the_proposal_substitutes_text(text: str, value: Any) -> None:
    substituted, notes = walk(text, Dialect.PROPOSAL)
    assert (substituted, notes.problems) == (value, [])


def test_the_document_is_not_modified() -> None:
    document = read("{a: ['${P}'], '${P}': {b: '${Q}'}}").documents[0]
    before = repr(document.value)
    substituted = substituter("x").value(document.value)
    assert (substituted, repr(document.value)) == ({"a": ["x"], "x": {"b": "why"}}, before)


def test_substitutions_that_crash_oc_are_recorded_and_handled() -> None:
    substituted, notes = walk("{a: ['${{NULL}}'], '${{N}}': 1, '${{NULL}}': 2}")
    assert substituted == {"a": [None], "${{N}}": 1, "${{NULL}}": 2}
    assert [(problem.pattern, str(problem.path), problem.in_key) for problem in notes.problems] == [
        ("key-not-text", "[${{N}}]", True),
        ("key-not-text", "[${{NULL}}]", True),
        ("null-in-list", "a[0]", False),
    ]


def test_of_two_keys_that_become_one_the_last_wins_and_leaves_its_own_trace() -> None:
    substituted, notes = walk("{'${P}': {a: '${Q}'}, b: 1, x: {a: plain}}")
    assert substituted == {"b": 1, "x": {"a": "plain"}}
    assert (notes.pieces, notes.keys) == ({}, {})
    [problem] = notes.problems
    assert (problem.pattern, str(problem.path), problem.in_key) == ("key-collision", "[${P}]", True)
    assert (problem.detail["key"], problem.detail["winner"]) == ("x", "x")
    assert [reference.name for reference in notes.references] == ["P", "Q"]


def test_a_written_key_loses_to_a_later_substituted_one() -> None:
    substituted, notes = walk("{x: 1, '${P}': 2}")
    assert substituted == {"x": 2}
    assert notes.keys == {FieldPath(("x",)): "${P}"}


def test_pieces_and_keys_lead_back_to_the_source() -> None:
    text = '"${P}":\n  a: "1${Q}2"\n  m: "${{N}}"\n'
    substituted, notes = walk(text)
    assert substituted == {"x": {"a": "1why2", "m": 3}}
    assert notes.pieces[FieldPath(("x", "a"))] == (Piece(0, 1, 0, 1), Piece(1, 4, 1, 5, "Q"), Piece(4, 5, 5, 6))
    traced = TracedObject(substituted, notes.document, ROOT, notes.pieces, notes.keys)
    source = notes.document.source
    assert source.slice(traced.span(FieldPath(("x", "a")), 2, 3)) == "${Q}"
    assert source.slice(traced.span(FieldPath(("x", "m")))) == '"${{N}}"'
    assert source.slice(traced.key_span(FieldPath(("x",)))) == '"${P}"'
    paths = [FieldPath(("x", "m")), FieldPath(("x",)), FieldPath(("gone",))]
    assert traced.all_offsets(paths) == [traced.offsets(path) for path in paths]


def test_pieces_lie_at_the_paths_of_the_made_object() -> None:
    _, notes = walk("{a: ['${P}', [x, '${Q}'], '${P}'], '${Q}': {b: {c: '${P}'}, d: plain, e: '${P}'}, f: '${P}'}")
    assert [str(path) for path in notes.pieces] == ["a[0]", "a[1][1]", "a[2]", "why.b.c", "why.e", "f"]


def test_every_reference_is_recorded_with_its_fate() -> None:
    _, notes = walk("{a: '${P}', b: '-${P}${NO}${GONE}', '${Q}': 'x${{N}}', c: '${{N}}'}")
    references = [(r.form, r.name, r.in_key, r.start, r.end, r.fate, r.whole, r.value) for r in notes.references]
    assert references == [
        ("${}", "Q", True, 0, 4, "substituted", True, "why"),
        ("${}", "P", False, 0, 4, "substituted", True, "x"),
        ("${}", "P", False, 1, 5, "substituted", False, "x"),
        ("${}", "NO", False, 5, 10, "undeclared", False, None),
        ("${}", "GONE", False, 10, 17, "missing", False, None),
        ("${{}}", "N", False, 1, 7, "inert", False, None),
        ("${{}}", "N", False, 0, 6, "substituted", True, 3),
    ]
    assert [str(reference.path) for reference in notes.references[:2]] == ["[${Q}]", "a"]
    assert {reference.object for reference in notes.references} == {0}


def test_labels_and_messages_stay_text() -> None:
    notes = substituter("x")
    assert notes.text("${{N}}", ROOT / "message") == "3"
    assert notes.pieces == {ROOT: (Piece(0, 1, 0, 6, "N"),)}
    assert notes.text("${{TEXT}}", ROOT / "message") == '"quoted"'
    assert notes.text("${{NULL}} ${P}", ROOT / "message") == "${{NULL}} x"
    assert notes.pieces == {ROOT: (Piece(0, 10, 0, 10), Piece(10, 11, 10, 14, "P"))}
    assert notes.text("plain", ROOT / "message") == "plain"
    assert notes.pieces == {}
    assert [reference.object for reference in notes.references] == [None] * 4


LIMITS = Limits()
BIG = {"A": "a" * 10_000, "B": ""}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("${A}" * 200, "the text would have 2,000,000 characters; the limit is 1,048,576"),
        (["${A}" * 100] * 50, f"the output would have more than {LIMITS.output_characters:,} characters"),
        (["${B}" * 20_000] * 3, f"the Template has more than {LIMITS.references:,} references"),
    ],
)
def test_output_that_would_be_too_large_is_refused_and_never_built(
    value: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[int] = []

    def watched(*arguments: Any, **options: Any) -> Substitution:
        result = substitute(*arguments, **options)
        built.append(len(result.value))
        return result

    monkeypatch.setattr(module, "substitute", watched)
    notes = substituter("x", values=BIG)
    assert notes.value({"a": value, "b": "${A}"})["b"] == "${A}"  # nothing more is built
    assert notes.full
    assert max(built, default=0) <= LIMITS.text_characters
    assert sum(built) <= LIMITS.output_characters
    assert len(notes.references) <= LIMITS.references
    assert [(problem.pattern, problem.detail["message"]) for problem in notes.problems] == [
        ("output-too-large", message)
    ]


def test_a_value_that_is_nested_too_deep_is_not_inserted() -> None:
    notes = substituter("x", values={"A": "[" * 201 + "]" * 201})
    assert notes.value({"a": "${{A}}"}) == {"a": "${{A}}"}
    assert [problem.pattern for problem in notes.problems] == ["output-too-large"]


@pytest.mark.parametrize("layer", [lambda value: [value], lambda value: {"a": value}])
def test_two_hundred_levels_are_not_too_deep(layer: Any) -> None:
    value: Any = "${P}"
    for _ in range(200):
        value = layer(value)
    substituted = substituter("x").value(value)
    for _ in range(200):
        substituted = substituted[0] if isinstance(substituted, list) else substituted["a"]
    assert substituted == "x"


def test_thousands_of_colliding_keys_take_linear_time() -> None:
    empty = {f"E{number}": "" for number in range(12_000)}

    def colliding(count: int) -> dict[str, str]:
        keys = {f"${{E{number}}}": "${E0}" for number in range(count)}
        return keys | {f"k{number}": "${E0}" for number in range(count)}

    def substituted(value: dict[str, str]) -> Any:
        return substituter("x", values=empty).value(value)

    assert len(substituted(colliding(1_000))) == 1_001
    assert growth(colliding, substituted, 1_000) < 8


def test_equal_texts_give_separate_values() -> None:
    substituted, notes = walk("{a: '${{LIST}}', b: '${{LIST}}', c: '${P}', d: '${P}'}")
    assert substituted == {"a": [1, "${P}"], "b": [1, "${P}"], "c": "x", "d": "x"}
    assert substituted["a"] is not substituted["b"]
    assert [str(reference.path) for reference in notes.references] == ["a", "b", "c", "d"]
