"""The editor is loaded after the first paint, its search with the first focus; both work as if they always were."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.texts import TEMPLATE
from tests.browser.visits import Visit

SCRIPT = "**/search*.js"
EDITOR = "**/editor*.js"
HAS_RUN = "() => window.playgroundEditor.search"  # a response is here before its script has run
# Whether the page leaves Ctrl+F to the browser.
LEFT = """
() => document.querySelector(".cm-content").dispatchEvent(
  new KeyboardEvent("keydown", { key: "f", code: "KeyF", keyCode: 70, ctrlKey: true, bubbles: true, cancelable: true }))
"""


@pytest.mark.smoke
def test_the_search_is_fetched_with_the_first_focus_and_all_its_keys_work(visit: Visit) -> None:
    addresses: list[str] = []
    visit.page.on("request", lambda request: addresses.append(request.url))
    visit.go().alive()
    visit.page.wait_for_load_state("networkidle")
    assert [address for address in addresses if "/search" in address] == []
    with visit.page.expect_response(SCRIPT):
        visit.paste(TEMPLATE)
    visit.page.wait_for_function(HAS_RUN)
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.press("Control+Alt+g")
    visit.page.keyboard.type("3")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator(".cm-activeLine")).to_have_text(TEMPLATE.splitlines()[2])
    visit.page.keyboard.press("Control+d")
    assert visit.selection() in TEMPLATE.splitlines()[2]
    visit.page.keyboard.press("Control+f")
    expect(visit.page.locator(".cm-search input[name=search]")).to_be_focused()
    visit.page.keyboard.press("Escape")
    visit.page.locator(".cm-content").blur()
    visit.source.focus()
    assert len([address for address in addresses if "/search" in address]) == 1


def test_a_slow_search_opens_when_it_comes(visit: Visit) -> None:
    routes: list[Route] = []
    visit.page.route(SCRIPT, lambda route: routes.append(route))
    visit.go().alive()
    visit.paste(TEMPLATE)
    visit.source.focus()
    visit.page.keyboard.press("Control+f")
    expect(visit.page.locator(".cm-search")).to_have_count(0)
    visit.until_held(routes).continue_()
    expect(visit.page.locator(".cm-search input[name=search]")).to_be_focused()
    visit.page.keyboard.type("kind")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator(".cm-searchMatch-selected")).to_have_text("kind")
    assert visit.text() == TEMPLATE


def test_where_the_search_cannot_be_had_the_key_is_the_browsers_until_it_can(visit: Visit) -> None:
    visit.excuse("ERR_FAILED|search")
    visit.go().alive()
    visit.page.route(SCRIPT, lambda route: route.abort())
    with visit.page.expect_event("requestfailed"):
        visit.source.focus()
    visit.page.wait_for_function(LEFT)
    visit.page.unroute(SCRIPT)
    visit.page.locator(".cm-content").blur()
    with visit.page.expect_response(SCRIPT):
        visit.source.focus()
    visit.page.wait_for_function(HAS_RUN)
    visit.page.keyboard.press("Control+f")
    expect(visit.page.locator(".cm-search")).to_be_visible()


def test_a_search_that_was_changed_on_its_way_does_not_run(visit: Visit) -> None:
    visit.excuse("integrity")
    visit.go().alive()
    visit.page.route(SCRIPT, lambda route: route.fulfill(body="window.ran = 1", content_type="text/javascript"))
    with visit.page.expect_event("console"):
        visit.source.focus()
    assert visit.page.evaluate("() => window.ran ?? 0") == 0
    assert any("integrity" in line for line in visit.noise), visit.noise


def test_without_the_editor_s_script_the_plain_text_field_stays_until_it_is_asked_for_again(visit: Visit) -> None:
    visit.excuse("ERR_FAILED|editor")
    visit.page.route(EDITOR, lambda route: route.abort())
    visit.go()
    expect(visit.page.locator("#summary")).to_have_text(
        "The editor cannot be loaded. You can go on in the plain text field."
    )
    with visit.answer():
        visit.page.locator("#source").fill(TEMPLATE)
    visit.page.unroute(EDITOR)
    visit.page.locator("#plain-text").click()
    expect(visit.page.locator(".cm-content")).to_be_focused()
    assert visit.text() == TEMPLATE
