"""Nothing that is typed while answers arrive is lost, wherever the focus is."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from threading import Event, Lock

import pytest
from playwright.sync_api import Locator, Route, expect

from playground import settings as default_settings
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.playground import views
from tests.browser.texts import BROKEN_POD, POD, TEMPLATE
from tests.browser.visits import Visit

ORDERS = int(os.environ.get("ORDERS", "1"))  # of answers
AFTER = 500  # milliseconds; an answer that is taken is shown by then
Delay = Callable[[Callable[[Draft], float]], list[str]]


@pytest.fixture
def delay(monkeypatch: pytest.MonkeyPatch) -> Delay:
    """Makes the server think for as many seconds as a function of the draft says; returns what it was asked."""

    def delay(seconds: Callable[[Draft], float]) -> list[str]:
        names: list[str] = []
        lock = Lock()

        def slow(draft: Draft) -> PageEvaluation:
            with lock:
                names.append(draft.values.get("NAME", ""))
            time.sleep(seconds(draft))
            return evaluate_draft(draft)

        monkeypatch.setattr(views, "evaluate_draft", slow)
        return names

    return delay


def caret(field: Locator) -> int:
    return int(field.evaluate("(field) => field.selectionStart"))


def remember(visit: Visit, field: Locator) -> None:
    field.evaluate("(field) => { window.remembered = field; }")


def is_remembered(visit: Visit) -> bool:
    script = "() => window.remembered.isConnected && window.remembered === document.activeElement"
    return bool(visit.page.evaluate(script))


def test_no_keystroke_is_lost_and_the_caret_stays_while_answers_arrive(visit: Visit, delay: Delay) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    field.fill("")
    remember(visit, field)
    names = delay(lambda draft: 0.1)
    typed = ""
    for chunk in ("ab", "cde", "f"):
        with visit.answer():
            with visit.page.expect_request("**/evaluate"):
                field.press_sequentially(chunk, delay=30)
            field.press_sequentially("x")  # while an answer is on its way
            typed += f"{chunk}x"
    assert field.input_value() == typed
    assert caret(field) == len(typed)
    assert is_remembered(visit)
    expect(visit.output).to_contain_text(f"name: {typed}")
    assert len(set(names)) > 2  # it did ask in between
    field.press("Home")
    field.press("ArrowRight")
    with visit.answer():
        field.press("y")
    expect(visit.output).to_contain_text("name: aybx")
    assert caret(field) == 2
    assert is_remembered(visit)
    field.press("z")
    assert (field.input_value()[:4], caret(field)) == ("ayzb", 3)


@pytest.mark.nightly
def test_a_key_pressed_just_before_leaving_a_field_is_not_overwritten(visit: Visit, delay: Delay) -> None:
    visit.paste(TEMPLATE)
    field, colour = visit.field("NAME"), visit.field("COLOUR")
    expect(field).to_have_value("shop")
    delay(lambda draft: 0.5)
    field.focus()
    field.press("End")
    with visit.page.expect_request("**/evaluate"):
        field.press_sequentially("12")  # `shop12` is on its way …
    field.press("3")
    field.press("Tab")  # … when the field is changed once more and left
    colour.focus()
    colour.press_sequentially("ish")
    expect(visit.output).to_contain_text(re.compile("colour: .*ish"))
    expect(visit.output).to_contain_text(f"colour: {colour.input_value()}")
    expect(visit.output).to_contain_text("name: shop123")
    assert field.input_value() == "shop123"


def out_of_order(visit: Visit, delay: Delay, number: int) -> None:
    """Type twice; the answer to what was typed first is made when that to the second has been shown.

    The page gives up a request that keeps newer text waiting for two seconds.
    """
    is_shown = Event()

    def until_shown(draft: Draft) -> float:
        if "slow" in draft.values.get("NAME", ""):
            is_shown.wait(30)
        return 0.0

    names = delay(until_shown)
    field = visit.field("NAME")
    field.fill(f"slow-{number}")
    while f"slow-{number}" not in names:
        visit.page.wait_for_timeout(20)
    field.fill(f"quick-{number}")
    expect(visit.output).to_contain_text(f"name: quick-{number}")
    is_shown.set()


def test_of_answers_out_of_order_the_last_input_s_shows(visit: Visit, delay: Delay) -> None:
    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_have_value("shop")
    for number in range(ORDERS):
        out_of_order(visit, delay, number)
        visit.page.wait_for_timeout(AFTER)
        expect(visit.output).to_contain_text(f"name: quick-{number}")
        assert visit.field("NAME").input_value() == f"quick-{number}"


def test_the_newest_text_follows_the_answer_to_an_older_one_and_never_two_are_under_way(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    expect(field).to_have_value("shop")
    routes: list[Route] = []
    visit.page.route("**/evaluate", lambda route: routes.append(route))
    visit.page.locator("#output .line").first.wait_for()
    field.press("End")
    field.press("1")
    visit.until_held(routes)  # at once: no pause for another key
    field.press_sequentially("234")
    expect(visit.page.locator("#playground")).to_have_attribute("data-pending", "")
    faded = "(pane) => getComputedStyle(pane).color !== getComputedStyle(document.body).color"
    visit.page.wait_for_function(f"() => ({faded})(document.querySelector('#output'))")
    assert len(routes) == 1
    with visit.page.expect_request("**/evaluate"):
        routes[0].continue_()
    expect(visit.output).to_contain_text("name: shop1\n")  # the answer to the first key shows its output …
    assert field.input_value() == "shop1234"  # … and leaves the form alone
    routes[1].continue_()
    expect(visit.output).to_contain_text("name: shop1234\n")
    expect(visit.page.locator("#playground")).not_to_have_attribute("data-pending", "")
    assert len(routes) == 2


@pytest.mark.nightly
def test_who_types_quickly_sends_fewer_requests_than_the_server_allows(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    expect(field).to_have_value("shop")
    visit.page.evaluate("() => performance.clearResourceTimings()")
    field.press_sequentially("x" * 40, delay=30)
    expect(visit.output).to_contain_text("x" * 40)
    starts = visit.page.evaluate("() => performance.getEntriesByType('resource').map((entry) => entry.startTime)")
    assert len(starts) > 2
    allowed = default_settings.PREVIEWS_PER_MINUTE / 60_000  # a millisecond
    assert len(starts) - 1 <= (starts[-1] - starts[0]) * allowed + 1


@pytest.mark.nightly
def test_an_answer_whose_request_was_given_up_is_dropped_also_if_it_was_not_aborted(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    expect(field).to_have_value("shop")
    visit.page.evaluate(
        "() => { const send = fetch; window.fetch = (url, options) => send(url, { ...options, signal: null }); }"
    )
    routes: list[Route] = []
    visit.page.route("**/evaluate", lambda route: routes.append(route), times=1)
    field.fill("first")
    visit.until_held(routes)
    visit.page.keyboard.press("Control+Enter")  # sends another request, and gives up the first
    field.fill("second")
    expect(visit.output).to_contain_text("name: second")
    with visit.answer():
        routes[0].continue_()
    visit.page.wait_for_timeout(AFTER)
    expect(visit.output).to_contain_text("name: second")


@pytest.mark.nightly
def test_typing_in_the_editor_while_answers_arrive_loses_nothing(visit: Visit, delay: Delay) -> None:
    visit.paste(POD)
    delay(lambda draft: 0.15)
    visit.source.focus()
    visit.page.keyboard.press("Control+End")
    typed = ""
    for chunk in ("# some", "\nwords: ", "x", "yz", " # end"):
        with visit.page.expect_request("**/evaluate"):
            visit.page.keyboard.type(chunk, delay=20)
        typed += chunk
    assert visit.text() == POD + typed


def test_broken_text_keeps_the_form_and_the_output_marked_as_old_until_mended(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("NAME").fill("kiosk")
    expect(visit.output).to_contain_text("name: kiosk")
    first = visit.output.locator(".line").first
    place = first.bounding_box()
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.type("{")
    expect(visit.stale).to_contain_text("Showing the last result that worked")
    expect(visit.stale).to_be_visible()
    assert first.bounding_box() == place
    visit.output.evaluate("(output) => output.scrollTo(0, output.scrollHeight)")
    last, mark = visit.output.locator(".line").last.bounding_box(), visit.stale.bounding_box()
    assert last
    assert mark
    assert last["y"] + last["height"] <= mark["y"]
    expect(visit.output).to_contain_text("name: kiosk")
    expect(visit.field("NAME")).to_have_value("kiosk")
    expect(visit.issues).to_have_count(1)
    visit.page.locator("#pane-output button.copy").click()
    expect(visit.page.locator("#summary")).to_have_text("Copied an old result: the text has changed since.")
    assert "name: kiosk" in visit.clipboard()
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("Backspace")
    visit.page.keyboard.press("Delete")
    visit.page.keyboard.type("a")
    expect(visit.stale).to_have_text("")
    expect(visit.stale).not_to_be_visible()
    expect(visit.field("NAME")).to_have_value("kiosk")
    expect(visit.output).to_contain_text("name: kiosk")
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.type("{")
    expect(visit.stale).to_be_visible()
    with visit.answer():
        visit.field("NAME").fill("stand")
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.press("Delete")
    expect(visit.output).to_contain_text("name: stand")
    expect(visit.stale).not_to_be_visible()
    visit.paste(BROKEN_POD)
    expect(visit.output).to_contain_text("This YAML cannot be read.")
    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_be_visible()
    visit.paste(TEMPLATE + "]")  # the same text again, with a small break
    expect(visit.stale).to_contain_text("Showing the last result that worked")
    expect(visit.field("NAME")).to_be_visible()
    visit.paste(POD)
    expect(visit.output).to_contain_text("web.example")
    expect(visit.stale).not_to_be_visible()
