"""A link opens the same page for someone else, without any secret."""

from __future__ import annotations

import re

from django.core import serializers
from playwright.sync_api import expect

from playground.storage.models import Revision, Share
from tests.browser.conftest import OpenVisit
from tests.browser.texts import TEMPLATE
from tests.browser.visits import Visit

LINK = re.compile(r"/s/([A-Za-z0-9_-]{22})$")
SECRET = "tell-nobody-4711"


def share(visit: Visit) -> str:
    """Share; the path of the link."""
    before = visit.page.url
    visit.page.locator("button.share").click()
    with visit.page.expect_navigation():
        visit.page.locator("dialog#share button.primary").click()
    expect(visit.page).to_have_url(LINK)
    assert visit.page.url != before
    visit.page.locator("#share-link").wait_for()
    return visit.page.url.removeprefix(visit.site)


def test_what_is_shared_opens_the_same_in_a_fresh_browser_without_secrets(visit: Visit, open_visit: OpenVisit) -> None:
    text = (
        TEMPLATE.replace("displayName: Token", "displayName: Token\n  required: true") + "# <script>1</script> ä 😀\n"
    )
    visit.paste(text)
    visit.field("NAME").fill("kiosk")
    visit.field("SIZE").fill("")
    visit.field("ADMIN_TOKEN").fill(SECRET)
    visit.page.locator("#title").fill("My shop")
    expect(visit.output).to_contain_text(f"token: {SECRET}")
    expect(visit.output).to_contain_text("name: kiosk")
    generated = visit.page.locator('[name="generated.PASSWORD"]').input_value()
    path = share(visit)
    reader = open_visit(path)
    for page in (visit, reader):
        assert page.text() == text
        expect(page.field("NAME")).to_have_value("kiosk")
        expect(page.field("SIZE")).to_have_value("")
        expect(page.field("COLOUR")).to_have_value("blue")
        expect(page.page.locator("#title")).to_have_value("My shop")
        expect(page.output).to_contain_text("name: kiosk")
        expect(page.output).to_contain_text('size: ""')
        expect(page.page).to_have_title(re.compile("My shop"))
        expect(page.page.locator('meta[name="robots"]')).to_have_attribute("content", re.compile("noindex"))
        assert page.page.get_by_text("There is a problem").count() == 0
    assert Revision.objects.get().values == {"NAME": "kiosk", "SIZE": ""}
    for content in (
        serializers.serialize("json", [*Share.objects.all(), *Revision.objects.all()]),
        reader.page.content(),
    ):
        assert SECRET not in content
        assert generated not in content

    # The sender, and nobody else, reads what was left out, also after a reload.
    assert reader.page.locator(".shared").get_by_text("Left out").count() == 0
    for _ in range(2):
        expect(visit.page.locator(".shared")).to_contain_text("Left out: PASSWORD, ADMIN_TOKEN.")
        expect(visit.row("ADMIN_TOKEN")).to_contain_text("required")
        visit.page.reload()
        visit.alive()
    visit.page.get_by_role("button", name="Copy link").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == visit.site + path
    reader.page.get_by_role("link", name="Raw text").click()
    expect(reader.page.locator("body")).to_contain_text("<script>1</script>")
    assert reader.page.locator("script").count() == 0


def test_after_an_edit_a_new_share_leaves_the_old_one_as_it_was(visit: Visit, open_visit: OpenVisit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    first = share(visit)
    visit.field("COLOUR").fill("red")
    expect(visit.output).to_contain_text("colour: red")
    second = share(visit)
    assert second != first
    reader = open_visit(first)
    expect(reader.field("COLOUR")).to_have_value("blue")
    expect(reader.go(second).alive().field("COLOUR")).to_have_value("red")
    reader.field("COLOUR").fill("green")
    expect(reader.output).to_contain_text("colour: green")


def test_nothing_is_stored_before_share_is_pressed_in_the_dialog(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.page.locator("#title").fill("Shop")
    visit.field("ADMIN_TOKEN").fill(SECRET)
    dialog = visit.page.locator("dialog#share")
    expect(visit.page.locator("#share-contents")).to_contain_text("Left out: PASSWORD, ADMIN_TOKEN.")
    visit.source.focus()
    for way_out in ("Escape", "Cancel"):
        visit.page.keyboard.press("Control+s")
        visit.page.keyboard.press("Control+s")  # once more does nothing more
        expect(dialog).to_contain_text(
            "Anyone with the link can read this. No public list or search engine has the link."
        )
        expect(dialog.get_by_label("Title")).to_have_value("Shop")
        assert visit.focused("#share-heading")
        if way_out == "Escape":
            visit.page.keyboard.press(way_out)
        else:
            dialog.get_by_role("button", name=way_out).click()
        expect(dialog).not_to_be_visible()
        assert visit.focused(".cm-content")
    visit.page.locator("button.share").press("Enter")
    expect(dialog).to_be_visible()
    visit.page.keyboard.press("Escape")
    assert visit.focused("button.share")
    assert Share.objects.count() == 0
