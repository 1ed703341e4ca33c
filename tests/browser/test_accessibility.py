"""axe finds nothing in any state, wide or narrow, light or dark; forced colours and less motion are respected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import HEADLESS, OpenVisit
from tests.browser.texts import BROKEN_POD, POD, TEMPLATE, TEN_ISSUES
from tests.browser.visits import DESKTOP, PHONE, SMALL, Visit, start_visit

FROM_FIELD = "    - name: IP\n      valueFrom: {fieldRef: {fieldPath: status.podIP}}\n"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CROWDED = """
() => [...document.querySelectorAll("body *")].filter((one) => {
  const words = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const style = getComputedStyle(one);
  return words && one.checkVisibility() && parseFloat(style.lineHeight) < parseFloat(style.fontSize);
}).map((one) => one.outerHTML.slice(0, 100))
"""
Prepare = Callable[[Visit], None]


def first_visit(visit: Visit) -> None:
    """Nothing: it is open already."""


def pod(visit: Visit) -> None:
    visit.paste(POD.replace("$(PORT)", "$(DB_SERVICE_PORT)"))
    expect(visit.page.locator("#parameters-heading")).to_have_text("Environment")


def template(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_be_visible()
    visit.field("COLOUR").fill("  ")
    expect(visit.row("COLOUR").locator(".warning")).to_be_visible()


def typed(visit: Visit) -> None:
    visit.go("/?example=typed-parameters&param.REPLICAS=many&param.READ_ONLY=maybe&param.WHAT=1").alive()
    expect(visit.page.locator(".error-summary")).to_be_visible()


def ten_issues(visit: Visit) -> None:
    visit.paste(TEN_ISSUES)
    expect(visit.page.locator("#source-fact")).to_have_text("2 objects")
    assert visit.issues.count() >= 10


def broken(visit: Visit) -> None:
    visit.paste(BROKEN_POD)
    expect(visit.stale).to_be_visible()


def shared(visit: Visit) -> None:
    visit.share()


def examples_page(visit: Visit) -> None:
    visit.go("/examples")


def rules_page(visit: Visit) -> None:
    visit.go("/rules")


def rule_page(visit: Visit) -> None:
    visit.go("/rules/ENV502")


def error_page(visit: Visit) -> None:
    visit.excuse(r"status 404|console error: Failed to load resource.* 404")
    visit.go("/nowhere")


def share_dialog(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.page.locator("#share-contents")).to_contain_text("Left out: PASSWORD")
    visit.page.keyboard.press("Control+s")
    expect(visit.page.locator("dialog#share")).to_be_visible()


def dialog(visit: Visit) -> None:
    visit.page.locator("#output").evaluate("(output) => output.focus()")
    visit.page.keyboard.press("?")
    expect(visit.page.locator("dialog#help")).to_be_visible()


def menu(visit: Visit) -> None:
    visit.page.locator("details.menu.examples summary").click()


def environment(visit: Visit) -> None:
    visit.paste(TEN_ISSUES)
    visit.choose("view", "environment")
    expect(visit.output.locator("table").first).to_be_visible()
    for steps in visit.output.locator("details.steps summary").all():
        steps.click()


def diff(visit: Visit) -> None:
    visit.choose("view", "diff")
    expect(visit.output.locator("ins").first).to_be_visible()


def banner(visit: Visit) -> None:
    visit.excuse("ERR_CONNECTION_REFUSED")
    visit.page.route("**/evaluate", lambda route: route.abort("connectionrefused"))
    visit.paste(POD)
    expect(visit.banner).to_be_visible()


def trace(visit: Visit) -> None:
    with visit.answer():  # the output of the text before has values with a trace, too
        visit.paste(POD.replace("http://$(HOST)", "http://$(IP)") + FROM_FIELD)
    visit.output.locator("button.traced").first.click()
    expect(visit.page.locator(".trace-card:popover-open")).to_be_visible()


def refused_output(visit: Visit) -> None:
    visit.paste(TEMPLATE.replace("[g-z]", "[z-g]"))
    expect(visit.output.locator(".refusal")).to_be_visible()


def paused(visit: Visit) -> None:
    visit.paste(POD + "# a line that says nothing at all\n" * 16_000)
    expect(visit.page.locator(".paused")).to_be_visible()


def slow(visit: Visit) -> None:
    visit.page.route("**/evaluate", lambda route: None)  # it is never answered
    visit.paste(POD)
    expect(visit.page.locator("#cancel")).to_be_visible()


def rate_limited(visit: Visit) -> None:
    visit.excuse("429")
    visit.page.route("**/evaluate", lambda route: route.fulfill(status=429, headers={"Retry-After": "600"}))
    visit.paste(POD)
    expect(visit.banner).to_contain_text("the server asks for a break")


def not_accepted(visit: Visit) -> None:
    visit.excuse("403")
    visit.context.clear_cookies()
    visit.page.locator("button.share").click()
    visit.page.locator("dialog#share button.primary").click()
    expect(visit.banner).to_contain_text("Nothing was saved or changed")


def assumed(visit: Visit) -> None:
    visit.paste(POD.replace("$(PORT)", "$(WHO)") + FROM_FIELD)
    visit.page.get_by_label("WHO in web").fill("me")
    expect(visit.page.get_by_role("button", name="Add to env WHO")).to_be_visible()
    expect(visit.page.get_by_label("Pod IPs for IP")).to_be_visible()


def wrong_values(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_be_visible()
    visit.page.locator("#pane-output button.download").click()
    expect(visit.page.locator("dialog#download")).to_be_visible()


def asked(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_be_visible()
    visit.page.locator("#download-contents").evaluate("(one) => one.replaceChildren()")  # as if nothing had come yet
    visit.page.locator("#pane-output button.download").click()
    expect(visit.page.locator(".asked")).to_be_visible()


def aligned(visit: Visit) -> None:
    visit.paste(TEMPLATE.replace("labels:\n  app: ${NAME}\n", "").replace("[g-z]{20}", "[g-z]{4}"))
    visit.page.locator("#shape").select_option("aligned")
    expect(visit.output.locator(".note")).to_be_visible()
    expect(visit.row("PASSWORD").locator(".strength.warning")).to_be_visible()


def search(visit: Visit) -> None:
    visit.source.focus()
    visit.page.keyboard.press("Control+f")
    expect(visit.page.locator(".cm-search")).to_be_visible()


def turn(visit: Visit, scheme: Literal["light", "dark"]) -> None:
    """Make the window light or dark, at once: no colour is to be measured half-way through a fade."""
    visit.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")


def in_both_themes(visit: Visit, name: str) -> list[str]:
    """What axe finds in a light and in a dark window."""
    found = []
    for scheme in THEMES:
        turn(visit, scheme)
        found += violations(visit, f"{name} {scheme}")
    return found


# Each state with the panes that a narrow window has to show to see it.
STATES: tuple[tuple[Prepare, tuple[str, ...]], ...] = (
    (first_visit, ("source", "parameters", "output", "issues")),
    (pod, ("parameters",)),
    (template, ("parameters",)),
    (typed, ("parameters",)),
    (ten_issues, ("source", "issues")),
    (broken, ("output",)),
    (shared, ("source",)),
    (examples_page, ()),
    (rules_page, ()),
    (rule_page, ()),
    (error_page, ()),
    (dialog, ()),
    (share_dialog, ()),
    (menu, ()),
    (environment, ("output",)),
    (diff, ("output",)),
    (banner, ("source",)),
    (search, ("source",)),
    (trace, ()),
    (refused_output, ("output",)),
    (paused, ("source",)),
    (slow, ("output",)),
    (rate_limited, ("source",)),
    (not_accepted, ("source",)),
    (assumed, ("parameters", "issues")),
    (wrong_values, ()),
    (asked, ("source",)),
    (aligned, ("output", "parameters")),
)


def violations(visit: Visit, name: str) -> list[str]:
    """What axe finds now, a line each."""
    visit.picture(name)
    found = Axe().run(visit.page).response["violations"]
    return [f"{name}: {one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize(("prepare", "panes"), STATES, ids=[prepare.__name__ for prepare, _ in STATES])
def test_axe_finds_nothing(open_visit: OpenVisit, prepare: Prepare, panes: tuple[str, ...]) -> None:
    visit = open_visit()
    prepare(visit)
    found = in_both_themes(visit, f"{prepare.__name__} wide")
    visit.page.set_viewport_size(SMALL)
    for pane in panes or ("",):
        if pane:
            visit.page.locator(f'.tabs [data-pane="{pane}"]').click()
        found += in_both_themes(visit, f"{prepare.__name__} narrow {pane}")
    assert found == []


def test_colours_are_measured_when_they_have_come_to_rest(visit: Visit) -> None:
    fading = "() => document.getAnimations().filter((one) => one.transitionProperty === 'color').length"
    visit.page.evaluate("() => document.documentElement.style.setProperty('--fade', '60s')")
    visit.page.emulate_media(color_scheme="dark")
    assert visit.page.evaluate(fading) > 0
    turn(visit, "light")
    assert visit.page.evaluate(fading) == 0


@pytest.mark.parametrize("prepare", [template, ten_issues, diff, environment], ids=lambda prepare: prepare.__name__)
def test_forced_colours_keep_what_colour_said(open_visit: OpenVisit, prepare: Prepare) -> None:
    visit = open_visit(forced_colors="active")
    prepare(visit)
    visit.picture(f"forced colours {prepare.__name__}")
    chosen, other = (
        visit.page.locator(f'label:has([name="syntax"][value="{value}"]) span').evaluate(
            "(one) => { const s = getComputedStyle(one);"
            " return [s.backgroundColor, s.borderColor, s.outlineStyle, s.textDecorationLine].join(); }"
        )
        for value in ("yaml", "json")
    )
    assert chosen != other
    for issue in visit.issues.all():
        expect(issue.locator(".severity svg")).to_have_count(1)
        expect(issue.locator(".severity")).to_have_text(str(issue.get_attribute("data-severity")).capitalize())


def test_nothing_moves_when_less_motion_is_wanted(open_visit: OpenVisit) -> None:
    visit = open_visit(reduced_motion="reduce")
    visit.paste(POD)
    visit.issues.first.locator(".place").first.click()
    running = visit.page.evaluate(
        "() => document.getAnimations().filter((one) => !one.effect.target.closest('.cm-cursorLayer')).length"
    )
    assert running == 0
    longest = visit.page.evaluate(
        """() => Math.max(...[...document.querySelectorAll(":not(.cm-editor *)")].map((one) => {
          const style = getComputedStyle(one);
          return Math.max(parseFloat(style.transitionDuration), parseFloat(style.animationDuration));
        }))"""
    )
    assert longest <= 0.001


def test_text_can_be_twice_as_large(open_visit: OpenVisit) -> None:
    visit = open_visit(viewport={"width": 720, "height": 450}, device_scale_factor=2)  # 1440 px at 200 %
    visit.paste(TEMPLATE)
    expect(visit.page.get_by_role("tab", name="Parameters")).to_contain_text("(5)")
    assert visit.overflow() == 0


def test_lines_and_columns_grow_with_the_type_that_the_browser_is_set_to(
    browser: Browser, live_server: LiveServer
) -> None:
    large = ["--no-sandbox", "--blink-settings=defaultFontSize=32"]
    chromium = browser.browser_type.launch(executable_path=HEADLESS, args=large)
    for size, tabs in ((DESKTOP, 4), (PHONE, 4), ({"width": 2560, "height": 1440}, 0)):
        visit = start_visit(chromium, live_server.url, {"viewport": size}).go().alive()
        expect(visit.page.get_by_role("tab")).to_have_count(tabs)
        assert visit.overflow() == 0
        assert visit.page.evaluate(CROWDED) == []
        for pane in visit.page.get_by_role("tab").all():
            pane.click()
            assert visit.page.evaluate(CROWDED) == []
            assert visit.overflow() == 0
        assert visit.unexcused() == []
    chromium.close()


def test_a_printed_page_names_its_panes(visit: Visit) -> None:
    visit.page.emulate_media(media="print")
    visit.page.set_viewport_size({"width": 794, "height": 1123})  # A4
    for name in ("Source", "Output", "Issues"):
        box = visit.page.get_by_role("heading", name=name, exact=True).bounding_box()
        assert box
        assert box["width"] > 20, name
    expect(visit.page.locator("#pane-parameters")).to_be_hidden()
