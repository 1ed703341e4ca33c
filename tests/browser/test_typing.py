"""Nothing that is typed while answers arrive is lost, wherever the focus is."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from threading import Event, Lock

import pytest
from playwright.sync_api import Locator, Route, expect

from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.playground import views
from tests.browser.texts import BROKEN_POD, POD, TEMPLATE
from tests.browser.visits import Visit

ORDERS = int(os.environ.get("ORDERS", "1"))  # of answers
AFTER = 500  # milliseconds; an answer that is taken is shown by then
# The page without what keeps an old answer away: it gives no request up, and does not ask whether something was typed.
CARELESS = """
AbortController.prototype.abort = () => {};
addEventListener("htmx:after:request", (event) => event.stopImmediatePropagation(), true);
"""
Delay = Callable[[Callable[[Draft], float]], list[str]]


@pytest.fixture
def delay(monkeypatch: pytest.MonkeyPatch) -> Delay:
    """Makes the server think for as many seconds as a function of the draft says; returns what it was asked."""

    def delay(seconds: Callable[[Draft], float]) -> list[str]:
        asked: list[str] = []
        lock = Lock()

        def slow(draft: Draft) -> PageEvaluation:
            with lock:
                asked.append(draft.values.get("NAME", ""))
            time.sleep(seconds(draft))
            return evaluate_draft(draft)

        monkeypatch.setattr(views, "evaluate_draft", slow)
        return asked

    return delay


def caret(field: Locator) -> int:
    return int(field.evaluate("(field) => field.selectionStart"))


def remember(visit: Visit, field: Locator) -> None:
    field.evaluate("(field) => { window.remembered = field; }")


def is_remembered(visit: Visit) -> bool:
    script = "() => window.remembered.isConnected && window.remembered === document.activeElement"
    return bool(visit.page.evaluate(script))


def test_no_keystroke_is_lost_while_answers_arrive(visit: Visit, delay: Delay) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    field.fill("")
    remember(visit, field)
    asked = delay(lambda draft: 0.15)
    typed = ""
    for chunk in ("ab", "cde", "f", "ghij", "k", "lm"):
        field.press_sequentially(chunk, delay=30)
        typed += chunk
        visit.page.wait_for_timeout(400)  # a request leaves, and its answer lands among the next keys
    assert field.input_value() == typed
    assert caret(field) == len(typed)
    assert is_remembered(visit)
    expect(visit.output).to_contain_text(f"name: {typed}")
    assert len(set(asked)) > 2  # it did ask in between
    assert is_remembered(visit)


def test_the_caret_stays_in_the_middle_of_a_field_when_an_answer_arrives(visit: Visit, delay: Delay) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    expect(field).to_have_value("shop")
    remember(visit, field)
    delay(lambda draft: 0.1)
    field.focus()
    field.press("Home")
    field.press("ArrowRight")
    with visit.answer():
        field.press("x")
    expect(visit.output).to_contain_text("name: sxhop")
    assert (field.input_value(), caret(field)) == ("sxhop", 2)
    assert is_remembered(visit)
    field.press("y")
    assert (field.input_value(), caret(field)) == ("sxyhop", 3)


def test_a_key_pressed_just_before_leaving_a_field_is_not_overwritten(visit: Visit, delay: Delay) -> None:
    visit.paste(TEMPLATE)
    field, other = visit.field("NAME"), visit.field("COLOUR")
    expect(field).to_have_value("shop")
    delay(lambda draft: 0.5)
    field.focus()
    field.press("End")
    field.press_sequentially("12")
    visit.page.wait_for_timeout(400)  # `shop12` is on its way …
    field.press("3")
    field.press("Tab")  # … when the field is changed once more and left
    other.focus()
    other.press_sequentially("ish")
    visit.page.wait_for_timeout(900)
    assert field.input_value() == "shop123"
    expect(visit.output).to_contain_text("name: shop123")
    expect(visit.output).to_contain_text(f"colour: {other.input_value()}")
    assert "ish" in other.input_value()


def out_of_order(visit: Visit, delay: Delay, number: int) -> None:
    """Type twice; the answer to what was typed first is made when that to the second has been shown."""
    shown = Event()

    def until_shown(draft: Draft) -> float:
        if "slow" in draft.values.get("NAME", ""):
            shown.wait(30)
        return 0.0

    asked = delay(until_shown)
    field = visit.field("NAME")
    field.fill(f"slow-{number}")
    while f"slow-{number}" not in asked:
        visit.page.wait_for_timeout(20)
    field.fill(f"quick-{number}")
    expect(visit.output).to_contain_text(f"name: quick-{number}")
    shown.set()


def test_of_answers_out_of_order_the_last_input_s_shows(visit: Visit, delay: Delay) -> None:
    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_have_value("shop")
    for number in range(ORDERS):
        out_of_order(visit, delay, number)
        visit.page.wait_for_timeout(AFTER)
        expect(visit.output).to_contain_text(f"name: quick-{number}")
        assert visit.field("NAME").input_value() == f"quick-{number}"


def test_a_page_that_gives_up_no_request_and_takes_each_answer_shows_the_slower_one(visit: Visit, delay: Delay) -> None:
    visit.context.add_init_script(CARELESS)
    visit.go().alive()
    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_have_value("shop")
    out_of_order(visit, delay, 0)
    expect(visit.output).to_contain_text("name: slow-0")


def test_an_answer_that_lands_after_the_next_key_is_dropped(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    expect(field).to_have_value("shop")
    held: list[Route] = []
    visit.page.route("**/evaluate", lambda route: held.append(route))
    field.fill("first")
    visit.until_held(held)
    field.fill("second")
    visit.page.unroute("**/evaluate")
    expect(visit.output).to_contain_text("name: second")
    assert field.input_value() == "second"


def test_typing_in_the_editor_while_answers_arrive_loses_nothing(visit: Visit, delay: Delay) -> None:
    visit.paste(POD)
    delay(lambda draft: 0.15)
    visit.source.focus()
    visit.page.keyboard.press("Control+End")
    typed = ""
    for chunk in ("# some", "\nwords: ", "x", "yz", " # end"):
        visit.page.keyboard.type(chunk, delay=20)
        typed += chunk
        visit.page.wait_for_timeout(330)
    assert visit.text() == POD + typed


def test_nobody_is_asked_until_a_third_of_a_second_after_the_last_key(visit: Visit) -> None:
    visit.page.clock.install()
    visit.go().alive()
    visit.paste(TEMPLATE)
    field = visit.field("NAME")
    expect(field).to_have_value("shop")
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    visit.stop_clock()
    for key in "abcdefgh":
        field.press(key)
        visit.page.clock.run_for(299)
    assert asked == []
    visit.page.clock.run_for(1)
    visit.page.clock.resume()
    expect(visit.output).to_contain_text("abcdefgh")
    assert [url for url in asked if "/static/" not in url] == [f"{visit.site}/evaluate"]


def test_a_secret_shown_stays_shown_while_its_text_is_typed(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    field = visit.field("ADMIN_TOKEN")
    expect(field).to_be_visible()
    assert visit.masked("ADMIN_TOKEN")
    show = visit.row("ADMIN_TOKEN").get_by_role("button", name="Show ADMIN_TOKEN")
    expect(show).to_be_hidden()  # there is nothing to show yet
    field.press_sequentially("s3")
    expect(visit.output).to_contain_text("token: s3")
    show.click()
    assert not visit.masked("ADMIN_TOKEN")
    field.press("End")
    field.press_sequentially("cret")
    expect(visit.output).to_contain_text("token: s3cret")
    assert not visit.masked("ADMIN_TOKEN")
    assert field.input_value() == "s3cret"


def test_broken_text_after_none_speaks_of_no_result(visit: Visit) -> None:
    visit.paste("")
    visit.source.focus()
    visit.page.keyboard.press("Delete")
    expect(visit.output.locator(".start")).to_be_visible()
    visit.paste("kind: [\n")
    expect(visit.stale).to_have_text(re.compile(r"^Line 1: "), use_inner_text=True)
    visit.share()
    expect(visit.output).to_contain_text("There is no output: the text cannot be read. Line 1: ", use_inner_text=True)
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.press("Enter")
    expect(visit.stale).to_have_text(re.compile(r"^Line 2: "), use_inner_text=True)
    expect(visit.output).to_have_text("There is no output: the text cannot be read.", use_inner_text=True)


def test_broken_text_keeps_the_old_output_marked_as_old_and_the_form(visit: Visit) -> None:
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
    visit.page.keyboard.press("Backspace")
    visit.page.keyboard.press("Delete")
    visit.page.keyboard.type("a")
    expect(visit.stale).to_have_text("")
    expect(visit.stale).not_to_be_visible()
    expect(visit.field("NAME")).to_have_value("kiosk")
    expect(visit.output).to_contain_text("name: kiosk")


def test_a_value_changed_while_the_text_is_broken_counts_when_it_is_mended(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_have_value("shop")
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.type("{")
    expect(visit.stale).to_be_visible()
    visit.field("NAME").fill("kiosk")
    visit.page.wait_for_timeout(500)
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.press("Delete")
    expect(visit.output).to_contain_text("name: kiosk")
    expect(visit.stale).not_to_be_visible()


def test_a_broken_pod_is_fresh_again_when_mended(visit: Visit) -> None:
    visit.paste(POD)
    expect(visit.output).to_contain_text("value: web.example")
    visit.paste(BROKEN_POD)
    expect(visit.stale).to_be_visible()
    visit.paste(POD.replace("web.example", "mended.example"))
    expect(visit.output).to_contain_text("value: mended.example")
    expect(visit.stale).not_to_be_visible()
