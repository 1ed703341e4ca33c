"""Drafts: text and values survive a reload and the way back; secrets and generated values are kept nowhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit

SECRET = "tell-nobody-4711"


def saved(visit: Visit, text: str) -> None:
    """Wait until the draft in the browser holds ``text``."""
    visit.page.wait_for_function("(text) => JSON.stringify({...sessionStorage}).includes(text)", arg=text)


def test_text_and_values_survive_a_reload_leaving_and_coming_back(visit: Visit) -> None:
    visit.paste(TEMPLATE + "# my words\n")
    visit.field("NAME").fill("kiosk")
    visit.field("SIZE").fill("")
    expect(visit.output).to_contain_text("name: kiosk")
    visit.source.focus()
    visit.page.keyboard.press("Control+End")
    visit.page.keyboard.type("# last words")  # just before the reload
    visit.page.reload()
    visit.alive()
    expect(visit.field("NAME")).to_have_value("kiosk")
    expect(visit.field("SIZE")).to_have_value("")
    expect(visit.field("COLOUR")).to_have_value("blue")
    expect(visit.output).to_contain_text("name: kiosk")
    assert visit.text() == TEMPLATE + "# my words\n# last words"
    expect(visit.page.locator("#notice")).to_contain_text("Restored from")

    # The draft of one address is not another one's, nor another tab's.
    visit.go("/?example=typed-parameters").alive()
    assert "kind: StatefulSet" in visit.text()
    assert "kiosk" not in visit.text()
    tab = visit.context.new_page()
    tab.goto(visit.site)
    expect(tab.locator("#source-fact")).to_have_text("Template, 1 object")
    tab.close()
    visit.page.go_back()
    visit.alive()
    expect(visit.output).to_contain_text("name: kiosk")
    assert visit.text() == TEMPLATE + "# my words\n# last words"

    visit.page.evaluate("(draft) => sessionStorage.setItem('draft:/', draft)", '{"source": "# mine", "values": []}')
    visit.page.evaluate("() => { Storage.prototype.setItem = () => {}; }")
    visit.page.reload()  # as if an earlier version of the page had kept the draft
    visit.alive()
    assert visit.text() == "# mine"

    visit.page.evaluate("(draft) => sessionStorage.setItem('draft:/', draft)", '{"source": "mine: [", "values": []}')
    visit.page.evaluate("() => { Storage.prototype.setItem = () => {}; }")
    visit.page.reload()
    expect(visit.output.locator(".unread")).to_be_visible()  # not the output of the page's own example


@pytest.mark.nightly
def test_a_restored_draft_can_be_discarded(visit: Visit) -> None:
    example = visit.text()
    visit.paste(POD)
    saved(visit, "web.example")
    visit.page.reload()
    visit.alive()
    visit.page.get_by_role("button", name="Discard").click()
    assert visit.text() == example
    expect(visit.output).to_contain_text("kind: Deployment")
    visit.page.reload()
    visit.alive()
    assert visit.text() == example


@pytest.mark.nightly
def test_the_offer_to_discard_goes_when_the_whole_text_is_replaced(visit: Visit) -> None:
    visit.paste(POD)
    saved(visit, "web.example")
    for editor in (".cm-content", "#source"):
        visit.page.reload()
        visit.alive()
        notice = visit.page.locator("#notice")
        expect(notice).to_contain_text("Restored from")
        if editor == "#source":
            visit.page.locator("#plain-text").click()
        visit.page.locator(editor).focus()
        visit.page.keyboard.press("Control+End")
        visit.page.keyboard.type("# more")
        expect(notice).to_contain_text("Restored from")
        visit.page.keyboard.press("Control+a")
        visit.page.keyboard.press("Control+v")
        expect(notice).to_be_empty()


def test_values_that_may_be_secret_are_not_kept_in_the_browser(visit: Visit) -> None:
    visit.paste(POD.replace("value: web.example", "value: $(DB_PASSWORD)") + "---\n" + TEMPLATE)
    visit.field("ADMIN_TOKEN").fill(SECRET)
    expect(visit.output).to_contain_text(f"token: {SECRET}")
    visit.row("ADMIN_TOKEN").get_by_role("button", name="Show ADMIN_TOKEN").click()
    visit.field("ADMIN_TOKEN").press("End")
    visit.field("ADMIN_TOKEN").press("x")
    expect(visit.output).to_contain_text(f"token: {SECRET}x")
    generated = visit.page.locator('[name="generated.PASSWORD"]').input_value()
    assert len(generated) == 20
    assumed = visit.page.locator('[name="assumed.DB_PASSWORD"]')
    assumed.fill(SECRET)
    assert assumed.evaluate("(field) => getComputedStyle(field).webkitTextSecurity") == "disc"
    visit.field("COLOUR").fill("green")
    saved(visit, "green")
    check_nothing_secret_is_kept(visit, generated)

    # Neither an expression of one's own nor a value in place of a generated one is kept.
    visit.unfold().row("PASSWORD").locator("summary", has_text="Expression").click()
    visit.row("PASSWORD").get_by_label("Generate from").fill(f"{SECRET}-expression")
    expect(visit.output).to_contain_text(f"password: {SECRET}-expression")
    visit.field("PASSWORD").fill(SECRET)
    expect(visit.output).to_contain_text(f"password: {SECRET}")
    visit.field("COLOUR").fill("yellow")
    saved(visit, "yellow")
    check_nothing_secret_is_kept(visit, generated)


def check_nothing_secret_is_kept(visit: Visit, generated: str) -> None:
    visit.page.evaluate("() => dispatchEvent(new Event('pagehide'))")
    assert SECRET not in visit.stored()
    assert generated not in visit.stored()
