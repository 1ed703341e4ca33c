"""The fields on the page: given, generated and assumed values, and errors beside their fields."""

from __future__ import annotations

import re

from django.test import Client

from playground.pages.form.fields import NAMES, VALUE_CHARACTERS
from tests.pages.pages import POD, TEMPLATE, generated, kept_value, output, text


def test_link_prefills_values_also_falsy_ones(client: Client) -> None:
    page = text(client.get("/?param.REPLICAS=0&param.APP_NAME=store"))
    assert "replicas: 0" in output(page)
    assert "name: store" in output(page)
    assert "2 of 3 changed" in page


def test_unknown_name_in_a_link_is_reported_with_the_nearest(client: Client) -> None:
    page = text(client.get("/?param.REPLCAS=3"))
    assert "Unknown parameter <code>REPLCAS</code> in the link was ignored. Did you mean <code>REPLICAS</code>?" in page
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
    assert "Not valid base64 at character 6." in wrong
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
    assert re.search(r'<input type="text" name="value.NAME" value="a b"', shorter)


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
    page = text(client.post("/", {"source": POD, "assumed.WHO": "me"}))
    assert "- me\n" in output(page)
    assert 'name="assumed.WHO" value="me"' in page


def test_form_of_any_template_is_one_that_can_be_sent(client: Client) -> None:
    declared = "".join(f"- {{name: P{number}, value: v}}\n" for number in range(NAMES - 1))
    long_name, long_value = "N" * 300, "v" * VALUE_CHARACTERS
    source = f"kind: Template\napiVersion: v1\nparameters:\n{declared}- {{name: {long_name}, value: v}}\n"
    source = source.replace("name: P3, value: v", f"name: P3, value: {long_value}") + "objects: []\n"
    page = text(client.post("/", {"source": source}))
    assert "1 more without a field" in page
    fields = dict(re.findall(r'name="((?:value|default)\.[^"]*)" value="([^"]*)"', page))
    assert len(fields) == 2 * (NAMES - 1)
    assert client.post("/", {"source": source, **fields}).status_code == 200
