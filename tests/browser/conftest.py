"""One Chromium per test worker, a fresh context per visit; no page may log a console message."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browser.servers import START_UP
from tests.browser.visits import PATIENCE, Visit, start_visit

HEADLESS = "/usr/bin/chromium-headless-shell"  # a page takes half the time of a Chromium with windows
HERE = Path(__file__).parent
OpenVisit = Callable[..., Visit]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, for `-m browser`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Browser:
    """Debian's Chromium without windows; the same for this folder and `tests/nightly/browser`."""
    return start_chromium(pytestconfig)


@cache
def start_chromium(config: pytest.Config) -> Browser:
    """The worker's one Chromium, which ends with the worker: Playwright cannot start twice in a process."""
    expect.set_options(timeout=PATIENCE)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    playwright = sync_playwright().start()
    config.add_cleanup(playwright.stop)
    return playwright.chromium.launch(executable_path=HEADLESS, args=arguments, timeout=START_UP * 1000)


@pytest.fixture
def visit_site(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Visit]]:
    """Opens visits to any site. An unexpected message on one of their pages fails the test."""
    visits: list[Visit] = []

    def visit_site(site: str, **options: Any) -> Visit:
        visits.append(start_visit(browser, site, options))
        return visits[-1]

    yield visit_site
    for number, visit in enumerate(visits):
        visit.picture(f"end {request.node.name} {number}")
        visit.context.close()
    assert [line for visit in visits for line in visit.unexcused()] == []


@pytest.fixture
def open_visit(live_server: LiveServer, visit_site: Callable[..., Visit]) -> OpenVisit:
    """Opens visits to the tests' own server; options are those of a browser context, ``path`` where to begin."""

    def open_visit(path: str = "/", **options: Any) -> Visit:
        visit = visit_site(live_server.url, **options).go(path)
        return visit if options.get("java_script_enabled") is False else visit.alive()

    return open_visit


@pytest.fixture(scope="session")
def window(browser: Browser, live_server: LiveServer) -> Visit:
    """The window that visits use one after the other: a page opens in it in less than half the time."""
    return start_visit(browser, live_server.url, {})


@pytest.fixture
def visit(window: Visit, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A first visit on a desktop. `open_visit` opens a window of its own, for a test that replaces the clock."""
    yield window.forget().go().alive()
    window.picture(f"end {request.node.name}")
    assert window.unexcused() == []
