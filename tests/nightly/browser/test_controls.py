"""What the browser tests look for does show where nothing guards against it: without that they would prove nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessibility import set_theme
from tests.browser.conftest import OpenVisit
from tests.browser.test_canary import places_of
from tests.browser.test_typing import Delay, out_of_order
from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit
from tests.nightly.browser.test_markup import FOUND

AFTER = 500  # milliseconds; a banner is there by then
# The page without what keeps an old answer away: it gives no request up, and does not ask whether something was typed.
CARELESS = """
AbortController.prototype.abort = () => {};
addEventListener("htmx:after:request", (event) => event.stopImmediatePropagation(), true);
"""
# The page without what stands between it and the network: htmx fetches by itself.
UNGUARDED = 'addEventListener("htmx:config:request", (event) => event.stopImmediatePropagation(), true);'
PLANTED = """
async (mark) => {
  localStorage.setItem("planted", mark);
  sessionStorage.setItem("planted", mark);
  await (await caches.open("planted")).put("/planted", new Response(mark));
  const database = await new Promise((done) => {
    const asked = indexedDB.open("planted");
    asked.onupgradeneeded = () => asked.result.createObjectStore("planted", { autoIncrement: true });
    asked.onsuccess = () => done(asked.result);
  });
  const store = database.transaction("planted", "readwrite").objectStore("planted");
  await new Promise((done) => (store.add(mark).onsuccess = done));
  database.close();
  document.cookie = `planted=${mark}`;
  history.replaceState({ mark }, "", `#${mark}`);
  window.name = mark;
}
"""


def test_colours_are_measured_when_they_have_come_to_rest(visit: Visit) -> None:
    fading = "() => document.getAnimations().filter((animation) => animation.transitionProperty === 'color').length"
    visit.page.evaluate("() => document.documentElement.style.setProperty('--fade', '60s')")
    visit.page.emulate_media(color_scheme="dark")
    assert visit.page.evaluate(fading) > 0
    set_theme(visit, "light")
    assert visit.page.evaluate(fading) == 0


def test_without_a_draft_a_reload_loses_what_was_typed(open_visit: OpenVisit) -> None:
    visit = open_visit()
    example = visit.text()
    visit.context.add_init_script("Storage.prototype.setItem = () => {};")
    visit.go().alive()
    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_have_value("shop")
    visit.page.reload()
    visit.alive()
    assert visit.text() == example


def test_a_page_that_takes_each_answer_shows_the_slower_one(open_visit: OpenVisit, delay: Delay) -> None:
    visit = open_visit()
    visit.context.add_init_script(CARELESS)
    visit.go().alive()
    visit.paste(TEMPLATE)
    expect(visit.field("NAME")).to_have_value("shop")
    out_of_order(visit, delay, 0)
    expect(visit.output).to_contain_text("name: slow-0")


def test_without_what_stands_between_them_the_network_s_failures_are_not_told(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.excuse("")
    visit.context.add_init_script(UNGUARDED)
    visit.go().alive()
    visit.page.route("**/evaluate", lambda route: route.abort("connectionrefused"))
    with visit.page.expect_event("requestfailed"):
        visit.paste(POD)
    visit.page.wait_for_timeout(AFTER)
    expect(visit.banner).not_to_be_visible()
    visit.page.unroute("**/evaluate")
    visit.page.route("**/evaluate", lambda route: route.fulfill(status=500, body="<h1>Sorry</h1>"))
    with visit.page.expect_response("**/evaluate"):
        visit.paste(TEMPLATE)
    visit.page.wait_for_timeout(AFTER)
    expect(visit.banner).not_to_be_visible()


def test_markup_that_runs_is_found(visit: Visit) -> None:
    visit.page.evaluate("() => { window.pwn = 1; }")
    visit.page.evaluate("() => document.body.append(document.createElement('object'), document.createElement('embed'))")
    assert visit.page.evaluate(FOUND) == [1, 2, 0, 0]


def test_a_mark_is_found_in_each_store_of_the_browser(open_visit: OpenVisit) -> None:
    """The control: a page that keeps it everywhere is found out."""
    mark = "Rotkehlchen1f3e5d"
    visit = open_visit()
    visit.page.evaluate(PLANTED, mark)
    stores = {"localStorage", "sessionStorage", "Cache Storage", "IndexedDB", "cookies", "all cookies", "history"}
    assert places_of(visit, mark) == stores | {"address", "name"}
