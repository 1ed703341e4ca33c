"""A visit to the playground in a real browser: actions for tests, and checks that nothing unexpected happens."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Response,
    Route,
    ViewportSize,
    WebError,
    expect,
)

DESKTOP = ViewportSize(width=1440, height=900)
TABLET = ViewportSize(width=820, height=1180)
PHONE = ViewportSize(width=390, height=844)
SMALL = ViewportSize(width=320, height=640)
PATIENCE = 30_000  # milliseconds; the machine may be busy

# Requests that a browser gives up without an error: a newer edit replaces the answer to the older one, a download is
# no navigation, and a visitor may leave a page before its icon, its editor or a completion has arrived.
_GIVEN_UP = re.compile(
    r"net::ERR_ABORTED \S+/(evaluate|use|download(\?\S*)?|chart|kustomize|static/(favicon|editor)\S*|kinds/\S+\.json)$"
)
_REPORT_VIOLATIONS = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
}, true);
"""


@dataclass(frozen=True, slots=True)
class Visit:
    """A page in its own browser context, and its unexpected messages."""

    site: str
    context: BrowserContext
    page: Page
    noise: list[str] = field(default_factory=list)
    excuses: list[re.Pattern[str]] = field(default_factory=list)

    @property
    def source(self) -> Locator:
        """The editor's text, as far as it is in sight."""
        return self.page.locator(".cm-content")

    @property
    def output(self) -> Locator:
        """The output's text, in whichever view."""
        return self.page.locator("#output")

    @property
    def issues(self) -> Locator:
        """The issues in the panel."""
        return self.page.locator("#issues .issue")

    @property
    def status(self) -> Locator:
        """The sentence for screen readers."""
        return self.page.locator("#status")

    @property
    def banner(self) -> Locator:
        """The one alert."""
        return self.page.locator("#banner")

    @property
    def stale(self) -> Locator:
        """The mark of an outdated output."""
        return self.page.locator("#stale")

    def excuse(self, pattern: str) -> None:
        """From now on messages that match ``pattern`` are expected."""
        self.excuses.append(re.compile(pattern))

    def unexcused(self) -> list[str]:
        """The unexpected messages."""
        return [line for line in self.noise if not any(excuse.search(line) for excuse in self.excuses)]

    def go(self, path: str = "/") -> Visit:
        """Open ``path``; `alive` waits for its scripts."""
        self.page.goto(self.site + path)
        return self

    def forget(self) -> Visit:
        """Make the window as new: nothing is stored, intercepted or emulated, and no other page is open."""
        self.page.evaluate("() => { Storage.prototype.setItem = () => {}; }")  # a page keeps its draft when it is left
        blank = f"{self.site}/blank"
        for page in self.context.pages[1:]:
            page.close()
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.route(
            blank, lambda route: route.fulfill(body="<link rel=icon href='data:,'>", content_type="text/html")
        )
        self.page.goto(blank)
        self.page.evaluate("() => [localStorage, sessionStorage].forEach((storage) => storage.clear())")
        self.page.unroute(blank)
        self.context.clear_cookies()
        self.context.set_offline(False)
        self.page.set_viewport_size(DESKTOP)
        self.page.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
        self.noise.clear()
        self.excuses.clear()
        return self

    def alive(self) -> Visit:
        """Wait until the page's scripts run."""
        self.page.locator("html[data-live][data-editor]").wait_for()
        return self

    def field(self, name: str) -> Locator:
        """The control of the Parameter ``name``."""
        return self.page.locator(f'[name="value.{name}"]')

    def masked(self, name: str) -> bool:
        """Whether the field of the Parameter ``name`` is masked."""
        script = "(field) => field.type === 'password' || getComputedStyle(field).webkitTextSecurity === 'disc'"
        return bool(self.field(name).evaluate(script))

    def row(self, name: str) -> Locator:
        """The row of the form that the Parameter ``name`` has."""
        return self.page.locator(f'[data-field][data-parameter="{name}"]')

    def unfold(self) -> Visit:
        """Show the fields of generated values."""
        self.page.locator("#generated-values:not([open]) > summary").click()
        return self

    def text(self) -> str:
        """The whole source as the form would send it now."""
        return str(self.page.evaluate("() => new FormData(document.querySelector('#playground')).get('source')"))

    def clipboard(self) -> str:
        """What was copied."""
        return str(self.page.evaluate("() => navigator.clipboard.readText()"))

    def paste(self, text: str) -> None:
        """Put ``text`` in place of the source, as a person does: select all, paste."""
        self.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
        self.source.focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.press("Control+v")

    @contextmanager
    def answer(self) -> Iterator[None]:
        """Wait until the server has answered the request that the block causes, and the page shows the answer.

        Waits for the end of the answer, not for its headers: an answer that a newer edit replaces never ends.
        """
        with self.page.expect_event("requestfinished", lambda request: request.url.endswith("/evaluate")):
            yield
        self.page.wait_for_function("() => !document.querySelector('#playground.htmx-request')")
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")

    def until_held(self, routes: list[Route]) -> Route:
        """Wait until ``routes`` holds a request; return the last request."""
        while not routes:
            self.page.wait_for_timeout(20)
        return routes[-1]

    def stop_clock(self) -> None:
        """From now on timers run in `page.clock.run_for` only. Needs `page.clock.install` before the visit."""
        self.page.clock.pause_at(self.page.evaluate("() => Date.now()") / 1000 + 60)

    def choose(self, name: str, value: str) -> None:
        """Press one of the radio buttons of a group."""
        self.page.locator(f'label:has([name="{name}"][value="{value}"])').click()

    def follow(self, control: Locator) -> None:
        """Click on ``control``, which opens a page, and wait for the page: another action would stop the navigation."""
        with self.page.expect_navigation():
            control.click()

    def share(self) -> None:
        """Press Share, and close what tells of the link."""
        self.page.locator("button.share").click()
        self.page.locator("#saved-link").wait_for()
        self.page.keyboard.press("Escape")

    def selection(self) -> str:
        """The text selected in the editor or elsewhere."""
        return str(self.page.evaluate("() => getSelection().toString()"))

    def focused(self, selector: str) -> bool:
        """Whether an element that ``selector`` finds has the focus, or contains it."""
        return bool(self.page.evaluate("(selector) => Boolean(document.activeElement.closest(selector))", selector))

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        script = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        return int(self.page.evaluate(script))

    def stored(self) -> str:
        """Everything that the browser stores for this site."""
        return str(self.page.evaluate("() => JSON.stringify([{...sessionStorage}, {...localStorage}])"))

    def picture(self, name: str) -> None:
        """Write a picture of the window into the folder that SHOTS names, when it names one."""
        if folder := os.environ.get("SHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=Path(folder) / f"{re.sub(r'[^A-Za-z0-9]+', '-', name)}.png")


def start_visit(browser: Browser, site: str, options: dict[str, Any]) -> Visit:
    """A new page in a new context, with all messages of the browser recorded."""
    context = browser.new_context(
        **{"viewport": DESKTOP, "permissions": ["clipboard-read", "clipboard-write"]} | options
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script(_REPORT_VIOLATIONS)
    visit = Visit(site, context, context.new_page())

    def on_console(message: ConsoleMessage) -> None:
        visit.noise.append(f"console {message.type}: {message.text}")

    def on_error(error: WebError) -> None:
        visit.noise.append(f"error: {error.error}")

    def on_failure(request: Request) -> None:
        line = f"{request.failure} {request.url}"
        if not _GIVEN_UP.search(line):
            visit.noise.append(f"failed: {line}")

    def on_request(request: Request) -> None:
        if request.url.startswith("http") and not request.url.startswith(f"{site}/"):
            visit.noise.append(f"elsewhere: {request.url}")

    def on_response(response: Response) -> None:
        if response.status >= 400:
            visit.noise.append(f"status {response.status}: {response.url}")

    context.on("console", on_console)
    context.on("weberror", on_error)
    context.on("request", on_request)
    context.on("requestfailed", on_failure)
    context.on("response", on_response)
    return visit


def in_sight(locator: Locator) -> None:
    """Assert that ``locator`` is in the window, except for 1 %: part of a pixel may be cut off."""
    expect(locator).to_be_in_viewport(ratio=0.99)
