"""Plans: one step and few random draws for a run of one class; exrex for groups only."""

from __future__ import annotations

import re
from random import Random, SystemRandom

import exrex
import pytest

from playground.engine.templates.generators import expression_generator, plan_of
from playground.engine.templates.generators.plan import Group, Run, run_of
from playground.engine.templates.substitution import Dialect

BOTH = pytest.mark.parametrize("dialect", list(Dialect))


class Bytes(Random):
    """A source of the bytes 255, 254 and so on, with the number of its draws."""

    next_byte = 256
    draws = 0

    def randbytes(self, n: int) -> bytes:
        self.next_byte, self.draws = self.next_byte - n, self.draws + 1
        return bytes(range(self.next_byte, self.next_byte + n))[::-1]


class Low(Random):
    """A source whose first two draws give only bytes that are rejected."""

    draws = 0

    def randbytes(self, n: int) -> bytes:
        self.draws += 1
        return b"\xff" * n if self.draws < 3 else bytes(n)


def draw(expression: str, dialect: Dialect, random: Random) -> str:
    return expression_generator(dialect, random).generate_value(expression)


@BOTH
def test_a_run_of_one_class_is_one_step_with_one_draw(dialect: Dialect) -> None:
    steps = expression_generator(dialect, SystemRandom()).plan("[a-zA-Z0-9]{40}").steps
    [step] = [step for step in steps if step]
    assert isinstance(step, Run)
    assert (len(step.characters), step.least, step.most) == (62, 40, 40)
    random = Bytes()
    assert len(draw("[a-zA-Z0-9]{40}", dialect, random)) == 40
    assert random.draws == 1


@BOTH
def test_bytes_that_would_cause_a_bias_are_rejected(dialect: Dialect) -> None:
    assert draw("[0-9]{40}", dialect, Bytes()) == ("9876543210" * 5)[:40]


@BOTH
def test_more_bytes_are_drawn_after_rejected_ones(dialect: Dialect) -> None:
    random = Low()
    assert draw("[0-9]{40}", dialect, random) == "0" * 40
    assert random.draws == 3


def test_every_character_has_the_same_number_of_bytes() -> None:
    for size in range(2, 129):
        step = run_of("".join(map(chr, range(size))), 1, 1)
        characters = bytes(range(256)).translate(step.table, step.uneven)
        assert {characters.count(character) for character in range(size)} == {256 // size}, size
        assert len(step.uneven) < size


def test_characters_beyond_ascii_are_drawn_too() -> None:
    assert set(draw("[à-ü]{400}", Dialect.PROPOSAL, Random(1))) == {chr(code) for code in range(0xE0, 0xFD)}


def test_a_constant_draws_nothing() -> None:
    random = Bytes()
    assert draw("user-a{3}", Dialect.PROPOSAL, random) == "user-aaa"
    assert random.draws == 0


def test_exrex_generates_only_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exrex, "getone", lambda pattern, limit: "€" if limit > 4096 else "")
    assert draw("(a|bc)-(de){2}x{2}", Dialect.PROPOSAL, Random(1)) == "€-€xx"
    assert draw("^user[a-z]{8}-[^!-z]?.{3,5}$", Dialect.PROPOSAL, Random(1)).isascii()


def test_equal_classes_of_a_long_expression_share_a_step() -> None:
    steps = plan_of(r"\w" * 100 + "[a-z]{3}" * 20, Dialect.PROPOSAL).steps
    assert (len(steps), len(set(map(id, steps)))) == (120, 2)
    assert re.fullmatch(r"\w{100}[a-z]{60}", plan_of(r"\w" * 100 + "[a-z]{3}" * 20, Dialect.PROPOSAL).draw(Random(1)))


def test_the_steps_of_groups_are_known_before_they_are_drawn() -> None:
    steps = [
        plan_of(text, Dialect.PROPOSAL).group_steps for text in ("[a-z]{200}", "(ab|c)", "(ab|c){9}", "(|){9999}x")
    ]
    assert steps == [0, 3, 37, 19_999]
    assert plan_of("[a-z]{200}", Dialect.OPENSHIFT).group_steps == 0


def test_exrex_needs_a_random_source() -> None:
    with pytest.raises(LookupError):
        exrex.getone("[ab]")
    assert Group("[a]", 1).draw(Random(1)) == "a"
