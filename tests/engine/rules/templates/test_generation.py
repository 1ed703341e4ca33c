"""Expressions from which nothing, or not everything, is generated."""

from __future__ import annotations

import pytest

from playground.engine import Inputs, apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


def template(*fields: str) -> str:
    entry = "\n  ".join(fields)
    return (
        f"apiVersion: template.openshift.io/v1\nkind: Template\nmessage: ${{A}}\nobjects: []\nparameters:\n- {entry}\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        template("name: A", "from: '[a-z]{8}'"),
        template("name: A", "from: '[a-z]{8}'", "description: x"),
        template("{name: A, from: '[a-z]{8}'}"),
        template("name: A", "generate: '[a-z]{8}'"),
        template("{name: A, generate: '[a-z]{8}', required: true}"),
    ],
)
def test_an_expression_without_a_generator_gets_one(text: str) -> None:
    diagnostic = find_diagnostics(text, "GEN703", "GEN706")[0]
    assert diagnostic.fix is not None
    after = evaluate(apply_edits(text, diagnostic.fix.edits))
    assert after.diagnostics == ()
    assert after.processed is not None
    assert len(after.processed.values[0].text) == 8


@pytest.mark.parametrize(("name", "display", "weak"), [("PASSWORD", "A", 1), ("A", "The password", 1), ("A", "B", 0)])
def test_a_weak_secret_is_known_by_its_name_or_display_name(name: str, display: str, weak: int) -> None:
    text = template(f"name: {name}", f"displayName: {display}", "generate: expression", "from: '[a-z]{8}'")
    assert len(find_diagnostics(text, "GEN704")) == weak


def test_an_expression_that_would_replace_another_one_is_not_moved() -> None:
    diagnostic = find_diagnostic(template("name: A", "generate: '[a-z]{8}'", "from: '[a-z]{9}'"), "GEN703")
    assert diagnostic.fix is None


@pytest.mark.parametrize("more", ["value: x", "generate: expression"])
def test_an_expression_beside_a_value_or_generator_is_left_alone(more: str) -> None:
    assert find_diagnostics(template("name: A", "from: '[a-z]{8}'", more), "GEN706") == []


def test_an_expression_of_a_parameter_that_is_given_is_left_alone() -> None:
    text = template("name: A", "from: '[a-z]{8}'")
    assert "GEN706" not in [diagnostic.code for diagnostic in evaluate(text, Inputs(values={"A": "b"})).diagnostics]


@pytest.mark.parametrize(
    ("expression", "part"),
    [
        ("[a-z]{8}[!@#]{2}", "[!@#]{2}"),
        ("[A-Z]{1}[a-z]{5,9}", "[a-z]{5,9}"),
        ("x[0-9]{4}\\w{3}", "\\w{"),
        ("[a-z]{3}[a-z]+", "[a-z]+"),
        ("user[A-Z0-9]{3}", ""),
        ("[\\w]{8}-[\\d]{4}", ""),
        ("[a-z]{4}.[a-z]{4}", ""),
        ("[a-z]{4}[x]", ""),
        ("[a-z]+", ""),  # of which nothing is drawn: GEN701
    ],
)
def test_a_part_that_is_not_generated_is_reported(expression: str, part: str) -> None:
    diagnostics = find_diagnostics(template(f"{{name: A, generate: expression, from: '{expression}'}}"), "GEN707")
    assert [diagnostic.message.split("`")[1] for diagnostic in diagnostics] == [part] * bool(part)


def test_a_generator_without_an_expression_is_reported() -> None:
    text = template("{name: A, generate: expression}")
    assert find_diagnostic(text, "GEN701").message == "`A` is empty: its generator has no expression."
    constant = find_diagnostic(text, "GEN701", expressions={"A": "x"})
    assert constant.message.startswith("`A` is not generated: its value is the text of its expression")
