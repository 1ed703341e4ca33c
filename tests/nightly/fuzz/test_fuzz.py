"""A fuzzer's promises hold for mutated seeds, a fuzzer's hour in short; and a promise that is broken is noticed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from playground.cli.output.jsonpath import execution
from playground.engine import Evaluation, Position, SourceSpan, evaluate
from tests.nightly.fuzz import aim, promises
from tests.nightly.fuzz.seeds import LONGEST, WORDS, seeds

SEEDS = seeds()
EXAMPLES = int(os.environ.get("EXAMPLES", "40"))  # of each promise
LANGUAGE = r"""[-.*$@{}()\[\]'"\\a-cA-C0-9=:,! #é\ud800]{0,30}"""  # the signs of jsonpath, labels, assignments


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A seed, or two, with words put in, pieces taken out, doubled or moved."""
    text = draw(st.sampled_from(SEEDS))[:2_000]
    for _ in range(draw(st.integers(0, 6))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        piece = draw(
            st.sampled_from(WORDS)
            | st.just("")
            | st.just(text[start:end] * 3)
            | st.characters()
            | st.sampled_from(SEEDS).map(lambda seed: seed[:300])
        )
        text = text[:start] + piece + text[end:]
    return text


def tried(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return settings(
        max_examples=EXAMPLES // number,
        deadline=None,
        suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large),
    )


@pytest.mark.smoke
@tried(2)
@given(mutated(), st.sampled_from(("auto", "openshift", "proposal")), st.sampled_from(SEEDS))
def test_every_text_keeps_its_promises(text: str, dialect: str, value: str) -> None:
    promises.text_keeps_promises(text, {"A": value[:200], "B": ""}, dialect)


@pytest.mark.smoke
@tried(1)
@given(st.text() | mutated() | st.from_regex(r"[+-]?[0-9_]{0,60}", fullmatch=True))
def test_every_typed_value_keeps_its_promises(text: str) -> None:
    promises.conversion_keeps_promises(text)


@pytest.mark.smoke
@tried(2)
@given(st.lists(st.sampled_from((*aim.SWITCHES, *aim.FILES, *WORDS)) | st.text(max_size=20), max_size=8), mutated())
def test_every_line_of_a_command_keeps_its_promises(arguments: Sequence[str], text: str) -> None:
    line = "\x1f".join(arguments).replace("\n", " ").encode("utf-8", "surrogatepass")
    aim.one_input(b"\2" + line + b"\n" + text.encode("utf-8", "surrogatepass"))


@pytest.mark.smoke
@tried(8)
@given(st.from_regex(LANGUAGE, fullmatch=True) | st.text(max_size=40))
def test_every_option_keeps_its_promises(text: str) -> None:
    promises.little_languages_keep_their_promises(text)


@pytest.mark.smoke
@tried(2)
@given(st.integers(0, 5), mutated() | st.text(), st.text(max_size=60) | st.from_regex(r"[a-z,=!() ]{0,40}"))
def test_every_request_keeps_its_promises(kind: int, body: str, query: str) -> None:
    promises.request_keeps_promises(body.encode("utf-8", "surrogatepass"), kind, query)


@pytest.mark.smoke
@tried(8)
@given(mutated(), st.text(max_size=12), st.sampled_from(aim.VIEWS))
def test_every_page_keeps_its_promises(text: str, value: str, view: str) -> None:
    promises.page_keeps_promises(text.encode("utf-8", "replace").decode(), value, value, view)


def test_the_seeds_are_many_and_short() -> None:
    assert len(SEEDS) >= 500
    assert all(len(text.encode("utf-8", "surrogatepass")) <= LONGEST for text in SEEDS)
    for number, text in enumerate(SEEDS[::40]):
        aim.one_input(bytes([number % len(aim.AIMS)]) + text.encode("utf-8", "surrogatepass"))


def test_a_span_outside_of_the_text_would_be_noticed() -> None:
    evaluation = evaluate("a: 1\n")
    promises.is_inside(evaluation, SourceSpan(Position(1, 1), Position(2, 1)))
    for place in (Position(1, 6), Position(3, 1), Position(0, 1)):
        with pytest.raises(AssertionError):
            promises.is_inside(evaluation, SourceSpan(Position(1, 1), place))


def test_exceptions_slowness_and_nondeterminism_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(float(number * 3_000) for number in range(100))
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    with pytest.raises(AssertionError, match=r"3000\.0 s"):
        promises.conversion_keeps_promises("x")
    monkeypatch.undo()

    answers = iter((evaluate("a: 1\n"), evaluate("a: 2\n")))
    monkeypatch.setattr(promises, "evaluate", lambda *_, **__: next(answers))
    with pytest.raises(AssertionError):
        promises.text_keeps_promises("a: 1\n", {})
    monkeypatch.undo()

    def broken(text: str, *_: object, **__: object) -> Evaluation:
        return replace(evaluate(text), remembered={"expanded": (float("nan"),)})

    monkeypatch.setattr(promises, "evaluate", broken)
    with pytest.raises(ValueError, match="nan has no place"):
        promises.text_keeps_promises("a: 1\n", {})
    monkeypatch.undo()
    monkeypatch.setattr(execution, "follow", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        promises.little_languages_keep_their_promises(".a")
