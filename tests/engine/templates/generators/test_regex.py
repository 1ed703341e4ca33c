"""Regular expressions for generators: allowed and refused ones, and the length of their values."""

from __future__ import annotations

import contextlib
import warnings
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.templates.generators import expression_generator
from playground.engine.templates.generators.plan import alphabet, measured, pattern
from playground.engine.templates.generators.regex import LONGEST_EXPRESSION, PRINTABLE, GeneratorError, bounded
from playground.engine.templates.substitution import Dialect
from tests.cost import relative_cost

HOSTILE = [
    ("[a-z]{2147483647}", "more than 4,096 characters"),
    ("((((((x)*)*)*)*)*)*", "more than 4,096 characters"),
    ("(a{1000}){1000}", "more than 4,096 characters"),
    ("((((a{1000}){1000}){1000}){1000}){1000}", "more than 4,096 characters"),
    (r"(((a{1000})\3{1000})\2{1000})", "back-references"),
    ("((){4000}){4000}", "more than 32,768 steps"),
    ("(){20000}(){20000}", "more than 32,768 steps"),
    ("((){20000}|x){2}", "more than 32,768 steps"),
    ("((((){999}){999}){999}){999}", "more than 32,768 steps"),
    ("[\\x00-\U0010ffff]", "more than 4,096 characters"),
    ("(" * 500, "16 deep"),
    ("(" * 200 + ")" * 200, "16 deep"),
    ("a{4294967296}", "too large"),
    ("a" * 513, "longer than 512"),
    ("[^ -~]", "no character"),
    (r"[^\w\W]", "no character"),
    ("[\u0100-\u0a00\u1000-\u1a00]", "more than 4,096 characters"),
    (
        "[" + "".join(f"{chr(code)}-{chr(code + 4095)}" for code in range(0x10000, 0xB0000, 4096)) + "]",
        "more than 4,096",
    ),
    ("[a\ud800]", "lone surrogates"),
    ("\udfff", "lone surrogates"),
    (r"[\w]{8}[\a]{3}", "control characters"),
    (r"\x00", "control characters"),
    (r"[\x1fa]", "control characters"),
]
REFUSED = [
    (r"(a)\1", "back-references"),
    ("(?P<n>a)(?P=n)", "back-references"),
    ("(a)?(?(1)b|c)", "conditionals"),
    ("(?=a)a", "look-ahead"),
    ("(?!b)a", "look-ahead"),
    ("(?<=a)b", "look-behind"),
    ("(?<!a)b", "look-behind"),
    ("(?>a)", "atomic"),
    ("a++", "possessive"),
    ("a*+", "possessive"),
    ("(?i)a", "inline flags"),
    ("(?i:a)", "inline flags"),
    ("(?-i:a)", "inline flags"),
    ("(?x) a", "inline flags"),
    ("(?L)a", "flag"),
    ("a^b", "anchors"),
    ("a$b", "anchors"),
    ("^a|b$", "anchors"),
    (r"\Aa", "anchors"),
    (r"a\Z", "anchors"),
    (r"a\b", "anchors"),
    ("(?!)", "not supported"),
]


