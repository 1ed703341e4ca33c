"""The page copes with missing and unexpected answers."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect
from pytest_django.fixtures import Settings

from playground.pages.playground import views
from playground.storage.rates import Limit, take
from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import PHONE, Visit, in_sight

BOXES = "(panes) => panes.map((pane) => JSON.stringify(pane.getBoundingClientRect()))"
UNREACHABLE = "Could not reach the server. Your text is safe in this browser."


@pytest.mark.smoke
def test_an_unreachable_server_costs_no_text_and_is_asked_again(visit: Visit) -> None:
    visit.excuse(r"ERR_INTERNET_DISCONNECTED")
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    visit.context.set_offline(True)
    visit.field("COLOUR").fill("red")
    expect(visit.banner).to_contain_text(UNREACHABLE)
    retry = visit.banner.get_by_role("button", name="Retry").bounding_box()
    assert retry
    assert retry["height"] >= 32
    assert visit.text() == TEMPLATE
    expect(visit.field("COLOUR")).to_have_value("red")
    expect(visit.output).to_contain_text("colour: blue")
    old = visit.page.get_by_text("This result is old")
    in_sight(old)
    visit.context.set_offline(False)
    expect(visit.output).to_contain_text("colour: red")
    expect(old).to_be_hidden()
    expect(visit.banner).to_have_text("")
    expect(visit.banner).not_to_be_visible()

    visit.excuse(r"ERR_CONNECTION_REFUSED")
    visit.page.route("**/evaluate", lambda route: route.abort("connectionrefused"))
    visit.paste(POD)
    expect(visit.banner).to_contain_text(UNREACHABLE)
    visit.page.unroute("**/evaluate")
    visit.banner.get_by_role("button", name="Retry").click()  # does not wait for the next attempt
    expect(visit.output).to_contain_text("web.example")
    expect(visit.banner).to_have_text("")


def test_a_mistake_of_the_server_and_a_cookie_that_is_gone_leave_the_text_alone(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit.excuse(r"status 500|console error: Failed to load resource.* 500")
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")

    def broken(*_: object) -> None:
        raise RuntimeError("our mistake")

    monkeypatch.setattr(views, "evaluate_draft", broken)
    visit.field("COLOUR").fill("red")
    expect(visit.banner).to_contain_text("The server could not answer this. Your text is safe in this browser.")
    expect(visit.output).to_contain_text("colour: blue")
    expect(visit.field("COLOUR")).to_have_value("red")
    assert visit.text() == TEMPLATE
    monkeypatch.undo()
    visit.banner.get_by_role("button", name="Retry").click()
    expect(visit.output).to_contain_text("colour: red")
    expect(visit.banner).to_have_text("")

    visit.excuse(r"status 403|console error: Failed to load resource.* 403")
    visit.context.clear_cookies()
    visit.paste(POD)
    expect(visit.banner).to_contain_text("This page has been open too long")
    visit.banner.get_by_role("button", name="Reload").click()
    expect(visit.output).to_contain_text("web.example")
    assert visit.text() == POD


def test_the_banner_moves_nothing_and_counts_down_in_silence(open_visit: OpenVisit) -> None:
    visit = open_visit(viewport=PHONE)
    visit.excuse(r"status 429|console error: Failed to load resource.* 429")
    visit.page.route("**/evaluate", lambda route: route.fulfill(status=429, headers={"Retry-After": "2"}, body=""))
    panes, links = visit.page.locator("#pane-source, .tabs"), visit.page.locator(".statusline a:visible")
    before = panes.evaluate_all(BOXES)
    assert links.count() > 0
    visit.paste(POD)
    expect(visit.banner).to_have_attribute("aria-live", "assertive")
    assert panes.evaluate_all(BOXES) == before
    assert visit.banner.evaluate("(banner) => banner.offsetHeight") == 32  # one line, as the status line
    expect(links).to_have_count(0)  # what is covered cannot have the focus
    expect(visit.banner).to_contain_text("Paused for 1 s")
    expect(visit.banner).to_have_attribute("aria-live", "off")


def test_nothing_is_asked_in_a_break_and_then_what_was_typed_meanwhile(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.excuse(r"status 429|console error: Failed to load resource.* 429")
    visit.page.clock.install()
    visit.go().alive()
    visit.stop_clock()
    addresses: list[str] = []

    def busy_once(route: Route) -> None:
        addresses.append(route.request.url)
        if len(addresses) > 1:
            route.continue_()
        else:
            route.fulfill(status=429, headers={"Retry-After": "3"}, body="")

    visit.page.route("**/evaluate", busy_once)
    visit.paste(TEMPLATE)
    expect(visit.banner).to_contain_text("Paused for 3 s")
    visit.paste(POD)
    visit.page.clock.run_for(2999)
    expect(visit.banner).to_contain_text("Paused for 1 s")
    assert len(addresses) == 1
    visit.page.clock.run_for(1)
    visit.page.clock.resume()
    expect(visit.output).to_contain_text("web.example")
    expect(visit.banner).to_have_text("")
    assert len(addresses) == 2


def test_the_real_limit_pauses_the_page_and_lets_it_go_on(visit: Visit, settings: Settings) -> None:
    visit.excuse(r"status 429|console error: Failed to load resource.* 429")
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    settings.PREVIEWS_PER_MINUTE = 15  # another is allowed in four seconds, before which the page has to ask
    while not take("127.0.0.1", [(Limit("previews", 15, 60), 1)]):
        pass
    visit.field("COLOUR").fill("red")
    expect(visit.banner).to_contain_text(re.compile("Paused for [1-4] s"))
    expect(visit.output).to_contain_text("colour: red", timeout=30_000)
    expect(visit.banner).to_have_text("")


def test_a_slow_answer_shows_a_line_and_can_be_given_up(visit: Visit) -> None:
    routes: list[Route] = []
    visit.page.route("**/evaluate", lambda route: routes.append(route))
    visit.paste(POD)
    expect(visit.output).to_have_attribute("aria-busy", "true")
    cancel = visit.page.get_by_role("button", name="Still working. Cancel")
    cancel.click()
    expect(cancel).not_to_be_visible()
    expect(visit.output).not_to_have_attribute("aria-busy", "true")
    expect(visit.page.locator("#playground[data-outdated]")).to_be_attached()
    assert visit.text() == POD
    assert len(routes) == 1
    visit.page.unroute("**/evaluate")
    visit.page.keyboard.press("Control+Enter")
    expect(visit.output).to_contain_text("web.example")
    expect(visit.page.locator("#playground[data-outdated]")).not_to_be_attached()


@pytest.mark.smoke
def test_a_text_arrives_as_typed_escaped_or_if_it_is_long_in_parts(visit: Visit) -> None:
    odd = "a+b&c=d%41%0Ae é 漢 🙂 --x; \\"
    for comments, media in ((1, "application/x-www-form-urlencoded"), (6_000, "multipart/form-data")):
        text = (
            f"kind: ConfigMap\napiVersion: v1\nmetadata: {{name: odd}}\ndata:\n  odd: '{odd} {comments}'\n"
            + "# comment + é\n" * comments
        )
        with visit.page.expect_request("**/evaluate") as request:
            visit.paste(text)
        assert request.value.headers["content-type"].startswith(media)
        expect(visit.output).to_contain_text(f"{odd} {comments}")
        assert visit.text() == text
