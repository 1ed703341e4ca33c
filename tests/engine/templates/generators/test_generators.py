"""Generated values match their expression, are uniformly distributed, and use only the given random source."""

from __future__ import annotations

import contextlib
import io
import random
import re
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random, SystemRandom

import pytest

from playground.engine.templates.generators import GENERATORS, GeneratorError, describe, expression_generator
from playground.engine.templates.generators.openshift import SYMBOLS
from playground.engine.templates.substitution import Dialect

OPENSHIFT, PROPOSAL = Dialect.OPENSHIFT, Dialect.PROPOSAL

ACCEPTED = [
    "[a-zA-Z0-9]{16}",
    "user[A-Z0-9]{3}",
    "[a-z]{3,5}",
    "[a-z]{5,100}",
    "[0-9a-f]{40}",
    r"\w{12}",
    r"\d{6}",
    r"\s",
    r"\D{4}",
    r"\S{8}",
    r"\W{4}",
    r"[\w]{20}",
    r"[\D]{3}",
    r"[\S]{3}",
    r"[\w.-]+",
    r"[^a-z]{5}",
    r"[^\d\s]{5}",
    r"[^a]{4}",
    ".{10}",
    ".*",
    "a+",
    "[ab]*",
    "x?y?z?",
    "x??y",
    "[a-c]{2,}",
    "[a-c]{,3}",
    "[a-z]+?",
    "(a|bc|bd)",
    "(x|(y|z))",
    "(ab|cd)+",
    "(?:ab){2}",
    "(?P<word>[a-z]{3})-(?P<number>[0-9]+)",
    "(a(b(c(d)?)?)?)?",
    "(|a|bb)",
    "(red|green|blue)-[0-9]{2}",
    "^[a-z]{8}$",
    "^$",
    "",
    "mysecret",
    r"\[a-z\]\{3\}",
    r"a\.b\\c\-d",
    r"[\]\[^-]{5}",
    "[]a]{3}",
    "[^]a]{3}",
    "[--/]{4}",
    "[a&&b||c]{4}",
    "[àéîøü]{4}",
    "[а-я]{6}",
    r"\x41\u0042\t[\x43-\x45]",
    "[a-zA-Z0-9_~!@#$%^&*()-=<>,.?;:|]{16}",
    "(?#a comment)[0-9]",
    "((a|b){2}|(c|d){3}){1,3}",
]
IN_OPENSHIFT = [
    "[a-zA-Z0-9]{16}",
    "user[A-Z0-9]{3}",
    "[a-z]{8}-[0-9]{4}",
    r"[\w]{20}",
    r"[\d]{4}",
    "[a-a]{3}",
    "[0-1]{8}",
]


def test_at_least_fifty_expressions_are_tried() -> None:
    assert len(set(ACCEPTED)) >= 50


@pytest.mark.filterwarnings("ignore:Possible")  # `[a&&b]`: what the test compiles, not what the generator does
@pytest.mark.parametrize("expression", ACCEPTED)
def test_500_draws_match_their_expression(expression: str) -> None:
    generator = expression_generator(PROPOSAL, SystemRandom())
    pattern = re.compile(expression, re.ASCII)
    least, most = describe(expression, PROPOSAL).length
    for value in (generator.generate_value(expression) for _ in range(500)):
        assert pattern.fullmatch(value)
        assert least <= len(value) <= most


@pytest.mark.parametrize("expression", IN_OPENSHIFT)
def test_500_draws_of_openshifts_grammar_match_as_a_regular_expression_would(expression: str) -> None:
    generator = expression_generator(OPENSHIFT, SystemRandom())
    assert all(re.fullmatch(expression, generator.generate_value(expression), re.ASCII) for _ in range(500))


def deviation(counts: Counter[str], classes: int) -> float:
    """Chi-square of an even distribution over ``classes``, in standard deviations from the expected value."""
    expected = counts.total() / classes
    square = sum((count - expected) ** 2 / expected for count in counts.values())
    square += (classes - len(counts)) * expected
    return float((square - (classes - 1)) / (2 * (classes - 1)) ** 0.5)


@pytest.mark.parametrize(
    ("expression", "dialect", "classes"),
    [
        ("[a-zA-Z0-9]{100}", PROPOSAL, 62),
        (r"[a-z\w]{100}", PROPOSAL, 63),
        (r"[^\d]{100}", PROPOSAL, 85),
        (".{100}", PROPOSAL, 95),
        ("[a-z]{50,150}", PROPOSAL, 26),
        ("[а-я]{100}", PROPOSAL, 32),
        ("([0-9a-f]{4}){25}", PROPOSAL, 16),
        ("[a-zA-Z0-9]{100}", OPENSHIFT, 62),
        (r"[a-z0-9a-c]{100}", OPENSHIFT, 36),
        (r"[\A]{100}", OPENSHIFT, 32),
    ],
)
def test_every_character_of_a_class_is_equally_likely(expression: str, dialect: Dialect, classes: int) -> None:
    generator = expression_generator(dialect, Random(20260101))
    counts = Counter("".join(generator.generate_value(expression) for _ in range(100)))
    assert len(counts) == classes
    assert abs(deviation(counts, classes)) < 4


