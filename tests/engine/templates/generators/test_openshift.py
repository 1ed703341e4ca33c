"""OpenShift's grammar of expressions, with its quirks."""

from __future__ import annotations

import random
import re
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.templates.generators import expression_generator
from playground.engine.templates.generators.openshift import SYMBOLS, expression_tokens, meant
from playground.engine.templates.generators.regex import GeneratorError
from playground.engine.templates.substitution import Dialect
from tests.cost import growth

ALNUM = ascii_letters + digits


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("[A-Z]{300}", "range must be within [1-255] characters (300)"),
        ("[A-Z]{0}", "range must be within [1-255] characters (0)"),
        ("[A-Z]{256}", "range must be within [1-255] characters (256)"),
        ("[A-Z]{1000000000000000000}", "range must be within [1-255] characters (1000000000000000000)"),
        ("[A-Z]{99999999999999999999}", "range must be within [1-255] characters (9223372036854775807)"),
        ("[A-Z]{" + "9" * 5000 + "}", "range must be within [1-255] characters (9223372036854775807)"),
        ("[a]{3}", "malformed expresion syntax: [a]"),
        ("[ABC]{3}", "malformed expresion syntax: [ABC]"),
        ("[a-z0-]{3}", "malformed expresion syntax: [a-z0-]"),
        ("[a-z-]{30}", "malformed expresion syntax: [a-z-]"),
        ("[0-9abc]{3}", "malformed expresion syntax: [0-9abc]"),
        ("[a-z\\w]{3}", "malformed expresion syntax: [a-z\\w]"),
        ("[\\\\w]{3}", "malformed expresion syntax: [\\\\w]"),
        ("[\\d-\\w]{30}", "invalid range specified: \\--"),
        ("[Z-A]{2}", "invalid range specified: Z-A"),
        ("[A-z]{3}", "invalid range specified: A-z"),
        ("[9-a]{3}", "invalid range specified: 9-a"),
        ("[a-z]{3}[ABC]{3}", "malformed expresion syntax: [ABC]"),
        ("[ABC]{300}", "malformed expresion syntax: [ABC]"),
    ],
)
def test_a_wrong_token_is_refused_in_openshifts_own_words(expression: str, message: str) -> None:
    with pytest.raises(GeneratorError) as caught:
        expression_tokens(expression)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("expression", "place"),
    [("user[a-z]{3}-[Z-A]{2}!", "[Z-A]{2}"), ("user-[a-z]{300}!", "[a-z]{300}"), ("user-[ABC]{3}", "[ABC]")],
)
def test_an_error_names_the_place_of_its_token(expression: str, place: str) -> None:
    with pytest.raises(GeneratorError) as caught:
        expression_tokens(expression)
    assert expression[caught.value.start : caught.value.end] == place


def test_a_length_may_have_leading_zeros() -> None:
    assert [token.length for token in expression_tokens("[a-z]{" + "0" * 5000 + "3}")] == [3]


@pytest.mark.parametrize(
    ("text", "alphabet", "never"),
    [
        ("A-Z", ascii_uppercase, "Z"),
        ("0-9", digits, "9"),
        ("A-F0-9", "ABCDEF" + digits, "F9"),
        ("a-zA-Z0-9", ALNUM, "zZ9"),
        ("a-Z", ascii_letters, "Z"),
        ("a-9", ALNUM, "9"),
        ("a-a", "a", "a"),
        ("0-1", "01", "1"),
        ("a-cb-d", "abcd", "d"),
        ("-a-z", ascii_lowercase, "z"),
        ("\\w", ALNUM + "_", ""),
        ("\\d", digits, ""),
        ("\\a", ALNUM, ""),
        ("\\A", SYMBOLS, ""),
        ("\\wa-z", ALNUM, ""),  # the piece `\wa` is read as `\a`
        ("\\wA-Z", SYMBOLS, ""),  # the piece `\wA` is read as `\A`
        ("abc0-9", "ab" + ascii_lowercase[2:] + ascii_uppercase + "0", "b0"),  # a-b, c-0, and a 9 that gives nothing
    ],
)
def test_a_class_is_split_into_ranges_as_openshift_does(text: str, alphabet: str, never: str) -> None:
    (token,) = expression_tokens(f"[{text}]{{8}}")
    assert (token.alphabet, token.never, token.length) == (alphabet, never, 8)


