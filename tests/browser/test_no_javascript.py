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


def check_no_scripted_button_is_offered(visit: Visit) -> None:
    for button in visit.page.locator("button[type=button]:not([popovertarget])").all():
        assert not button.is_visible(), button.inner_html()


def test_a_pod_is_expanded_mended_viewed_and_downloaded(bare: Visit) -> None:
    example = area(bare)
    bare.issues.filter(has_text="PUBLIC_URL").locator("button.fix").click()
    expect(bare.output).to_contain_text("value: http://shop.example:8080/")
    expect(bare.page.locator("#issues")).not_to_contain_text("ENV502")
    assert sorted(area(bare).splitlines()) == sorted(example.splitlines())

    bare.page.locator("#source").fill(POD.replace("kind: Pod", "kind Pod"))
    expand(bare)
    expect(bare.issues.first).to_contain_text("Error")
    expect(bare.output).to_contain_text("This YAML cannot be read.")
    bare.page.locator("#source").fill(POD)
    bare.choose("view", "environment")
    expand(bare)
    expect(bare.output.locator("table.variables").first).to_contain_text("web.example")
    expect(bare.issues.first).to_contain_text("PUBLIC_URL")
    assert area(bare) == POD
    check_no_scripted_button_is_offered(bare)
    bare.page.locator(".variables .place").first.press("Enter")
    expect(bare.page).to_have_url(re.compile("#source$"))

    bare.choose("view", "expanded")
    bare.choose("syntax", "json")
    expand(bare)
    expect(bare.output).to_contain_text('"kind": "Pod"')
    bare.follow(bare.page.get_by_role("button", name="Use it"))
    with bare.page.expect_download() as download:
        bare.page.get_by_role("button", name="Download web.json").click()
    assert '"value": "web.example"' in Path(download.value.path()).read_text()


def test_a_form_is_filled_in_and_its_values_survive_a_text_that_cannot_be_read(bare: Visit) -> None:
    bare.page.locator("#source").fill(TEMPLATE)
    expand(bare)
    check_no_scripted_button_is_offered(bare)
    for width in (320, 1440):
        bare.page.set_viewport_size({"width": width, "height": 900})
        assert bare.overflow() == 0
        bare.picture(f"no javascript {width}")
    generated = bare.page.locator('[name="generated.PASSWORD"]').input_value()
    bare.field("NAME").fill("kiosk")
    bare.field("NAME").press("Enter")
    expect(bare.output).to_contain_text("name: kiosk")
    expect(bare.output).to_contain_text(f"password: {generated}")
    bare.page.locator("#source").fill(TEMPLATE + "a: [\n")
    expand(bare)
    bare.page.locator("#source").fill(TEMPLATE)
    expand(bare)
    expect(bare.field("NAME")).to_have_value("kiosk")
    assert bare.page.locator('[name="generated.PASSWORD"]').input_value() == generated
    bare.unfold().row("PASSWORD").get_by_role("button", name="Regenerate").click()
    expect(bare.output).to_contain_text("name: kiosk")
    expect(bare.output).not_to_contain_text(generated)

    bare.page.locator("button.share").click()
    bare.page.locator(".asked.sharing button.primary").click()
    expect(bare.page).to_have_url(re.compile(r"/s/[A-Za-z0-9_-]{22}$"))
    expect(bare.page.locator("#share-link")).to_be_visible()
    expect(bare.output).to_contain_text("name: kiosk")
    assert area(bare) == TEMPLATE


def test_help_and_examples_are_links(bare: Visit) -> None:
    bare.page.locator("header a.help").click()
    expect(bare.page.locator("h1")).to_have_text("Rules")
    bare.go("/new")
    expect(bare.page.locator("#source")).to_have_attribute("placeholder", "Paste a Pod or Template")
    bare.go()
    bare.page.locator("details.menu.examples summary").click()
    bare.page.locator("details.menu.examples li a").nth(1).click()
    expect(bare.page.locator("#source-fact")).to_have_text("2 objects")
