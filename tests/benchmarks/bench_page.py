"""The page in a browser: the first visit, from a key to the screen, and typing in a very long text."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count

import pytest
from playwright.sync_api import Browser, Response, ViewportSize, sync_playwright

from tests.benchmarks.conftest import Note
from tests.benchmarks.figures import Goal
from tests.benchmarks.load import running
from tests.benchmarks.machine import CHROMIUM
from tests.benchmarks.measure import in_rounds, middle, percentile
from tests.benchmarks.texts import large_template, template
from tests.browser.servers import Server
from tests.browser.visits import DESKTOP, PHONE, Visit, start_visit

ROUNDS = 5
KEYS = {20_000: 15, 300_000: 7}  # in each round
GOALS = {20_000: (120, 250), 300_000: (600, 1_000)}  # milliseconds, p50 and p95
LONGEST_TASK = {20_000: 50, 300_000: 150}  # milliseconds
SHIFT = 0.02  # cumulative layout shift
EDITOR = "/static/editor.js"
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789abcdefghij"
TYPED = 60  # keys in 1 MB
TYPE = """
async ([name, text]) => {
  const field = document.querySelector(`[name="value.${name}"]`);
  const output = document.querySelector("#output");
  const changed = new Promise((done) => {
    const observer = new MutationObserver(() => {
      if (!output.textContent.includes(`app: ${text}\n`)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    });
    observer.observe(output, { childList: true, subtree: true, characterData: true });
  });
  const begin = performance.now();
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  return (await changed) - begin;
}
"""
# The milliseconds until the largest content was painted, and how far the layout has shifted of itself.
PAINTED = """
() => new Promise((done) => {
  let paint = 0, shift = 0;
  const listen = (type, act) => new PerformanceObserver((list) => list.getEntries().forEach(act)).observe(
    { type, buffered: true });
  listen("largest-contentful-paint", (entry) => (paint = entry.startTime));
  listen("layout-shift", (entry) => (shift += entry.hadRecentInput ? 0 : entry.value));
  setTimeout(() => done([paint, shift]), 500);
})
"""
# Tasks that keep the page from anything else for 50 ms or more, and how long each key took to be painted.
WATCH = """
() => {
  window.watched = { tasks: [], keys: [] };
  const listen = (type, into, more) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (into === "tasks" || entry.name === "keydown")
      window.watched[into].push(entry.duration);
  }).observe({ type, ...more });
  listen("longtask", "tasks", {});
  listen("event", "keys", { durationThreshold: 16 });
}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that refuses nobody."""
    with running(tmp_path_factory.mktemp("site"), {"PREVIEWS_PER_MINUTE": "0"}) as site:
        yield site


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """A first visit that is patient: the machine may be busy."""
    visit = start_visit(browser, server.url, {})
    visit.context.set_default_timeout(60_000)
    yield visit
    visit.context.close()


def test_the_first_visit(visit: Visit, note: Note) -> None:
    answers: list[Response] = []
    visit.page.on("response", lambda answer: answers.append(answer))
    visit.go().alive()
    visit.page.wait_for_load_state("networkidle")
    bytes_of: Counter[str] = Counter()
    for answer in answers:
        sizes = answer.request.sizes()
        path = re.sub(r"\.[0-9a-f]{8,}\.", ".", answer.url.removeprefix(visit.site))
        bytes_of[path] += sizes["responseBodySize"] + sizes["responseHeadersSize"]
    for path, size in bytes_of.most_common():
        note("First visit", f"`{path}`", "KB", size / 1000)
    total = bytes_of.total() / 1000
    note("First visit", "until text and output are painted", "KB", total - bytes_of[EDITOR] / 1000, Goal(140))
    note("First visit", f"all {len(bytes_of)} files, with the editor, which is asked for after that", "KB", total)


@pytest.mark.parametrize(("name", "window"), {"a desktop": DESKTOP, "a phone": PHONE}.items())
def test_the_first_paint(name: str, window: ViewportSize, visit: Visit, note: Note) -> None:
    visit.page.set_viewport_size(window)
    visit.go().alive()
    visit.page.wait_for_load_state("networkidle")
    paint, shift = visit.page.evaluate(PAINTED)
    note("First visit", name, "largest paint, ms", paint)
    note("First visit", name, "layout shift", shift, Goal(SHIFT))


@pytest.mark.parametrize("size", KEYS)
def test_from_a_key_to_the_screen(size: int, visit: Visit, note: Note) -> None:
    text = template(size)
    visit.go().alive()
    visit.paste(text)
    visit.output.get_by_text("component: part-0").first.wait_for()
    names = (f"shop{number}" for number in count())

    def key() -> float:
        return float(visit.page.evaluate(TYPE, ["NAME", next(names)]))

    key()
    results = in_rounds(lambda: [key() for _ in range(KEYS[size])], lambda waits: -percentile(waits, 0.5), ROUNDS)
    best, half = results[0], middle(results)
    row = f"{len(text) / 1000:.0f} KB"
    note("From a key to the screen", row, "p50, ms", percentile(best.result, 0.5), Goal(GOALS[size][0]))
    note("From a key to the screen", row, "p95, ms", percentile(best.result, 0.95), Goal(GOALS[size][1]))
    note("From a key to the screen", row, "loop, ms", best.loop * 1e3)
    note("From a key to the screen", row, "p50, ms, middle", percentile(half.result, 0.5))
    note("From a key to the screen", row, "p95, ms, middle", percentile(half.result, 0.95))
    note("From a key to the screen", row, "loop, ms, middle", half.loop * 1e3)
    tasks = tasks_while_typing(visit)
    note("From a key to the screen", row, "tasks over 50 ms", len(tasks))
    note("From a key to the screen", row, "longest task, ms", max(tasks, default=0), Goal(LONGEST_TASK[size]))


def tasks_while_typing(visit: Visit) -> list[float]:
    """The milliseconds of the page's tasks over 50 ms while LETTERS are typed into the name of the first component."""
    visit.source.focus()
    visit.page.keyboard.press("Control+Home")
    line = visit.text().split("\n").index("    name: ${NAME}-part-0")
    for _ in range(line):
        visit.page.keyboard.press("ArrowDown")
    visit.page.keyboard.press("End")
    visit.page.wait_for_timeout(1_500)
    visit.page.evaluate(WATCH)
    visit.page.keyboard.type(LETTERS, delay=80)
    visit.page.wait_for_timeout(2_500)
    return list(visit.page.evaluate("() => window.watched.tasks"))


def test_typing_in_a_megabyte(visit: Visit, note: Note) -> None:
    text = large_template(1_000_000)
    visit.go().alive()
    visit.paste(text)
    visit.page.wait_for_timeout(3_000)
    visit.page.evaluate(WATCH)
    visit.source.focus()
    visit.page.keyboard.press("Control+End")
    for number in range(TYPED):
        visit.page.keyboard.press("Enter" if number % 20 == 0 else "#" if number % 20 == 1 else "x")
        visit.page.wait_for_timeout(60)
    visit.page.wait_for_timeout(1_500)
    assert len(visit.text()) == len(text) + TYPED
    watched = visit.page.evaluate("() => window.watched")
    row = f"{TYPED} keys in {len(text) / 1000:.0f} KB"
    note("Typing in 1 MB", row, "tasks over 50 ms", len(watched["tasks"]), Goal(0))
    note("Typing in 1 MB", row, "longest of them, ms", max(watched["tasks"], default=0))
    note("Typing in 1 MB", row, "keys painted after 16 ms", len(watched["keys"]))
    note("Typing in 1 MB", row, "slowest of them, ms", max(watched["keys"], default=0))
