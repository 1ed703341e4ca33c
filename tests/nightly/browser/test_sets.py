"""Value sets survive a reload, and fit every width."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import OpenVisit
from tests.browser.test_narrow import TOUCH
from tests.browser.test_sets import TEMPLATE
from tests.browser.visits import DESKTOP, PHONE, SMALL, TABLET

# How many rows the visible parts of a head take.
ROWS = """
(head) => {
  const seen = [...head.children].filter((part) => part.checkVisibility() && part.offsetWidth > 1);
  return new Set(seen.map((part) => Math.round(part.offsetTop + part.offsetHeight / 2))).size;
}
"""


@pytest.mark.parametrize("size", [DESKTOP, TABLET, PHONE, SMALL], ids=lambda size: str(size["width"]))
def test_sets_are_restored_with_the_draft_at_every_width(open_visit: OpenVisit, size: ViewportSize) -> None:
    visit = open_visit(viewport=size, **({} if size == DESKTOP else TOUCH))
    page = visit.page

    def show(pane: str) -> None:
        if (tab := page.locator(f'.tabs a[data-pane="{pane}"]')).is_visible():
            tab.click()

    show("source")
    visit.paste(TEMPLATE)
    show("parameters")
    page.locator("#edit-sets > summary").click()
    for name in ("dev", "stage", "prod"):
        page.locator('[name="new-set"]').fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(f'[name="set.{name}.HOST"]')).to_be_focused()
        page.keyboard.type(f"{name}.example")
    show("output")
    expect(visit.output).to_contain_text("url: http://prod.example")
    output = page.locator("#pane-output > .pane-head")
    assert output.evaluate(ROWS) == (2 if size["width"] >= TABLET["width"] else 1)
    assert page.locator(".bar").evaluate(ROWS) == 1
    visit.choose("view", "sets")
    expect(visit.output.locator("thead th")).to_have_text(["base", "dev", "stage", "prod"])
    assert visit.overflow() == 0
    visit.choose("view", "diff")
    expect(visit.output.locator("ins").first).to_be_visible()
    assert page.locator("#pane-output").evaluate("(pane) => pane.scrollWidth - pane.clientWidth") == 0
    if size["width"] >= DESKTOP["width"]:
        heads = [page.locator(f"#pane-{name} > .pane-head").bounding_box() for name in ("source", "output")]
        assert len({head["height"] for head in heads if head}) == 1
    visit.choose("view", "sets")
    expect(visit.output.locator("table")).to_be_visible()
    show("parameters")
    assert violations(visit, "sets") == []
    page.wait_for_timeout(500)
    page.reload()
    visit.alive()
    show("output")
    expect(visit.output.locator("thead th")).to_have_text(["base", "dev", "stage", "prod"])
    show("parameters")
    expect(page.locator('[name="set.stage.HOST"]')).to_have_value("stage.example")
