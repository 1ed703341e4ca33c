"""Bidirectional controls have no effect: on the screen, every text is in the order of its characters."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.visits import Visit
from tests.hostile.sinks import hostile_pod, hostile_template

TEXT = "acc\u202eess\u2066level\u2069u\u200bser\u202c\U000e0041end"
TITLE = "the\u202etitle\u2066of\u2069it\u200b"  # what holds a secret's value is not kept, and TEXT is one's

# For every stretch of Latin letters on the page: does each stand to the right of the one before it?
TURNED = """
() => {
  const turned = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const place = (node, index) => {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    return range.getBoundingClientRect();
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest("textarea, script, style, option, bdi")) continue;
    const text = node.data;
    for (let index = 1; index < text.length; index++) {
      if (!/[a-z]{2}/.test(text.slice(index - 1, index + 1))) continue;
      const [before, here] = [place(node, index - 1), place(node, index)];
      if (here.width && before.width && here.top === before.top && here.left < before.left) {
        turned.push(text.slice(Math.max(0, index - 10), index + 10));
        break;
      }
    }
  }
  return turned;
}
"""


def turned(page: Page) -> list[str]:
    page.evaluate(
        "() => document.querySelectorAll(':is(#output, .document, .embed) details')"
        ".forEach((details) => (details.open = true))"
    )
    return list(page.evaluate(TURNED))


def turned_without(page: Page) -> int:
    """How many stretches are turned once the signs are taken away: that the search notices."""
    page.evaluate("() => document.querySelectorAll('bdi.invisible').forEach((sign) => sign.before(sign.textContent))")
    page.evaluate("() => document.querySelectorAll('bdi.invisible').forEach((sign) => sign.remove())")
    page.evaluate("() => document.body.normalize()")
    return len(turned(page))


def test_every_view_shows_each_text_in_the_order_of_its_characters(visit: Visit) -> None:
    for source in (hostile_pod(TEXT), hostile_template(TEXT)):
        with visit.answer():
            visit.paste(source)
        expect(visit.source.locator(".invisible", has_text="U+202E").first).to_be_visible()
        for view in ("diff", "environment", "expanded"):  # a pod opens on its environment
            with visit.answer():
                visit.choose("view", view)
            assert turned(visit.page) == [], view
            visit.picture(f"invisible {view}")
    assert turned_without(visit.page) > 5


def test_what_is_shared_is_shown_in_the_order_of_its_characters(visit: Visit) -> None:
    visit.paste(hostile_template(TEXT))
    visit.page.locator("#title").fill(TITLE)
    visit.share()
    address = visit.page.url.removeprefix(visit.site).partition("?")[0].partition("#")[0]
    visit.paste(hostile_template(f"{TEXT} again"))
    for path in (address, f"{address}/details", f"{address}/embed", "/shares", f"/terminal?share={address[3:]}"):
        visit.page.goto(visit.site + path)
        assert turned(visit.page) == [], path
        visit.picture(f"invisible {path}")
        assert "\u202e" not in visit.page.title()
        if "terminal" not in path:  # it names the Share by its slug
            assert turned_without(visit.page) > 0, path


def test_a_copied_text_is_what_it_was(visit: Visit) -> None:
    with visit.answer():
        visit.paste("kind: ConfigMap\napiVersion: v1\ndata: {a: a\u200db}\n")
    line = visit.output.locator(".line", has_text="a:").last
    expect(line.locator("bdi.invisible")).to_have_attribute("aria-label", "U+200D")
    copied = line.evaluate("(line) => { getSelection().selectAllChildren(line); return `${getSelection()}`; }")
    assert copied.strip() == 'a: "a\u200db"'
