"""axe finds nothing on a page of each kind; forced colours, less motion and paper are respected.

All states, widths and themes are in `tests/nightly/browser/test_accessibility.py`.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import set_theme, violations
from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD, TEMPLATE, TEN_ISSUES
from tests.browser.visits import PHONE, Visit


def test_axe_finds_nothing_on_a_light_start_page_and_rule_a_dark_dialog_and_share(visit: Visit) -> None:
    set_theme(visit, "light")
    lines = violations(visit, "start page")
    lines += violations(visit.go("/rules/ENV502"), "rule")
    visit.go().alive()
    set_theme(visit, "dark")
    visit.paste(TEMPLATE)
    expect(visit.page.locator("#share-contents")).to_contain_text("Left out: PASSWORD")
    visit.page.keyboard.press("Control+s")
    expect(visit.page.locator("dialog#share")).to_be_visible()
    lines += violations(visit, "dialog")
    visit.page.locator("dialog#share button.primary").click()
    visit.page.locator("#saved-link").wait_for()
    assert lines + violations(visit, "share") == []


@pytest.mark.nightly
def test_forced_colours_keep_what_colour_said(open_visit: OpenVisit) -> None:
    visit = open_visit(forced_colors="active")
    visit.paste(TEN_ISSUES)
    expect(visit.page.locator("#source-fact")).to_have_text("2 objects")
    check_forced_colours(visit)
    visit.page.set_viewport_size(PHONE)
    lines = visit.page.locator(".tabs a").evaluate_all(
        "(tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor)"
    )
    assert sorted(map(lines.count, lines)) == [1, 3, 3, 3]  # one tab is the chosen one


def check_forced_colours(visit: Visit) -> None:
    """Assert that the syntax that is chosen looks different, and that each issue says its severity."""
    chosen, other = (
        visit.page.locator(f'label:has([name="syntax"][value="{syntax}"]) span').evaluate(
            "(label) => { const s = getComputedStyle(label);"
            " return [s.backgroundColor, s.borderColor, s.outlineStyle, s.textDecorationLine].join(); }"
        )
        for syntax in ("yaml", "json")
    )
    assert chosen != other
    for issue in visit.issues.all():
        expect(issue.locator(".severity svg")).to_have_count(1)
        expect(issue.locator(".severity")).to_have_text(str(issue.get_attribute("data-severity")).capitalize())


@pytest.mark.nightly
def test_nothing_moves_when_less_motion_is_wanted(open_visit: OpenVisit) -> None:
    visit = open_visit(reduced_motion="reduce")
    visit.paste(POD)
    visit.issues.first.locator(".place").first.click()
    running = visit.page.evaluate(
        "() => document.getAnimations().filter(({ effect }) => !effect.target.closest('.cm-cursorLayer')).length"
    )
    assert running == 0
    longest = visit.page.evaluate(
        """() => Math.max(...[...document.querySelectorAll(":not(.cm-editor *)")].map((element) => {
          const style = getComputedStyle(element);
          return Math.max(parseFloat(style.transitionDuration), parseFloat(style.animationDuration));
        }))"""
    )
    assert longest <= 0.001


@pytest.mark.nightly
def test_text_can_be_twice_as_large(open_visit: OpenVisit) -> None:
    visit = open_visit(viewport={"width": 720, "height": 450}, device_scale_factor=2)  # 1440 px at 200 %
    visit.paste(TEMPLATE)
    expect(visit.page.get_by_role("tab", name="Parameters")).to_contain_text("(5)")
    assert visit.overflow() == 0


@pytest.mark.nightly
def test_a_printed_page_names_its_panes(visit: Visit) -> None:
    visit.page.emulate_media(media="print")
    visit.page.set_viewport_size({"width": 794, "height": 1123})  # A4
    for name in ("Source", "Output", "Issues"):
        box = visit.page.get_by_role("heading", name=name, exact=True).bounding_box()
        assert box
        assert box["width"] > 20, name
    expect(visit.page.locator("#pane-parameters")).to_be_hidden()
