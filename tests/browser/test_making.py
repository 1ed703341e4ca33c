"""Pasted objects become a Template: by keys, with each suggestion in sight, and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Route, expect

from playground.pages.examples import example_named
from tests.browser.accessibility import THEMES, Theme, set_theme, violations
from tests.browser.conftest import OpenVisit
from tests.browser.visits import PHONE, SMALL, TABLET, Visit

EXAMPLE = example_named("from-the-cluster")
OBJECTS = EXAMPLE.source if EXAMPLE else ""
# Where the text of the first link of each line begins, of links that wrap.
BEGINS = """(links) => Object.values(Object.fromEntries(links.reverse().map((link) => {
  const range = document.createRange();
  range.selectNodeContents(link);
  return [link.getBoundingClientRect().top, range.getBoundingClientRect().left];
})))"""


def box(visit: Visit, key: str) -> Locator:
    return visit.page.locator(f'input[type=checkbox][name="take.{key}"]')


def use(visit: Visit) -> Locator:
    return visit.page.get_by_role("button", name="Use this Template")


def test_objects_become_a_template_by_keys_alone_and_one_undo_takes_it_back(visit: Visit) -> None:
    keys = visit.page.keyboard
    visit.paste(OBJECTS)
    expect(visit.page.get_by_role("button", name="Make a Template")).to_be_visible()
    visit.picture("making offered")
    keys.press("Alt+Digit2")
    keys.press("Tab")
    assert visit.focused(".folded")  # in the order in which the folded column shows them
    keys.press("Shift+Tab")
    assert visit.focused(".offer button")
    keys.press("Enter")
    expect(box(visit, "NAME")).to_be_focused()
    expect(visit.page.locator("#parameters-heading")).to_have_text("Suggestions")
    proof = "With its defaults it gives the same 4 objects. With another NAME, no new issue."
    expect(visit.output).to_contain_text(proof)
    expect(visit.status).to_have_text(proof)
    expect(visit.output).to_contain_text("name: ${NAME}")
    expect(visit.output).not_to_contain_text("hunter2")
    visit.picture("making")
    first, second = visit.row("NAME").locator(".description:not(.wide) .place").evaluate_all(BEGINS)
    assert first == second  # the places take two lines
    keys.press("Space")
    expect(visit.output).to_contain_text("With its defaults it gives the same 4 objects.")
    expect(visit.output).not_to_contain_text("${NAME}")
    expect(visit.page.locator("#output .proof")).not_to_contain_text("another")
    expect(box(visit, "NAME")).to_be_focused()
    keys.press("Space")
    expect(visit.output).to_contain_text("${NAME}")
    use(visit).press("Enter")
    text = visit.text()
    assert text.startswith("apiVersion: template.openshift.io/v1\nkind: Template\nmetadata:\n  name: shop\n")
    assert "- name: ${NAME} # takes the orders\n" in text
    assert "hunter2" not in text
    assert "resourceVersion" not in text
    expect(visit.field("IMAGE_TAG")).to_have_value("1.4")
    visit.picture("making used")
    keys.press("Control+z")
    assert visit.text() == OBJECTS
    expect(visit.page.get_by_role("button", name="Make a Template")).to_be_visible()


def test_the_places_of_a_suggestion_are_outlined_and_its_references_tinted(visit: Visit) -> None:
    visit.go("/?example=from-the-cluster&view=template").alive()
    outlined = visit.page.locator(".cm-content .place-outline")
    row = visit.row("PASSWORD")
    row.hover()
    expect(outlined.first).to_contain_text("hunter2")
    expect(visit.output.locator("mark.is-lit").first).to_have_text("${PASSWORD}")
    expect(row).to_contain_text("The pasted value is replaced.")
    visit.page.mouse.move(0, 0)
    box(visit, "REPLICAS").focus()
    expect(outlined).to_have_text(["2"])
    box(visit, "server:status").focus()
    expect(outlined.first).to_contain_text("status")
    row.get_by_role("link").first.click()
    assert visit.selection() == "hunter2"


def test_all_of_a_rule_are_taken_and_left_by_one_button_and_survive_a_reload(visit: Visit) -> None:
    visit.go("/?example=from-the-cluster&view=template").alive()
    group = visit.page.locator("#suggestions-server")
    group.get_by_role("button", name="Leave all").click()
    expect(visit.output).to_contain_text("resourceVersion")
    expect(box(visit, "server:status")).not_to_be_checked()
    visit.page.locator("#suggestions-env").scroll_into_view_if_needed()
    box(visit, "LOG_LEVEL").check()
    expect(visit.output).to_contain_text("${LOG_LEVEL}")
    visit.page.reload()
    expect(box(visit, "LOG_LEVEL")).to_be_checked()
    expect(box(visit, "server:status")).not_to_be_checked()
    group.get_by_role("button", name="Take all").click()
    expect(visit.output).not_to_contain_text("resourceVersion")
    visit.choose("view", "environment")
    expect(visit.output).to_contain_text("DATABASE_URL")
    visit.choose("view", "template")
    expect(visit.output).to_contain_text("${LOG_LEVEL}")
    visit.paste(OBJECTS.replace("value: info", f"value: {'long-' * 11}value"))
    words = visit.row("LOG_LEVEL").locator(".take > span")
    expect(words).to_contain_text("long-value")
    assert words.evaluate("(words) => words.scrollWidth - words.clientWidth") == 0  # wrapped, not cut off

    # Neither another press nor what is typed before the answer takes a press back.
    routes: list[Route] = []
    visit.page.route("**/evaluate", lambda route: routes.append(route), times=2)
    group.get_by_role("button", name="Leave all").click()
    visit.until_held(routes)
    visit.page.locator("#suggestions-image").get_by_role("button", name="Leave all").click()
    visit.source.focus()
    visit.page.keyboard.type("#")
    while len(routes) < 2:
        visit.page.wait_for_timeout(20)
    routes[1].continue_()
    expect(box(visit, "server:status")).not_to_be_checked()
    expect(box(visit, "IMAGE_TAG")).not_to_be_checked()
    expect(visit.output).to_contain_text("resourceVersion")


def test_what_cannot_be_a_template_says_where_and_what_to_leave_out(visit: Visit) -> None:
    visit.go("/?example=from-the-cluster&view=template").alive()
    linked = OBJECTS.replace("        enableServiceLinks: false\n", "")
    visit.paste(linked.replace("value: info", "value: $(SHOP_SERVICE_HOST)"))
    expect(visit.output).to_contain_text("With another name, here zq7, the Template has a new issue")
    visit.picture("making refused")
    visit.output.get_by_role("link", name="Go to line 37").click()
    assert "SHOP_SERVICE_HOST" in visit.selection()
    visit.output.get_by_role("button", name="Leave it out").click()
    expect(box(visit, "NAME")).not_to_be_checked()
    expect(use(visit)).to_be_visible()


def test_without_scripts_the_boxes_are_sent_and_the_template_replaces_the_text(open_visit: OpenVisit) -> None:
    visit = open_visit(java_script_enabled=False)
    area = visit.page.locator("#source")
    area.fill(OBJECTS)
    visit.follow(visit.page.locator("button.expand"))
    visit.follow(visit.page.get_by_role("button", name="Make a Template"))
    expect(visit.output).to_contain_text("With its defaults it gives the same 4 objects.")
    box(visit, "IMAGE_TAG").uncheck()
    visit.follow(visit.page.locator("button.expand"))
    expect(visit.output).to_contain_text("image: ${IMAGE}:1.4")
    visit.follow(use(visit))
    assert "image: ${IMAGE}:1.4\n" in area.input_value()
    assert "hunter2" not in area.input_value()
    expect(visit.field("REPLICAS")).to_have_value("2")
    expect(visit.page.locator("#parameters-heading")).to_have_text("Parameters")


def test_on_a_phone_the_suggestions_are_a_tab_and_the_template_another(visit: Visit) -> None:
    visit.page.set_viewport_size(PHONE)
    visit.go("/?example=from-the-cluster").alive()
    visit.page.get_by_role("tab", name="Parameters").click()
    visit.page.get_by_role("button", name="Make a Template").click()
    expect(visit.page.get_by_role("tab", name="Suggestions")).to_be_visible()
    visit.picture("making on a phone")
    assert visit.overflow() == 0
    visit.page.get_by_role("tab", name="Output").click()
    expect(use(visit)).to_be_visible()
    visit.picture("making output on a phone")
    assert visit.overflow() == 0
    use(visit).click()
    assert visit.text().startswith("apiVersion: template.openshift.io/v1\n")


@pytest.mark.nightly
@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_while_a_template_is_made(visit: Visit, theme: Theme) -> None:
    set_theme(visit, theme)
    visit.go("/?example=from-the-cluster&view=template").alive()
    expect(use(visit)).to_be_visible()
    lines = violations(visit, f"making {theme}")
    visit.page.set_viewport_size(TABLET)
    visit.picture(f"making tablet {theme}")
    visit.page.set_viewport_size(SMALL)
    visit.picture(f"making small {theme}")
    visit.page.emulate_media(forced_colors="active")
    visit.picture(f"making forced {theme}")
    assert lines == []
    assert visit.overflow() == 0
