"""The form of a Template's Parameters, as data and on the page."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping

import pytest
from django.test import Client

from playground.engine import Inputs, evaluate
from playground.pages.form.draft import Draft, GeneratedValue
from playground.pages.form.fields import MOST_VALUES, VALUE_CHARACTERS
from playground.pages.parameters.inputs_panel import (
    MOST_WRONG,
    ParameterItem,
    ParametersPanel,
    errors_of,
    parameters_panel,
    wrong_values,
)
from tests.pages.pages import POD, TEMPLATE, generated, kept_value, output, text

HEAD = "kind: Template\napiVersion: v1\nparameters:\n"
REPLICAS = f"{HEAD}- {{name: N, displayName: Replicas, type: int, value: '2', required: true}}\n"
PASSWORD = f"{HEAD}- {{name: P, generate: expression, from: '[a-z]{{4}}', required: true}}\n"
PADDING = "The padding is wrong: base64 has four characters for each three bytes"


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


GROUPED = """\
kind: Template
apiVersion: template.openshift.io/v1
metadata: {annotations: {template-playground/parameter-groups: "Database: DB_USER,DB_HOST\\nEmpty: NOTHING\\nno group"}}
parameters:
- {name: DB_HOST, value: db}
- {name: COLOUR, value: blue, required: true}
- {name: PASSWORD, generate: expression, from: "[a-z]{24}", required: true}
- {name: DOMAIN, required: true}
- {name: DB_USER}
"""


@pytest.mark.parametrize("values", [{}, {"DOMAIN": "shop.example", "COLOUR": ""}])
def test_missing_values_come_first_then_groups_then_generated_values(values: dict[str, str]) -> None:
    sections = panel(GROUPED, values).sections
    assert [(section.heading, [item.name for item in section.items], section.folded) for section in sections] == [
        ("", ["DOMAIN", "COLOUR"], False),
        ("Database", ["DB_HOST", "DB_USER"], False),
        ("Generated values (1)", ["PASSWORD"], True),
    ]


def test_missing_values_are_counted_and_the_first_is_linked() -> None:
    form = panel(GROUPED, {"COLOUR": ""})
    assert (form.missing, form.first_missing) == ("2 required values missing", form.items[0].id)
    assert panel(GROUPED, {"DOMAIN": "a"}).missing == ""


def test_generated_values_are_unfolded_if_one_is_wrong_or_there_is_nothing_else() -> None:
    wrong = panel(GROUPED.replace("[a-z]{24}", "[9-0]{3}")).sections[-1]
    assert (wrong.open, wrong.wrong) == (True, 1)
    assert [panel(text).sections[-1].open for text in (GROUPED, PASSWORD)] == [False, True]


def test_fifteen_fields_have_a_search() -> None:
    fields = [HEAD + "".join(f"- {{name: P{number}}}\n" for number in range(count)) for count in (14, 15)]
    assert [panel(text).searchable for text in fields] == [False, True]


def test_counter_counts_what_differs_from_the_defaults() -> None:
    assert panel(REPLICAS, {"N": "3"}).counter == "1 of 1 changed"
    assert panel(REPLICAS, {"N": "2"}).counter == "0 of 1 changed"


@pytest.mark.parametrize(
    ("source", "values", "message"),
    [
        (REPLICAS, {"N": "3abc"}, "<code>3abc</code> is not a whole number."),
        (REPLICAS, {"N": ""}, "Replicas is required."),
        (f"{HEAD}- {{name: B, type: bool, value: 'yes'}}\n", {}, "<code>yes</code> is not true or false."),
        (REPLICAS, {"N": "9" * 20}, "The integer is outside the range of 64 bits."),
        (f"{HEAD}- {{name: B, type: base64}}\n", {"B": "aGVs"[:3]}, f"{PADDING}."),
        (f"{HEAD}- {{name: B, type: base64}}\n", {"B": "aGVsb*8="}, "Character 6 is not base64."),
    ],
)
def test_an_error_is_shown_at_the_field_and_in_the_summary(source: str, values: dict[str, str], message: str) -> None:
    inputs = panel(source, values)
    assert inputs.items[0].errors == (message,)
    assert [(problem.field, problem.message) for problem in inputs.problems] == [(inputs.items[0].id, message)]


@pytest.mark.parametrize(
    ("type_", "value"), [("int", "9" * 20), ("int", "+"), ("base64", "aGVsb*8="), ("base64", "abc")]
)
def test_the_form_and_the_issue_give_the_same_reason(type_: str, value: str) -> None:
    evaluation = evaluate(f"{HEAD}- {{name: N, type: {type_}, value: '{value}'}}\n")
    assert evaluation.processed is not None
    (error,) = errors_of(evaluation.processed)["N"]
    (issue,) = (found for found in evaluation.diagnostics if found.code == "PAR303")
    assert issue.message.lower().endswith(f": {error.lower()}")


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
    field = item(PASSWORD, {"P": "mine"}, generated={"P": GeneratedValue("abcd", "proposal [a-z]{4}")})
    assert field.generated is not None
    assert (field.generated.value, field.generated.in_use) == ("abcd", False)


def test_secrets_are_masked_by_generator_or_by_name() -> None:
    assert item(PASSWORD).secret
    assert item(f"{HEAD}- name: API_TOKEN\n").secret
    assert item(f"{HEAD}- name: ROOT\n  displayName: Admin password\n").secret
    assert not item(REPLICAS).secret


def test_of_duplicate_parameters_the_first_gets_the_field() -> None:
    inputs = panel(f"{HEAD}- {{name: A, value: first}}\n- {{name: A, value: last}}\n")
    assert [item.default for item in inputs.items] == ["first"]
    assert inputs.left_out == 1


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


def test_the_first_wrong_values_are_listed_and_the_others_counted() -> None:
    source = HEAD + "".join(f"- {{name: P{number}, required: true}}\n" for number in range(MOST_WRONG + 2))
    listed = wrong_values(evaluate(source).processed)
    assert listed.items[0] == ("", "<code>P0</code> is required.")
    assert (len(listed.items), listed.more) == (MOST_WRONG, 2)
    assert not wrong_values(evaluate(HEAD + "- {name: N, value: '2'}\n").processed)
    assert not wrong_values(evaluate("kind: Pod\n").processed)


def test_a_name_is_said_beside_what_is_wrong_unless_that_begins_with_it() -> None:
    source = HEAD + "- {name: A, displayName: Label, required: true}\n- {name: B, type: int, value: x}\n"
    assert wrong_values(evaluate(source).processed).items == (
        ("A", "Label is required."),
        ("B", "<code>x</code> is not a whole number."),
    )


def test_link_prefills_values_also_falsy_ones(client: Client) -> None:
    page = text(client.get("/?param.REPLICAS=0&param.APP_NAME=store"))
    assert "replicas: 0" in output(page)
    assert "name: store" in output(page)
    assert "2 of 3 changed" in page


def test_unknown_name_in_a_link_is_reported_with_the_nearest(client: Client) -> None:
    page = text(client.get("/?param.REPLCAS=3"))
    banner = page[page.index('id="banner"') :]  # every pane shows it
    assert (
        "Unknown parameter <code>REPLCAS</code> in the link was ignored. Did you mean <code>REPLICAS</code>?"
        in banner[:400]
    )
    assert "0 of 3 changed" in page


def test_value_of_the_form_reaches_the_output(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.NAME": "store", "default.NAME": "shop"}))
    assert "name: store" in output(page)
    assert "1 of 5 changed" in page
    assert 'name="reset" value="NAME"' in page


def test_default_that_changes_in_the_source_shows_in_a_field_left_alone(client: Client) -> None:
    source = TEMPLATE.replace("value: shop", "value: store")
    page = text(client.post("/", {"source": source, "value.NAME": "shop", "default.NAME": "shop"}))
    assert "name: store" in output(page)
    assert 'name="value.NAME" value="store"' in page


def test_emptied_required_value_is_an_error_at_its_field(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.NAME": "", "default.NAME": "shop"}))
    assert "There is a problem" in page
    assert 'aria-invalid="true"' in page
    field = re.search(r'<div class="field[^>]*data-parameter="NAME">(.*?)<div class="field', page, re.DOTALL)
    assert field is not None
    assert 'class="error"' in field[1]


def test_required_value_that_nobody_has_touched_is_no_problem_yet(client: Client) -> None:
    page = text(client.get("/?example=start-here"))
    assert "There is a problem" not in page
    page = text(client.post("/", {"source": TEMPLATE.replace("value: shop", 'value: ""'), "value.NAME": ""}))
    assert "There is a problem" not in page
    field = re.search(r'<div class="field[^>]*data-parameter="NAME">(.*?)<div class="field', page, re.DOTALL)
    assert field is not None
    assert 'class="error"' in field[1]


def test_summary_of_errors_never_appears_while_typing(client: Client) -> None:
    partials = text(client.post("/evaluate", {"source": TEMPLATE, "value.NAME": "", "default.NAME": "shop"}))
    assert 'aria-invalid="true"' in partials
    assert "There is a problem" not in partials


def test_value_of_the_wrong_type_is_kept_as_typed_beside_its_error(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.REPLICAS": "3abc", "default.REPLICAS": "2"}))
    assert 'name="value.REPLICAS" value="3abc"' in page
    assert "<code>3abc</code> is not a whole number." in page


def test_white_space_is_not_empty_and_keeps_a_generator_from_running(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.PASSWORD": "  "}))
    assert "The value is 2 spaces, which is not empty. This will prevent a value from being generated." in page
    assert re.search(r'name="clear" value="PASSWORD"[^>]*>Clear it<', page)


def test_value_can_be_cleared_and_reset_by_buttons(client: Client) -> None:
    cleared = text(client.post("/", {"source": TEMPLATE, "value.PASSWORD": "  ", "clear": "PASSWORD"}))
    assert "which is not empty" not in cleared
    assert generated(cleared, "PASSWORD")
    reset = text(client.post("/", {"source": TEMPLATE, "value.NAME": "x", "default.NAME": "shop", "reset": "NAME"}))
    assert "0 of 5 changed" in reset


def test_generated_value_stays_between_requests(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(
        client.post("/evaluate", {"source": TEMPLATE.replace("shop", "store"), **kept_value(first, "PASSWORD")})
    )
    assert generated(second, "PASSWORD") == generated(first, "PASSWORD")
    assert f"password: {generated(first, 'PASSWORD')}" in output(second)


def test_regenerate_makes_a_new_value(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(client.post("/", {"source": TEMPLATE, **kept_value(first, "PASSWORD"), "regenerate": "PASSWORD"}))
    assert generated(second, "PASSWORD") != generated(first, "PASSWORD")


def test_other_expression_makes_a_new_value(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(
        client.post("/", {"source": TEMPLATE, **kept_value(first, "PASSWORD"), "expression.PASSWORD": "[0-9]{4}"})
    )
    assert re.fullmatch("[0-9]{4}", generated(second, "PASSWORD"))


def test_other_expression_in_the_source_makes_a_new_value(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(client.post("/", {"source": TEMPLATE.replace("{12}", "{13}"), **kept_value(first, "PASSWORD")}))
    assert len(generated(second, "PASSWORD")) == 13


def test_value_of_ones_own_keeps_the_generated_one_for_later(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    form = {"source": TEMPLATE, **kept_value(first, "PASSWORD"), "value.PASSWORD": "mine"}
    own = text(client.post("/", form))
    assert "password: mine" in output(own)
    assert "Use generated value" in own
    back = text(client.post("/", {"source": TEMPLATE, **kept_value(own, "PASSWORD"), "clear": "PASSWORD"}))
    assert generated(back, "PASSWORD") == generated(first, "PASSWORD")


def test_boolean_is_two_or_three_radio_buttons(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.DEBUG": "true"}))
    assert re.search(r'type="radio" name="value.DEBUG" value="true"[^>]* checked', page)
    assert page.count('name="value.DEBUG"') == 3
    assert "debug: xtrue" in output(page)


def test_base64_says_what_it_holds_and_text_can_be_encoded(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.BLOB": "aGVsbG8="}))
    assert "Holds the text hello" in page
    wrong = text(client.post("/", {"source": TEMPLATE, "value.BLOB": "hello there!"}))
    assert "Character 6 is not base64." in wrong
    assert 'name="encode" value="BLOB"' in wrong
    assert 'name="convert"' not in wrong
    assert 'name="convert" value="BLOB"' in text(client.post("/", {"source": TEMPLATE, "value.BLOB": "aGVsbG8"}))
    right = text(client.post("/", {"source": TEMPLATE, "value.BLOB": "hello there!", "encode": "BLOB"}))
    assert "Holds the text hello there!" in right


def test_field_takes_several_lines_and_joins_them_again(client: Client) -> None:
    longer = text(client.post("/", {"source": TEMPLATE, "lengthen": "NAME"}))
    assert re.search(r'<textarea name="value.NAME"', longer)
    assert '<input type="hidden" name="multiline" value="NAME">' in longer
    form = {"source": TEMPLATE, "value.NAME": "a\r\nb", "multiline": "NAME"}
    assert "Join 2 lines into one" in text(client.post("/", form))
    shorter = text(client.post("/", form | {"shorten": "NAME"}))
    assert re.search(r'<input\s+type="text" name="value.NAME" value="a b"', shorter)


def test_values_of_a_text_that_is_no_template_for_a_moment_are_carried(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE.replace("kind: Template", "kind: Templat"), "value.NAME": "mine"}))
    assert '<input type="hidden" name="value.NAME" value="mine">' in page


def test_pod_shows_what_it_needs_and_asks_for_what_is_missing(client: Client) -> None:
    page = text(client.post("/", {"source": POD}))
    assert '<h2 id="parameters-heading">Environment</h2>' in page
    assert 'name="assumed.WHO"' in page
    assert 'name="assumed.PORT"' not in page  # it is defined, only too late
    assert re.search(r'<code>POD_IP</code> <span class="assumed">assumed</span>', page)


def test_assumed_value_is_used_and_stays_to_be_changed(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "view": "expanded", "assumed.WHO": "me"}))
    assert "- me\n" in output(page)
    assert 'name="assumed.WHO" value="me"' in page


def test_form_of_any_template_is_one_that_can_be_sent(client: Client) -> None:
    declared = "".join(f"- {{name: P{number}, value: v}}\n" for number in range(MOST_VALUES - 1))
    long_name, long_value = "N" * 300, "v" * VALUE_CHARACTERS
    source = f"kind: Template\napiVersion: v1\nparameters:\n{declared}- {{name: {long_name}, value: v}}\n"
    source = source.replace("name: P3, value: v", f"name: P3, value: {long_value}") + "objects: []\n"
    page = text(client.post("/", {"source": source}))
    assert "1 more without a field" in page
    fields = dict(re.findall(r'name="((?:value|default)\.[^"]*)" value="([^"]*)"', page))
    assert len(fields) == 2 * (MOST_VALUES - 1)
    assert client.post("/", {"source": source, **fields}).status_code == 200
