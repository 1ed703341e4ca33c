"""What axe finds on the page that a visit shows."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe

from tests.browser.visits import Visit

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
# Completions: the editor keeps the focus, and the arrow keys scroll the list. Axe knows that of comboboxes alone.
SCROLLED_BY_ARROWS = 'scrollable-region-focusable: <ul id="cm-ac-'


def set_theme(visit: Visit, theme: Theme) -> None:
    """Make the window light or dark, at once: no colour is to be measured half-way through a fade."""
    visit.page.emulate_media(color_scheme=theme, reduced_motion="reduce")


def violations(visit: Visit, name: str) -> list[str]:
    """What axe finds now, a line each."""
    visit.picture(name)
    rules = Axe().run(visit.page).response["violations"]
    lines = [f"{rule['id']}: {node['html'][:200]}" for rule in rules for node in rule["nodes"]]
    return [f"{name}: {line}" for line in lines if not line.startswith(SCROLLED_BY_ARROWS)]
