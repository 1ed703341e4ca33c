"""Objects that the API server's own strict decoder refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine import output_lines
from playground.engine.kubernetes.decoding import refusal_of
from playground.engine.kubernetes.kinds import Kinds
from tests.recordings.suite import Case, Suite, rows_of

ROWS = rows_of("strict")
_MINOR = 35  # of the Kubernetes whose decoder answered


def answer(row: Mapping[str, Any]) -> str:
    """Our refusal of a row's object, in the words of the decoder."""
    return refusal_of(row["object"], Kinds(_MINOR))


def suite() -> Suite:
    """All objects; the page opens each as YAML, for the Kubernetes whose decoder answered."""
    return Suite(
        name="decoding",
        title="Strict decoding",
        program="the API server's strict decoder, apimachinery 0.35.2, with the types of Kubernetes 1.35 and OpenShift",
        no_later_than="2026-11-24",
        note="Compared is the whole message.",
        cases=tuple(_case(f"strict-{number:03}", row) for number, row in enumerate(ROWS)),
    )


def _case(name: str, row: Mapping[str, Any]) -> Case:
    text = "\n".join([*output_lines([row["object"]], syntax="yaml").texts, ""])
    title = f"{row['object']['kind']}: {row['error']}"
    return Case(name, title, answer(row) == row["error"], text=text, kubernetes=f"1.{_MINOR}")
