"""A link opens the same page for someone else, without any secret."""

from __future__ import annotations

import json
import re
import urllib.request

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


def test_what_is_shared_opens_the_same_in_a_fresh_browser(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.paste(TEMPLATE + "# ä 😀\n")
    visit.field("NAME").fill("kiosk")
    visit.field("SIZE").fill("")
    visit.page.locator("#title").fill("My shop")
    expect(visit.output).to_contain_text("name: kiosk")
    path = share(visit)
    other = open_visit(path)
    for one in (visit, other):
        assert one.text() == TEMPLATE + "# ä 😀\n"
        expect(one.field("NAME")).to_have_value("kiosk")
        expect(one.field("SIZE")).to_have_value("")
        expect(one.field("COLOUR")).to_have_value("blue")
        expect(one.page.locator("#title")).to_have_value("My shop")
        expect(one.output).to_contain_text("name: kiosk")
        expect(one.output).to_contain_text('size: ""')
        expect(one.page).to_have_title(re.compile("My shop"))
    other.field("NAME").fill("stand")
    expect(other.output).to_contain_text("name: stand")
    assert Revision.objects.get().values == {"NAME": "kiosk", "SIZE": ""}


def test_secret_and_generated_values_are_neither_stored_nor_shown_to_others(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.paste(TEMPLATE)
    visit.field("COLOUR").fill("green")
    visit.field("ADMIN_TOKEN").fill(SECRET)
    expect(visit.output).to_contain_text(f"token: {SECRET}")
    expect(visit.output).to_contain_text("colour: green")
    generated = visit.page.locator('[name="generated.PASSWORD"]').input_value()
    path = share(visit)
    stored = serializers.serialize("json", [*Share.objects.all(), *Revision.objects.all()])
    assert json.loads(stored)[1]["fields"]["values"] == {"COLOUR": "green"}
    page = open_visit(path).page.content()
    for text in (stored, page):
        assert SECRET not in text
        assert generated not in text


def test_the_raw_text_is_text_and_nothing_else(open_visit: OpenVisit) -> None:
    visit = open_visit()
    text = "# <script>alert(1)</script> ä\n" + TEMPLATE
    visit.paste(text)
    expect(visit.output).to_contain_text("colour: blue")
    path = share(visit)
    with urllib.request.urlopen(f"{visit.site}{path}/raw", timeout=60) as answer:
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "noindex" in answer.headers["X-Robots-Tag"]
        assert answer.read().decode() == text
    visit.page.get_by_role("link", name="Raw text").click()
    expect(visit.page.locator("body")).to_contain_text("<script>alert(1)</script>")
    assert visit.page.locator("script").count() == 0


def test_the_link_can_be_copied(visit: Visit) -> None:
    path = share(visit)
    visit.page.get_by_role("button", name="Copy link").click()
    expect(visit.status).to_have_text("Copied.")
    assert visit.clipboard() == visit.site + path


def test_a_shared_page_is_not_listed(visit: Visit) -> None:
    share(visit)
    expect(visit.page.locator('meta[name="robots"]')).to_have_attribute("content", re.compile("noindex"))


def test_after_an_edit_a_new_share_leaves_the_old_one_as_it_was(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    first = share(visit)
    visit.field("COLOUR").fill("red")
    expect(visit.output).to_contain_text("colour: red")
    second = share(visit)
    assert second != first
    expect(open_visit(first).field("COLOUR")).to_have_value("blue")
    expect(open_visit(second).field("COLOUR")).to_have_value("red")


def test_a_broken_text_can_be_shared_too(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.paste("a: [\n")
    expect(visit.stale).to_be_visible()
    path = share(visit)
    other = open_visit(path)
    assert other.text() == "a: [\n"
    expect(other.issues.first).to_contain_text("Error")
    expect(other.output).to_contain_text("the text cannot be read")


def test_a_wrong_link_says_so(visit: Visit) -> None:
    visit.excuse(r"status 404|console error: Failed to load resource.* 404")
    visit.go("/s/AAAAAAAAAAAAAAAAAAAAAA")
    expect(visit.page.locator("h1")).to_have_text("Nothing here")


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
        expect(dialog).to_contain_text("Anyone with the link can read this. Nothing is listed or indexed.")
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


def test_the_sender_is_told_what_was_left_out_and_greeted_with_no_problem(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.paste(TEMPLATE.replace("displayName: Token", "displayName: Token\n  required: true"))
    visit.field("ADMIN_TOKEN").fill(SECRET)
    expect(visit.output).to_contain_text(f"token: {SECRET}")
    path = share(visit)
    for _ in range(2):
        expect(visit.page.locator(".shared")).to_contain_text("Left out: PASSWORD, ADMIN_TOKEN.")
        expect(visit.row("ADMIN_TOKEN")).to_contain_text("required")
        assert visit.page.get_by_text("There is a problem").count() == 0
        visit.page.reload()
    other = open_visit(path)
    assert other.page.locator(".shared").get_by_text("Left out").count() == 0
    assert other.page.get_by_text("There is a problem").count() == 0
