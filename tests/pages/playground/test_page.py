"""The whole page as data."""

from __future__ import annotations

from dataclasses import replace

from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.draft import Draft, GeneratedValue
from playground.pages.playground.page import PagePanel, page_panel

MAP = "kind: ConfigMap\napiVersion: v1\n"
POD = "kind: Pod\napiVersion: v1\nmetadata: {name: p}\nspec: {containers: [{name: c, image: a}]}\n"
TEMPLATE = "kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: t}\nobjects: []\n"


def page(draft: Draft) -> PagePanel:
    return page_panel(evaluate_draft(draft))


def test_choices_are_those_of_the_draft() -> None:
    shown_page = page(
        Draft(source=MAP, view="diff", syntax="json", dialect="proposal", severity="error", kubernetes="1.31")
    )
    menus = (shown_page.views, shown_page.syntaxes, shown_page.severities)
    assert [choice.value for menu in menus for choice in menu.choices if choice.chosen] == ["diff", "json", "error"]
    assert [choice.value for choice in shown_page.dialects if choice.chosen] == ["proposal"]
    assert [choice.label for choice in shown_page.versions if choice.chosen] == ["Kubernetes 1.31"]


def test_text_that_cannot_be_read_has_no_output_and_carries_what_was_typed() -> None:
    draft = Draft(source="a: [", values={"A": "1", "B": ""}, generated={"P": GeneratedValue("x", "y")})
    shown_page = page(replace(draft, expressions={"P": "[a]"}, assumed={"V": "v"}, cluster={"nodeName": "n"}))
    assert shown_page.stale is not None
    assert shown_page.output.unread is not None
    assert shown_page.parameters.empty.startswith("Your values are kept")
    assert page(Draft(source="a: [")).parameters.empty.startswith("Parameters of a Template")  # nobody typed a value
    assert shown_page.parameters.carried == (
        ("value.A", "1"),
        ("clear", "B"),
        ("expression.P", "[a]"),
        ("generated.P", "x"),
        ("generated-from.P", "y"),
        ("assumed.V", "v"),
        ("cluster.nodeName", "n"),
    )


def test_values_that_the_text_does_not_use_are_carried_and_not_shown() -> None:
    source = POD.replace("image: a", "image: a, args: [$(USED)]")
    shown_page = page(Draft(source=source, assumed={"USED": "u", "OTHER": "o"}, cluster={"nodeName": "n"}))
    assert shown_page.parameters.environment is not None
    assert [item.name for item in shown_page.parameters.environment.assumed] == ["USED"]
    assert shown_page.parameters.carried == (("assumed.OTHER", "o"), ("cluster.nodeName", "n"))


def test_object_that_needs_nothing_says_so_and_can_become_a_template() -> None:
    shown_page = page(Draft(source=MAP))
    assert shown_page.parameters.empty.startswith("Nothing to fill in")
    assert shown_page.parameters.offers_template
    assert shown_page.output.lines is not None


def test_empty_text_starts_with_three_examples() -> None:
    shown_page = page(Draft())
    assert len(shown_page.output.examples) == 3
    assert shown_page.issues.items == ()


def test_errors_of_a_request_are_prose() -> None:
    assert page_panel(evaluate_draft(Draft()), ["`A` <is> wrong."]).errors == ("<code>A</code> &lt;is&gt; wrong.",)


def test_text_without_a_template_opens_on_its_containers_if_it_has_any() -> None:
    views = {source: page(Draft(source=source)).view_by_text for source in ("", MAP, POD, TEMPLATE, "a: [")}
    assert views == {"": "expanded", MAP: "expanded", POD: "environment", TEMPLATE: "expanded", "a: [": "expanded"}
    assert page(Draft(source=POD)).output.containers is not None
    assert page(Draft(source=POD, view="expanded")).output.lines is not None


def test_the_automatic_dialect_is_named_when_there_is_a_template() -> None:
    sources = (POD, TEMPLATE, TEMPLATE.replace("template.openshift.io/v1", "v1"))
    assert [page(Draft(source=source)).automatic_dialect for source in sources] == [
        "automatic",
        "automatic (OpenShift)",
        "automatic (the proposal)",
    ]


def test_a_narrow_window_shows_first_where_an_empty_page_begins() -> None:
    assert (page(Draft()).pane, page(Draft(source=MAP)).pane) == ("output", "source")
