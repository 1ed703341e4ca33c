"""Substitution: parameter references in one string, in both dialects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from playground.engine.templates.substitution import Dialect, Substitution, parameter_tokens, substitute
from playground.engine.templates.types import DROP, SubstitutionLimitError
from tests.cost import growth

OPENSHIFT, PROPOSAL = Dialect.OPENSHIFT, Dialect.PROPOSAL
NAMES = {"A": "x", "B": "bval", "I": "3", "N": "null", "J": '{"k":"${B}"}', "E": ""}

texts = st.lists(
    st.sampled_from(["${A}", "${B}", "${C}", "${", "}", "$", "A", "B", "{", "${{A}}", "$(A)", "$$(B)", "é"]), max_size=9
).map("".join)
values_of = st.fixed_dictionaries({"A": texts, "B": texts})


def in_turn(text: str, values: Mapping[str, str]) -> str:
    """The specification, word for word: matches of the original; the first occurrence of each is replaced."""
    result = text
    for match in re.finditer(r"\$\{([a-zA-Z0-9_]+)\}", text):
        if match[1] in values:
            result = result.replace(match[0], values[match[1]], 1)
    return result


def check_pieces(text: str, values: Mapping[str, str], result: Substitution) -> None:
    """Pieces cover the value without gaps. A copied piece equals its source; the others come from Parameters."""
    position = 0
    for start, end, source_start, source_end, parameter in result.pieces:
        assert start == position <= end
        assert 0 <= source_start < source_end <= len(text)
        position = end
        stretch = result.value[start:end]
        if parameter is None:
            assert stretch == text[source_start:source_end]
        else:
            value = values[parameter]
            assert stretch in value or "${" in value  # in which a later parameter was put in place of its own reference
    assert position == len(result.value) or not result.pieces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$${B}", "$bval"),
        ("${ B}", "${ B}"),
        ("${B }", "${B }"),
        ("${B", "${B"),
        ("${}", "${}"),
        ("$(B)", "$(B)"),
        ("\\${B}", "\\bval"),
        ("${{B}}x", "${{B}}x"),
        ("x${{B}}", "x${{B}}"),
        ("${{B}} ", "${{B}} "),
        ("${{B}}\n", "${{B}}\n"),
        ("${{B}}${{I}}", "${{B}}${{I}}"),
        ("${${B}}", "${bval}"),
        ("${{${B}}}", "${{bval}}"),
        ("${B-x}", "${B-x}"),
        ("${b}", "${b}"),
        ("$B", "$B"),
        ("${{ B }}", "${{ B }}"),
        ("${{ B}}", "${{ B}}"),
        ("${{B }}", "${{B }}"),
        ("${B}\n${I}", "bval\n3"),
        ("${{I}", "${{I}"),
        ("${B}}", "bval}"),
        ("$${{I}}", "$${{I}}"),
        ("${É}", "${É}"),
        ("${NO}", "${NO}"),
        ("${{NO}}", "${{NO}}"),
        ("${E}", ""),
        ("${I}", "3"),
        ("${{I}}", 3),
        ("${{B}}", "bval"),
        ("${{E}}", ""),
        ("${{N}}", DROP),
        ("${{J}}", {"k": "${B}"}),
    ],
)
def test_openshift_replaces_as_oc_does(text: str, expected: Any) -> None:
    assert substitute(text, NAMES, OPENSHIFT).value == expected


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("${A}${B}", {"A": "${B}", "B": "bval"}, "bval${B}"),
        ("${B}${A}", {"A": "${B}", "B": "bval"}, "bval${B}"),
        ("${A}", {"A": "${B}", "B": "bval"}, "${B}"),
        ("${A}-${A}", {"A": "${B}", "B": "bval"}, "${B}-${B}"),
        ("${A}${A}", {"A": "${A}"}, "${A}${A}"),
        ("${${C}}-${B}", {"C": "B", "B": "x"}, "x-${B}"),
    ],
)
def test_openshift_replaces_the_first_occurrence_of_the_same_text(
    text: str, values: dict[str, str], expected: str
) -> None:
    result = substitute(text, values, OPENSHIFT)
    assert result.value == expected
    check_pieces(text, values, result)


@example("${A}${B}", {"A": "${A}${B}${A}", "B": ""})
@given(texts, values_of)
def test_openshift_agrees_with_the_specification_on_any_text(text: str, values: dict[str, str]) -> None:
    result = substitute(text, values, OPENSHIFT)
    if text != "${{A}}":
        assert result.value == in_turn(text, values)
        check_pieces(text, values, result)


def test_pieces_record_where_a_value_came_from() -> None:
    assert substitute("a ${A}, ${B}.", NAMES, OPENSHIFT).pieces == (
        (0, 2, 0, 2, None),
        (2, 3, 2, 6, "A"),
        (3, 5, 6, 8, None),
        (5, 9, 8, 12, "B"),
        (9, 10, 12, 13, None),
    )


def test_pieces_of_a_reference_created_by_substitution_span_its_origins() -> None:
    assert substitute("${${C}}-${B}", {"C": "B", "B": "xy"}, OPENSHIFT).pieces == (
        (0, 2, 0, 7, "B"),
        (2, 7, 7, 12, None),
    )
    values = {"A": "xyz", "C": "B", "B": "uv"}
    assert substitute("ab${A}${${C}}-${B}", values, OPENSHIFT).pieces == (
        (0, 2, 0, 2, None),
        (2, 5, 2, 6, "A"),
        (5, 7, 6, 13, "B"),
        (7, 12, 13, 18, None),
    )


def test_pieces_of_a_whole_reference_point_at_all_of_it() -> None:
    assert substitute("${{I}}", NAMES, OPENSHIFT).pieces == ((0, 0, 0, 6, "I"),)
    assert substitute("${{B}}", NAMES, OPENSHIFT).pieces == ((0, 4, 0, 6, "B"),)


@pytest.mark.parametrize("text", ["${A}-${{B}}-$(C)", "${{I}}", "no reference", "${A}"])
def test_known_tokens_are_not_searched_again(text: str) -> None:
    tokens = parameter_tokens(text, OPENSHIFT)
    assert substitute(text, NAMES, OPENSHIFT, tokens=tokens) == substitute(text, NAMES, OPENSHIFT)
    assert substitute(text, NAMES, OPENSHIFT, tokens=()) == Substitution(text)


def test_text_without_a_declared_reference_has_no_pieces() -> None:
    assert substitute("${NO} $(B)", NAMES, OPENSHIFT) == Substitution("${NO} $(B)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$(B)-${B}-${{B}}", "bval-bval-bval"),
        ("$$(B)", "$$(B)"),
        ("$$$(B)", "$$bval"),
        ("$$$$(B)", "$$$$(B)"),
        ("$${B}", "$bval"),
        ("$(NO)$(B)", "$(NO)bval"),
        ("$( B )", "$( B )"),
        ("$(A$(B))", "$(Abval)"),
        ("$(B", "$(B"),
        ("${{ B }}", "${{ B }}"),
        ("${{ B}}", "${{ B}}"),
        ("${{B }}", "${{B }}"),
        ("${A}${B}", "xbval"),
        ("x$(I)", "x3"),
        ("${{I}}", 3),
        ("${{N}}", DROP),
        ("$(I)", "3"),
    ],
)
def test_proposal_replaces_all_three_forms(text: str, expected: Any) -> None:
    assert substitute(text, NAMES, PROPOSAL).value == expected


def test_proposal_never_scans_a_value_again() -> None:
    values = {"A": "${B} $(B)", "B": "no"}
    assert substitute("${A}${B}", values, PROPOSAL).value == "${B} $(B)no"


@pytest.mark.parametrize("form", ["$(P)", "${P}", "${{P}}"])
@pytest.mark.parametrize(
    ("type_", "value", "expected"),
    [("int", "3", 3), ("bool", "false", False), ("int", "three", "three"), ("bool", "yes", "yes"), ("int", "", "")],
)
def test_a_whole_typed_reference_becomes_a_number_or_a_bool(form: str, type_: str, value: str, expected: Any) -> None:
    result = substitute(form, {"P": value}, PROPOSAL, {"P": type_}).value
    assert (result, type(result)) == (expected, type(expected))


def test_a_typed_reference_in_longer_text_is_text() -> None:
    assert substitute("n=$(P)", {"P": "3"}, PROPOSAL, {"P": "int"}).value == "n=3"


@pytest.mark.parametrize("form", ["$(P)", "${P}", "${{P}}"])
def test_base64_is_inserted_unchanged(form: str) -> None:
    assert substitute(form, {"P": "1234"}, PROPOSAL, {"P": "base64"}).value == "1234"


def test_openshift_has_no_types() -> None:
    assert substitute("${P}", {"P": "3"}, OPENSHIFT, {"P": "int"}).value == "3"


@given(texts, values_of)
def test_proposal_pieces_are_right_on_any_text(text: str, values: dict[str, str]) -> None:
    result = substitute(text, values, PROPOSAL, {"A": "string"})
    if isinstance(result.value, str):
        check_pieces(text, values, result)


def test_tokens_name_inert_references_too() -> None:
    tokens = [
        (token.form, token.name, token.inert) for token in parameter_tokens("x${{A}} ${{ B }} ${C} $(D)", OPENSHIFT)
    ]
    assert tokens == [("${{}}", "A", True), ("${{}}", "B", True), ("${}", "C", False)]
    assert [token.inert for token in parameter_tokens("${{A}}", OPENSHIFT)] == [False]
    assert [(t.form, t.start, t.end, t.inert) for t in parameter_tokens("$$$$(A)", PROPOSAL)] == [("$$()", 2, 7, True)]


@given(texts, st.sampled_from(Dialect))
def test_a_token_lies_where_its_reference_is_written(text: str, dialect: Dialect) -> None:
    formats = {"$()": "$({})", "${}": "${{{}}}", "${{}}": "${{{{{}}}}}", "$$()": "$$({})"}
    for token in parameter_tokens(text, dialect):
        assert text[token.start : token.end] == formats[token.form].format(token.name)


@pytest.mark.parametrize(("text", "length"), [("a${A}", 10), ("${C}${A}", 13)])
def test_a_text_as_long_as_the_limit_is_allowed(text: str, length: int) -> None:
    values = {"A": "x" * 9, "C": "${A}"}  # the second text takes `oc`'s own loop
    assert len(substitute(text, values, OPENSHIFT, limit=length).value) == length
    with pytest.raises(SubstitutionLimitError):
        substitute(text, values, OPENSHIFT, limit=length - 1)


def test_a_text_that_grows_beyond_the_limit_is_refused() -> None:
    with pytest.raises(SubstitutionLimitError, match="1,048,576"):
        substitute("${A}" * 100_000, {"A": "x" * 65_536}, OPENSHIFT)
    with pytest.raises(SubstitutionLimitError, match="50 characters"):
        substitute("${A}${B}" * 9, {"A": "${B}", "B": "x" * 30}, OPENSHIFT, limit=50)


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize("unit", ["${", "${a", "$", "$(", "$$(a", "${{", "${{ a ", "${{ ", "${A", "${{A}"])
def test_hostile_texts_take_linear_time(unit: str, dialect: Dialect) -> None:
    assert substitute(unit * 2_000, {"A": "${A}"}, dialect).pieces == ()
    assert growth(lambda size: unit * size, lambda text: substitute(text, {"A": "${A}"}, dialect), 2_000) < 8


def test_references_that_create_each_other_are_refused_early() -> None:
    def refused(text: str) -> None:
        with pytest.raises(SubstitutionLimitError, match="too many new references"):
            substitute(text, {"A": "${A}x"}, OPENSHIFT)

    assert growth(lambda size: "${A}" * size, refused, 10_000) < 8
