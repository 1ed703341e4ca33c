"""Single texts that the kubelet's own code expanded."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from typing import Any

from playground.engine import Inputs, evaluate, expand, expansion_answer, mapping_func_for, output_lines
from tests.recordings.suite import Case, Suite, rows_of

ROWS = rows_of("expand")
TEXT_ROWS = [row for row in ROWS if "input" in row]  # the others are invalid UTF-8, which no YAML or JSON can hold
_DRAWN = "rand-"  # begins the ids of texts that were drawn at random; the page opens only those written by hand
_LONGEST_TITLE = 60  # characters


def answer(row: Mapping[str, Any]) -> dict[str, Any]:
    """The expansion of a row's text, the names of its references, and the names that no map has."""
    names: list[str] = []
    lookup = mapping_func_for(None, *row["maps"])

    def mapping(name: str) -> str:
        names.append(name)
        return lookup(name)

    output = expand(row["input"], mapping)
    unresolved = [name for name in names if not any(name in variables for variables in row["maps"])]
    return {"output": output, "refs": names, "unresolved": unresolved}


def expected(row: Mapping[str, Any]) -> dict[str, Any]:
    """The recorded answer to a row, in the form of ``answer``."""
    return {"output": row["output"], "refs": row["refs"] or [], "unresolved": row["unresolved"] or []}


def suite() -> Suite:
    """The texts, each as an argument of a pod whose ConfigMap holds the variables."""
    return Suite(
        name="expansion",
        title="Expansion of `$(VAR)`",
        program="the kubelet's expansion, Kubernetes v1.36.2",
        no_later_than="2026-11-21",
        note="Compared are the expanded text, the names of its references, and those that stay. Eight more recordings"
        " are invalid UTF-8, which no YAML or JSON can hold. The page opens the texts that were written by hand, and"
        " not those drawn at random.",
        cases=tuple(
            Case(
                row["id"],
                row["input"][:_LONGEST_TITLE] or "the empty text",
                answer(row) == expected(row),
                text="" if row["id"].startswith(_DRAWN) else _text(row),
            )
            for row in TEXT_ROWS
        ),
    )


def _text(row: Mapping[str, Any]) -> str:
    """A pod that expands the row's text; "" if a pod gives another answer, because some names cannot be written there.

    The values of a ConfigMap are not expanded themselves, as those of the row's maps.
    """
    variables = dict(ChainMap(*row["maps"]))
    names = {"name": "case"}
    container = {
        "name": "app",
        "image": "registry.example/app:1",
        "envFrom": [{"configMapRef": names}],
        "args": [row["input"]],
    }
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": names, "spec": {"containers": [container]}}
    config_map = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": names, "data": variables}
    text = "\n".join([*output_lines([pod, config_map], syntax="yaml").texts, ""])
    containers = expansion_answer(evaluate(text, Inputs()))["containers"]
    is_same = bool(containers) and containers[0].get("args") == [row["output"]]
    return text if is_same else ""
