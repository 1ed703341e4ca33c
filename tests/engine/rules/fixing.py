"""Applies the fixes of diagnostics; shared by the tests of this folder."""

from __future__ import annotations

from typing import Any

from playground.engine import apply_edits, evaluate, read_plain

MOST_FIXES = 9  # that one text of a test needs


def mend(text: str, *codes: str) -> str:
    """``text`` after the first fix of these ``codes``, again and again until there are no more fixes."""
    for _ in range(MOST_FIXES):
        fixes = [
            diagnostic.fix for diagnostic in evaluate(text).diagnostics if diagnostic.code in codes and diagnostic.fix
        ]
        if not fixes:
            break
        text = apply_edits(text, fixes[0].edits)
    return text


def mend_container(text: str, code: str) -> Any:
    """The first container of a Pod after all fixes of this ``code``; fails if a diagnostic is left."""
    text = mend(text, code)
    assert code not in [diagnostic.code for diagnostic in evaluate(text).diagnostics]
    return read_plain(text)["spec"]["containers"][0]
