"""Diagnostics as a SARIF log, for code scanning and editors.

OASIS "Static Analysis Results Interchange Format (SARIF) Version 2.1.0".
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from playground import __version__
from playground.cli.options import STANDARD_INPUT
from playground.cli.output.repository_paths import from_root
from playground.cli.output.site_address import site_address
from playground.engine import RULES, Diagnostic, Fix, Rule, Severity, SourceSpan, explain

SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
MOST_RESULTS: Final = 25_000  # of a run, for GitHub's code scanning
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}
_RULE_INDEXES: Final = {rule.code: index for index, rule in enumerate(RULES)}  # in the log's list of rules


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file of the log: its name, its Diagnostics, and what could not be done with it, and why."""

    name: str
    diagnostics: Sequence[Diagnostic]
    failure: str = ""


@dataclass(frozen=True, slots=True)
class _Artifact:
    """The place of a file in the log."""

    uri: str
    index: int  # in the log's list of artifacts

    def location(self) -> Mapping[str, Any]:
        return {"uri": self.uri, "index": self.index}


def sarif_log(files: Iterable[CheckedFile]) -> Mapping[str, Any]:
    """The log of one run over ``files``: every rule with its manual, and a result for each Diagnostic.

    Of more than MOST_RESULTS Diagnostics, the mildest are left out: GitHub would refuse the whole log. A notification
    says how many. Without any Diagnostic the list of results is empty, but there: GitHub refuses a run without it. A
    file that could not be read or fixed is a notification of the run. Columns count code points from 1, the end is
    exclusive. Links to the rules' pages begin with PUBLIC_URL.
    """
    site = site_address()
    driver = {
        "name": "Template Playground",
        "semanticVersion": __version__,
        "informationUri": site,
        "rules": [_rule(rule, site) for rule in RULES],
    }
    artifacts = [(file, _Artifact(_uri(file.name), index)) for index, file in enumerate(files)]
    failed = [_notification(file.failure, artifact) for file, artifact in artifacts if file.failure]
    pairs = [(diagnostic, artifact) for file, artifact in artifacts for diagnostic in file.diagnostics]
    left_out = [_left_out(len(pairs) - MOST_RESULTS)] if len(pairs) > MOST_RESULTS else []
    if left_out:
        pairs = sorted(pairs, key=lambda pair: pair[0].severity.rank)[:MOST_RESULTS]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": artifact.uri}} for _, artifact in artifacts],
        "invocations": [{"executionSuccessful": not failed, "toolExecutionNotifications": failed + left_out}],
        "results": [_result(*pair) for pair in pairs],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _uri(file: str) -> str:
    """``file`` as a URI, relative to the root of the repository if it is inside, so that the log fits every clone."""
    if file == STANDARD_INPUT:
        return "stdin"
    path = Path(from_root(file))
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _notification(failure: str, artifact: _Artifact) -> Mapping[str, Any]:
    location = {"physicalLocation": {"artifactLocation": artifact.location()}}
    return {"level": "error", "message": {"text": f"The file {failure}."}, "locations": [location]}


def _left_out(number: int) -> Mapping[str, Any]:
    return {"level": "warning", "message": {"text": f"{number:,} more results, the mildest, are left out."}}


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


def _result(diagnostic: Diagnostic, artifact: _Artifact) -> Mapping[str, Any]:
    message = " ".join(part for part in (diagnostic.message, diagnostic.hint) if part)
    result = {
        "ruleId": diagnostic.code,
        "ruleIndex": _RULE_INDEXES[diagnostic.code],
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": message},
        "locations": [_location(diagnostic.span, artifact, diagnostic.field)],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {**_location(related.span, artifact), "id": number, "message": {"text": related.message}}
            for number, related in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix, artifact)]
    return result


def _location(span: SourceSpan, artifact: _Artifact, field: str = "") -> Mapping[str, Any]:
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": artifact.location(), "region": _region(span)}}
    if field:
        location["logicalLocations"] = [{"fullyQualifiedName": field}]
    return location


def _fix(fix: Fix, artifact: _Artifact) -> Mapping[str, Any]:
    replacements = [{"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    change = {"artifactLocation": artifact.location(), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _region(span: SourceSpan) -> Mapping[str, int]:
    start, end = span.start, span.end
    return {"startLine": start.line, "startColumn": start.column, "endLine": end.line, "endColumn": end.column}
