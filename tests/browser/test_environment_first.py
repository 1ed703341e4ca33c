"""A text without a Template is about its containers: the page opens on what each one receives, what is wrong first."""

from __future__ import annotations

from playwright.sync_api import Route, expect

from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit


def test_a_pod_opens_on_its_environment_with_the_fix_beside_what_is_wrong(visit: Visit) -> None:
    columns = "() => [...document.querySelectorAll('.workbench > *')].map((pane) => pane.offsetWidth)"
    source, _, output = visit.page.evaluate(columns)
    visit.paste(POD.replace("    - name: PUBLIC_URL", "    - name: FIRST\n      value: '1'\n    - name: PUBLIC_URL"))
    rows = visit.output.locator("table.variables tbody tr")
    expect(rows).to_have_count(4)
    assert visit.page.locator('[name="view"][value="environment"]').is_checked()
    expect(rows.first).to_contain_text("PUBLIC_URL")
    expect(rows.first.locator(".problem.issue-warning").first).to_contain_text("$(HOST)")

    # nothing to fill in: a button in place of the middle column, whose width the output has
    now = visit.page.evaluate(columns)
    assert abs(now[0] - source) <= 1
    assert now[2] > output + 200
    visit.page.get_by_role("button", name="Parameters: none").click()
    expect(visit.page.get_by_text("Nothing to fill in")).to_be_visible()
    visit.picture("environment first")
    wide = visit.page.viewport_size
    visit.page.set_viewport_size({"width": 900, "height": 800})
    box = visit.page.get_by_text("Nothing to fill in").bounding_box()
    assert box is not None
    assert box["y"] > 200  # in the middle, not over the header
    visit.page.keyboard.press("Escape")
    expect(visit.page.get_by_text("Nothing to fill in")).to_be_visible()
    assert wide is not None
    visit.page.set_viewport_size(wide)

    rows.first.locator(".problem .fix").click()  # one for both references
    expect(visit.output.locator(".problem.issue-warning")).to_have_count(0)
    expect(rows.filter(has_text="PUBLIC_URL")).to_contain_text("http://web.example:8080/")

    # a view that the user chooses stays; without a choice, a Template opens expanded
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    visit.choose("view", "environment")
    visit.choose("view", "expanded")
    visit.paste(POD)
    expect(visit.output.locator("table.variables")).to_be_visible()
    visit.choose("view", "expanded")
    expect(visit.output).to_contain_text("value: web.example")
    visit.paste(POD.replace("web.example", "www.example"))
    expect(visit.output).to_contain_text("value: www.example")
    visit.page.reload()
    visit.alive()
    expect(visit.output).to_contain_text("value: www.example")


def test_a_view_chosen_before_the_answer_to_a_paste_stays(visit: Visit) -> None:
    routes: list[Route] = []
    visit.page.route("**/evaluate", lambda route: routes.append(route), times=1)
    visit.paste(POD)
    visit.until_held(routes)
    visit.choose("view", "expanded")  # is on already, but the answer about the pod would choose another
    expect(visit.output).to_contain_text("value: web.example")
    assert visit.page.locator('[name="view"][value="expanded"]').is_checked()
