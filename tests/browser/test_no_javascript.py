"""Without JavaScript the page is a form with a button, and everything still works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit


@pytest.fixture
def bare(open_visit: OpenVisit) -> Visit:
    """A first visit with a browser that runs no scripts."""
    return open_visit(java_script_enabled=False)


def expand(visit: Visit) -> None:
    visit.follow(visit.page.locator("button.expand"))


def area(visit: Visit) -> str:
    return visit.page.locator("#source").input_value()


def test_a_text_is_expanded(bare: Visit) -> None:
    bare.page.locator("#source").fill(POD)
    expand(bare)
    expect(bare.output).to_contain_text("value: web.example")
    expect(bare.issues.first).to_contain_text("PUBLIC_URL")
    assert area(bare) == POD


def test_nothing_is_offered_that_needs_scripts(bare: Visit) -> None:
    bare.page.locator("#source").fill(TEMPLATE)
    expand(bare)
    for button in bare.page.locator("button[type=button]:not([popovertarget])").all():
        assert not button.is_visible(), button.inner_html()


def test_the_environment_leads_to_the_source(bare: Visit) -> None:
    bare.page.locator("#source").fill(POD)
    bare.choose("view", "environment")
    expand(bare)
    expect(bare.issues.first).to_be_visible()
    for button in bare.page.locator("button[type=button]:not([popovertarget])").all():
        assert not button.is_visible(), button.inner_html()
    bare.page.locator(".variables .place").first.press("Enter")
    expect(bare.page).to_have_url(re.compile("#source$"))


def test_a_form_is_filled_in_and_a_generated_value_stays(bare: Visit) -> None:
    bare.page.locator("#source").fill(TEMPLATE)
    expand(bare)
    generated = bare.page.locator('[name="generated.PASSWORD"]').input_value()
    bare.field("NAME").fill("kiosk")
    bare.field("NAME").press("Enter")
    expect(bare.output).to_contain_text("name: kiosk")
    expect(bare.output).to_contain_text(f"password: {generated}")
    expect(bare.field("NAME")).to_have_value("kiosk")
    bare.row("PASSWORD").get_by_role("button", name="Regenerate").click()
    expect(bare.output).to_contain_text("name: kiosk")
    expect(bare.output).not_to_contain_text(generated)


def test_an_error_is_mended_by_its_button(bare: Visit) -> None:
    before = area(bare)
    bare.issues.filter(has_text="PUBLIC_URL").locator("button.fix").click()
    expect(bare.output).to_contain_text("value: http://shop.example:8080/")
    expect(bare.page.locator("#issues")).not_to_contain_text("ENV502")
    assert sorted(area(bare).splitlines()) == sorted(before.splitlines())


def test_an_error_is_mended_by_hand(bare: Visit) -> None:
    bare.page.locator("#source").fill(POD.replace("kind: Pod", "kind Pod"))
    expand(bare)
    expect(bare.issues.first).to_contain_text("Error")
    expect(bare.output).to_contain_text("the text cannot be read")
    bare.page.locator("#source").fill(POD)
    expand(bare)
    expect(bare.output).to_contain_text("value: web.example")


def test_values_survive_a_text_that_cannot_be_read(bare: Visit) -> None:
    bare.page.locator("#source").fill(TEMPLATE)
    expand(bare)
    generated = bare.page.locator('[name="generated.PASSWORD"]').input_value()
    bare.field("NAME").fill("kiosk")
    bare.page.locator("#source").fill(TEMPLATE + "a: [\n")
    expand(bare)
    bare.page.locator("#source").fill(TEMPLATE)
    expand(bare)
    expect(bare.field("NAME")).to_have_value("kiosk")
    assert bare.page.locator('[name="generated.PASSWORD"]').input_value() == generated


def test_a_text_is_shared_and_opened(bare: Visit) -> None:
    bare.page.locator("#source").fill(TEMPLATE)
    expand(bare)
    bare.field("NAME").fill("kiosk")
    bare.page.locator("button.share").click()
    bare.page.locator(".asked.sharing button.primary").click()
    expect(bare.page).to_have_url(re.compile(r"/s/[A-Za-z0-9_-]{22}$"))
    expect(bare.page.locator("#share-link")).to_be_visible()
    expect(bare.output).to_contain_text("name: kiosk")
    assert area(bare) == TEMPLATE


def test_views_syntaxes_and_dialects_are_chosen(bare: Visit) -> None:
    bare.page.locator("#source").fill(POD)
    bare.choose("view", "environment")
    expand(bare)
    expect(bare.output.locator("table.variables").first).to_contain_text("web.example")
    bare.choose("view", "expanded")
    bare.choose("syntax", "json")
    expand(bare)
    expect(bare.output).to_contain_text('"kind": "Pod"')


def test_output_is_downloaded(bare: Visit) -> None:
    bare.page.locator("#source").fill(POD)
    with bare.page.expect_download() as download:
        bare.page.locator("#pane-output button.download").click()
    assert "value: web.example" in Path(download.value.path()).read_text()


def test_help_and_examples_are_links(bare: Visit) -> None:
    bare.page.locator("header a.help").click()
    expect(bare.page.locator("h1")).to_have_text("Rules")
    bare.go()
    bare.page.locator("details.menu.examples summary").click()
    bare.page.locator("details.menu.examples li a").nth(1).click()
    expect(bare.page.locator("#source-fact")).to_have_text("2 objects")


@pytest.mark.parametrize("width", [320, 1440])
def test_the_page_has_its_looks_and_no_sideways_scroll(open_visit: OpenVisit, width: int) -> None:
    visit = open_visit(java_script_enabled=False, viewport={"width": width, "height": 900})
    visit.page.locator("#source").fill(TEMPLATE)
    expand(visit)
    assert visit.overflow() == 0
    visit.picture(f"no javascript {width}")
