"""Expanding, compared with ``re.sub``, and generating, compared with ``secrets.choice``."""

from __future__ import annotations

import re
import secrets
import string
from random import SystemRandom

import pytest

from playground.engine import expand
from playground.engine.templates.generators import expression_generator
from playground.engine.templates.substitution import Dialect
from tests.benchmarks.conftest import InTurn, Note
from tests.benchmarks.figures import against_go
from tests.benchmarks.measure import OURS

VALUES = {"NAME": "value", "A": "b"}
_REFERENCE = re.compile(r"\$\((\w+)\)")
_SENTENCE = "one $(NAME) of three, another $(NAME) in the middle of it, and the last one $(NAME) at the end of all 100"
TEXTS = {
    "100 characters with three references": _SENTENCE,
    "10 KB without a reference": "just words, and more of them; " * 341,
    "10 KB, a reference every 50 characters": "quite a lot of words, all of them before $(NAME), " * 205,
    "10 KB of `$(` that never closes": "$(" * 5_120,
    "256 KB of `$(` that never closes": "$(" * 131_072,
    "256 KB of `$(` and one `)` at the end": "$(" * 131_072 + ")",
    "256 KB of nothing but `$`": "$" * 262_144,
    "256 KB of `$$(A)`": "$$(A)" * 52_429,
    "256 KB of nothing but references": "$(A)" * 65_536,
}
ALPHABET = string.ascii_letters + string.digits
EXPRESSION = "[a-zA-Z0-9]{40}"


def mapping(name: str) -> str:
    return VALUES.get(name, f"$({name})")


@pytest.mark.parametrize("name", TEXTS)
def test_expanding(name: str, in_turn: InTurn, note: Note) -> None:
    text = TEXTS[name]
    times = in_turn(lambda: expand(text, mapping), floor=lambda: _REFERENCE.sub(lambda match: mapping(match[1]), text))
    note("Expanding", name, "best, µs", times.best(OURS) * 1e6)
    note("Expanding", name, "median, µs", times.median(OURS) * 1e6)
    note("Expanding", name, "÷ `re.sub`", times.ratio(OURS, "floor"))


@pytest.mark.parametrize("dialect", list(Dialect))
@pytest.mark.parametrize("kind", ["checked and drawn", "drawn again from a kept plan"])
def test_generating(dialect: Dialect, kind: str, in_turn: InTurn, note: Note) -> None:
    random = SystemRandom()
    generator = expression_generator(dialect, random)
    assert len(generator.generate_value(EXPRESSION)) == 40
    times = in_turn(
        lambda: (generator if kind.startswith("drawn") else expression_generator(dialect, random)).generate_value(
            EXPRESSION
        ),
        floor=lambda: "".join(secrets.choice(ALPHABET) for _ in range(40)),
    )
    row, goal = f"{dialect}, {kind}", against_go("secrets.choice", 40, 1 if kind.startswith("drawn") else 8)
    note("Generating", row, "best, µs", times.best(OURS) * 1e6)
    note("Generating", row, "median, µs", times.median(OURS) * 1e6)
    note("Generating", row, "÷ `secrets.choice`", times.ratio(OURS, "floor"), goal)
