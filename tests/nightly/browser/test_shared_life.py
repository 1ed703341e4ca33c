"""What three browsers, two tabs and a small screen show of one link."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.test_shared_life import SECOND, share_text, update
from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import PHONE, SMALL, TABLET, Visit, in_sight


def token(visit: Visit) -> str:
    """The token as the page shows it to its owner."""
    visit.go("/terminal")
    visit.page.get_by_role("button", name="Show the token").click()
    return visit.page.locator("#own-token").input_value()


def check_a_command_can_be_copied(visit: Visit, path: str) -> None:
    copy = visit.page.get_by_role("button", name="Copy: Apply the result").first
    copy.click()
    expect(visit.status).to_have_text("Copied.")
    expect(copy.locator("use")).to_have_attribute("href", re.compile("#check$"))
    expect(copy.locator("use")).to_have_attribute("href", re.compile("#copy$"))
    assert visit.clipboard() == f"kubectl apply -f {visit.site}{path}/processed.yaml"
    tops = "(row) => [...row.querySelectorAll('pre, button')].map((part) => part.offsetTop)"
    for row in visit.page.locator(".command").all():
        line, button = row.evaluate(tops)
        assert line == button


def test_the_life_of_a_link_in_three_browsers(open_visit: OpenVisit) -> None:
    owner = open_visit()
    path = share_text(owner)
    expect(owner.page.locator("#shared button.update")).not_to_be_visible()
    panes = owner.page.locator(".workbench")
    before = panes.bounding_box()
    owner.paste(SECOND)
    expect(owner.page.get_by_text("Changed since shared")).to_be_visible()
    assert panes.bounding_box() == before, "the panes move when the text is edited"
    owner.picture("changed since shared")
    owner.paste(POD)
    expect(owner.page.get_by_text("Changed since shared")).not_to_be_visible()
    update(owner, SECOND)
    assert owner.page.url == owner.site + path
    expect(owner.page.get_by_text("Changed since shared")).not_to_be_visible()

    stranger = open_visit(path)
    assert stranger.text() == SECOND
    assert stranger.page.locator("#shared button.update").count() == 0
    stranger.paste(f"{POD}# of a stranger\n")
    stranger.page.get_by_role("button", name="Save a copy").click()
    stranger.page.locator("#saved-link").wait_for()
    expect(stranger.page.locator("#shared")).to_contain_text("A copy of another link")
    stranger.go(f"{path}/details")
    assert stranger.page.get_by_text("Change it").count() == 0

    elsewhere = open_visit(path)
    elsewhere.go("/terminal").page.get_by_label("Token").fill(token(owner))
    elsewhere.follow(elsewhere.page.get_by_role("button", name="Open the workspace"))
    elsewhere.follow(elsewhere.page.get_by_role("link", name="Web", exact=True))
    elsewhere.alive()
    update(elsewhere, f"{POD}# from elsewhere\n")
    elsewhere.go(f"{path}/details")
    expect(elsewhere.page.locator(".rows li")).to_have_count(3)
    check_a_command_can_be_copied(elsewhere, path)
    elsewhere.page.get_by_role("button", name="Compare").click()
    expect(elsewhere.page.locator("#comparison ins")).to_have_text("+# from elsewhere")
    fold = elsewhere.page.locator("#comparison summary")
    expect(fold).to_have_text("… 14 unchanged lines")
    expect(fold.locator("xpath=..")).to_have_css("opacity", "1")

    owner.go("/terminal").page.get_by_text("Replace the token").click()
    owner.follow(owner.page.get_by_role("button", name="Replace it"))
    elsewhere.excuse("403")
    elsewhere.page.get_by_label("Title").fill("Taken")
    elsewhere.page.get_by_role("button", name="Rename").click()
    expect(elsewhere.page.get_by_role("heading", name="Not allowed")).to_be_visible()

    owner.go(f"{path}/details").page.locator("summary", has_text="Delete").click()
    owner.page.get_by_role("button", name="Delete it").click()
    expect(owner.page.get_by_role("status")).to_have_text(
        re.compile("“.+” is deleted: nobody can open its link any more.")
    )
    expect(owner.page.get_by_text("No shares yet.")).to_be_visible()
    stranger.excuse("410")
    stranger.go(path)
    expect(stranger.page.locator("main")).to_contain_text("was deleted by its author on")


def test_nothing_moves_on_a_small_screen_when_what_was_shared_is_edited(open_visit: OpenVisit) -> None:
    visit = open_visit(viewport=PHONE)
    path = share_text(visit, TEMPLATE)
    pane, changed = visit.page.locator("#pane-source"), visit.page.get_by_role("button", name="Update")
    for size in (SMALL, PHONE, TABLET):
        visit.page.set_viewport_size(size)
        before = pane.bounding_box()
        visit.source.press("x")
        expect(changed).to_be_visible()
        assert pane.bounding_box() == before, size
        visit.source.press("Backspace")
        expect(changed).not_to_be_visible()
    visit.page.set_viewport_size(SMALL)
    visit.page.keyboard.press("Control+s")
    in_sight(visit.page.locator("dialog#share"))
    for address in (path, f"{path}/details", "/shares", "/terminal", f"{path}/embed"):
        visit.go(address)
        assert visit.overflow() <= 0, address


def test_of_two_tabs_neither_loses_its_text(visit: Visit) -> None:
    path = share_text(visit)
    tab = Visit(visit.site, visit.context, visit.context.new_page()).go(path).alive()
    mine = f"{POD}# of the second tab\n"
    tab.paste(mine)
    expect(tab.page.get_by_text("Changed since shared")).to_be_visible()
    update(visit, f"{POD}# of the first tab\n")
    tab.page.reload()  # what was typed before does not overwrite what came meanwhile
    tab.alive()
    assert tab.text() == mine
    visit.excuse("409")
    tab.page.locator("#shared button.update").click()
    conflict = tab.page.locator(".conflict")
    expect(conflict).to_contain_text("Revision 2 was saved meanwhile")
    assert tab.text() == mine
    conflict.get_by_text("See changes").click()
    expect(conflict.locator("del")).to_have_text("-# of the first tab")
    expect(conflict.locator("ins")).to_have_text("+# of the second tab")
    tab.picture("conflict")
    tab.page.get_by_role("button", name="Save mine as revision 3").click()
    tab.page.locator("#saved-link").wait_for()
    expect(conflict).to_have_count(0)
    tab.page.reload()
    assert tab.alive().text() == mine
    assert tab.go(f"{path}/r/2").alive().text() == f"{POD}# of the first tab\n"
