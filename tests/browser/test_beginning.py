"""What the page says of itself, and where a new text begins."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from playground.pages.playground.cluster_commands import CLUSTER_COMMANDS
from tests.browser.texts import POD
from tests.browser.visits import Visit

TAGLINE = "See what your Kubernetes pod or OpenShift Template really becomes."


def test_the_page_says_what_it_is_and_a_new_one_offers_four_beginnings(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/static/editor*.js", lambda route: held.append(route), times=1)
    visit.page.goto(visit.site, wait_until="commit")
    visit.until_held(held)
    visit.page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    expect(visit.output).to_contain_text("kind: Deployment")
    expect(visit.page.locator("textarea#source")).to_be_visible()
    held[0].continue_()  # text and output need no editor
    expect(visit.source).to_be_visible()
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
    expect(visit.output.get_by_text("Open files")).to_be_visible()
    expect(visit.page.locator(".cm-placeholder")).to_have_text("Paste a Pod or Template, or drop files")
    visit.picture("new page")
    visit.output.get_by_role("button", name="the keys of the Secrets").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == CLUSTER_COMMANDS[1].line
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", POD)
    visit.output.get_by_role("link", name="Paste").click()
    expect(visit.page.locator("#source-fact")).to_have_text("Pod")
    assert visit.text() == POD
    expect(visit.page.get_by_label("Dialect:").locator("option:checked")).to_have_text("automatic")
    title, stored = visit.page.locator("#title"), visit.page.locator("#share fieldset.terms label:visible")
    expect(title).to_have_attribute("placeholder", "web")
    expect(visit.page).to_have_title("web – Template Playground")
    visit.page.keyboard.press("Control+s")
    expect(visit.page.locator("#share-title")).to_have_attribute("placeholder", "web")
    expect(stored).to_have_count(0)  # neither values of Parameters nor assumed ones
    visit.page.keyboard.press("Escape")

    visit.paste(POD.replace("$(HOST)", "$(ELSEWHERE)"))
    assumed = visit.page.locator('[name="assumed.ELSEWHERE"]')
    assumed.fill("of-the-former-text")
    expect(visit.output).to_contain_text("http://of-the-former-text")
    visit.page.keyboard.press("Control+s")
    expect(stored).to_have_text(["the assumed environment"])
    visit.page.keyboard.press("Escape")
    visit.page.get_by_role("link", name="New").click()  # here, a step that can be undone
    expect(visit.output.locator("ul.cards a")).to_have_count(3)
    expect(title).to_have_attribute("placeholder", "Untitled")
    visit.source.focus()
    visit.page.keyboard.press("Control+z")
    expect(visit.output).to_contain_text("http://of-the-former-text")
    expect(assumed).to_have_value("of-the-former-text")
    expect(visit.page.locator("#notice")).to_be_empty()
    visit.page.get_by_role("link", name="New").click()
    expect(visit.output.locator("ul.cards a")).to_have_count(3)
    visit.page.get_by_role("button", name="Restore").click()  # a phone has no key to undo with
    expect(visit.output).to_contain_text("http://of-the-former-text")
    expect(assumed).to_have_value("of-the-former-text")
    visit.page.get_by_role("link", name="New").click()
    expect(visit.output.locator("ul.cards a")).to_have_count(3)
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", POD)
    visit.page.keyboard.press("Control+v")  # with the focus on the link
    expect(visit.page.locator("#source-fact")).to_have_text("Pod")
    assert visit.text() == POD
    assert visit.page.locator('[name="assumed.ELSEWHERE"]').count() == 0

    visit.go("/").follow(visit.page.get_by_role("link", name="New"))
    visit.alive()
    assert visit.text() == ""
    visit.page.get_by_role("button", name="Restore").click()
    expect(visit.page.locator("#source-fact")).to_have_text("Pod")
    assert visit.text() == POD
