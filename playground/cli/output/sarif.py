"""Diagnostics as a SARIF log, for code scanning and editors.

OASIS "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from playground.cli.arguments import STANDARD_INPUT
from playground.engine import RULES, Diagnostic, Fix, Rule, Severity, SourceSpan, explain

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LOCAL_SITE: Final = "http://127.0.0.1:8000"  # where `make run` serves the rules' pages
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}
_RULE_INDEXES: Final = {rule.code: index for index, rule in enumerate(RULES)}  # in the log's list of rules


def sarif_log(diagnostics: Sequence[Diagnostic], file: str) -> Mapping[str, Any]:
    """The log of one run over ``file``: every rule with its manual, and a result for each of ``diagnostics``.

    Columns count code points from 1, the end is exclusive. Links to the rules' pages begin with PUBLIC_URL.
    """
    site = (os.environ.get("PUBLIC_URL") or LOCAL_SITE).rstrip("/")
    uri = _uri(file)
    driver = {"name": "Template Playground", "informationUri": site, "rules": [_rule(rule, site) for rule in RULES]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": uri}}],
        "results": [_result(diagnostic, uri) for diagnostic in diagnostics],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _uri(file: str) -> str:
    """``file`` as a URI. A relative name stays relative, so that the log fits every clone of a repository."""
    if file == STANDARD_INPUT:
        return "stdin"
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _rule(rule: Rule, site: str) -> Mapping[str, Any]:
    manual = explain(rule)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": manual.summary},
        "fullDescription": {"text": f"{manual.summary} {manual.why}"},
        "help": {"text": f"{manual.why}\n\nExample:\n\n{manual.example}\nInstead:\n\n{manual.instead}"},
        "helpUri": f"{site}/rules/{rule.code}",
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(diagnostic: Diagnostic, uri: str) -> Mapping[str, Any]:
    message = " ".join(part for part in (diagnostic.message, diagnostic.hint) if part)
    result = {
        "ruleId": diagnostic.code,
        "ruleIndex": _RULE_INDEXES[diagnostic.code],
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": message},
        "locations": [_location(diagnostic.span, uri, diagnostic.field)],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {**_location(related.span, uri), "id": number, "message": {"text": related.message}}
            for number, related in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix, uri)]
    return result


def _location(span: SourceSpan, uri: str, field: str = "") -> Mapping[str, Any]:
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(uri), "region": _region(span)}}
    if field:
        location["logicalLocations"] = [{"fullyQualifiedName": field}]
    return location


def _fix(fix: Fix, uri: str) -> Mapping[str, Any]:
    replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    change = {"artifactLocation": _artifact(uri), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _artifact(uri: str) -> Mapping[str, Any]:
    return {"uri": uri, "index": 0}  # of the log's only artifact


def _region(span: SourceSpan) -> Mapping[str, int]:
    start, end = span.start, span.end
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
