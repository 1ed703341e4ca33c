"""The form of a Template's Parameters."""

from __future__ import annotations

import base64
from collections.abc import Mapping

import pytest
from django.template.loader import render_to_string

from playground.engine import Inputs, evaluate
from playground.pages.form.draft import Draft, GeneratedValue
from playground.pages.form.fields import VALUE_CHARACTERS
from playground.pages.playground.parameters import (
    MOST_WRONG,
    ParameterField,
    ParameterItem,
    ParametersPanel,
    field_id,
    fits,
    notes,
    parameters_panel,
    space_warning,
    wrong_values,
)

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
    found = item(PASSWORD, {"P": "mine"}, generated={"P": GeneratedValue("abcd", "proposal [a-z]{4}")})
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


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (" ", "The value is 1 space, which is not empty."),
        ("  ", "The value is 2 spaces, which is not empty."),
        ("\t\n", "The value is 2 white-space characters, which is not empty."),
        ("", ""),
        (" x ", ""),
    ],
)
def test_white_space_alone_is_warned_of(value: str, words: str) -> None:
    assert space_warning(value, generates=False) == words


def test_white_space_that_stops_a_generator_says_so() -> None:
    assert space_warning("  ", generates=True).endswith("This will prevent a value from being generated.")


@pytest.mark.parametrize(("length", "shown"), [(200, "x" * 200), (201, "x" * 200 + "…")])
def test_a_long_base64_text_is_recognised_by_its_beginning(length: int, shown: str) -> None:
    field = ParameterField("A", "A", "base64", base64.b64encode(b"x" * length).decode())
    assert list(notes(field, (), generated=False)) == [f"Holds the text {shown}"]


def test_the_first_wrong_values_are_listed_and_the_others_counted() -> None:
    source = HEAD + "".join(f"- {{name: P{number}, required: true}}\n" for number in range(MOST_WRONG + 2))
    found = wrong_values(evaluate(source).processed)
    assert found.items[0] == ("", "<code>P0</code> is required.")
    assert (len(found.items), found.more) == (MOST_WRONG, 2)
    assert not wrong_values(evaluate(HEAD + "- {name: N, value: '2'}\n").processed)
    assert not wrong_values(evaluate("kind: Pod\n").processed)


def test_a_name_is_said_beside_what_is_wrong_unless_that_begins_with_it() -> None:
    source = HEAD + "- {name: A, displayName: Label, required: true}\n- {name: B, type: int, value: x}\n"
    assert wrong_values(evaluate(source).processed).items == (
        ("A", "Label is required."),
        ("B", "<code>x</code> is not a whole number."),
    )


def test_field_id_never_holds_the_name() -> None:
    assert field_id('"><img onerror=x>').startswith("p-")
    assert len(field_id("A")) == 10


def field(**changes: object) -> ParameterField:
    return ParameterField(**({"name": "A", "label": "A", "kind": "text", "value": ""} | changes))  # type: ignore[arg-type]


def html(**changes: object) -> str:
    return render_to_string("parameters/_control.html", {"field": field(**changes)})


def test_text_is_escaped_in_its_control() -> None:
    assert '"><script>' not in html(name='N"><script>', value='v"><script>')


def test_a_whole_number_is_kept_as_typed() -> None:
    control = html(kind="int", value="3abc")
    assert 'type="text"' in control
    assert 'inputmode="numeric"' in control
    assert 'value="3abc"' in control


def test_several_lines_get_a_text_area() -> None:
    assert html(kind="lines", value="a\nb").startswith("<textarea")


def test_secret_is_masked_and_keeps_its_value() -> None:
    control = html(secret=True, value="s3cret")
    assert 'type="text"' in control
    assert "data-secret" in control
    assert 'value="s3cret"' in control


def test_an_empty_line_at_the_beginning_stays() -> None:
    assert html(kind="lines", value="\n<b>").endswith(">\n\n&lt;b&gt;</textarea>")


def test_the_value_of_a_boolean_is_checked() -> None:
    assert [
        value for value in ("true", "false", "", "yes") if html(kind="bool", value=value).count(" checked") == 1
    ] == [
        "true",
        "false",
        "",
    ]


def test_an_optional_boolean_can_be_unset() -> None:
    assert "not set" in html(kind="bool")
    assert "not set" not in html(kind="bool", required=True)


def test_error_is_tied_to_its_control() -> None:
    control = html(errors=("`x` is not a whole number.",), described_by=("description",))
    assert 'aria-invalid="true"' in control
    assert f'aria-describedby="{field_id("A")}-description {field_id("A")}-error"' in control


def test_required_is_not_enforced_by_the_browser() -> None:
    control = html(required=True)
    assert " required" not in control
    assert 'aria-required="true"' in control


def test_a_field_that_could_not_be_submitted_again_does_not_fit() -> None:
    assert fits("A", "x")
    assert not fits("N" * 254, "")
    assert not fits("A", "x" * 65_537)
    assert not fits("A", "\0")
