"""Everything can be done by keyboard, and every key in the help works as described."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit


def test_the_whole_job_is_done_by_keyboard_alone(visit: Visit) -> None:
    keys = visit.page.keyboard
    visit.page.evaluate("(text) => navigator.clipboard.writeText(text)", TEMPLATE)
    keys.press("Tab")
    expect(visit.page.locator("a.skip:focus")).to_have_text("Skip to the source")
    in_window = visit.page.locator("a.skip:focus").bounding_box()
    assert in_window
    assert in_window["y"] >= 0
    keys.press("Enter")
    keys.press("Shift")  # the jump is done before the next key is read
    assert visit.focused(".cm-content")
    keys.press("Control+a")
    keys.press("Control+v")
    expect(visit.output).to_contain_text("colour: blue")
    keys.press("Alt+Digit2")
    assert visit.focused("#parameters")
    keys.press("Control+a")
    keys.type("kiosk")
    expect(visit.output).to_contain_text("name: kiosk")
    keys.press("Alt+Digit3")
    assert visit.focused("#pane-output")
    keys.press("Alt+Digit4")
    assert visit.focused("#pane-issues")
    keys.press("Alt+Digit1")
    assert visit.focused(".cm-content")
    keys.press("Control+s")
    assert visit.focused("#share button.primary")
    for _ in ("cancel", "expires", "parameter values", "title"):
        keys.press("Shift+Tab")
    keys.type("My shop")
    keys.press("Enter")
    expect(visit.page).to_have_url(re.compile(r"/s/[A-Za-z0-9_-]{22}$"))
    expect(visit.field("NAME")).to_have_value("kiosk")
    expect(visit.page.locator("#title")).to_have_value("My shop")


@pytest.mark.nightly
def test_skip_links_lead_into_their_panes(visit: Visit) -> None:
    for number, pane in enumerate(("#pane-source", "#pane-parameters", "#pane-output", "#pane-issues"), 1):
        visit.go().alive()
        for _ in range(number):
            visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Enter")
        visit.page.keyboard.press("Shift")  # the jump is done before the next key is read
        assert visit.focused(pane)


def test_tab_and_escape_leave_the_editor_and_brackets_indent(visit: Visit) -> None:
    keys = visit.page.keyboard
    visit.source.focus()
    keys.press("Tab")
    assert not visit.focused(".cm-editor")
    assert visit.focused("#pane-parameters")
    keys.press("Shift+Tab")
    assert visit.focused(".cm-content")
    keys.press("Shift+Tab")
    assert not visit.focused(".cm-editor")

    visit.source.focus()
    keys.press("Control+f")
    expect(visit.page.locator(".cm-search")).to_be_visible()
    keys.type("value:")
    number = visit.text().count("value:")
    expect(visit.page.locator(".cm-search output")).to_have_text(f"{number} matches")
    keys.press("Enter")
    expect(visit.page.locator(".cm-search output")).to_have_text(re.compile(rf"^\d of {number}$"))
    keys.press("Escape")
    expect(visit.page.locator(".cm-search")).to_have_count(0)
    assert visit.selection() == "value:"
    expect(visit.page.locator(".cm-selectionMatch")).to_have_count(0)  # equal words stay as they are
    assert visit.focused(".cm-content")
    keys.press("ArrowRight")
    keys.press("Escape")
    assert not visit.focused(".cm-content")

    visit.paste("a: 1\n")
    keys.press("Control+Home")
    keys.press("Control+]")
    assert visit.text() == "  a: 1\n"
    keys.press("Control+[")
    assert visit.text() == "a: 1\n"
    keys.press("Control+Home")
    keys.press("?")
    assert visit.text() == "?a: 1\n"
    visit.page.locator("#title").press("?")
    expect(visit.page.locator("#title")).to_have_value("?")
    expect(visit.page.locator("dialog#help")).not_to_be_visible()


def test_the_help_and_a_menu_open_by_key_and_give_the_focus_back(visit: Visit) -> None:
    keys, dialog = visit.page.keyboard, visit.page.locator("dialog#help")
    visit.page.locator("#output").focus()
    keys.press("?")
    expect(dialog).to_be_visible()
    for key in ("Ctrl Enter", "Ctrl S", "F8", "Alt T", "Alt 1", "Esc"):
        expect(dialog).to_contain_text(key)
    keys.press("Escape")
    expect(dialog).not_to_be_visible()
    assert visit.focused("#output")
    visit.page.locator("header a.help").focus()
    keys.press("Enter")
    expect(dialog).to_be_visible()
    assert visit.focused("dialog#help [data-close]")
    dialog.get_by_role("button", name="Close").press("Enter")
    expect(dialog).not_to_be_visible()
    assert visit.focused("header a.help")

    menu = visit.page.locator("details.menu.examples")
    menu.locator("summary").focus()
    keys.press("Enter")
    expect(menu.locator("li").first).to_be_visible()
    keys.press("Tab")
    assert visit.focused("details.menu.examples li")
    keys.press("Escape")
    expect(menu.locator("li").first).not_to_be_visible()
    assert visit.focused("details.menu.examples summary")

    visit.source.focus()
    keys.press("Control+Shift+y")
    expect(visit.output).to_contain_text('"kind": "Deployment"')
    keys.press("Control+Shift+y")
    expect(visit.output).to_contain_text("kind: Deployment")


@pytest.mark.nightly
def test_control_enter_asks_at_once(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.page.clock.install()
    visit.go().alive()
    visit.paste(POD)
    expect(visit.output).to_contain_text("web.example")
    visit.stop_clock()
    addresses: list[str] = []
    visit.page.on("request", lambda request: addresses.append(request.url))
    visit.page.keyboard.press("Control+End")
    with visit.page.expect_event("requestfinished"):
        visit.page.keyboard.type("#")  # after a rest, a key asks at once; the next one waits
    visit.page.keyboard.type("#")
    assert len(addresses) == 1
    with visit.page.expect_request("**/evaluate"):
        visit.page.keyboard.press("Control+Enter")
    visit.page.clock.run_for(1000)
    assert len(addresses) == 2  # the pause after the last key does not ask again
    assert visit.text() == POD + "##"


@pytest.mark.nightly
def test_every_stop_of_the_tab_key_shows_where_it_is(visit: Visit) -> None:
    stops: list[str] = []
    for _ in range(60):
        visit.page.keyboard.press("Tab")
        stop = visit.page.evaluate(
            """() => {
              const focused = document.activeElement;
              const hidden = focused.matches("input[type=radio], input[type=file]");
              const shown = hidden ? focused.labels[0] : focused;
              const marked = focused.matches("input[type=radio]") ? shown.querySelector("span") : shown;
              const style = getComputedStyle(marked);
              const box = shown.getBoundingClientRect();
              const visible = box.width > 1 && box.height > 1 && box.right > 0 && box.bottom > 0;
              const editor = focused.matches(".cm-content"); // its caret shows
              const standsOut = style.outlineStyle !== "none" || style.boxShadow !== "none" || editor;
              return [focused === document.body, visible && standsOut, focused.outerHTML.slice(0, 120)];
            }"""
        )
        if stop[0]:
            break
        assert stop[1], stop[2]
        stops.append(stop[2])
    assert len(stops) > 20
