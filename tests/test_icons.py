"""The icons of the pages."""

from __future__ import annotations

import re
from pathlib import Path

from playground.icons import icon

ROOT = Path(__file__).resolve().parents[1]


def test_an_icon_is_a_picture_that_is_not_read_aloud() -> None:
    assert re.fullmatch(
        r'<svg class="icon" aria-hidden="true"><use href="/static/icons[^"]*\.svg#copy"></use></svg>', icon("copy")
    )


def test_a_name_is_escaped() -> None:
    assert '#&quot;&gt;&lt;b"' in icon('"><b')


def test_every_icon_that_a_template_names_exists() -> None:
    there = set(re.findall(r'id="([^"]+)"', (ROOT / "frontend" / "icons.svg").read_text()))
    named = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'{% icon "([^"]+)" %}', path.read_text())
    }
    assert named
    assert named | {"error", "warning", "hint"} <= there
