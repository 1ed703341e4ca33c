"""A link opens the same page for someone else, without any secret."""

from __future__ import annotations

import re

import pytest
from django.core import serializers
from playwright.sync_api import expect

from playground.storage.models import Revision, Share
from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import DESKTOP, PHONE, SMALL, TABLET, Visit, in_sight

LINK = re.compile(r"/s/([A-Za-z0-9_-]{22})$")
SECRET = "tell-nobody-4711"


def share(visit: Visit) -> str:
    """Share; the path of the link."""
    visit.share()
    expect(visit.page).to_have_url(LINK)
    return visit.page.url.removeprefix(visit.site)


SEEN = """() => JSON.stringify([
  new FormData(document.querySelector("#playground")).get("source"), document.querySelector("#output").textContent,
  getSelection().anchorOffset, document.querySelector(".cm-scroller").scrollTop,
  ...[...document.querySelectorAll("#parameters input")].map((field) => field.value),
])"""


def seen(visit: Visit) -> str:
    """What the author sees, as JSON: text, output, caret, scroll and secrets."""
    return str(visit.page.evaluate(SEEN))


def until_seen(visit: Visit, before: str) -> None:
    """Wait until the author sees the same as ``before``; the editor restores its caret after it gets the focus."""
    visit.page.wait_for_function(f"(before) => ({SEEN})() === before", arg=before)


def test_sharing_changes_nothing_but_the_address(visit: Visit) -> None:
    page = visit.page
    visit.paste(TEMPLATE + "# line\n" * 80)
    visit.field("ADMIN_TOKEN").fill(SECRET)
    expect(visit.output).to_contain_text(SECRET)
    visit.source.focus()
    page.keyboard.press("Control+End")
    with visit.answer():
        page.keyboard.insert_text("# ab")  # one edit, one answer
    before, saved = seen(visit), page.locator("#saved")
    page.keyboard.press("Control+s")
    assert visit.focused("#share button.primary")
    page.keyboard.press("Enter")
    expect(saved.get_by_role("heading", name="Link copied")).to_be_visible()
    expect(page).to_have_url(LINK)
    assert visit.clipboard() == page.url
    assert visit.focused("#saved-link")
    assert (
        page.evaluate(
            "() => { const f = document.activeElement; return f.value.slice(f.selectionStart, f.selectionEnd); }"
        )
        == page.url
    )
    expect(saved).to_contain_text("Left out: PASSWORD, ADMIN_TOKEN.")
    expect(page).to_have_title("shop – Template Playground")  # the Template's name
    expect(page.locator("#title")).to_have_attribute("placeholder", "shop")
    in_sight(saved)
    visit.picture("shared in place")
    saved.get_by_label("Title").fill("Shop")
    saved.get_by_label("Title").press("Enter")
    expect(saved).to_contain_text("The title is saved.")
    saved.get_by_label("Expires").select_option("never")
    expect(saved).to_contain_text("The link does not expire.")
    expect(page.locator("#title")).to_have_value("Shop")
    page.keyboard.press("Escape")
    assert visit.focused(".cm-content")
    page.locator("#title").fill("")
    visit.source.focus()
    until_seen(visit, before)
    expect(page).to_have_title("shop – Template Playground")
    page.locator("#title").fill("Shop")
    visit.source.focus()
    expect(page.get_by_text("Changed since shared")).not_to_be_visible()

    # Again: the same link, with a second revision; the text can still be undone.
    page.keyboard.type("c")
    expect(page.get_by_text("Changed since shared")).to_be_visible()
    address = page.url
    page.locator("button.share").click()
    expect(saved).to_contain_text("it now shows revision 2")
    assert page.url == address
    assert saved.get_by_label("Expires").input_value() == "never"
    saved.get_by_role("button", name="New link").click()
    expect(page).not_to_have_url(address)
    expect(saved.get_by_label("Link")).to_have_value(page.url)
    page.keyboard.press("Escape")
    visit.source.focus()
    page.keyboard.press("Control+z")  # what was typed after the first press of Share
    page.keyboard.press("Control+z")
    assert visit.text().endswith("# line\n")
    assert Revision.objects.count() == 3
    page.go_back()
    expect(page).to_have_url(address)
    assert visit.alive().text().endswith("# abc")


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
    assert visit.page.locator('[name="generated.PASSWORD"]').input_value() == generated
    visit.page.reload()
    visit.alive()
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

    # The bar speaks to who reads it, on a phone in one line.
    for page, words, sentence in (
        (visit, "Your link.", "Anyone with your link can read this text."),
        (reader, "A shared text.", "You are reading a shared text. What you change stays in this browser."),
    ):
        bar = page.page.locator("#shared")
        expect(bar.locator(".told")).to_contain_text(sentence, use_inner_text=True)
        for size in (PHONE, SMALL):
            page.page.set_viewport_size(size)
            expect(bar.locator(".told")).to_have_text(words, use_inner_text=True)
            assert bar.evaluate("(bar) => bar.offsetHeight") <= 48, size
            assert page.overflow() == 0
        page.page.set_viewport_size(TABLET)  # also with the buttons for a change, which take the place of the sentence
        assert bar.evaluate("(bar) => bar.offsetHeight") <= 48
        page.page.set_viewport_size(DESKTOP)

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


