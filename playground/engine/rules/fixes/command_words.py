"""Splits a command line into words as a shell does, and writes them as a YAML list."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from playground.engine.text.yaml import double_quoted


def words_of(text: str) -> list[str]:
    """The words into which a shell splits ``text``; empty if there is only one, or if a quote is not closed."""
    try:
        words = shlex.split(text)
    except ValueError:
        return []
    return words if len(words) > 1 else []


def in_brackets(words: Sequence[str]) -> str:
    """The words as a YAML list on one line, each in double quotes."""
    return f"[{', '.join(map(double_quoted, words))}]"
