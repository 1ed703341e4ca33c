"""A long draft is written when nobody types, and a draft never replaces a newer text."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from playwright.sync_api import expect

from tests.browser.test_draft import saved
from tests.browser.texts import POD
from tests.browser.visits import Visit

LONG = POD + "# a comment\n" * 25_000  # 300 KB
COUNT_WRITES = """() => {
  const write = Storage.prototype.setItem;
  window.writes = 0;
  Storage.prototype.setItem = function (key, text) {
    window.writes += 1;
    return write.call(this, key, text);
  };
}"""


def test_a_long_text_is_not_written_while_someone_types_and_survives_a_reload(visit: Visit) -> None:
    visit.paste(LONG)
    saved(visit, "# a comment")
    visit.page.evaluate(COUNT_WRITES)
    visit.page.keyboard.type("#a", delay=400)
    assert visit.page.evaluate("() => window.writes") == 0
    visit.page.reload()
    visit.alive()
    assert visit.text() == LONG + "#a"


def test_the_text_that_was_just_sent_is_never_swapped_for_an_older_draft(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_database(*_: object, **__: object) -> None:
        raise OperationalError

    def fail_to_share() -> None:
        visit.page.locator("button.share").click()
        expect(visit.banner).to_contain_text("does not answer just now")

    monkeypatch.setattr("playground.pages.sharing.views.save", no_database)
    visit.excuse("503")
    visit.paste(POD)
    fail_to_share()
    visit.paste(POD + "# edited after that\n")
    saved(visit, "edited after that")
    visit.go("/").alive()
    assert visit.text() == POD + "# edited after that\n"
    visit.paste(POD + "# second\n")
    fail_to_share()
    assert visit.text() == POD + "# second\n"
    assert visit.page.locator("#notice").inner_text() == ""
    visit.go("/").alive()
    assert visit.text() == POD + "# second\n"
