"""A marked password that is typed, previewed and shared stays in no store of the browser and reaches no other page."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenVisit
from tests.browser.visits import Visit
from tests.hostile.canary import CANARY, TEMPLATE, hits

# All that a page can read of what its browser keeps for the site.
KEPT = """
async () => {
  const databases = [];
  for (const { name } of await indexedDB.databases()) {
    const asked = indexedDB.open(name);
    const database = await new Promise((done) => (asked.onsuccess = () => done(asked.result)));
    for (const store of database.objectStoreNames) {
      const asked = database.transaction(store).objectStore(store).getAll();
      databases.push(await new Promise((done) => (asked.onsuccess = () => done(asked.result))));
    }
    database.close();
  }
  const cached = [];
  for (const key of await caches.keys()) {
    const cache = await caches.open(key);
    for (const request of await cache.keys()) cached.push(request.url, await (await cache.match(request)).text());
  }
  return {
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    "Cache Storage": JSON.stringify(cached),
    IndexedDB: JSON.stringify(databases),
    cookies: document.cookie,
    history: JSON.stringify(history.state),
    address: location.href,
    referrer: document.referrer,
    name: window.name,
  };
}
"""
FOLLOW = """
(address) => {
  const link = Object.assign(document.createElement("a"), { href: address });
  document.body.append(link);
  link.click();
}
"""


def places_of(visit: Visit, mark: str = CANARY) -> set[str]:
    """Where the browser keeps ``mark``."""
    stores: dict[str, Any] = visit.page.evaluate(KEPT)
    stores["all cookies"] = str(visit.context.cookies())
    return {place for place, text in stores.items() if hits(text.encode(), mark)}


def follow(visit: Visit, address: str = "/limits") -> None:
    """Go where a link of the page leads, as a click on it does."""
    with visit.page.expect_navigation(url=re.compile(r"/limits$")):
        visit.page.evaluate(FOLLOW, address)


def test_a_secret_that_was_typed_is_left_in_no_store_of_the_browser(open_visit: OpenVisit) -> None:
    visit = open_visit()
    with visit.answer():
        visit.paste(TEMPLATE)
    visit.page.locator("#parameters summary", has_text="Generated values").click()
    with visit.answer():
        visit.field("DB_PASSWORD").fill(CANARY)
    with visit.answer():
        visit.choose("view", "environment")
    assert hits(visit.page.content().encode()) or visit.field("DB_PASSWORD").input_value() == CANARY
    with visit.answer():
        visit.paste(f"{TEMPLATE}\n]")  # what was typed is kept by the form, for a text that can be read again
    visit.page.wait_for_function(r"() => Object.values(sessionStorage).some((draft) => draft.includes('\n]'))")
    assert places_of(visit) == set()
    with visit.answer():
        visit.paste(TEMPLATE)
    expect(visit.field("DB_PASSWORD")).to_have_value(CANARY)
    visit.share()
    assert places_of(visit) == set()
    follow(visit)
    assert places_of(visit) == set()
    visit.page.go_back()
    visit.page.locator("#playground").wait_for()
    expect(visit.field("DB_PASSWORD")).not_to_have_value(CANARY)
    assert not hits(visit.page.content().encode())
    assert places_of(visit) == set()


def test_a_link_that_holds_a_secret_is_told_to_no_other_site(open_visit: OpenVisit) -> None:
    visit = open_visit(f"/?param.DB_PASSWORD={CANARY}")
    visit.excuse(r"^elsewhere: https://elsewhere\.example/limits$")
    headers: list[str] = []

    def answer(route: Route) -> None:
        headers.append(str(route.request.all_headers()))
        route.fulfill(status=200, body="<title>elsewhere</title>", content_type="text/html")

    visit.page.route("https://elsewhere.example/limits", answer)
    follow(visit, "https://elsewhere.example/limits")
    assert len(headers) == 1
    assert not hits(headers[0].encode())
    assert visit.page.evaluate("() => document.referrer") == ""