def test_a_class_of_many_ranges_takes_linear_time() -> None:
    assert growth(lambda size: f"[{'a-zA-Z' * size}]{{5}}", expression_tokens, 10_000) < 8


def test_the_symbols_are_the_punctuation_of_ascii() -> None:
    assert sorted(SYMBOLS) == [chr(code) for code in range(33, 127) if not chr(code).isalnum()]


@pytest.mark.parametrize(
    "expression",
    ["[a-zA-Z0-9_]{8}", "[a-z]{3,5}", "\\w{3}", "[a-z]+", "[A-Z0-9!]{3}", "[a-z]", "(a|b){3}", "[a-z]{}", ""],
)
def test_everything_else_is_literal_text(expression: str) -> None:
    assert expression_tokens(expression) == ()


def test_the_length_of_one_expression_is_limited() -> None:
    assert len(expression_tokens("[a-z]{255}" * 257 + "[a-z]{1}")) == 258  # 65,536 characters
    with pytest.raises(GeneratorError, match="65,536"):
        expression_tokens("[a-z]{255}" * 258)


@pytest.mark.parametrize(
    ("expression", "suggested"),
    [
        ("[a-zA-Z0-9_]{8}", "[\\w]{8}"),
        ("[a-zA-Z0-9_~!@#$%^&*()-=<>,.?;:|]{16}", "[\\w]{16}"),
        ("[a-zA-Z_][a-zA-Z0-9_]{10}", "[a-zA-Z]{1}[\\w]{10}"),
        ("[A-Z0-9!]{3}", "[A-Z0-9]{3}"),
        ("[a-z]{3,5}", "[a-z]{5}"),
        ("[a-z]{3,30}", "[a-z]{30}"),
        ("[a-z]{20,}", "[a-z]{20}"),
        ("[a-z]{0,0}[a-z_]{4}", "[a-z]{4}"),
        ("[a-z]+", "[a-z]{16}"),
        ("\\w{3}", "[\\w]{3}"),
        ("\\d{4}-x", "[\\d]{4}-x"),
        (".{20}", "[\\w]{20}"),
        ("[!-/:-@\\[-`{-~]{6}", "[\\A]{6}"),
        ("(a|b){3}", "[a-b]{3}"),
        ("^[a-z]{8}$", None),  # has a token: OpenShift generates between a literal `^` and `$`
        ("[!#]{3}", None),
        ("[a_]{3}", None),  # `[a-a]` makes `oc` crash
        ("[a_]{3}[a-z_]{4}", None),
        ("[!#]{3}[a-z_]{4}", None),
        ("([a-z][0-9]){3}", None),
        ("([a-z_]{2}){3}", None),
        ("[a-z]{300,400}", None),
        ("mysecret", None),
        ("\\[a-z]\\{3\\}", None),
        ("(a|bc)", None),
        ("(a|bc)[a-z_]{4}", None),
        ("[a-z", None),
    ],
)
def test_suggestions_are_in_openshifts_grammar(expression: str, suggested: str | None) -> None:
    if expression.startswith("^"):
        assert len(expression_tokens(expression)) == 1
    else:
        assert meant(expression) == suggested


@given(
    st.lists(st.sampled_from(["[a-z_]", "[^a]", "\\w", ".", "x", "-", "{2}", "{1,3}", "+", "?", "[A-C!]"]), max_size=6)
)
def test_a_value_of_a_suggestion_matches_the_regular_expression(parts: list[str]) -> None:
    expression = "".join(parts)
    suggested = meant(expression)
    if suggested is not None:
        value = expression_generator(Dialect.OPENSHIFT, random.Random(1)).generate_value(suggested)
        assert re.fullmatch(expression, value, re.ASCII)
