"""What a visitor waits for: the first visit, and the way from a key to the screen."""

from __future__ import annotations

import os

from playwright.sync_api import Browser, Response, sync_playwright

from tests.benchmarks.measure import figure, heading, median_and_p95
from tests.benchmarks.texts import template
from tests.browser.conftest import CHROMIUM
from tests.browser.servers import Server
from tests.browser.visits import Visit, start_visit

KEYS = 40
PAUSE = 300  # milliseconds that the page waits for the next key
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


def measure_page(server: Server) -> None:
    """Print the weight of a first visit, and the times from a key to the screen."""
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        _measure_first_visit(browser, server.url)
        _measure_keys(browser, server.url)
        browser.close()


def _measure_first_visit(browser: Browser, url: str) -> None:
    heading("first visit, as transferred")
    visit = start_visit(browser, url, {})
    answers: list[Response] = []
    visit.page.on("response", lambda answer: answers.append(answer))
    visit.go().alive()
    visit.page.wait_for_load_state("networkidle")
    total = 0
    for answer in answers:
        sizes = answer.request.sizes()
        size = sizes["responseBodySize"] + sizes["responseHeadersSize"]
        total += size
        name = answer.url.removeprefix(url)
        figure(name, f"{size / 1000:8.1f} KB {answer.headers.get('content-encoding', '')}")
    figure("together", f"{total / 1000:8.1f} KB in {len(answers)} files")
    visit.context.close()


def _measure_keys(browser: Browser, url: str) -> None:
    text = template(20_000)
    heading(
        f"from a key in a parameter's field to the new output on the screen, {len(text) / 1000:.0f} KB, {KEYS} keys"
    )
    visit = start_visit(browser, url, {}).go().alive()
    visit.paste(text)
    visit.output.get_by_text("component: part-0").first.wait_for()
    figures = [_key(visit, number) for number in range(KEYS)]
    middle, most = median_and_p95(figures)
    figure("median and p95", f"{middle:8.0f} ms {most:8.0f} ms")
    figure(f"without the pause of {PAUSE} ms", f"{middle - PAUSE:8.0f} ms {most - PAUSE:8.0f} ms")
    visit.context.close()


def _key(visit: Visit, number: int) -> float:
    return float(visit.page.evaluate(TYPE, ["NAME", f"shop{number}"]))