HARMLESS = "[a-z]{4}" * (LONGEST_EXPRESSION // 8)


class NoDice(Random):
    """A random source that nothing may be drawn from."""

    def random(self) -> float:
        raise AssertionError("a number was drawn")

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError(f"{k} bits were drawn")


@pytest.mark.parametrize(("expression", "message"), HOSTILE + REFUSED)
def test_hostile_and_unsupported_expressions_are_refused_before_generating(expression: str, message: str) -> None:
    with pytest.raises(GeneratorError, match=message):
        expression_generator(Dialect.PROPOSAL, NoDice()).generate_value(expression)


@pytest.mark.parametrize(("expression", "message"), HOSTILE)
def test_refusing_a_hostile_expression_is_as_fast_as_parsing_a_long_one(expression: str, message: str) -> None:
    def refused() -> None:
        with pytest.raises(GeneratorError, match=message):
            bounded(expression)

    assert relative_cost(refused, lambda: bounded(HARMLESS), most=0.5) < 1


def test_a_harmless_expression_generates_a_value() -> None:
    with pytest.raises(AssertionError, match="drawn"):
        expression_generator(Dialect.PROPOSAL, NoDice()).generate_value(HARMLESS)


@pytest.mark.parametrize(
    ("expression", "start", "message"),
    [
        ("ab[c", 2, "unterminated character set"),
        ("a(b", 1, "missing \\)"),
        ("[z-a]", 1, "bad character range z-a"),
        ("*a", 0, "nothing to repeat"),
        ("a\\", 1, "bad escape"),
    ],
)
def test_bad_syntax_is_refused_at_its_place(expression: str, start: int, message: str) -> None:
    with pytest.raises(GeneratorError, match=message) as caught:
        bounded(expression)
    assert (caught.value.start, caught.value.end) == (start, start + 1)


@pytest.mark.parametrize(
    ("expression", "characters"),
    [
        (r"\d", "0123456789"),
        (r"\s", ""),  # the blank alone: nothing to choose
        (r"[\D]", "".join(c for c in PRINTABLE if not "0" <= c <= "9")),
        (r"\S", PRINTABLE[1:]),
        (".", PRINTABLE),
        ("[^a]", PRINTABLE.replace("a", "")),
        (r"[^\W_]", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
        ("[^\u0100-\U0010ffff]", PRINTABLE),
        ("[éa]", "aé"),
        ("[\u2000-\u2002\ue000]", "\u2000\u2001\u2002\ue000"),
        ("[aab-ba]", "ab"),
        ("[d-fa-ec]", "abcdef"),
        ("user[ab](c|[de])+", "abcde"),
    ],
)
def test_classes_stand_for_printable_ascii_unless_they_name_more(expression: str, characters: str) -> None:
    assert alphabet(bounded(expression).nodes) == characters


@pytest.mark.parametrize(
    ("expression", "least", "most", "bits"),
    [
        ("[0-7]{4}", 4, 4, 12),
        ("[ab]{2,5}", 2, 5, 4),
        ("a*", 0, 19, 4.321928),
        ("a+", 1, 20, 4.321928),
        ("a{3,}", 3, 22, 4.321928),
        ("(ab|[cd]{4}|)", 0, 4, 1.584963),
        ("([ab]{3}|[a-d]{4})", 3, 4, 4),
        ("x?", 0, 1, 1),
        ("user", 4, 4, 0),
        ("", 0, 0, 0),
        ("^abc$", 3, 3, 0),
        ("(){0,7}", 0, 0, 0),
        ("[ab]{4096}", 4096, 4096, 4096),
        ("([ab])" * 17, 17, 17, 17),
        ("(" * 16 + "[ab]" + ")" * 16 + "(x)", 2, 2, 1),
    ],
)
def test_length_and_entropy_are_known_before_generating(expression: str, least: int, most: int, bits: float) -> None:
    measure = bounded(expression).measure
    assert (measure.least, measure.most, round(measure.bits, 6)) == (least, most, bits)


def test_the_rewritten_expression_has_the_same_length_and_entropy() -> None:
    for expression in ("[a-z]{3,5}x?", "(ab|cd)+", "[^a]|b{2}", r"\w\s[\]\-^]"):
        nodes = bounded(expression).nodes
        assert measured(bounded(pattern(nodes)).nodes) == measured(nodes)


def check_without_a_warning(expression: str) -> None:
    with warnings.catch_warnings(), contextlib.suppress(GeneratorError):
        warnings.simplefilter("error")
        bounded(expression)


@pytest.mark.parametrize(
    "expression", ["[[x]{2}[a&&b]", "[^[x]", "[a--]", "[!--]", "[a~~]", "[|||]", "[[]", "(a)?(?(+1)b|c)", r"[\--/]"]
)
def test_expressions_that_python_warns_of_are_accepted(expression: str) -> None:
    check_without_a_warning(expression)


@given(st.text("[]^-&~|()?+1ab\\", max_size=12))
def test_no_other_expression_raises_a_python_warning(expression: str) -> None:
    check_without_a_warning(expression)


def test_all_classes_together_are_bounded_and_those_of_ascii_are_not_counted() -> None:
    most = "[\u1000-\u1fff]" * 2 + "." * 480
    assert bounded(most).measure.most == 482
    for more in ("é", "([a-é]x)?"):
        with pytest.raises(GeneratorError, match="more than 8,192 characters together"):
            bounded(most + more)


def test_classes_that_python_warns_of_keep_their_meaning() -> None:
    assert alphabet(bounded("[[x]{2}[a&&b]").nodes) == "&[abx"
