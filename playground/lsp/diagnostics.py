"""Diagnostics in the protocol's form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lsprotocol import types

from playground.cli.output.site_address import site_address
from playground.engine import Diagnostic, Evaluation, Severity
from playground.lsp.positions import Places

SOURCE: Final = "template-playground"
# Editors list information beside warnings; what the protocol calls a hint, most of them do not list.
_SEVERITIES: Final[Mapping[Severity, types.DiagnosticSeverity]] = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.HINT: types.DiagnosticSeverity.Information,
}


def published(evaluation: Evaluation, places: Places, uri: str) -> list[types.Diagnostic]:
    """The diagnostics of ``evaluation``, in its order. ``uri`` names the document."""
    return [protocol_diagnostic(diagnostic, places, uri) for diagnostic in evaluation.diagnostics]


def protocol_diagnostic(diagnostic: Diagnostic, places: Places, uri: str) -> types.Diagnostic:
    """``diagnostic`` with its code, the page of its rule, its hint and its related places."""
    related = [
        types.DiagnosticRelatedInformation(types.Location(uri, places.range(other.span)), other.message)
        for other in diagnostic.related
    ]
    return types.Diagnostic(
        places.range(diagnostic.span),
        "\n".join(filter(None, (diagnostic.message, diagnostic.hint))),
        severity=_SEVERITIES[diagnostic.severity],
        code=diagnostic.code,
        code_description=types.CodeDescription(f"{site_address()}/rules/{diagnostic.code}"),
        source=SOURCE,
        related_information=related or None,
    )
