"""The view that makes a Template: which boxes are checked, what the page answers, what replaces the text."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, override_settings

from playground.engine import NewTemplate, NoTemplate, evaluate
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.new_template.offer import (
    TemplateOffer,
    offers_template,
    template_offer,
    template_text,
    with_template,
)
from tests.pages.pages import POD, TEMPLATE
from tests.texts import OBJECTS


def offer(source: str = OBJECTS, **fields: Any) -> TemplateOffer:
    return template_offer(evaluate_draft(Draft(source=source, view="template", **fields)))


def text(**fields: Any) -> str:
    template = offer(**fields).template
    assert isinstance(template, NewTemplate), template
    return template.text


@pytest.mark.parametrize(
    ("source", "is_offered"),
    [
        (OBJECTS, True),
        (POD, True),
        ("kind: A\n", True),
        (TEMPLATE, False),
        ("", False),
        ("a: 1\n", False),
        ("a: [\n", False),
    ],
)
def test_it_is_offered_for_objects_without_a_template(source: str, is_offered: bool) -> None:
    assert offers_template(evaluate(source)) == is_offered


def test_boxes_are_checked_by_default_until_the_form_has_them() -> None:
    assert "replicas: ${{REPLICAS}}" in text()
    assert "value: fast" in text()
    assert "replicas: 2" in text(taken={"REPLICAS": False, "MODE": True})
    assert 'value: "${MODE}"' in text(taken={"REPLICAS": False, "MODE": True, "unknown": True})


def test_all_of_a_rule_are_taken_or_left_at_once() -> None:
    assert "image: a/web:1.4" in text(take_none=frozenset({"image"}))
    taken = {"IMAGE": False, "IMAGE_TAG": False}
    assert "image: ${IMAGE}:${IMAGE_TAG}" in text(take_all=frozenset({"image"}), taken=taken)


def test_what_cannot_be_wrapped_is_said_with_its_place() -> None:
    answer = offer(f"{OBJECTS}---\nword\n")
    assert answer.suggestions is None
    assert isinstance(answer.template, NoTemplate)
    assert str(answer.template.refusal.span) == "17:1"


@override_settings(ENGINE_SECONDS=0.000_001)
def test_when_the_time_runs_out_the_command_line_is_named() -> None:
    evaluated = evaluate_draft(Draft(source=OBJECTS, view="template"))
    answer = template_offer(evaluated)
    assert isinstance(answer.template, NoTemplate)
    assert answer.template.refusal.hint


def test_the_template_replaces_the_source_when_asked_for() -> None:
    kept = with_template(evaluate_draft(Draft(source=OBJECTS)))
    assert kept.draft.source == OBJECTS
    used = with_template(evaluate_draft(Draft(source=OBJECTS, view="template", adopts=True, taken={"NAME": False})))
    assert used.draft.source.startswith("apiVersion: template.openshift.io/v1\n")
    assert "metadata: {name: web}" in used.draft.source
    assert used.evaluation.template is not None
    assert (used.draft.view, used.draft.adopts, used.draft.taken) == ("", False, {})


def test_a_refused_template_replaces_nothing_and_shows_why() -> None:
    source = OBJECTS + "---\nword\n"
    refused = with_template(evaluate_draft(Draft(source=source, adopts=True)))
    assert (refused.draft.source, refused.draft.view) == (source, "template")
    assert with_template(evaluate_draft(Draft(source=TEMPLATE, adopts=True))).draft.source == TEMPLATE


def test_the_text_is_that_of_the_view_only() -> None:
    assert template_text(evaluate_draft(Draft(source=OBJECTS, view="template"))).startswith("apiVersion: template")
    assert template_text(evaluate_draft(Draft(source=OBJECTS, view="expanded"))) == ""
    assert template_text(evaluate_draft(Draft(source=f"{OBJECTS}---\nword\n", view="template"))) == ""


def test_the_buttons_of_the_page_do_it_without_scripts(client: Client) -> None:
    page = client.post("/", {"source": OBJECTS}).content.decode()
    assert 'name="action" value="make-template"' in page
    page = client.post("/", {"source": OBJECTS, "action": "make-template", "view": "environment"}).content.decode()
    assert "With its defaults it gives the same 1 object." in page
    assert 'name="take.IMAGE_TAG" value="on" checked' in page
    assert 'name="take.MODE" value="on">' in page
    form = {"source": OBJECTS, "view": "template", "take.IMAGE_TAG": ["off"], "take.NAME": ["off", "on"]}
    page = client.post("/", {**form, "action": "use-template"}).content.decode()
    assert "image: ${IMAGE}:1.4" in page
    assert 'value="expanded"\n    checked' in page


def test_boxes_stay_in_the_form_while_another_view_is_shown(client: Client) -> None:
    page = client.post("/", {"source": OBJECTS, "view": "expanded", "take.NAME": "off"}).content.decode()
    assert '<input type="hidden" name="take.NAME" value="off">' in page


def test_a_link_may_open_the_view(client: Client) -> None:
    page = client.get("/?example=from-the-cluster&view=template").content.decode()
    assert "Use this Template" in page


def test_a_text_that_is_broken_for_a_moment_keeps_the_view(client: Client) -> None:
    page = client.post("/evaluate", {"source": OBJECTS + "a: [", "view": "template"}).content.decode()
    assert 'value="template"\n    checked' in page
    page = client.post("/evaluate", {"source": TEMPLATE, "view": "template"}).content.decode()
    assert 'value="template"' not in page


def test_a_download_of_the_view_is_the_template(client: Client) -> None:
    answer = client.post("/download", {"source": OBJECTS, "view": "template", "action": "download-output"})
    assert answer.content.decode().startswith("apiVersion: template.openshift.io/v1\n")
    assert "web-source.yaml" in answer["Content-Disposition"]


def test_the_buttons_of_two_rules_go_in_one_request(client: Client) -> None:
    fields = {"source": OBJECTS, "view": "template", "take-none": ["image", "replicas"]}
    page = client.post("/", fields).content.decode()
    assert "Use this Template" in page
    assert "${IMAGE}" not in page
    assert "${{REPLICAS}}" not in page


def test_a_wrong_rule_and_too_many_boxes_are_refused(client: Client) -> None:
    assert client.post("/", {"source": OBJECTS, "take-all": "nothing"}).status_code == 400
    many = {f"take.A{number}": "on" for number in range(401)}
    assert client.post("/", {"source": OBJECTS, **many}).status_code == 400
