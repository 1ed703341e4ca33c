"""axe finds nothing in any state, wide or narrow, light or dark; forced colours and large type are respected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.accessibility import THEMES, Theme, set_theme, violations, violations_in_both_themes
from tests.browser.conftest import HEADLESS, OpenVisit
from tests.browser.test_accessibility import check_forced_colours
from tests.browser.test_shared_life import share_text, update
from tests.browser.test_traces import TRACED, caret_at
from tests.browser.texts import BROKEN_POD, POD, TEMPLATE, TEN_ISSUES
from tests.browser.visits import DESKTOP, PHONE, SMALL, Visit, in_sight, start_visit

FROM_FIELD = "    - name: IP\n      valueFrom: {fieldRef: {fieldPath: status.podIP}}\n"
Prepare = Callable[[Visit], None]
CROWDED = """
() => [...document.querySelectorAll("body *")].filter((element) => {
  const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const style = getComputedStyle(element);
  return text && element.checkVisibility() && parseFloat(style.lineHeight) < parseFloat(style.fontSize);
}).map((element) => element.outerHTML.slice(0, 100))
"""


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
    expect(visit.output.locator(".unread")).to_be_visible()


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


def place_trace(visit: Visit) -> None:
    visit.paste(TRACED)
    expect(visit.output).to_contain_text("--url=")
    caret_at(visit, 11, "$(URL)")
    visit.page.keyboard.press("Alt+t")
    expect(visit.page.locator("#place-trace")).to_be_visible()


def graph(visit: Visit) -> None:
    visit.paste(TRACED)
    visit.choose("view", "environment")
    visit.output.locator("details.graph svg").scroll_into_view_if_needed()


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
    expect(visit.banner).to_contain_text("Nothing was saved or changed")


def assumed(visit: Visit) -> None:
    visit.paste(POD.replace("$(PORT)", "$(WHO)") + FROM_FIELD)
    visit.page.get_by_label("WHO in web").fill("me")
    expect(visit.page.get_by_role("button", name="Add to env WHO")).to_be_visible()
    expect(visit.page.get_by_label("Pod IPs for IP")).to_be_visible()


def use_it(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.field("NAME").fill("")
    expect(visit.row("NAME").locator(".error")).to_be_visible()
    visit.page.get_by_role("button", name="Use it").click()
    expect(visit.page.locator(".wrong-values")).to_be_visible()


def commands(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.share()
    visit.page.get_by_role("button", name="Use it").click()
    visit.choose("use", "oc")
    expect(visit.page.locator("[data-tool=oc] .command").last).to_be_visible()


def aligned(visit: Visit) -> None:
    visit.paste(TEMPLATE.replace("labels:\n  app: ${NAME}\n", "").replace("[g-z]{20}", "[g-z]{4}"))
    visit.page.get_by_role("button", name="Use it").click()
    visit.choose("shape", "aligned")
    visit.page.keyboard.press("Escape")
    expect(visit.output.locator(".note")).to_be_visible()
    expect(visit.unfold().row("PASSWORD").locator(".strength.warning")).to_be_visible()


def search(visit: Visit) -> None:
    visit.source.focus()
    visit.page.keyboard.press("Control+f")
    expect(visit.page.locator(".cm-search")).to_be_visible()


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
    (place_trace, ()),
    (graph, ("output",)),
    (refused_output, ("output",)),
    (paused, ("source",)),
    (slow, ("output",)),
    (rate_limited, ("source",)),
    (not_accepted, ("source",)),
    (assumed, ("parameters", "issues")),
    (use_it, ()),
    (commands, ()),
    (aligned, ("output", "parameters")),
)


@pytest.mark.parametrize(("prepare", "panes"), STATES, ids=[prepare.__name__ for prepare, _ in STATES])
def test_axe_finds_nothing(open_visit: OpenVisit, prepare: Prepare, panes: tuple[str, ...]) -> None:
    visit = open_visit()
    prepare(visit)
    lines = violations_in_both_themes(visit, f"{prepare.__name__} wide")
    visit.page.set_viewport_size(SMALL)
    for pane in panes or ("",):
        if pane:
            visit.page.locator(f'.tabs [data-pane="{pane}"]').click()
        lines += violations_in_both_themes(visit, f"{prepare.__name__} narrow {pane}")
        assert visit.overflow() <= 0
    assert lines == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [DESKTOP, SMALL], ids=["1440", "320"])
def test_axe_finds_nothing_on_the_pages_of_a_share(open_visit: OpenVisit, theme: Theme, size: ViewportSize) -> None:
    visit = open_visit(color_scheme=theme)
    path = share_text(visit)
    update(visit, f"{POD}# second\n")
    set_theme(visit, theme)
    visit.page.set_viewport_size(size)
    for address in (path, f"{path}/r/1", f"{path}/details?from=1&to=2", "/shares", "/terminal", f"{path}/embed"):
        visit.go(address)
        assert violations(visit, f"{theme} {size['width']} {address.replace(path, 'share')}") == []
        assert visit.overflow() <= 0
    visit.go(path).alive()
    visit.page.keyboard.press("Control+s")
    in_sight(visit.page.locator("dialog#share"))
    assert violations(visit, f"{theme} {size['width']} dialog") == []
    assert visit.overflow() <= 0


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_where_a_line_looks_like_a_secret(open_visit: OpenVisit, theme: Theme) -> None:
    visit = open_visit(color_scheme=theme)
    visit.paste("apiVersion: v1\nkind: Secret\nmetadata: {name: shop}\nstringData:\n  password: hunter2\n")
    expect(visit.page.locator("#share-contents .secrets")).to_have_count(1)
    visit.page.keyboard.press("Control+s")
    expect(visit.page.locator("dialog#share .secrets")).to_be_visible()
    set_theme(visit, theme)
    assert violations(visit, f"{theme} secrets") == []
    assert visit.overflow() <= 0


@pytest.mark.parametrize("prepare", [template, ten_issues, diff, environment], ids=lambda prepare: prepare.__name__)
def test_forced_colours_keep_what_colour_said(open_visit: OpenVisit, prepare: Prepare) -> None:
    visit = open_visit(forced_colors="active")
    prepare(visit)
    visit.picture(f"forced colours {prepare.__name__}")
    check_forced_colours(visit)


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
