"""Phones and tablets: everything is reachable, nothing scrolls sideways, targets are large enough for a thumb."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD, TEMPLATE, THREE_ISSUES
from tests.browser.visits import PHONE, SMALL, TABLET, Visit, in_sight

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
THUMB = 44  # CSS pixels
LINE = 24  # CSS pixels: what WCAG 2.2 asks for at least, of values in lines that follow each other
TALLER = "() => document.documentElement.scrollHeight - innerHeight"
BEYOND = "(pane) => pane.scrollWidth - pane.clientWidth"
TABS = ("Source", "Parameters", "Output", "Issues")
TOO_SMALL = """
([thumb, line]) => {
  const targets = "button, select, summary, input:not([type=hidden]), textarea, .tabs a, .issue a";
  const all = [...document.querySelectorAll(targets)];
  const found = [];
  for (const one of all) {
    const target = one.matches("input[type=radio], input[type=file]") ? one.labels[0] ?? one : one;
    const box = target.getBoundingClientRect();
    if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 2) continue;
    if (target.closest("dialog:not([open])")) continue;
    const least = target.matches(".line:has(.traced) + .line *, .line:has(+ .line .traced) *") ? line : thumb;
    if (box.height < least - 0.5 && !reaches(target, least)) {
      found.push(`${target.outerHTML.replace(/\\s+/g, " ").slice(0, 140)} ${box.width}x${box.height}`);
    }
  }
  return found;

  /** Whether a tap as far off the middle as a thumb is wide still hits it, once it is in sight. */
  function reaches(target, thumb) {
    target.scrollIntoView({ block: "center" });
    const box = target.getBoundingClientRect();
    const x = box.left + box.width / 2;
    return [-1, 1].every((side) => {
      const hit = document.elementFromPoint(x, box.top + box.height / 2 + side * (thumb / 2 - 2));
      return hit && target.contains(hit);
    });
  }
}
"""

# How much of the page has moved since its first paint: the sum of the layout shifts.
MOVED = """
() => new Promise((done) => {
  let moved = 0;
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) moved += entry.value;
  });
  observer.observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 500);
})
"""
# Where the text of the first line of a wrapped line begins, and where the second does.
WRAPPED = """
(line) => {
  const text = document.createRange();
  text.selectNodeContents(line);
  const start = line.textContent.search(/\\S/);
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  let [node, offset] = [walker.nextNode(), start];
  while (offset >= node.length) [offset, node] = [offset - node.length, walker.nextNode()];
  text.setStart(node, offset);
  const boxes = [...text.getClientRects()];
  const second = boxes.find((box) => box.top > boxes[0].bottom - 2);
  return [boxes[0].left, second.left];
}
"""
# By how many pixels a mark in the gutter covers the text of its line.
COVERED = """
(line) => {
  const [text, mark] = [getComputedStyle(line), getComputedStyle(line, "::after")];
  return parseFloat(mark.left) + parseFloat(mark.width) - parseFloat(text.paddingLeft) - parseFloat(text.textIndent);
}
"""


def tab(visit: Visit, name: str) -> None:
    """Bring a pane to the front."""
    visit.page.get_by_role("tab", name=name).tap()
    expect(visit.page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")


@pytest.fixture
def phone(open_visit: OpenVisit) -> Visit:
    """A first visit with a small phone."""
    return open_visit(viewport=SMALL, **TOUCH)


def test_no_pane_scrolls_the_page_sideways_and_targets_fit_a_thumb(phone: Visit) -> None:
    for text, names in ((THREE_ISSUES, ("Source", "Output", "Issues")), (TEMPLATE, TABS)):
        tab(phone, "Source")
        phone.paste(text)
        for name in names:
            tab(phone, name)
            assert phone.overflow() == 0, name
            assert phone.page.evaluate(TALLER) == 0, name
            assert phone.page.locator(f"#pane-{name.lower()}").evaluate(BEYOND) == 0, name
            assert phone.page.evaluate(TOO_SMALL, [THUMB, LINE]) == [], name
            phone.picture(f"phone {name} {text[:12]}")
    tab(phone, "Output")
    phone.page.get_by_role("button", name="Use it").tap()
    phone.choose("use", "oc")
    expect(phone.page.locator("#use [data-tool=oc] .command").first).to_be_visible()
    assert phone.page.locator("#use").evaluate(BEYOND) == 0
    small = phone.page.evaluate(TOO_SMALL, [THUMB, LINE])
    assert [target for target in small if "traced" not in target] == []  # the dialog covers those of the output
    phone.page.keyboard.press("Escape")
    font_size = "(element) => parseFloat(getComputedStyle(element).fontSize)"
    for place in (".cm-content", '[name="value.NAME"]', "#title", "#dialect", "#stage"):
        assert phone.page.locator(place).evaluate(font_size) >= 16, place  # a phone zooms into smaller inputs

    tab(phone, "Parameters")
    phone.field("NAME").tap()
    phone.field("NAME").fill("kiosk")
    tab(phone, "Output")
    expect(phone.output).to_contain_text("name: kiosk")
    lines = [line.bounding_box() for line in phone.output.locator(".line").all()]
    gaps = {after["y"] - before["y"] - before["height"] for before, after in pairwise(lines) if before and after}
    assert gaps == {0}  # also around lines with values

    for width, height in ((568, 320), (844, 390)):  # turned
        phone.page.set_viewport_size({"width": width, "height": height})
        expect(phone.page.get_by_role("tab", name="Output")).to_have_attribute("aria-selected", "true")
        for name in TABS:
            tab(phone, name)
            assert share_of_height(phone, name.lower()) >= 0.6, name
        tab(phone, "Output")
        assert phone.page.evaluate(TALLER) == 0
        assert phone.overflow() == 0
        phone.picture(f"phone turned {width}")
    phone.page.set_viewport_size({"width": 390, "height": 844})
    expect(phone.page.locator("#pane-output")).to_be_visible()
    expect(phone.page.locator("#pane-source")).not_to_be_visible()
    assert phone.text() == TEMPLATE
    assert share_of_height(phone, "output") >= 0.75  # bar, tabs and one row of controls
    phone.page.locator("#pane-output .options").tap()
    for control in phone.page.locator("#output-choices > :is(.segmented, select, .changes)").all():
        in_sight(control)
    phone.page.get_by_role("button", name="Next change").tap()
    expect(phone.status).to_have_text(re.compile(r"^Change 1 of \d\.$"))
    assert phone.page.evaluate(TOO_SMALL, [THUMB, LINE]) == []
    phone.picture("phone options")
    phone.page.keyboard.press("Escape")
    assert phone.page.locator("#pane-output").evaluate(BEYOND) == 0


def share_of_height(visit: Visit, pane: str) -> float:
    """The part of the window's height that a pane's content has."""
    script = "(body) => Math.min(body.getBoundingClientRect().bottom, innerHeight) - body.getBoundingClientRect().top"
    return float(visit.page.locator(f"#pane-{pane} > .pane-body").evaluate(f"(body) => ({script})(body) / innerHeight"))


@pytest.mark.nightly
@pytest.mark.parametrize("scripts", [True, False])
def test_the_first_paint_is_the_final_layout(open_visit: OpenVisit, visit: Visit, scripts: bool) -> None:
    visit.paste(POD.replace("web.example", "a-name-that-is-long." * 4))
    expect(visit.page.locator("#source-fact")).to_have_text("Pod")
    visit.share()
    phone = open_visit(viewport=PHONE, java_script_enabled=scripts, **TOUCH)
    shared = visit.page.url.removeprefix(visit.site)
    editors: list[str] = []
    phone.page.on("request", lambda request: editors.append(request.url) if "/editor" in request.url else None)
    for path in ("/", f"{shared}?view=expanded", shared):
        editors.clear()
        phone.go(path)
        if scripts:
            phone.alive()
            assert phone.page.evaluate(MOVED) <= 0.02  # without scripts no timer of the measurement runs
            assert bool(editors) == (path == "/")  # a share hides the source
        assert phone.overflow() == 0
        phone.picture(f"first paint {path[:2]} {scripts}")
        expect(phone.page.locator("#pane-source")).to_be_visible(visible=path == "/")
        expect(phone.page.locator("#pane-output")).to_be_visible(
            visible=path != "/"
        )  # a shared text opens on its output
        assert phone.page.locator("a.brand").evaluate("(link) => Math.min(link.offsetWidth, link.offsetHeight)") >= LINE
    for width, height in ((568, 320), (844, 390)):
        phone.page.set_viewport_size({"width": width, "height": height})
        assert share_of_height(phone, "output") >= 0.6  # under the bar of a share
    phone.page.set_viewport_size(SMALL)
    assert phone.page.locator("#shared .told").evaluate(BEYOND) == 0
    assert phone.page.locator("#shared").evaluate("(bar) => bar.offsetHeight") <= 48  # one row, as high as its buttons
    phone.page.set_viewport_size(PHONE)
    assert phone.output.locator(".problem .place").first.evaluate("(link) => link.getClientRects().length") == 1
    if not scripts:
        phone.page.locator(".tabs").get_by_text("Issues").click()
        expect(phone.issues.first).to_be_visible()
        expect(phone.page.locator("#pane-output")).not_to_be_visible()
        return
    phone.page.locator('label:has([name="view"][value="expanded"])').tap()
    line = phone.output.locator(".line", has_text="value: a-name-that-is-long")
    first, second = line.evaluate(WRAPPED)
    assert second > first
    assert phone.output.locator(".line[data-severity]").first.evaluate(COVERED) <= 0
    tab(phone, "Source")
    first, second = phone.page.locator(".cm-line", has_text="value: a-name-that-is-long").evaluate(WRAPPED)
    assert second > first
    phone.follow(phone.page.get_by_role("link", name="New"))
    phone.alive().page.evaluate("(text) => navigator.clipboard.writeText(text)", POD)
    phone.output.get_by_role("link", name="Paste").tap()
    expect(phone.output).to_contain_text("http://$(HOST)")  # the result stays in sight
    expect(phone.page.locator("#pane-source")).not_to_be_visible()
    phone.output.get_by_role("button", name="Move PUBLIC_URL below them").tap()  # in a text that was not shown yet
    expect(phone.output).to_contain_text("http://web.example:8080/")
    assert phone.text().index("name: PORT") < phone.text().index("name: PUBLIC_URL")


def test_tabs_carry_counts_follow_the_arrow_keys_and_a_tap_on_an_issue(phone: Visit) -> None:
    phone.paste(TEMPLATE)
    expect(phone.page.get_by_role("tab")).to_have_text(["Source", "Parameters (5)", "Output", "Issues"])
    phone.paste(THREE_ISSUES)
    expect(phone.page.get_by_role("tab", name="Issues")).to_have_text("Issues (4)")
    phone.paste(POD.replace("$(PORT)", "$(WHO)"))
    expect(phone.page.get_by_role("tab", name="Environment")).to_have_text("Environment (1)")
    phone.paste(THREE_ISSUES)
    expect(phone.page.get_by_role("tab", name="Issues")).to_have_text("Issues (4)")
    tab(phone, "Output")
    expect(phone.page.locator("#pane-output")).to_be_visible()
    expect(phone.page.locator("#pane-source")).not_to_be_visible()
    phone.page.get_by_role("tab", name="Output").press("ArrowRight")
    expect(phone.page.get_by_role("tab", name="Issues")).to_be_focused()
    expect(phone.page.locator("#pane-issues")).to_be_visible()
    phone.page.keyboard.press("ArrowRight")
    expect(phone.page.get_by_role("tab", name="Source")).to_be_focused()
    phone.page.keyboard.press("ArrowLeft")
    place = phone.issues.filter(has_text="$(HOST)").locator(".place").first
    place.tap()
    expect(phone.page.locator("#pane-source")).to_be_visible()
    expect(phone.page.get_by_role("tab", name="Source")).to_have_attribute("aria-selected", "true")
    assert "$(HOST)" in phone.selection()


@pytest.mark.nightly
def test_a_button_of_the_bar_of_a_share_opens_its_rare_links(phone: Visit) -> None:
    phone.share()
    expect(phone.page.get_by_role("button", name="Compare")).not_to_be_visible()
    phone.page.get_by_role("button", name="More about the link").tap()
    expect(phone.page.get_by_role("link", name="Details")).to_be_visible()
    assert phone.page.locator("#share-more").evaluate(BEYOND) == 0
    assert phone.page.evaluate(TOO_SMALL, [THUMB, LINE]) == []
    phone.picture("phone rare links of a share")
    with phone.context.expect_page() as opened:
        phone.page.get_by_role("button", name="Compare").tap()
    expect(opened.value.get_by_role("heading", name="Compare")).to_be_visible()


@pytest.mark.nightly
def test_a_tablet_shows_the_parameters_above_the_output(open_visit: OpenVisit) -> None:
    visit = open_visit(viewport=TABLET, **TOUCH)
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    assert visit.overflow() == 0
    expect(visit.page.get_by_role("tab")).to_have_count(0)
    parameters, output = (visit.page.locator(f"#pane-{name}").bounding_box() for name in ("parameters", "output"))
    assert parameters
    assert output
    assert parameters["y"] + parameters["height"] <= output["y"] + 1
    assert visit.page.evaluate(TOO_SMALL, [THUMB, LINE]) == []
    visit.picture("tablet template")


@pytest.mark.nightly
def test_nothing_is_beyond_the_edge_of_a_phone(phone: Visit) -> None:
    visit = phone
    visit.page.locator(".menu.examples > summary").tap()
    menu = visit.page.locator(".menu.examples > ul").bounding_box()
    assert menu
    assert menu["x"] >= 0
    assert visit.page.viewport_size
    assert menu["x"] + menu["width"] <= visit.page.viewport_size["width"]
    visit.page.keyboard.press("Escape")
    visit.paste(POD.replace("web.example", "a-name-that-is-long." * 4))
    tab(visit, "Output")
    expect(visit.output).to_contain_text("--url=")
    assert visit.output.evaluate(BEYOND) == 0
    tab(visit, "Source")
    visit.paste(POD.replace("$(PORT)", f"$({'A' * 253})"))
    tab(visit, "Issues")
    expect(visit.issues.last).to_contain_text("is not defined")
    assert visit.page.locator("#issues").evaluate(BEYOND) == 0
    visit.excuse(r"status 404|console error: Failed to load resource.* 404")
    for path in ("/examples", "/rules", "/rules/ENV502", "/nowhere"):
        visit.go(path)
        assert visit.overflow() == 0
        visit.picture(f"phone 320 {path}")