@pytest.mark.nightly
def test_after_an_edit_a_new_share_leaves_the_old_one_as_it_was(visit: Visit, open_visit: OpenVisit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    first = share(visit)
    visit.field("COLOUR").fill("red")
    expect(visit.output).to_contain_text("colour: red")
    visit.page.keyboard.press("Control+s")
    visit.page.get_by_role("button", name="Share as a new link").last.click()
    expect(visit.page).not_to_have_url(visit.site + first)
    second = visit.page.url.removeprefix(visit.site)
    reader = open_visit(first)
    expect(reader.field("COLOUR")).to_have_value("blue")
    expect(reader.go(second).alive().field("COLOUR")).to_have_value("red")
    reader.field("COLOUR").fill("green")
    expect(reader.output).to_contain_text("colour: green")
    visit.go("/shares").page.get_by_role("button", name=re.compile("Copy the link")).last.click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == visit.site + first


def test_the_dialog_stores_nothing_before_its_button_is_pressed(visit: Visit) -> None:
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
        assert visit.focused("#share button.primary")
        if way_out == "Escape":
            visit.page.keyboard.press(way_out)
        else:
            dialog.get_by_role("button", name=way_out).click()
        expect(dialog).not_to_be_visible()
        assert visit.focused(".cm-content")
    assert Share.objects.count() == 0


def test_a_share_that_fails_says_so_below_the_panes_and_can_be_tried_again(visit: Visit) -> None:
    visit.excuse("ERR_FAILED")
    visit.page.route("**/share", lambda route: route.abort())
    visit.page.locator("button.share").click()
    expect(visit.banner).to_contain_text("Could not reach the server, so nothing was stored.")
    panes, banner = visit.page.locator(".workbench").bounding_box(), visit.banner.bounding_box()
    assert panes
    assert banner
    assert banner["y"] >= panes["y"] + panes["height"], "the banner covers what is beneath it"
    in_sight(visit.banner)
    visit.page.unroute("**/share")
    visit.banner.get_by_role("button", name="Try again").click()
    expect(visit.page.locator("#saved")).to_be_visible()
    expect(visit.banner).to_have_text("")


def test_the_text_on_the_page_is_compared_with_its_link(visit: Visit) -> None:
    visit.paste(POD)
    visit.share()
    visit.paste(POD.replace("name: web", "name: shop"))
    with visit.context.expect_page() as opened:
        visit.page.get_by_role("button", name="Compare").click()
    page = opened.value
    texts = page.get_by_role("region", name="Changes of the text")
    expect(texts.locator("ins")).to_contain_text(["name: shop"])
    expect(page.get_by_role("region", name="Changes of the output").locator("del")).to_contain_text(["name: web"])
    page.set_viewport_size(SMALL)
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") == 0
