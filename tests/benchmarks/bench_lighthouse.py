"""Lighthouse's scores of the start page, a shared link and a rule's page; `make bench` installs it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from tests.benchmarks.conftest import Note
from tests.benchmarks.figures import Goal
from tests.benchmarks.load import running
from tests.benchmarks.machine import CHROMIUM
from tests.browser.servers import Server
from tests.nightly.faults.client import post

COMMAND = Path(__file__).parent / "lighthouse" / "node_modules" / ".bin" / "lighthouse"
RUNS = 3
MOBILE = {"performance": 90}
DESKTOP = {"performance": 100, "accessibility": 100, "best-practices": 100, "seo": 100}
NOT_INDEXED = DESKTOP | {"seo": 0}  # a shared link asks search engines on purpose to leave it out


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that refuses nobody."""
    with running(tmp_path_factory.mktemp("site"), {"PREVIEWS_PER_MINUTE": "0"}) as site:
        yield site


def scores(address: str, *options: str) -> dict[str, float]:
    """Lighthouse's scores of a page, from 0 to 100, by category."""
    flags = "--headless --no-sandbox" if os.geteuid() == 0 else "--headless"
    command = [str(COMMAND), address, *options, "--quiet", "--output=json", f"--chrome-flags={flags}"]
    report = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": CHROMIUM}, check=True, capture_output=True, timeout=120
    ).stdout
    return {name: 100 * category["score"] for name, category in json.loads(report)["categories"].items()}


@pytest.mark.parametrize("page", ["/", "a shared link", "/rules/ENV502"])
def test_the_scores(page: str, server: Server, note: Note) -> None:
    shared = page == "a shared link"
    path = post(server, "/share")[2] if shared else page
    for device, options, goals in (
        ("a phone", (), MOBILE),
        ("a desktop", ("--preset=desktop",), NOT_INDEXED if shared else DESKTOP),
    ):
        runs = [scores(f"{server.url}{path}", *options) for _ in range(RUNS)]
        for category, goal in goals.items():
            score = median(run[category] for run in runs)
            note("Lighthouse", f"{page} on {device}", category, score, Goal(goal, least=True) if goal else None)
