"""Real public templates: errors are reported only where `oc process` or the API server refuses; skipped if absent."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from playground.engine import Inputs, Severity, evaluate

CORPUS = Path(__file__).resolve().parents[3] / "../shared/corpus"
FILES = sorted(path.name for path in (CORPUS / "templates").glob("*"))
pytestmark = pytest.mark.skipif(not FILES, reason="the corpus of real templates is not beside the project")

REFUSED_BY_OC = {"TPL201", "PAR301", "PAR310"}  # `oc` says so itself; the API server says the others
REFUSED_LATER = {"POD601", "POD602", "POD605", "POD611", "POD613"}  # `oc process` looks at no field of an object


def errors(name: str) -> set[str]:
    text = (CORPUS / "templates" / name).read_text(encoding="utf-8")
    diagnostics = evaluate(text, Inputs(dialect="openshift")).diagnostics
    return {item.code for item in diagnostics if item.severity is Severity.ERROR}


def test_errors_are_reported_exactly_where_oc_refuses() -> None:
    for name in FILES:
        answer = json.loads((CORPUS / "expected" / f"{name}.json").read_text(encoding="utf-8"))["as_is"]
        codes = errors(name)
        assert codes <= REFUSED_BY_OC | REFUSED_LATER, name
        assert bool(codes & REFUSED_BY_OC) == ("list" not in answer), name


def test_the_api_server_would_refuse_few_of_them() -> None:
    counted = Counter(code for name in FILES for code in errors(name) if code in REFUSED_LATER)
    assert counted == {"POD601": 1, "POD602": 4, "POD605": 1, "POD611": 1, "POD613": 1}
