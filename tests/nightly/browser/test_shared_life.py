"""What three browsers see of one link, from the first save to the end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.test_shared_life import SECOND, share_text, update
from tests.browser.texts import POD
from tests.browser.visits import Visit


def token(visit: Visit) -> str:
    """The token as the page shows it to its owner."""
    visit.go("/terminal")
    visit.page.get_by_role("button", name="Show the token").click()
    return visit.page.locator("#own-token").input_value()


def check_a_command_can_be_copied(visit: Visit, path: str) -> None:
    copy = visit.page.get_by_role("button", name=re.compile("^Copy: Apply it"))
    copy.click()
    expect(visit.status).to_have_text("Copied.")
    expect(copy.locator("use")).to_have_attribute("href", re.compile("#check$"))
    expect(copy.locator("use")).to_have_attribute("href", re.compile("#copy$"))
    assert visit.clipboard() == f"kubectl apply -f {visit.site}{path}/processed.yaml"
    middles = "(row) => [...row.querySelectorAll('pre, button')].map((part) => part.offsetTop + part.offsetHeight / 2)"
    for row in visit.page.locator(".command").all():
        line, button = row.evaluate(middles)
        assert abs(line - button) <= 1


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
    stranger.follow(stranger.page.get_by_role("button", name="Save a copy"))
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
