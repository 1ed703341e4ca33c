"""Texts of the user in Markdown: as code, so that none of their characters means anything."""

from __future__ import annotations

import re
from typing import Final

from playground.engine import MASK, escaped

_LONGEST: Final = 300  # characters of one text


def code(text: str, most: int = _LONGEST) -> str:
    """``text`` as code on one line: control and invisible characters by their codes, the end cut if it is long."""
    shown = escaped(text[:most]).replace("\n", "\\n") + ("…" if len(text) > most else "")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    gap = " " if len(fence) > 1 or shown != shown.strip() or not shown else ""
    return f"{fence}{gap}{shown}{gap}{fence}"


def value_code(value: str | None, *, secret: bool) -> str:
    """A value as code: masked if it is secret; in words if it is not known or empty."""
    if value is None:
        return "a value that is not in this text"
    if not value:
        return "an empty value"
    return code(MASK if secret else value)