def test_lengths_are_drawn_evenly_to_the_last_one() -> None:
    generator = expression_generator(PROPOSAL, Random(7))
    counts = Counter(str(len(generator.generate_value("a{3,25}"))) for _ in range(4600))
    assert set(counts) == {str(length) for length in range(3, 26)}
    assert abs(deviation(counts, 23)) < 4


def test_openshift_returns_text_without_a_token_unchanged() -> None:
    generator = expression_generator(OPENSHIFT, Random(1))
    for text in ("[a-zA-Z0-9_]{8}", r"\w{5}", "(a|b){3}", "[a-z]", "mysecret", ""):
        assert generator.generate_value(text) == text


def test_openshift_keeps_the_text_around_its_tokens() -> None:
    value = expression_generator(OPENSHIFT, Random(1)).generate_value("^user[A-Z]{3}-[a-a]{2}$")
    assert re.fullmatch(r"\^user[A-Z]{3}-aa\$", value)


def test_openshift_yields_the_last_character_of_a_range() -> None:
    assert set(expression_generator(OPENSHIFT, Random(1)).generate_value("[0-1]{255}")) == {"0", "1"}


def test_openshift_reads_a_class_behind_a_backslash_as_it_does() -> None:
    assert set(expression_generator(OPENSHIFT, Random(1)).generate_value(r"[\wA-Z]{255}")) <= set(SYMBOLS)


def test_generated_text_is_not_scanned_for_tokens_again() -> None:
    generator = expression_generator(OPENSHIFT, Random(1))
    assert all(len(generator.generate_value(r"[\A]{3}a-b]{3}")) == 10 for _ in range(2000))


def test_invalid_expressions_are_refused_in_both_dialects() -> None:
    for dialect, expression in ((OPENSHIFT, "[Z-A]{2}"), (PROPOSAL, "(?=a)")):
        with pytest.raises(GeneratorError):
            expression_generator(dialect, Random(1)).generate_value(expression)
        with pytest.raises(GeneratorError):
            describe(expression, dialect)


def test_the_same_seed_gives_the_same_value_and_the_global_source_is_never_touched() -> None:
    random.seed(3)
    before = random.getstate()
    for dialect in Dialect:
        first, second = (expression_generator(dialect, Random(5)).generate_value("[a-z]{20}") for _ in range(2))
        assert first == second
    assert random.getstate() == before


def test_draws_in_several_threads_do_not_share_their_source() -> None:
    barrier = threading.Barrier(4)

    def draw(seed: int) -> list[str]:
        barrier.wait()
        generator = expression_generator(PROPOSAL, Random(seed))
        return [generator.generate_value("[a-z]{10}(x|y[0-9]{2})") for _ in range(50)]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, range(4)))
    barrier = threading.Barrier(1)
    assert together == [draw(seed) for seed in range(4)]


def test_nothing_is_printed() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        for expression in ACCEPTED:
            expression_generator(PROPOSAL, Random(1)).generate_value(expression)
    assert printed.getvalue() == ""


def test_describe_gives_length_and_alphabet_of_an_expression() -> None:
    openshift = describe("user[A-F0-9]{4}", OPENSHIFT)
    assert (openshift.alphabet, openshift.length, openshift.bits, openshift.literal) == (
        "ABCDEF0123456789",
        (8, 8),
        16,
        False,
    )
    assert (openshift.meant, openshift.never) == (None, "F9")
    regex = describe("user[A-F0-9]{4,5}", PROPOSAL)
    assert (regex.alphabet, regex.length, regex.bits, regex.literal) == ("0123456789ABCDEF", (8, 9), 17, False)


def test_describe_names_a_constant_and_a_suggestion() -> None:
    constant = describe("[a-zA-Z0-9_]{8}", OPENSHIFT)
    assert (constant.literal, constant.bits, constant.length, constant.meant) == (True, 0, (15, 15), r"[\w]{8}")
    assert describe("[a-zA-Z0-9_]{8}", PROPOSAL).literal is False
    assert describe("mysecret", PROPOSAL).literal is True
    assert describe("mysecret", OPENSHIFT).meant is None


@pytest.mark.parametrize("dialect", list(Dialect))
def test_a_generator_checks_an_expression_once(dialect: Dialect) -> None:
    generator, another = (expression_generator(dialect, Random(1)) for _ in range(2))
    assert generator.plan("[a-z]{8}") is generator.plan("[a-z]{8}")
    assert generator.plan("[a-z]{8}") is not another.plan("[a-z]{8}")


@pytest.mark.parametrize("dialect", list(Dialect))
def test_nothing_keeps_an_expression_longer_than_its_generator(dialect: Dialect) -> None:
    expression = "user-[a-z]{8}"
    before = sys.getrefcount(expression)
    generator = expression_generator(dialect, Random(1))
    generator.generate_value(expression)
    describe(expression, dialect)
    assert sys.getrefcount(expression) > before
    del generator
    assert sys.getrefcount(expression) == before


def test_the_table_has_the_expression_generator() -> None:
    assert GENERATORS["expression"](PROPOSAL, Random(1)).generate_value("[a]{3}") == "aaa"
    assert set(GENERATORS) == {"expression"}
