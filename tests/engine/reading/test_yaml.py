"""YAML's events become values as goyaml.v2 builds them: aliases, merges, repeated keys, and guards."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.model.limits import Limits
from playground.engine.reading import read
from playground.engine.reading.document import Frame, Notes
from playground.engine.reading.tape import BLOCK, PLAIN, Tape
from playground.engine.reading.yaml import MappingReading


def value(text: str) -> Any:
    source = read(text)
    assert [p.message for p in source.problems if p.refused] == []
    return source.documents[0].value


def patterns(text: str, limits: Limits | None = None) -> list[str]:
    return [p.pattern for p in read(text, limits or Limits()).problems]


def test_block_and_flow_collections_become_plain_values() -> None:
    text = "a:\n- b\n- c: 1\n  d: [x, {w: ~}]\n-\ne: {}\nf: []\n? g\n: h\n"
    expected = {"a": ["b", {"c": 1, "d": ["x", {"w": None}]}, None], "e": {}, "f": [], "g": "h"}
    assert value(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|\n  a\n   b\n\n", "a\n b\n"), ("|-\n  a\n", "a"), ("|+\n  a\n\n", "a\n\n"),
        (">\n  a\n  b\n\n  c\n", "a b\nc\n"),
        ("'it''s'", "it's"), ('"a\\tb\\x41"', "a\tbA"), ("a\n  b\n\n  c", "a b\nc"),
        ("|\n  no line break", "no line break\n"),
    ],
)  # fmt: skip
def test_scalars_of_all_styles(text: str, expected: str) -> None:
    assert value(f"k: {text}") == {"k": expected}


def test_aliases_share_their_value() -> None:
    shared = value("a: &x [1]\nb: *x\n")
    assert shared["a"] is shared["b"]


def test_an_anchor_defined_twice_means_the_last_one() -> None:
    assert value("a: &x 1\nb: &x 2\nc: *x\n")["c"] == 2


def test_an_anchor_defined_again_inside_its_value_means_the_inner_value() -> None:
    assert value("a: &x {b: &x 1, c: *x}\nd: *x\n") == {"a": {"b": 1, "c": 1}, "d": 1}
    assert value("a: &x [&x {b: &x [2]}, *x]\nd: *x\n") == {"a": [{"b": [2]}, [2]], "d": [2]}


@pytest.mark.parametrize("text", ["a: *x", "a: &x 1\n---\nb: *x", "a: *x\nb: &x 1"])
def test_an_alias_needs_its_anchor_above_it_in_its_document(text: str) -> None:
    assert patterns(text) == ["undefined-alias"]


@pytest.mark.parametrize("text", ["&x [*x]", "a: &x {b: [*x]}", "a: &x\n  <<: *x"])
def test_an_anchor_can_not_contain_itself(text: str) -> None:
    assert patterns(text) == ["recursive-alias"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{<<: *x, k: 2}", {"k": 2, "m": 1}),
        ("{k: 2, <<: *x}", {"k": 1, "m": 1}),
        ("{<<: [*y, *x]}", {"k": 3, "m": 1}),
        ("{<<: {k: 9}, z: 1}", {"k": 9, "z": 1}),
        ("{'<<': 1}", {"<<": 1}),
        ("{!!str <<: 1}", {"<<": 1}),
        ("{!!merge <<: *x}", {"k": 1, "m": 1}),
        ("{!!merge '<<': *x}", {"k": 1, "m": 1}),
        ("{! <<: *x}", {"k": 1, "m": 1}),
        ("{!!merge other: 1}", {"other": 1}),
        ("{<<: [], k: 2}", {"k": 2}),
    ],
)
def test_merges_apply_in_the_order_of_the_text(text: str, expected: dict[str, int]) -> None:
    assert value(f"x: &x {{k: 1, m: 1}}\ny: &y {{k: 3}}\nz: {text}\n")["z"] == expected


@pytest.mark.parametrize(
    "text", ["a: &a []\nb: {<<: *a}", "<<: 1", "<<: [1]", "a: &l [{b: 1}]\n<<: *l", "<<: ~", "<<: [[{a: 1}]]"]
)
def test_merges_need_mappings(text: str) -> None:
    assert patterns(text) == ["merge-not-a-mapping"]


def test_a_merge_below_keys_that_the_merge_replaces_is_a_warning() -> None:
    source = read("x: &x {k: 1}\nz:\n  k: 2\n  <<: *x\n")
    [problem] = source.problems
    assert (problem.pattern, problem.refused, str(problem.span)) == ("merge-override", False, "4:3")
    assert source.documents[0].value["z"] == {"k": 1}


def test_a_merged_key_given_again_is_no_duplicate_but_a_key_given_twice_is() -> None:
    assert patterns("x: &x {k: 1}\nz:\n  <<: *x\n  k: 2\n") == []
    assert patterns("x: &x {k: 1}\nz:\n  <<: *x\n  k: 2\n  k: 3\n") == ["duplicate-key"]


def test_of_a_repeated_key_the_last_one_wins_and_both_places_are_reported() -> None:
    source = read("m:\n  a: 1\n  b: 2\n  'a': 3\n")
    assert source.documents[0].value == {"m": {"a": 3, "b": 2}}
    [problem] = source.problems
    assert (problem.pattern, problem.refused) == ("duplicate-key", False)
    assert (str(problem.span), str(problem.related[0].span), str(problem.field)) == ("4:3", "2:3", "m.a")


def test_keys_that_become_the_same_name_are_repeated() -> None:
    assert sorted(patterns("1: a\n'1': b\n")) == ["duplicate-key"]


def test_of_many_repeated_keys_a_hundred_are_reported() -> None:
    assert patterns("a: 1\n" * 500) == ["duplicate-key"] * 100


def test_a_refusal_is_reported_even_after_many_warnings() -> None:
    reported = patterns("a: 1\n" * 500 + "b: .nan\n")
    assert "unsupported-value" in reported


@pytest.mark.parametrize("key", ["k" * 1_025, f'"{"k" * 1_023}"', f"'{'k' * 1_023}'", f'"{chr(92) * 1_024}"'])
def test_a_key_of_more_than_1_024_characters_needs_a_question_mark(key: str) -> None:
    for text in (f"a: 1\n{key}: 1\n", f"x: {{{key}: 1}}\n", f"x: {{a: 1, {key}: 1}}\n"):
        assert [p.refused for p in read(text).problems] == [True]
    assert patterns(f"? {key}\n: 1\n") == patterns(f"x: {{? {key} : 1}}\n") == patterns(f"x: [{key}]\n") == []


def test_text_after_the_end_of_a_document_is_ignored_with_a_warning() -> None:
    source = read("a: 1\n...\n}garbage: [\n---\nb: 2\n")
    assert [d.value for d in source.documents] == [{"a": 1}, {"b": 2}]
    assert [(p.pattern, str(p.span), p.refused) for p in source.problems] == [("ignored-text", "3:1", False)]


def test_a_comment_after_the_end_of_a_document_is_no_problem() -> None:
    assert patterns("a: 1\n...\n# bye\n\n") == []


@pytest.mark.parametrize("text", ["", "\n", "# only\n# comments", "---\n---\n", "   \n", "\ufeff", "--- # comment\n"])
def test_a_text_without_a_value_has_no_document(text: str) -> None:
    source = read(text)
    assert (source.documents, source.problems) == ((), ())


def test_values_keep_the_order_of_the_text() -> None:
    assert list(value("c: 1\na: 2\nb: 3\n")) == ["c", "a", "b"]


def test_kubernetes_own_limit_on_aliases_holds() -> None:
    few = "a: &a [" + "x," * 1000 + "]\nb: [" + "*a," * 90 + "]\n"
    many = "a: &a [" + "x," * 1000 + "]\nb: [" + "*a," * 130 + "]\n"
    assert patterns(few) == []
    assert patterns(many) == ["aliases-too-large"]


def test_a_problem_has_its_field() -> None:
    [problem] = read("spec:\n  containers:\n  - name: a\n  - name: .inf\n").problems
    assert str(problem.field) == "spec.containers[1].name"


def entries(container: dict[str, Any], chunk: str = "") -> tuple[MappingReading, Frame]:
    """A mapping with some entries, whose next key is a ``<<`` or the first one again."""
    tape = Tape()
    tape.add(0, 0, BLOCK)
    for name in (*container, next(iter(container), "<<")):
        key = tape.add(len(tape.starts), len(tape.starts) + 1, PLAIN)
        tape.names[key] = name
        tape.add(key, key, PLAIN)
    frame = Frame(container, 0, key, tape.names[key])
    return MappingReading(tape, Notes(chunk, [frame])), frame


def noted_patterns(mapping: MappingReading) -> list[str]:
    doubtful = ["doubtful"] * len(mapping.notes.doubtful)
    return [raw.pattern for raw in mapping.notes.raw_problems] + doubtful


@pytest.mark.parametrize(
    ("text", "value", "name", "problems"),
    [
        ("a", "a", "a", []),
        ("y", True, "true", ["odd-key"]),
        ("1", 1, "1", []),
        ("~", None, "~", ["doubtful"]),
        (None, "aliased", "aliased", []),
        (None, 1, "1", []),
        (None, [1], "{", ["unsupported-key"]),
        (None, {"{a}": None}, "{", ["unquoted-braces"]),
    ],
)
def test_a_key_gets_the_name_that_json_has_for_it(text: str | None, value: Any, name: str, problems: list[str]) -> None:
    mapping, _ = entries({}, "{{{{")
    assert (mapping.name_key(text, value, 1), noted_patterns(mapping)) == (name, problems)


def test_a_merge_replaces_the_entries_above() -> None:
    mapping, frame = entries({"a": 1, "b": 2})
    mapping.merge([{"a": 3, "c": 4}, {"a": 5}], 5, frame)
    assert (frame.container, noted_patterns(mapping)) == ({"a": 3, "b": 2, "c": 4}, ["merge-override"])


def test_a_key_of_its_own_replaces_one_that_a_merge_put_there() -> None:
    mapping, frame = entries({})
    mapping.merge({"<<": 3}, 2, frame)
    mapping.note_repeated_key(frame)
    assert noted_patterns(mapping) == []
    mapping.note_repeated_key(frame)
    assert noted_patterns(mapping) == ["duplicate-key"]


@pytest.mark.parametrize("value", [1, None, [1], "a"])
def test_only_mappings_can_be_merged(value: object) -> None:
    mapping, frame = entries({})
    mapping.merge(value, 2, frame)
    assert noted_patterns(mapping) == ["merge-not-a-mapping"]


def test_an_alias_of_a_list_can_not_be_merged() -> None:
    mapping, frame = entries({})
    mapping.tape.targets[2] = 0
    mapping.merge([{"a": 1}], 2, frame)
    assert (frame.container, noted_patterns(mapping)) == ({}, ["merge-not-a-mapping"])


def test_a_key_that_is_repeated_is_reported_with_its_first_place() -> None:
    mapping, frame = entries({"a": 1, "b": 2})
    mapping.note_repeated_key(frame)
    (raw,) = mapping.notes.raw_problems
    assert (raw.pattern, raw.start, raw.related[0][:2]) == ("duplicate-key", 5, (1, 2))
