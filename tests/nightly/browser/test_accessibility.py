"""axe finds nothing in any state, at four widths, light, dark, forced colours; twice as large, nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.accessibility import THEMES, Theme, set_theme, violations
from tests.browser.conftest import HEADLESS, OpenVisit
from tests.browser.test_accessibility import check_forced_colours
from tests.browser.test_completion import paste
from tests.browser.test_sets import TEMPLATE as WITH_SETS
from tests.browser.test_shared_life import share_text, update
from tests.browser.test_traces import TRACED, caret_at
from tests.browser.texts import BROKEN_POD, POD, TEMPLATE, TEN_ISSUES
from tests.browser.visits import DESKTOP, PHONE, SMALL, TABLET, Visit, in_sight, start_visit

FROM_FIELD = "    - name: IP\n      valueFrom: {fieldRef: {fieldPath: status.podIP}}\n"
Prepare = Callable[[Visit], None]
CROWDED = """
() => [...document.querySelectorAll("body *")].filter((element) => {
  const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const style = getComputedStyle(element);
  return text && element.checkVisibility() && parseFloat(style.lineHeight) < parseFloat(style.fontSize);
}).map((element) => element.outerHTML.slice(0, 100))
"""
# Controls beyond an edge of the window, which nothing scrolls into sight.
CUT_OFF = """
() => [...document.querySelectorAll("a, button, input, label, select, summary, textarea")].filter((control) => {
  const box = control.getBoundingClientRect();
  const scrolled = control.closest(".pane-body, .sets-table, .diff-box, dialog pre, .tabs");
  return !scrolled && control.checkVisibility() && box.width > 1 && (box.left < -1 || box.right > innerWidth + 1);
}).map((control) => control.outerHTML.slice(0, 100))
"""
HALF_A_DESKTOP = ViewportSize(width=DESKTOP["width"] // 2, height=DESKTOP["height"] // 2)  # what is left at 200 %
HALF_A_TABLET = ViewportSize(width=TABLET["width"] // 2, height=TABLET["height"] // 2)


def first_visit(visit: Visit) -> None:
    """Nothing: it is open already."""


def pod(visit: Visit) -> None:
    visit.paste(POD.replace("$(PORT)", "$(DB_SERVICE_PORT)"))
    expect(visit.page.locator("#parameters-heading")).to_have_text("Environment")


def new_page(visit: Visit) -> None:
    visit.go("/new").alive()
    expect(visit.output.locator("ul.cards a")).to_have_count(3)


def environment_first(visit: Visit) -> None:
    visit.paste(POD)
    expect(visit.output.locator(".problem .fix").first).to_be_visible()


def stale(visit: Visit) -> None:
    with visit.answer():
        visit.paste(TEMPLATE)
    visit.source.focus()
    visit.page.keyboard.press("Control+End")
    visit.page.keyboard.type("x: [")
    expect(visit.stale).to_contain_text("Showing the last result that worked")


def unreadable(visit: Visit) -> None:
    visit.paste("https://example.org/template.yaml")
    expect(visit.output).to_contain_text("Nothing is fetched from here.")


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


def compared(visit: Visit) -> None:
    visit.share()
    slug = visit.page.url.rpartition("/")[2]
    visit.go(f"/compare/{slug}/{slug}")


def link_to_compare(visit: Visit) -> None:
    visit.share()
    visit.excuse("400")
    visit.go(f"/compare/{visit.page.url.rpartition('/')[2]}?with=nothing")


def examples_page(visit: Visit) -> None:
    visit.go("/examples")


def rules_page(visit: Visit) -> None:
    visit.go("/rules")


def rule_page(visit: Visit) -> None:
    visit.go("/rules/ENV502")


def conformance_page(visit: Visit) -> None:
    visit.go("/conformance")
    visit.page.locator(".differences summary").first.click()


def cases_page(visit: Visit) -> None:
    visit.go("/conformance/decoding")


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
    visit.choose("view", "expanded")
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
    visit.excuse("Measure loop restarted")  # CodeMirror, when 16,000 lines are wrapped at once
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


def link_copied(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    visit.page.locator("button.share").click()
    expect(visit.page.locator("#saved")).to_contain_text("Link copied")


def options(visit: Visit) -> None:
    visit.page.set_viewport_size(SMALL)
    visit.page.locator('.tabs [data-pane="output"]').click()
    visit.page.locator("#pane-output .options").click()
    expect(visit.page.locator("#output-choices:popover-open")).to_be_visible()


def sets(visit: Visit) -> None:
    visit.paste(WITH_SETS)
    visit.page.locator("#edit-sets > summary").click()
    for name in ("dev", "stage", "prod"):
        visit.page.locator('[name="new-set"]').fill(name)
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator(f'[name="set.{name}.HOST"]')).to_be_focused()
        visit.page.keyboard.type(f"{name}.example")
    expect(visit.output).to_contain_text("url: http://prod.example")


def diff_of_sets(visit: Visit) -> None:
    sets(visit)
    visit.choose("view", "diff")
    visit.page.locator("#against").select_option("dev")
    expect(visit.output).to_contain_text("between dev and prod")


def table_of_sets(visit: Visit) -> None:
    sets(visit)
    visit.choose("view", "sets")
    expect(visit.output.locator("table")).to_be_visible()


def search(visit: Visit) -> None:
    visit.source.focus()
    visit.page.keyboard.press("Control+f")
    expect(visit.page.locator(".cm-search")).to_be_visible()


def completion(visit: Visit) -> None:
    paste(visit, TRACED)
    visit.page.keyboard.press("Control+End")
    visit.page.keyboard.type("      - {name: X, value: $(")
    expect(visit.page.get_by_role("listbox")).to_be_visible()


def field_card(visit: Visit) -> None:
    paste(visit, TRACED)
    visit.source.locator(".tok-propertyName", has_text="containers").hover()
    expect(visit.page.locator(".field-card")).to_contain_text("containers: list of Container, required")


def renaming(visit: Visit) -> None:
    visit.paste(TRACED)
    caret_at(visit, 11, "$(URL)")
    visit.page.keyboard.press("F2")
    visit.page.locator("#rename input").fill("A B")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#rename .error")).to_be_visible()


def parameterizing(visit: Visit) -> None:
    visit.go("/?example=make-a-parameter").alive()
    visit.page.get_by_role("button", name="Make it a parameter").first.click()
    visit.page.locator("#parameter-name").fill("A B")
    visit.page.keyboard.press("Enter")
    expect(visit.page.locator("#parameter .error")).to_be_visible()


# Each state with the panes that a narrow window has to show to see it.
STATES: tuple[tuple[Prepare, tuple[str, ...]], ...] = (
    (first_visit, ("source", "parameters", "output", "issues")),
    (new_page, ("source", "parameters", "output", "issues")),
    (environment_first, ("parameters", "output", "issues")),
    (stale, ("output",)),
    (unreadable, ("output",)),
    (pod, ("parameters",)),
    (template, ("parameters",)),
    (typed, ("parameters",)),
    (ten_issues, ("source", "issues")),
    (broken, ("output",)),
    (shared, ("source",)),
    (compared, ()),
    (link_to_compare, ()),
    (examples_page, ()),
    (rules_page, ()),
    (rule_page, ()),
    (conformance_page, ()),
    (cases_page, ()),
    (error_page, ()),
    (dialog, ()),
    (share_dialog, ()),
    (menu, ()),
    (environment, ("output",)),
    (diff, ("output",)),
    (banner, ("source",)),
    (search, ("source",)),
    (completion, ()),
    (field_card, ()),
    (renaming, ()),
    (parameterizing, ()),
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
    (link_copied, ()),
    (options, ()),
    (sets, ("parameters", "output")),
    (diff_of_sets, ("output",)),
    (table_of_sets, ("output",)),
)


@pytest.mark.parametrize(("prepare", "panes"), STATES, ids=[prepare.__name__ for prepare, _ in STATES])
def test_axe_finds_nothing(open_visit: OpenVisit, prepare: Prepare, panes: tuple[str, ...]) -> None:
    visit = open_visit()
    prepare(visit)
    lines = []
    for size, themes in ((DESKTOP, THEMES), (TABLET, THEMES[:1]), (PHONE, THEMES[1:]), (SMALL, THEMES)):
        lines += check_panes(visit, f"{prepare.__name__} {size['width']}", size, panes, themes)
    visit.page.emulate_media(forced_colors="active")
    # axe takes a text's colour from -webkit-text-fill-color, which Chromium leaves as it is where colours are forced
    forced = check_panes(visit, f"{prepare.__name__} forced", DESKTOP, panes, THEMES[:1])
    lines += [line for line in forced if ": color-contrast: " not in line]
    visit.page.emulate_media(forced_colors="none")
    for size in (HALF_A_DESKTOP, HALF_A_TABLET):
        lines += check_panes(visit, f"{prepare.__name__} 200 {size['width']}", size, panes, ())
    assert lines == []


def check_panes(
    visit: Visit, name: str, size: ViewportSize, panes: tuple[str, ...], themes: tuple[Theme, ...]
) -> list[str]:
    """What is cut off in a window of this ``size``, and what axe finds there in each of ``themes``.

    Looks at each of ``panes`` if the window shows one at a time.
    """
    visit.page.set_viewport_size(size)
    lines = []
    has_tabs = visit.page.locator(".tabs").is_visible()
    for pane in panes if has_tabs and panes else ("",):
        if pane:
            visit.page.locator(f'.tabs [data-pane="{pane}"]').click()
        for theme in themes:
            set_theme(visit, theme)
            lines += violations(visit, f"{name} {pane} {theme}")
        visit.picture(f"{name} {pane}")
        lines += [f"{name} {pane}: cut off: {control}" for control in visit.page.evaluate(CUT_OFF)]
        if visit.overflow() > 0:
            lines.append(f"{name} {pane}: {visit.overflow()} pixels beyond the window")
    return lines


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
