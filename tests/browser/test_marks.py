"""What is wrong and what changed, in the output: marks, jumps between issue, source and output, keys."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit, in_sight

LONG = POD.replace(
    "  name: web\n", "  name: web\n  labels:\n" + "".join(f"    n{n}: x\n" for n in range(60)), 1
).replace('"--url=$(PUBLIC_URL)"', '"--host=$(HOST)", "--url=$(PUBLIC_URL)"')

NOTE_FLASHES = """() => new MutationObserver((changes) => {
  const flashed = changes.map(({ target }) => target).filter((target) => target.matches(".place-flash"));
  if (flashed.length) document.body.dataset.flashed = flashed.map((target) => target.textContent).join(" ");
}).observe(document.querySelector("#output"), { attributes: true, subtree: true })"""


def test_what_is_wrong_is_marked_in_the_output_and_an_issue_shows_both_places(visit: Visit) -> None:
    with visit.answer():
        visit.paste(LONG)
    visit.choose("view", "expanded")
    wrong = visit.output.locator("a.wrong")
    in_sight(visit.output.locator(".line[data-changed]").first)  # line 71: the output opens on it
    expect(wrong).to_have_text(["$(HOST)", "$(PORT)"])
    expect(visit.output.locator("button mark.wrong")).to_have_text(["http://$(HOST):$(PORT)/"])  # a value with them
    style = wrong.first.evaluate("(link) => getComputedStyle(link).textDecorationLine")
    quiet = visit.output.locator("mark:not(.wrong)").first.evaluate(
        "(mark) => getComputedStyle(mark).textDecorationLine"
    )
    assert (style, quiet) == ("underline", "none")
    expect(wrong.first).to_have_attribute("title", re.compile(r"^Warning: PUBLIC_URL uses \$\(HOST\), but"))
    visit.picture("wrong in the output")
    visit.output.evaluate("(pane) => { pane.scrollTop = 0; }")
    visit.page.evaluate(NOTE_FLASHES)
    visit.issues.first.click()
    assert visit.selection() == "$(HOST)"
    in_sight(wrong.first)
    expect(visit.page.locator("body")).to_have_attribute("data-flashed", re.compile(r"/ \$\(HOST\)"))
    wrong.nth(1).click()
    assert visit.selection() == "$(PORT)"
    expect(visit.issues.first).to_have_attribute("aria-current", "true")
    visit.choose("view", "environment")
    expect(visit.output.locator("code.value a.wrong").first).to_be_visible()
    visit.choose("view", "diff")
    expect(visit.output.locator("details.fold").last).not_to_have_attribute("open", "")
    visit.issues.first.click()
    in_sight(wrong.first)  # in a fold, which is open now


def test_the_output_is_one_tab_stop_with_arrow_keys_and_changes_are_stepped_through(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    expect(visit.output).to_contain_text("colour: blue")
    stops = visit.output.locator(".line :is(.traced, a.wrong)")
    assert stops.count() > 3
    for _ in range(2):  # also after an answer
        expect(visit.output.locator('.line [tabindex="0"]')).to_have_count(1)
        with visit.answer():
            visit.field("COLOUR").press_sequentially("x")
    visit.output.focus()
    keys = visit.page.keyboard
    keys.press("Tab")
    expect(stops.first).to_be_focused()
    expect(visit.field("NAME")).to_have_class("is-lit")  # provenance: the same tint in form and output
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    expect(stops.nth(2)).to_be_focused()
    keys.press("ArrowUp")
    keys.press("End")
    expect(stops.last).to_be_focused()
    keys.press("Tab")
    assert not visit.focused("#output .line")
    keys.press("Shift+Tab")
    expect(stops.last).to_be_focused()
    changed = visit.output.locator(".line[data-changed]")
    keys.press("Alt+n")
    expect(changed.first).to_be_focused()
    first = re.compile(r"^Change 1 of \d\.$")
    expect(visit.status).to_have_text(first)
    keys.press("Alt+Shift+n")
    visit.page.get_by_role("button", name="Next change").click()
    expect(visit.status).to_have_text(first)
