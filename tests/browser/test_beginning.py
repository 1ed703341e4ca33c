"""What the page says of itself, and where a new text begins."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.texts import POD
from tests.browser.visits import Visit

TAGLINE = "See what your Kubernetes pod or OpenShift Template really becomes."


def test_the_page_says_what_it_is_and_a_new_one_offers_three_beginnings(visit: Visit) -> None:
    expect(visit.page.locator("header").get_by_text(TAGLINE)).to_be_visible()
    expect(visit.page.get_by_label("Dialect:")).to_contain_text("automatic (OpenShift)")
    expect(visit.page.get_by_label("Version of Kubernetes").locator("option:checked")).to_have_text("Kubernetes 1.36")
    expect(visit.page.locator("#stage option")).to_have_text(["What the container gets", "What oc process prints"])
    without_words = """() => [...document.querySelectorAll("button, summary, a, label.button")].filter((control) =>
      control.querySelector(".icon") && control.checkVisibility() && !control.title && !control.innerText.trim())"""
    assert visit.page.evaluate(f"({without_words})().map((control) => control.outerHTML)") == []
    visit.page.get_by_role("link", name="Help").click()
    first = visit.page.locator("dialog#help p").first
    expect(first).to_have_text(
        "${X} is filled in by the form. $(X) is filled in by Kubernetes, when a container starts."
    )
    visit.page.keyboard.press("Escape")

    visit.follow(visit.page.get_by_role("link", name="New"))
    visit.alive()
    assert visit.text() == ""
    expect(visit.issues).to_have_count(0)
    expect(visit.output.locator("ul.cards a")).to_have_count(3)
    expect(visit.output.get_by_text("Open a file")).to_be_visible()
    visit.picture("new page")
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", POD)
    visit.output.get_by_role("link", name="Paste").click()
    expect(visit.page.locator("#source-fact")).to_have_text("Pod")
    assert visit.text() == POD
    expect(visit.page.get_by_label("Dialect:").locator("option:checked")).to_have_text("automatic")

    visit.page.get_by_role("link", name="New").click()  # here, a step that can be undone
    expect(visit.output.locator("ul.cards a")).to_have_count(3)
    visit.source.focus()
    visit.page.keyboard.press("Control+z")
    expect(visit.page.locator("#source-fact")).to_have_text("Pod")
