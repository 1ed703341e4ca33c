"""How many answers equal those of the real programs: the page, the same as JSON, a badge, and each case opened.

`make conformance` writes the file that this module reads, from the recordings that the tests compare.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from playground.engine import KUBERNETES_VERSIONS
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.draft import DIALECTS
from playground.pages.form.reading import read_link
from playground.pages.markup import prose
from playground.pages.playground.responses import page_response

FILE = Path(__file__).with_name("conformance.json")


@dataclass(frozen=True, slots=True)
class Different:
    """A case whose answer differs on purpose."""

    id: str
    title: str
    reason: str
    call: str = ""  # how the real program was called
    recorded: str = ""  # the real program's answer

    @property
    def why(self) -> SafeString:
        """The reason as HTML."""
        return prose(self.reason)


@dataclass(frozen=True, slots=True)
class OpenedCase:
    """A case that the page can show."""

    id: str
    title: str
    text: str
    call: str = ""
    values: Mapping[str, str] = field(default_factory=dict)  # of the text's Parameters
    dialect: str = DIALECTS[0]
    kubernetes: str = KUBERNETES_VERSIONS[0]


@dataclass(frozen=True, slots=True)
class Suite:
    """The recorded answers of one real program, and how many of ours are equal."""

    name: str
    title: str
    program: str
    no_later_than: date  # recorded
    note: str
    cases: int
    equal: int
    different: tuple[Different, ...]
    opened: Mapping[str, OpenedCase]  # by id

    @property
    def heading(self) -> SafeString:
        """The title as HTML."""
        return prose(self.title)

    @property
    def about(self) -> SafeString:
        """The note as HTML."""
        return prose(self.note)

    @property
    def opens(self) -> frozenset[str]:
        """The ids of the cases that the page can show."""
        return frozenset(self.opened)


@cache
def suites() -> tuple[Suite, ...]:
    """All suites, those with differences first. They are read once: the file is part of the code."""
    rows = [_suite(row) for row in json.loads(FILE.read_text(encoding="ascii"))]
    return tuple(sorted(rows, key=lambda suite: not suite.different))


def _suite(row: Mapping[str, Any]) -> Suite:
    opened = (OpenedCase(**case) for case in row["opened"])
    read = {
        "no_later_than": date.fromisoformat(row["no_later_than"]),
        "different": tuple(Different(**case) for case in row["different"]),
        "opened": {case.id: case for case in opened},
    }
    return Suite(**{**row, **read})


def _suite_named(name: str) -> Suite:
    suite = next((suite for suite in suites() if suite.name == name), None)
    if suite is None:
        raise Http404(f"There is no suite `{name}`.")
    return suite


@require_safe
def conformance(request: HttpRequest) -> HttpResponse:
    """A row for each suite, and all differences with their reasons."""
    return render(request, "manual/conformance.html", {"suites": suites()})


@require_safe
def cases(request: HttpRequest, name: str) -> HttpResponse:
    """The cases of one suite that the page can show."""
    return render(request, "manual/conformance_suite.html", {"suite": _suite_named(name)})


@require_safe
def case(request: HttpRequest, name: str, case_id: str) -> HttpResponse:
    """The playground with the text, the values and the choices of one case."""
    opened = _suite_named(name).opened.get(case_id)
    if opened is None:
        raise Http404(f"The suite `{name}` has no case `{case_id}` that a page can show.")
    reading = read_link(request.GET)
    draft = reading.draft
    draft = replace(
        draft,
        source=opened.text,
        values={**opened.values, **draft.values},
        dialect=opened.dialect,
        kubernetes=opened.kubernetes,
    )
    return page_response(request, evaluate_draft(draft, prefilled=opened.values), reading, unlisted=True)


@require_safe
def figures(_request: HttpRequest) -> HttpResponse:
    """The rows of the page as JSON."""
    rows = [
        {
            "name": suite.name,
            "title": suite.title,
            "program": suite.program,
            "recordedNoLaterThan": suite.no_later_than.isoformat(),
            "note": suite.note,
            "cases": suite.cases,
            "equal": suite.equal,
            "different": [{"id": case.id, "title": case.title, "reason": case.reason} for case in suite.different],
        }
        for suite in suites()
    ]
    return JsonResponse({"suites": rows})


@require_safe
def badge(request: HttpRequest) -> HttpResponse:
    """A small picture with the number of equal answers."""
    equal, total = sum(suite.equal for suite in suites()), sum(suite.cases for suite in suites())
    figures = {"equal": f"{equal:,}", "cases": f"{total:,}"}
    response = render(request, "manual/conformance.svg", figures, content_type="image/svg+xml")
    response["Cross-Origin-Resource-Policy"] = "cross-origin"  # other sites may show it
    return response
