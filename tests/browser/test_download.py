"""A download with wrong values asks once, and goes on when told to."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.texts import TEMPLATE
from tests.browser.visits import Visit


def ask(visit: Visit) -> None:
    visit.page.locator("#pane-output button.download").click()


def test_the_question_names_what_is_wrong_and_is_not_asked_twice(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_be_visible()
    ask(visit)
    dialog = visit.page.locator("dialog#download")
    expect(dialog).to_contain_text("NAME Application name is required.")
    dialog.get_by_role("button", name="Cancel").click()
    ask(visit)
    with visit.page.expect_download() as first:
        dialog.get_by_role("button", name="Download anyway").click()
    assert "name: ${NAME}" in Path(first.value.path()).read_text()
    expect(dialog).not_to_be_visible()
    with visit.page.expect_download():
        ask(visit)
    visit.field("NAME").fill("kiosk")
    expect(visit.row("NAME").locator(".error")).to_have_count(0)
    with visit.page.expect_download() as right:
        ask(visit)
    assert "name: kiosk" in Path(right.value.path()).read_text()


def test_without_scripts_the_page_asks(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False)
    bare.page.locator("#source").fill(TEMPLATE.replace("  value: shop\n", ""))
    ask(bare)
    expect(bare.page.locator(".asked")).to_contain_text("Application name is required.")
    with bare.page.expect_download() as download:
        bare.page.get_by_role("button", name="Download anyway").click()
    assert "name: ${NAME}" in Path(download.value.path()).read_text()
