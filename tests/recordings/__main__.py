"""`make conformance`: writes what the page about conformance shows, from the recordings that the tests compare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.template import Context, Engine

from tests.recordings import charts, decoding, expansion, gotemplates, kustomizing, pods, processing
from tests.recordings.suite import Case, Suite

_ROOT = Path(__file__).resolve().parents[2]
FILE = _ROOT / "playground/pages/manual/conformance.json"
BADGE = _ROOT / "docs/conformance.svg"  # for the README; a site draws its own
SUITES = (
    expansion.suite,
    pods.suite,
    processing.suite,
    gotemplates.suite,
    decoding.suite,
    charts.suite,
    kustomizing.suite,
)
_OPENED = ("id", "title", "call", "text", "values", "dialect", "kubernetes")
_DIFFERENT = ("id", "title", "call", "reason", "recorded")


def results() -> str:
    """The content of the file; raises ValueError if an answer differs for no reason."""
    return json.dumps([of_suite(suite()) for suite in SUITES], indent=1, ensure_ascii=True) + "\n"


def badge() -> str:
    """The badge that a site draws, for the README."""
    rows = [of_suite(suite()) for suite in SUITES]
    equal, cases = sum(row["equal"] for row in rows), sum(row["cases"] for row in rows)
    picture = Engine(dirs=[str(_ROOT / "templates")]).get_template("manual/conformance.svg")
    return picture.render(Context({"equal": f"{equal:,}", "cases": f"{cases:,}"}))


def of_suite(suite: Suite) -> dict[str, Any]:
    """What the file holds of ``suite``; raises ValueError if an answer differs for no reason, or a reason is left."""
    for case in suite.cases:
        if case.equal == bool(case.reason):
            raise ValueError(f"{suite.name}: {case.id}: equal is {case.equal}, the reason is {case.reason!r}")
    return {
        "name": suite.name,
        "title": suite.title,
        "program": suite.program,
        "no_later_than": suite.no_later_than,
        "note": suite.note,
        "cases": len(suite.cases),
        "equal": sum(case.equal for case in suite.cases),
        "different": [_fields(case, _DIFFERENT) for case in suite.cases if case.reason],
        "opened": [_fields(case, _OPENED) for case in suite.cases if case.text],
    }


def _fields(case: Case, names: tuple[str, ...]) -> dict[str, Any]:
    """The named fields of ``case`` that are not empty."""
    fields: Iterator[tuple[str, Any]] = ((name, asdict(case)[name]) for name in names)
    return {name: value for name, value in fields if value}


if __name__ == "__main__":
    FILE.write_text(results(), encoding="ascii")
    BADGE.write_text(badge(), encoding="ascii")
