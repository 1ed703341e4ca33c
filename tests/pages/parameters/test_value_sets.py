"""The columns of the form that value sets have."""

from __future__ import annotations

from django.test import Client

from playground.engine import Inputs, evaluate
from playground.pages.form.draft import Draft, GeneratedValue
from playground.pages.parameters.inputs_panel import ParametersPanel, parameters_panel
from tests.pages.pages import HOSTILE, TEMPLATE, text


def panel(draft: Draft) -> ParametersPanel:
    processed = evaluate(TEMPLATE, Inputs(values=draft.chosen_values)).processed
    assert processed
    return parameters_panel(processed, draft, summary=True)


def test_a_field_of_a_set_shows_the_value_without_a_set_as_its_placeholder() -> None:
    draft = Draft(values={"NAME": "mine"}, sets={"dev": {"REPLICAS": "3"}, "prod": {}}, set="dev")
    shown = {item.name: [(field.value, field.placeholder) for field in item.sets] for item in panel(draft).items}
    assert shown["NAME"] == [("", "mine"), ("", "mine")]
    assert shown["REPLICAS"] == [("3", "2"), ("", "2")]
    assert shown["PASSWORD"] == [("", "generated"), ("", "generated")]
    secret = {item.name: item for item in panel(Draft(values={"PASSWORD": "hunter2"}, sets={"dev": {}})).items}
    assert [field.placeholder for field in secret["PASSWORD"].sets] == ["as base"]


def test_a_wrong_value_of_the_chosen_set_is_wrong_in_the_field_of_the_set() -> None:
    draft = Draft(sets={"dev": {"REPLICAS": "x"}, "prod": {}}, set="dev")
    shown = panel(draft)
    item = next(item for item in shown.items if item.name == "REPLICAS")
    assert (item.errors, [bool(field.errors) for field in item.sets]) == ((), [True, False])
    assert [(problem.field, "whole number" in problem.message) for problem in shown.problems] == [
        (f"{item.id}-dev", True)
    ]
    base = next(item for item in panel(Draft(values={"REPLICAS": "x"}, sets={"dev": {}})).items if item.errors)
    assert (base.name, [field.errors for field in base.sets]) == ("REPLICAS", [()])


def test_a_value_of_a_set_leaves_the_generated_one_in_the_field_without_a_set() -> None:
    kept = {"PASSWORD": GeneratedValue("abcabcabcabc", "proposal [a-z]{12}")}
    item = panel(Draft(generated=kept, sets={"dev": {"PASSWORD": "x"}}, set="dev")).items[-1]
    assert item.generated
    assert (item.generated.value, item.generated.in_use) == ("abcabcabcabc", True)


def test_the_values_of_sets_come_back_while_there_is_no_template(client: Client) -> None:
    form = {"source": "a: [", "sets": ["dev"], "set": "dev", "set.dev.NAME": HOSTILE}
    page = text(client.post("/", form))
    for field in ('name="sets" value="dev"', 'name="set" value="dev"', 'name="set.dev.NAME" value="&quot;&gt;&lt;img'):
        assert field in page
    assert HOSTILE not in page
    again = text(client.post("/", {**form, "source": TEMPLATE, "set.dev.REPLICAS": "1\n2"}))
    assert HOSTILE not in again
    assert ">\n1\n2</textarea>" in again
