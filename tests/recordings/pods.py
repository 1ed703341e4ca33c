"""Pods with their clusters, as the API server and the kubelet answered them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine import Inputs, evaluate, expansion_answer, output_lines
from tests.recordings.suite import Case, Suite, rows_of

ROWS = rows_of("env")
# What differs on purpose, by id, and why; an answer that begins to hold must leave this list.
EXCEPTIONS: dict[str, str] = {}
_KINDS = {"services": "Service", "configMaps": "ConfigMap", "secrets": "Secret"}


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The engine's answer to a request."""
    cluster = {key: value for key, value in request.items() if key != "pod"}
    return expansion_answer(evaluate(json.dumps(request["pod"]), Inputs(cluster=cluster)))


def expected(row: Mapping[str, Any]) -> dict[str, Any]:
    """The recorded answer to a row, without the Services' variables alone, which we print for no pod."""
    return {key: value for key, value in row["expected"].items() if key != "fromServices"}


def suite() -> Suite:
    """All requests; the page opens those whose cluster can be written as objects beside the pod."""
    return Suite(
        name="pods",
        title="Pods and their environment",
        program="the API server's validation and the kubelet's environment, Kubernetes v1.36.2",
        no_later_than="2026-11-21",
        note="Compared are every variable, command, argument, probe, path, error, warning and event. A case with facts"
        " that no object holds, such as the node's addresses, opens on no page: `expand --cluster` has them.",
        cases=tuple(_case(row) for row in ROWS),
    )


def _case(row: Mapping[str, Any]) -> Case:
    recorded, reason = expected(row), EXCEPTIONS.get(row["id"], "")
    return Case(
        id=row["id"],
        title=row["title"],
        equal=answer(row["request"]) == recorded,
        reason=reason,
        recorded=json.dumps(recorded, indent=2) if reason else "",
        text=_text(row),
    )


def _text(row: Mapping[str, Any]) -> str:
    """The pod and the objects of its cluster as one text; "" if the text alone has another answer."""
    text = "\n".join([*output_lines([row["request"]["pod"], *_objects(row["request"])], syntax="yaml").texts, ""])
    return text if expansion_answer(evaluate(text, Inputs())) == expected(row) else ""


def _objects(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    namespace = request["pod"].get("metadata", {}).get("namespace", "default")
    for key, kind in _KINDS.items():
        for entry in request.get(key) or ():
            metadata = {"namespace": namespace, **entry.get("metadata", {})}
            yield {"apiVersion": "v1", "kind": kind, **entry, "metadata": metadata}
