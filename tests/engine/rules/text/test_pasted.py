"""Curly quotes and Windows paths, unless they are meant."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, apply_edits
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


def find_in_config_map(text: str, code: str) -> list[Diagnostic]:
    return find_diagnostics(f"apiVersion: v1\nkind: ConfigMap\n{text}", code)


def test_curly_quotes_become_straight_ones() -> None:
    text = "data: {a: “x y”, b: ‘z’}\n"
    first, second = find_in_config_map(text, "SRC136")
    assert first.fix is not None
    assert second.fix is not None
    assert apply_edits("apiVersion: v1\nkind: ConfigMap\n" + text, (*first.fix.edits, *second.fix.edits)).endswith(
        'data: {a: "x y", b: "z"}\n'
    )


@pytest.mark.parametrize("text", ["a: say “hi”\n", 'a: "“hi”"\n', "a: |-\n  “hi”\n", "a: “\n"])
def test_curly_quotes_inside_a_text_are_left_alone(text: str) -> None:
    assert find_in_config_map(text, "SRC136") == []


def test_a_windows_path_in_double_quotes_is_mended_by_single_ones() -> None:
    text = 'apiVersion: v1\nkind: ConfigMap\ndata: {a: "C:\\temp\\x20"}\n'
    diagnostic = find_diagnostic(text, "SRC137")
    assert diagnostic.fix is not None
    assert apply_edits(text, diagnostic.fix.edits).endswith("data: {a: 'C:\\temp\\x20'}\n")


@pytest.mark.parametrize("text", ["a: 'C:\\temp'\n", "a: C:\\temp\n", 'a: "note:\\tx"\n', 'a: "C:\\\\temp"\n'])
def test_backslashes_that_are_kept_or_intended_have_no_finding(text: str) -> None:
    assert find_in_config_map(text, "SRC137") == []
