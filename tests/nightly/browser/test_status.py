"""Screen readers hear one summary, politely, and only when it changes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD
from tests.browser.visits import Visit

LISTEN = """
() => {
  window.said = [];
  const status = document.querySelector("#status");
  new MutationObserver(() => window.said.push(status.textContent)).observe(status, {
    childList: true, characterData: true, subtree: true,
  });
}
"""
# When each of the two lines has these words for the first time.
WHEN = """
(words) => {
  window.first = {};
  const look = () => ["summary", "status"].forEach((id) => {
    if (document.getElementById(id).textContent.trim() === words) window.first[id] ??= performance.now();
  });
  new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
}
"""
TWO = POD.replace("$(HOST)", "host") + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
WARNED = "Expanded: 2 objects, 1 warning."


def announcements(visit: Visit) -> list[str]:
    return list(visit.page.evaluate("() => window.said"))


def test_one_sentence_is_said_after_it_is_shown_and_only_when_it_changes(visit: Visit) -> None:
    visit.page.evaluate(LISTEN)
    visit.page.evaluate(WHEN, WARNED)
    visit.page.evaluate("() => { window.line = document.querySelector('#status'); }")
    visit.paste(TWO)
    expect(visit.status).to_have_text(WARNED)
    assert visit.page.locator("#summary").inner_text() == WARNED
    assert visit.page.evaluate("() => window.first.status - window.first.summary") > 500  # milliseconds
    expect(visit.page.locator("#summary")).to_have_attribute("aria-hidden", "true")
    visit.page.keyboard.press("Control+End")
    with visit.answer():
        visit.page.keyboard.type("# the same again\n")
    visit.page.wait_for_timeout(1300)  # a sentence is said a second after the last key
    assert announcements(visit) == [WARNED]
    visit.paste(POD.replace("http://$(HOST):$(PORT)/", "http://host/"))
    expect(visit.status).to_have_text("Expanded: 1 object.")
    visit.paste("a: [\n")
    unread = "Not expanded: the text cannot be read."
    expect(visit.status).to_have_text(unread)
    assert announcements(visit) == [WARNED, "Expanded: 1 object.", unread]
    expect(visit.page.locator("#issues-count")).to_have_text("1 error")
    expect(visit.page).to_have_title("(1 error) Template Playground")
    assert visit.page.evaluate("() => window.line === document.querySelector('#status')")
    live = visit.page.locator("[aria-live], [role=status], [role=alert], [role=log]").evaluate_all(
        "(all) => all.filter((line) => !line.closest('.cm-editor')).map((line) => line.id)"
    )
    assert sorted(live) == ["banner", "status"]
    expect(visit.status).to_have_attribute("aria-live", "polite")
    expect(visit.status).to_have_attribute("aria-atomic", "true")


def test_nothing_is_said_while_someone_types(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.page.clock.install()
    visit.go().alive()
    visit.stop_clock()
    before = visit.status.inner_text()
    visit.page.evaluate(LISTEN)
    visit.paste(POD.replace("$(HOST)", "host"))
    visit.paste("kind: List\n")
    visit.page.keyboard.press("Control+End")
    for _ in range(6):
        with visit.page.expect_event("requestfinished"):
            visit.page.keyboard.type("#")
            visit.page.clock.run_for(350)  # long enough to ask, too short for a word
        assert announcements(visit) == []
    visit.page.clock.resume()
    expect(visit.status).not_to_have_text(before)
    assert len(announcements(visit)) == 1


def test_the_sentence_about_the_text_comes_back_after_two_quick_actions(open_visit: OpenVisit) -> None:
    visit = open_visit()
    visit.page.clock.install()
    visit.go().alive()
    visit.stop_clock()
    before, copy = visit.status.inner_text(), visit.page.get_by_role("button", name="Copy", exact=True)
    for _ in range(2):
        copy.click()
        expect(visit.status).to_have_text("Copied.")
        visit.page.clock.run_for(1_000)
    visit.page.clock.run_for(3_000)
    expect(visit.status).to_have_text(before)
    expect(visit.page.locator("#summary")).to_have_text(before)


@pytest.mark.smoke
def test_no_answer_moves_the_focus_or_the_scroll(visit: Visit) -> None:
    visit.paste(POD + "# line\n" * 200)
    visit.choose("view", "expanded")
    expect(visit.output).to_contain_text("kind: Pod")  # no longer what the page began with
    scroller = visit.page.locator(".cm-scroller")
    visit.page.wait_for_function("() => document.querySelector('.cm-scroller').scrollTop > 1000")  # to the pasted end
    scroller.evaluate("(pane) => { pane.scrollTop = 900; }")
    visit.output.evaluate("(pane) => { pane.scrollTop = 100; }")
    before = visit.output.evaluate("(pane) => pane.scrollTop")
    visit.page.locator("#title").focus()
    with visit.answer():
        visit.page.keyboard.press("Control+Enter")
    assert visit.focused("#title")
    assert scroller.evaluate("(pane) => pane.scrollTop") == 900
    assert visit.output.evaluate("(pane) => pane.scrollTop") == before
