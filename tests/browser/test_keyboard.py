"""Everything can be done by keyboard, and every key in the help works as described."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

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
    assert visit.focused("#share-heading")
    for _ in ("parameter values", "the assumed environment", "expires", "title"):
        keys.press("Tab")
    keys.type("My shop")
    keys.press("Enter")
    expect(visit.page).to_have_url(re.compile(r"/s/[A-Za-z0-9_-]{22}$"))
    expect(visit.field("NAME")).to_have_value("kiosk")
    expect(visit.page.locator("#title")).to_have_value("My shop")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_skip_links_lead_into_their_panes(visit: Visit, number: int) -> None:
    for _ in range(number):
        visit.page.keyboard.press("Tab")
    visit.page.keyboard.press("Enter")
    pane = ("#pane-source", "#pane-parameters", "#pane-output", "#pane-issues")[number - 1]
    visit.page.keyboard.press("Shift")  # the jump is done before the next key is read
    assert visit.focused(pane)


def test_tab_leaves_the_editor_in_both_directions(visit: Visit) -> None:
    visit.source.focus()
    visit.page.keyboard.press("Tab")
    assert not visit.focused(".cm-editor")
    assert visit.focused("#pane-parameters")
    visit.page.keyboard.press("Shift+Tab")
    assert visit.focused(".cm-content")
    visit.page.keyboard.press("Shift+Tab")
    assert not visit.focused(".cm-editor")


def test_escape_leaves_the_editor_after_closing_what_is_open(visit: Visit) -> None:
    visit.source.focus()
    visit.page.keyboard.press("Control+f")
    expect(visit.page.locator(".cm-search")).to_be_visible()
    visit.page.keyboard.press("Escape")
    expect(visit.page.locator(".cm-search")).to_have_count(0)
    assert visit.focused(".cm-content")
    visit.page.keyboard.press("Escape")
    assert not visit.focused(".cm-content")


def test_brackets_indent_because_tab_does_not(visit: Visit) -> None:
    visit.paste("a: 1\n")
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.press("Control+]")
    assert visit.text() == "  a: 1\n"
    visit.page.keyboard.press("Control+[")
    assert visit.text() == "a: 1\n"


def test_a_question_mark_lists_the_keys_and_escape_gives_the_focus_back(visit: Visit) -> None:
    visit.page.locator("#output").focus()
    visit.page.keyboard.press("?")
    dialog = visit.page.locator("dialog#help")
    expect(dialog).to_be_visible()
    for key in ("Ctrl Enter", "Ctrl S", "F8", "Alt T", "Alt 1", "Esc"):
        expect(dialog).to_contain_text(key)
    visit.page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    assert visit.focused("#output")


def test_a_question_mark_in_a_text_is_a_question_mark(visit: Visit) -> None:
    visit.paste("# what")
    visit.page.keyboard.press("Control+End")
    visit.page.keyboard.press("?")
    assert visit.text() == "# what?"
    visit.page.locator("#title").press("?")
    expect(visit.page.locator("#title")).to_have_value("?")
    expect(visit.page.locator("dialog#help")).not_to_be_visible()


def test_the_help_link_opens_the_dialog_and_closing_returns_to_it(visit: Visit) -> None:
    link = visit.page.locator("header a.help")
    link.focus()
    link.press("Enter")
    dialog = visit.page.locator("dialog#help")
    expect(dialog).to_be_visible()
    assert visit.focused("dialog#help")
    dialog.get_by_role("button", name="Close").press("Enter")
    expect(dialog).not_to_be_visible()
    assert visit.focused("header a.help")


def test_control_enter_asks_at_once(visit: Visit) -> None:
    visit.page.clock.install()
    visit.go().alive()
    visit.paste(POD)
    expect(visit.output).to_contain_text("value: web.example")
    visit.stop_clock()
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    visit.page.keyboard.press("Control+End")
    visit.page.keyboard.type("#")
    with visit.page.expect_request("**/evaluate"):
        visit.page.keyboard.press("Control+Enter")
    visit.page.clock.run_for(1000)
    assert len(asked) == 1  # the pause after the last key does not ask again
    assert visit.text() == POD + "#"


def test_control_shift_y_toggles_yaml_and_json(visit: Visit) -> None:
    visit.source.focus()
    visit.page.keyboard.press("Control+Shift+y")
    expect(visit.output).to_contain_text('"kind": "Deployment"')
    visit.page.keyboard.press("Control+Shift+y")
    expect(visit.output).to_contain_text("kind: Deployment")


def test_menus_open_close_and_return_by_keyboard(visit: Visit) -> None:
    menu = visit.page.locator("details.menu.examples")
    menu.locator("summary").focus()
    visit.page.keyboard.press("Enter")
    expect(menu.locator("li").first).to_be_visible()
    visit.page.keyboard.press("Tab")
    assert visit.focused("details.menu.examples li")
    visit.page.keyboard.press("Escape")
    expect(menu.locator("li").first).not_to_be_visible()
    assert visit.focused("details.menu.examples summary")


def test_every_stop_of_the_tab_key_shows_where_it_is(visit: Visit) -> None:
    seen: list[str] = []
    for _ in range(60):
        visit.page.keyboard.press("Tab")
        found = visit.page.evaluate(
            """() => {
              const one = document.activeElement;
              const hidden = one.matches("input[type=radio], input[type=file]");
              const shown = hidden ? one.labels[0] : one;
              const style = getComputedStyle(one.matches("input[type=radio]") ? shown.querySelector("span") : shown);
              const box = shown.getBoundingClientRect();
              const visible = box.width > 1 && box.height > 1 && box.right > 0 && box.bottom > 0;
              const editor = one.matches(".cm-content"); // its caret shows
              const marked = style.outlineStyle !== "none" || style.boxShadow !== "none" || editor;
              return [one === document.body, visible && marked, one.outerHTML.slice(0, 120)];
            }"""
        )
        if found[0]:
            break
        assert found[1], found[2]
        seen.append(found[2])
    assert len(seen) > 20
