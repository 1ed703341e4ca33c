"""Finds the diagnostics of some codes; shared by the tests of this folder."""

from __future__ import annotations

from typing import Any

from playground.engine import Diagnostic, Inputs, Limits, evaluate


def find_diagnostics(text: str, *codes: str, limits: Limits | None = None, **inputs: Any) -> list[Diagnostic]:
    """The diagnostics of ``text`` with one of these ``codes``, in their order; ``inputs`` are fields of Inputs."""
    return [
        diagnostic
        for diagnostic in evaluate(text, Inputs(**inputs), limits=limits).diagnostics
        if diagnostic.code in codes
    ]


def find_diagnostic(text: str, code: str, **inputs: Any) -> Diagnostic:
    """The only diagnostic of ``text`` with this ``code``; fails if there are none or several."""
    (only,) = find_diagnostics(text, code, **inputs)
    return only
