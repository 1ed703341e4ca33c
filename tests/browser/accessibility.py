"""What axe finds on the page that a visit shows."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe

from tests.browser.visits import Visit

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")


def set_theme(visit: Visit, theme: Theme) -> None:
    """Make the window light or dark, at once: no colour is to be measured half-way through a fade."""
    visit.page.emulate_media(color_scheme=theme, reduced_motion="reduce")


def violations(visit: Visit, name: str) -> list[str]:
    """What axe finds now, a line each."""
    visit.picture(name)
    rules = Axe().run(visit.page).response["violations"]
    return [f"{name}: {rule['id']}: {node['html'][:200]}" for rule in rules for node in rule["nodes"]]


def violations_in_both_themes(visit: Visit, name: str) -> list[str]:
    """What axe finds in a light and in a dark window."""
    lines = []
    for theme in THEMES:
        set_theme(visit, theme)
        lines += violations(visit, f"{name} {theme}")
    return lines
