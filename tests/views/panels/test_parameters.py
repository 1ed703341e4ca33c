"""The form of a Template's Parameters."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import pytest

from playground.draft import Draft, Pin
from playground.engine import Inputs, evaluate
from playground.fields import VALUE_CHARACTERS
from playground.views.panels.parameters import ParameterItem, ParametersPanel, parameters_panel

HEAD = "kind: Template\napiVersion: v1\nparameters:\n"
REPLICAS = f"{HEAD}- {{name: N, displayName: Replicas, type: int, value: '2', required: true}}\n"
PASSWORD = f"{HEAD}- {{name: P, generate: expression, from: '[a-z]{{4}}', required: true}}\n"


def panel(
    source: str, values: Mapping[str, str] | None = None, dialect: str = "auto", **draft: object
) -> ParametersPanel:
    evaluation = evaluate(source, Inputs(values=values or {}, dialect=dialect))
    assert evaluation.processed is not None
    return parameters_panel(
        evaluation.processed,
        Draft(source=source, values=values or {}, **draft),  # type: ignore[arg-type]
        summary=True,
    )


def item(source: str, values: Mapping[str, str] | None = None, **more: object) -> ParameterItem:
    return panel(source, values, **more).items[0]  # type: ignore[arg-type]


def test_counter_counts_what_differs_from_the_defaults() -> None:
    assert panel(REPLICAS, {"N": "3"}).counter == "1 of 1 changed"
    assert panel(REPLICAS, {"N": "2"}).counter == "0 of 1 changed"


@pytest.mark.parametrize(
    ("source", "values", "words"),
    [
        (REPLICAS, {"N": "3abc"}, "<code>3abc</code> is not a whole number."),
        (REPLICAS, {"N": ""}, "Replicas is required."),
        (f"{HEAD}- {{name: B, type: bool, value: 'yes'}}\n", {}, "<code>yes</code> is not true or false."),
        (f"{HEAD}- {{name: B, type: base64}}\n", {"B": "aGVsb*8="}, "Not valid base64 at character 6."),
    ],
)
def test_an_error_is_shown_at_the_field_and_in_the_summary(source: str, values: dict[str, str], words: str) -> None:
    found = panel(source, values)
    assert found.items[0].errors == (words,)
    assert [(problem.field, problem.message) for problem in found.problems] == [(found.items[0].id, words)]


def test_only_the_proposal_has_types() -> None:
    assert item(REPLICAS, {"N": "3abc"}, dialect="openshift").errors == ()


def test_the_type_determines_how_the_value_is_written() -> None:
    objects = "objects:\n- {kind: A, apiVersion: v1, n: $(N), s: x$(N)}\n"
    assert item(REPLICAS + objects).notes == (
        "Will be written as <code>2</code>, without quotes.",
        "Used inside text, so written as text there.",
    )


def test_text_that_is_base64_by_chance_can_be_encoded_too() -> None:
    blob = f"{HEAD}- {{name: B, type: base64}}\n"
    assert [item(blob, {"B": text}).encode for text in ("shop", "a shop", "")] == [
        "Encode text",
        "Encode this text as base64",
        "",
    ]
    assert item(REPLICAS, {"N": "x"}).encode == ""


def test_a_file_fits_if_its_base64_does() -> None:
    most = item(f"{HEAD}- {{name: B, type: base64}}\n").most_bytes
    assert len(base64.b64encode(b"x" * most)) == VALUE_CHARACTERS
    assert item(REPLICAS).most_bytes == 0


def test_a_masked_base64_value_shows_only_its_length() -> None:
    assert item(f"{HEAD}- {{name: API_TOKEN, type: base64, value: aHVudGVyMg==}}\n").notes == ("Holds 7 bytes.",)


def test_base64_that_is_not_text_is_measured() -> None:
    assert item(f"{HEAD}- {{name: B, type: base64, value: //79}}\n").notes == ("Holds 3 bytes.",)


def test_a_generated_value_comes_with_its_expression() -> None:
    generated = item(PASSWORD).generated
    assert generated is not None
    assert len(generated.value) == 4
    assert (generated.made_from, generated.in_use) == ("proposal [a-z]{4}", True)


def test_a_generated_value_is_kept_behind_a_given_one() -> None:
    found = item(PASSWORD, {"P": "mine"}, pinned={"P": Pin("abcd", "proposal [a-z]{4}")})
    assert found.generated is not None
    assert (found.generated.value, found.generated.in_use) == ("abcd", False)


def test_secrets_are_masked_by_generator_or_by_name() -> None:
    assert item(PASSWORD).secret
    assert item(f"{HEAD}- name: API_TOKEN\n").secret
    assert item(f"{HEAD}- name: ROOT\n  displayName: Admin password\n").secret
    assert not item(REPLICAS).secret


def test_of_duplicate_parameters_the_first_gets_the_field() -> None:
    found = panel(f"{HEAD}- {{name: A, value: first}}\n- {{name: A, value: last}}\n")
    assert [item.default for item in found.items] == ["first"]
    assert found.left_out == 1


@pytest.mark.parametrize(
    ("parameter", "noted"),
    [
        ("{name: P, generate: expression, from: '[a-z]{4}'}", True),
        ("{name: P_TOKEN, value: t}", True),
        ("{name: P_TOKEN}", False),
        ("{name: P, value: v}", False),
    ],
)
def test_a_masked_value_says_that_the_output_shows_it(parameter: str, noted: bool) -> None:
    name = parameter.partition("name: ")[2].split(",")[0].rstrip("}")
    source = f"{HEAD}- {parameter}\nobjects:\n- {{kind: A, apiVersion: v1, s: x$({name})}}\n"
    assert ("Masked here, visible in the output." in item(source).notes) is noted
    assert "Masked here, visible in the output." not in item(f"{HEAD}- {parameter}\n").notes
