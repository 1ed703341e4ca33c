"""The strength of an expression, in a line of the form."""

from __future__ import annotations

import re

import pytest

from playground.engine import Dialect, Inputs, evaluate
from playground.engine.templates.generators import plan_of
from playground.engine.templates.generators.plan import Plan
from playground.pages.parameters.strength import (
    LONGEST_ALPHABET,
    LONGEST_SAMPLE,
    MOST_CHECKED,
    Strength,
    ranges,
    strength,
    strengths,
)

OPENSHIFT = "template.openshift.io/v1"


def strength_of(
    expression: str, api: str = OPENSHIFT, name: str = "PASSWORD", generate: str = "expression"
) -> Strength | None:
    declared = f"{{name: {name}, generate: {generate}, from: '{expression}'}}"
    source = f"kind: Template\napiVersion: {api}\nparameters: [{declared}]\n"
    processed = evaluate(source).processed
    assert processed is not None
    return strength(processed.values[0], processed.dialect)


def test_length_alphabet_entropy_and_a_sample_are_shown() -> None:
    strength_shown = strength_of("[a-zA-Z0-9]{16}")
    assert strength_shown is not None
    assert (strength_shown.length, strength_shown.alphabet, strength_shown.bits, strength_shown.warning) == (
        "16 characters",
        "0-9A-Za-z",
        "95 bits",
        "",
    )
    assert re.fullmatch("[a-zA-Z0-9]{16}", strength_shown.sample)


def test_the_alphabet_is_that_of_what_is_drawn() -> None:
    mixed = [strength_of(expression) for expression in ("admin[0-9]{4}", "[a-z]{3}-[a-z]{3}", "[a-z]{3}b[a-z]{3}")]
    assert [item and (item.length, item.alphabet, item.mixed) for item in mixed] == [
        ("9 characters", "0-9", True),
        ("7 characters", "a-z", True),
        ("7 characters", "a-z", False),  # each character is one of them
    ]


def test_the_sample_stays_the_same_and_is_not_the_value() -> None:
    assert strength_of("[a-z]{30}") == strength_of("[a-z]{30}")
    source = "kind: Template\napiVersion: v1\nparameters: [{name: P, generate: expression, from: '[a-z]{30}'}]\n"
    processed = evaluate(source).processed
    assert processed is not None
    strength_shown = strength(processed.values[0], processed.dialect)
    assert strength_shown is not None
    assert strength_shown.sample != processed.values[0].text


def test_a_variable_length_is_shown_as_a_range() -> None:
    strength_shown = strength_of("[ab]{3,5}", api="v1")
    assert strength_shown is not None
    assert strength_shown.length == "3 to 5 characters"


@pytest.mark.parametrize(
    ("expression", "name", "warning"),
    [
        ("[a-z]{8}", "PASSWORD", "A secret needs 64 bits or more."),
        ("[a-z]{8}", "SUFFIX", ""),
        ("[a-z]{16}", "PASSWORD", ""),
        ("secret", "PASSWORD", "Nothing is random: everybody gets this text."),
    ],
)
def test_a_weak_secret_and_a_constant_have_a_warning(expression: str, name: str, warning: str) -> None:
    strength_shown = strength_of(expression, name=name)
    assert strength_shown is not None
    assert strength_shown.warning == warning


def test_long_samples_are_cut_or_left_out() -> None:
    long = strength_of("[a-z]{200}")
    assert long is not None
    assert len(long.sample) == LONGEST_SAMPLE + 1
    longer = strength_of("[a-z]{255}[a-z]{255}")
    assert longer is not None
    assert longer.sample == ""
    odd = strength_of(
        "[" + "acegikmoqsuwyACEGIKMOQSUWY02468!#%&+" + "".join(map(chr, range(0x100, 0x140, 2))) + "]{9}", api="v1"
    )
    assert odd is not None
    assert len(odd.alphabet) == LONGEST_ALPHABET + 1


@pytest.mark.parametrize("expression", ["(|){10000}x", "(.|ab)" * 60])
def test_a_sample_that_would_take_long_is_not_drawn(expression: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = strength_of("(user|group)-[a-z]{8}", api="v1")
    assert short is not None
    assert re.fullmatch("(user|group)-[a-z]{8}", short.sample)
    monkeypatch.setattr(Plan, "draw", lambda *_: "drawn")
    assert strength_of("a|b", api="v1").sample == "drawn"  # type: ignore[union-attr]
    long = strength_of(expression, api="v1")
    assert long is not None
    assert (long.sample, long.bits != "") == ("", True)


@pytest.mark.parametrize(("expression", "is_shown"), [("[a-z]{8}", True), ("[z-a]{8}", False), ("(?=a)", False)])
def test_what_the_evaluation_checked_is_not_checked_again(
    expression: str, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = f"kind: Template\napiVersion: v1\nparameters: [{{name: P, generate: expression, from: '{expression}'}}]\n"
    without_value, with_value = (evaluate(source, Inputs(values=values)).processed for values in ({}, {"P": "x"}))
    assert without_value is not None
    assert with_value is not None
    checked: list[str] = []

    def counted(text: str, dialect: Dialect) -> Plan:
        checked.append(text)
        return plan_of(text, dialect)

    monkeypatch.setattr("playground.pages.parameters.strength.plan_of_expression", counted)
    assert (strength(without_value.values[0], without_value.dialect) is not None) is is_shown
    assert checked == []
    assert (strength(with_value.values[0], with_value.dialect) is not None) is is_shown
    assert checked == [expression]


def test_only_so_many_given_values_are_checked_for_what_their_expressions_would_generate() -> None:
    names = [f"P{number}" for number in range(MOST_CHECKED + 2)]
    listed = ", ".join(f"{{name: {name}, generate: expression, from: '[a-z]{{8}}'}}" for name in names)
    evaluation = evaluate(
        f"kind: Template\napiVersion: v1\nparameters: [{listed}]\n", Inputs(values=dict.fromkeys(names[1:], "x"))
    )
    assert evaluation.processed is not None
    checked = [item is not None for item in strengths(evaluation.processed.values, evaluation.processed.dialect)]
    assert checked == [True] * (MOST_CHECKED + 1) + [False]


def test_unknown_generators_and_invalid_expressions_show_nothing() -> None:
    assert strength_of("[a-z]{8}", generate="random") is None
    assert strength_of("[z-a]{8}") is None


def test_consecutive_characters_are_shown_as_a_range() -> None:
    assert (ranges("acegi", 2), ranges("abcxyz", 2)) == ("ace", "a-c")
    assert [ranges(text) for text in ("", "a", "ab", "abc", "xyz-09")] == ["", "a", "ab", "a-c", "-09x-z"]
