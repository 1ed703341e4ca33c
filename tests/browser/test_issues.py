"""An issue leads to its place in the text, and its button fixes it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.texts import POD, TEMPLATE, THREE_ISSUES
from tests.browser.visits import DESKTOP, PHONE, Visit

NON_ASCII = """\
apiVersion: v1
kind: Pod
metadata: {name: p}  # Größe: 😀😀
spec:
  containers:
  - name: web
    image: i
    env: [{name: GRÜSSE, value: "äöü 😀 e\u0301"}, {name: URL, value: "ß😀 $(NOPE) 😀"}]
"""


def place(visit: Visit, text: str) -> Locator:
    """The button that leads to the place of the first issue that says ``text``."""
    return visit.issues.filter(has_text=text).locator(".place").first


def test_a_place_is_selected_by_click_and_key_after_characters_of_all_sizes(visit: Visit) -> None:
    for line_end in ("\r\n", "\n"):
        with visit.answer():
            visit.paste(NON_ASCII.replace("\n", line_end))
        place(visit, "NOPE").click()
        assert visit.selection() == "$(NOPE)"
        assert visit.focused(".cm-content")
        assert place(visit, "NOPE").inner_text() == "Line 8"
    visit.paste(POD)
    place(visit, "$(HOST)").focus()
    place(visit, "$(HOST)").press("Enter")
    assert visit.focused(".cm-content")
    assert visit.selection() in POD
    assert "$(HOST)" in visit.selection()
    visit.choose("view", "expanded")
    visit.output.locator(".line", has_text="value: web.example").click()
    assert visit.selection() == "web.example"

    # The place is still the right one after an edit above it, before any answer.
    visit.page.route("**/evaluate", lambda route: None)
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    visit.page.keyboard.type("# a line above\n")
    place(visit, "$(HOST)").click()
    assert "$(HOST)" in visit.selection()

    visit.paste(TEMPLATE)
    plain = visit.page.locator("textarea#source")
    for text in (TEMPLATE, "kind: Pod\n"):  # the fix belongs to neither
        if plain.is_visible():
            plain.fill(text)
        visit.issues.locator("button.fix").first.click()
        expect(visit.page.locator("#summary")).to_have_text("Nothing changed: this fix belongs to an older text.")
        assert visit.text() == text
        visit.page.locator("#plain-text").click()


@pytest.mark.nightly
def test_a_place_outside_of_the_window_is_brought_to_the_middle(visit: Visit) -> None:
    visit.paste("# filler\n" * 300 + POD + "# filler\n" * 300)
    place(visit, "$(HOST)").click()
    line = visit.page.locator(".cm-line", has_text="value: http://$(HOST):$(PORT)/")
    expect(line).to_be_in_viewport()
    box, pane = line.bounding_box(), visit.page.locator(".cm-scroller").bounding_box()
    assert box
    assert pane
    assert abs(box["y"] - (pane["y"] + pane["height"] / 2)) < pane["height"] / 4


def test_a_fix_is_one_step_that_can_be_undone(visit: Visit) -> None:
    before = visit.text()
    issue = visit.issues.filter(has_text="PUBLIC_URL")
    expect(issue.locator(".code")).to_have_text("ENV502")
    issue.locator("button.fix").click()
    expect(visit.output).to_contain_text("value: http://shop.example:8080/")
    expect(visit.page.locator("#issues")).not_to_contain_text("ENV502")
    after = visit.text()
    assert after != before
    assert sorted(after.splitlines()) == sorted(before.splitlines())
    assert visit.focused(".cm-content")
    visit.page.keyboard.press("Control+z")
    assert visit.text() == before
    expect(visit.page.locator("#issues")).to_contain_text("ENV502")
    visit.page.keyboard.press("Control+Shift+z")
    assert visit.text() == after
    expect(visit.page.locator("#issues")).to_have_text("No issues.")  # a fix brings no other

    # All that have one meaning: listed first, applied together, undone together.
    late = "    - {name: C, value: $(D)}\n    - {name: D, value: d}\n"
    late += "    - {name: F, value: $(G)}\n    - {name: G, value: g}\n"
    visit.paste(POD.replace("value: http://$(HOST):$(PORT)/", "value: http/") + late)
    together = visit.page.locator("#issues .together")
    together.get_by_text("Fix all that have one meaning (2)").click()
    places = together.locator("li")
    expect(places).to_have_count(2)
    expect(places.last).to_have_text(re.compile(r"^Line 19 Move G above F$"))
    places.last.locator(".place").click()
    assert visit.focused(".cm-content")
    before = visit.text()
    expect(places.last).to_be_visible()
    together.get_by_role("button", name="Fix these 2").click()
    expect(visit.page.locator("#issues")).not_to_contain_text("ENV502")
    assert sorted(visit.text().splitlines()) == sorted(before.splitlines())
    visit.page.keyboard.press("Control+z")
    assert visit.text() == before


def test_issues_are_walked_through_marked_filtered_explained_and_fixed(visit: Visit) -> None:
    visit.paste(THREE_ISSUES)
    expect(visit.page.locator("#source-fact")).to_have_text("Pod")
    count = visit.issues.count()
    assert count >= 3
    current = []
    for _ in range(count):
        visit.page.keyboard.press("F8")
        assert visit.focused(".cm-content")
        current.append(visit.page.locator("#issues .issue[aria-current='true']").get_attribute("id"))
    assert current == [f"issue-{number}" for number in range(count)]
    visit.page.keyboard.press("F8")
    expect(visit.issues.first).to_have_attribute("aria-current", "true")
    visit.page.keyboard.press("Shift+F8")
    expect(visit.issues.last).to_have_attribute("aria-current", "true")

    expect(visit.page.locator(".cm-lintRange").first).to_be_visible()
    visit.page.locator(".cm-lint-marker").first.hover()
    expect(visit.page.locator(".cm-tooltip-lint")).to_be_visible()

    severities = visit.issues.evaluate_all("(issues) => issues.map((issue) => issue.dataset.severity)")
    assert len(set(severities)) > 1
    for severity in ("error", "warning"):
        visit.choose("severity", severity)
        visible = [issue for issue in visit.issues.all() if issue.is_visible()]
        assert {issue.get_attribute("data-severity") for issue in visible} <= {severity}
        assert len(visible) == severities.count(severity)
    visit.choose("severity", "all")
    assert sum(issue.is_visible() for issue in visit.issues.all()) == len(severities)

    visit.paste(THREE_ISSUES.replace("$(HOST)", "$(HOST)$(COUNT)"))
    expect(visit.issues.filter(has_text="ENV502")).to_have_count(1)
    expect(visit.issues.get_by_role("button", name="Move PUBLIC_URL below them")).to_have_count(1)
    pressed, corners = 0, set()
    while visit.page.locator("#issues .issue button.fix").count() and pressed < 10:
        box = visit.page.locator("#issues .issue button.fix").first.bounding_box()
        assert box
        corners.add((round(box["x"] + box["width"]), round(box["y"])))
        with visit.answer():
            visit.page.locator("#issues .issue button.fix").first.click()
        pressed += 1
    assert 0 < pressed < 10
    assert len({right for right, _ in corners}) == 1, "the buttons are below one another"
    expect(visit.stale).to_have_text("")

    code = visit.issues.first.locator("a.code").inner_text()
    visit.issues.first.locator("a.code").click()
    expect(visit.page.locator("h1")).to_contain_text(code)


@pytest.mark.nightly
def test_a_line_of_an_older_output_leads_to_where_its_text_is_now(visit: Visit) -> None:
    for editor in (".cm-content", "#source"):
        with visit.answer():
            visit.paste(POD.replace("kind: Pod", "# 😀\r\nkind: Pod"))
        visit.choose("view", "expanded")
        line = visit.output.locator(".line", has_text="value: web.example")
        if editor == "#source":
            visit.page.locator("#plain-text").click()
        line.click()
        assert visit.selection() == "web.example"
        visit.page.locator(editor).press("Control+Home")
        with visit.answer():
            visit.page.keyboard.insert_text("]")
        expect(visit.stale).to_contain_text("Showing the last result that worked")
        line.click()
        assert visit.selection() == "web.example"


INLINE_NUMBERS = """
() => document.styleSheets[0].insertRule(
  "#output .line::before { float: none; margin: 0; padding: 0; width: auto; display: inline; }",
  document.styleSheets[0].cssRules.length,
)
"""
BEFORE_TEXT = """
(line) => {
  const text = document.createRange();
  text.selectNodeContents(line.firstChild);
  const { left } = text.getBoundingClientRect();
  return left - line.getBoundingClientRect().left - Number.parseFloat(getComputedStyle(line).paddingLeft);
}
"""


@pytest.mark.nightly
def test_lines_count_on_from_block_to_block(visit: Visit) -> None:
    text = "kind: ConfigMap\napiVersion: v1\ndata:\n" + "".join(f"  key-{number}: v\n" for number in range(300))
    visit.paste(text)
    last = visit.output.locator(".line", has_text="key-299")
    last.click()
    assert visit.selection() == "v"
    expect(last).to_be_in_viewport()
    visit.page.evaluate(INLINE_NUMBERS)
    lines = visit.output.locator(".line")
    first, second, third = (lines.nth(line - 1).evaluate(BEFORE_TEXT) for line in (1, 99, 303))
    assert (second, third) == (pytest.approx(2 * first, abs=0.5), pytest.approx(3 * first, abs=0.5))
    heights = "() => [...document.querySelectorAll('#output .block')].map((block) => block.offsetHeight)"
    assert visit.page.evaluate(heights) == [50 * 20] * 6 + [3 * 20]


def test_the_line_above_a_refused_output_leads_to_the_reason(visit: Visit) -> None:
    visit.paste(POD.replace('"8080"', "8080"))
    expect(visit.status).to_have_text(re.compile("^Shown as far as it goes: 1 object, 1 error"))
    for size in (DESKTOP, PHONE):
        visit.page.set_viewport_size(size)
        visit.page.keyboard.press("Alt+Digit4")
        visit.choose("severity", "warning")
        visit.page.keyboard.press("Alt+Digit3")
        expect(visit.output.locator(".refusal")).to_contain_text(
            "The API server refuses spec.containers[0].env[2].value"
        )
        visit.output.get_by_role("link", name="See why").click()
        reason = visit.page.locator('#issues .issue[data-code="POD601"]')
        expect(reason).to_be_visible()
        expect(reason).to_have_attribute("aria-current", "true")
        assert visit.focused('.issue[data-code="POD601"]')
