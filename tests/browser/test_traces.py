"""Traces of values, opened from the source or the output, by keyboard and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenVisit
from tests.browser.visits import Visit

TRACED = """\
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: WHO, value: me}
objects:
- kind: Pod
  apiVersion: v1
  spec:
    containers:
    - name: c
      args: ["--url=$(URL)"]
      env:
      - {name: EARLY, value: $(HOST)}
      - {name: HOST, value: "😀${WHO}.example"}
      - {name: URL, value: "http://$(HOST)/"}
"""


def caret_at(visit: Visit, line: int, text: str) -> None:
    """Put the caret into the first ``text`` of a line, by keys alone."""
    keys = visit.page.keyboard
    keys.press("Alt+Digit1")
    keys.press("Control+Home")
    for _ in range(line - 1):
        keys.press("ArrowDown")
    keys.press("Home")
    keys.press("Home")
    for _ in range(TRACED.splitlines()[line - 1].index(text) + 1):
        keys.press("ArrowRight")


def card(visit: Visit) -> Locator:
    return visit.page.locator("#place-trace")


@pytest.fixture
def traced(visit: Visit) -> Visit:
    visit.paste(TRACED)
    expect(visit.output).to_contain_text("--url=http://😀me.example/")
    return visit


def test_a_place_in_the_source_is_traced_by_keys_alone_and_leads_to_both_places(traced: Visit) -> None:
    keys = traced.page.keyboard
    caret_at(traced, 11, "$(URL)")
    keys.press("Alt+t")
    expect(card(traced)).to_be_focused()
    expect(card(traced)).to_contain_text("$(URL) is used in args[0], line 11")
    expect(card(traced)).to_contain_text("is http://😀me.example/, from env[2], line 15, written as http://$(HOST)/")
    traced.picture("trace from the source")
    keys.press("Escape")
    expect(card(traced)).to_be_hidden()
    assert traced.focused(".cm-content")
    keys.press("Alt+t")
    card(traced).get_by_role("link", name="args[0], line 11").press("Enter")
    assert traced.selection() == "$(URL)"
    keys.press("Alt+t")
    card(traced).get_by_role("button", name="in the output").first.press("Enter")
    expect(card(traced)).to_be_hidden()
    expect(traced.output.locator(".line:focus")).to_contain_text("--url=http://😀me.example/")

    # The output is shown when a trace leads there from another view.
    traced.choose("view", "environment")
    expect(traced.output.locator("table")).to_be_visible()
    caret_at(traced, 11, "$(URL)")
    keys.press("Alt+t")
    card(traced).get_by_role("button", name="in the output").first.press("Enter")
    expect(traced.output.locator(".line:focus")).to_contain_text("--url=http://😀me.example/")

    caret_at(traced, 14, "name: HOST")
    keys.press("Alt+t")
    expect(card(traced)).to_contain_text("HOST is 😀me.example, from env[1], line 14")
    expect(card(traced)).to_contain_text("Used in:")
    expect(card(traced).get_by_role("link", name="env[2].value, line 15")).to_be_visible()
    keys.press("Escape")
    caret_at(traced, 7, "v1")
    keys.press("Alt+t")
    expect(card(traced)).to_contain_text("Nothing at this place is replaced or given to a container")
    keys.press("Escape")

    traced.page.locator("#plain-text").click()
    place = TRACED.index("$(URL)") + TRACED[: TRACED.index("$(URL)")].count("😀") + 2
    traced.page.locator("#source").evaluate("(area, place) => area.setSelectionRange(place, place)", place)
    traced.page.keyboard.press("Alt+t")
    expect(card(traced)).to_contain_text("$(URL) is used in args[0], line 11")


@pytest.mark.nightly
def test_a_parameter_says_where_its_value_came_from_and_what_it_feeds(traced: Visit) -> None:
    caret_at(traced, 14, "${WHO}")
    traced.page.keyboard.press("Alt+t")
    expect(card(traced)).to_contain_text("Parameter WHO is me: its default. It is declared in parameters[0], line 4.")
    expect(card(traced).get_by_role("link", name="objects[0].spec.containers[0].env[1].value, line 14")).to_be_visible()
    traced.page.keyboard.press("Escape")
    traced.field("WHO").fill("you")
    expect(traced.output).to_contain_text("😀you.example")
    value = traced.output.get_by_role("button", name="you", exact=True).first
    value.press("Enter")
    opened = traced.page.get_by_role("dialog", name="Where WHO comes from and goes to")
    expect(opened).to_contain_text("Parameter WHO is you: given in the form.")
    traced.picture("trace of a parameter")
    opened.get_by_role("link", name="parameters[0], line 4").press("Enter")
    assert "name: WHO" in traced.selection()


@pytest.mark.nightly
def test_a_reference_offers_its_trace_to_a_pointer_that_rests_and_a_button_serves_touch(traced: Visit) -> None:
    traced.page.locator(".cm-content .ref", has_text="$(HOST)").last.hover()
    traced.page.get_by_role("button", name="How it came about").click()
    expect(card(traced)).to_contain_text("$(HOST) is used in env[2].value, line 15")
    traced.page.keyboard.press("Escape")
    caret_at(traced, 13, "$(HOST)")
    traced.page.get_by_role("button", name="How the value at the caret came about").click()
    expect(card(traced)).to_contain_text("$(HOST) is defined later: it stays as it is")


@pytest.mark.nightly
def test_values_steps_and_the_graph_are_shown_without_a_script(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False)
    bare.page.locator("#source").fill(TRACED)
    bare.page.get_by_role("button", name="Expand").click()
    bare.output.get_by_role("button", name="http://😀me.example/", exact=True).click()
    expect(bare.page.get_by_role("dialog", name="How $(URL) came about")).to_be_visible()
    bare.page.keyboard.press("Escape")
    bare.page.locator('label:has([name="view"][value="environment"])').click()
    bare.page.get_by_role("button", name="Expand").click()
    row = bare.output.locator("tr", has=bare.page.get_by_role("rowheader", name="URL"))
    row.locator("details.steps > summary").click()
    expect(row.locator("details.steps")).to_contain_text("$(HOST) is 😀me.example, from env[1], line 14")
    expect(bare.output.get_by_role("img", name="References between the variables of c")).to_be_visible()


@pytest.mark.nightly
def test_the_graph_marks_what_comes_too_early_with_more_than_colour(visit: Visit) -> None:
    visit.page.emulate_media(forced_colors="active")
    visit.paste(TRACED)
    visit.choose("view", "environment")
    graph = visit.output.locator("details.graph")
    expect(graph.locator("svg")).to_be_visible()
    graph.scroll_into_view_if_needed()
    visit.picture("graph in forced colours")
    dashes = "(path) => getComputedStyle(path).strokeDasharray"
    assert graph.locator(".arc-early path").evaluate(dashes) != "none"
    assert graph.locator(".arc:not(.arc-early) path").first.evaluate(dashes) == "none"
    graph.get_by_text("The same as a list").click()
    expect(graph.locator("li").first).to_have_text("EARLY uses HOST before it is defined")


def check_card_is_beside(opened: Locator, value: Locator) -> None:
    card_box, value_box = opened.bounding_box(), value.bounding_box()
    assert card_box
    assert value_box
    below = card_box["y"] - value_box["y"] - value_box["height"]
    above = value_box["y"] - card_box["y"] - card_box["height"]
    assert 0 <= max(below, above) <= 8
    assert card_box["x"] <= value_box["x"] <= card_box["x"] + card_box["width"]


@pytest.mark.nightly
def test_a_card_is_fetched_when_it_is_opened_beside_its_value_and_kept_until_the_next_answer(traced: Visit) -> None:
    addresses: list[str] = []
    traced.page.on("request", lambda request: addresses.append(request.url) if request.url.endswith("/trace") else None)
    expect(traced.output.locator(".trace-card")).to_have_count(0)
    value = traced.output.get_by_role("button", name="http://😀me.example/", exact=True)
    opened = traced.page.get_by_role("dialog", name="How $(URL) came about")
    for _ in range(2):
        value.press("Space")
        expect(opened).to_contain_text("$(URL) is used in args[0], line 11")
        traced.page.keyboard.press("Escape")
        expect(opened).to_be_hidden()
        expect(value).to_be_focused()
    value.press("Enter")
    expect(opened).to_contain_text("$(HOST) is 😀me.example, from env[1], line 14")
    traced.page.keyboard.press("Tab")
    expect(opened.get_by_role("link", name="args[0], line 11")).to_be_focused()
    opened.get_by_role("link", name="env[1], line 14").press("Enter")
    assert traced.selection().startswith("{name: HOST")
    value.click()
    check_card_is_beside(opened, value)
    opened.get_by_role("button", name="in the output").first.click()
    expect(opened).to_be_hidden()
    expect(traced.output.locator(".line:focus")).to_contain_text("--url=http://😀me.example/")
    assert len(addresses) == 1
    traced.field("WHO").fill("you")
    value = traced.output.get_by_role("button", name="http://😀you.example/", exact=True)
    value.press("Enter")
    expect(opened).to_contain_text("is http://😀you.example/, from env[2], line 15")
    assert len(addresses) == 2

    # A card that is opened after the text has changed says so.
    with traced.answer():
        traced.field("WHO").fill("them")
    traced.paste(TRACED + "\n]")
    expect(traced.stale).to_be_visible()
    traced.output.get_by_role("button", name="http://😀them.example/", exact=True).press("Enter")
    outdated = traced.page.get_by_role("dialog", name="How this value came about")
    expect(outdated).to_contain_text("The text or a value has changed since this output was shown.")
    outdated.get_by_role("button", name="Close").press("Enter")
    expect(outdated).to_be_hidden()
