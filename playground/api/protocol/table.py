"""Objects as the rows of a Table, which `kubectl get` prints.

apimachinery ``meta/v1/types.go`` (Table); OpenShift ``pkg/printers/internalversion`` for the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

_WIDEST = 80  # bytes of a description
_MORE = "..."
_COLUMNS = (
    ("Name", "string", "name", "Name must be unique within a namespace."),
    ("Description", "string", "", "The annotation `description`."),
    ("Parameters", "string", "", "The number of Parameters, and how many of them need a value."),
    ("Objects", "integer", "", "The number of objects that the Template creates."),
)


def table(items: Sequence[Mapping[str, Any]], metadata: Mapping[str, Any], include: str) -> dict[str, Any]:
    """``items`` as a Table; ``include`` is ``includeObject`` of the query: None, Object or, by default, Metadata."""
    columns = [
        {"name": name, "type": kind, "format": form, "description": column_description, "priority": 0}
        for name, kind, form, column_description in _COLUMNS
    ]
    return {
        "kind": "Table",
        "apiVersion": "meta.k8s.io/v1",
        "metadata": dict(metadata),
        "columnDefinitions": columns,
        "rows": [_row(item, include) for item in items],
    }


def _row(item: Mapping[str, Any], include: str) -> dict[str, Any]:
    parameters = item.get("parameters") or ()
    cells = [item["metadata"]["name"], _description(item), _parameters(parameters), len(item.get("objects") or ())]
    row: dict[str, Any] = {"cells": cells}
    if include == "Object":
        row["object"] = item
    elif include != "None":
        partial = {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": item["metadata"]}
        row["object"] = partial
    return row


def _description(item: Mapping[str, Any]) -> str:
    """The first line of the annotation `description`, cut at _WIDEST bytes; `...` stands for the rest."""
    text = item["metadata"].get("annotations", {}).get("description", "")
    first, line_end, _ = text.partition("\n") if isinstance(text, str) else ("", "", "")
    line = f"{first}{_MORE}" if line_end else first
    encoded = line.encode("utf-8", "replace")
    if len(encoded) <= _WIDEST:
        return line
    return encoded[: _WIDEST - len(_MORE)].decode("utf-8", "ignore") + _MORE


def _parameters(parameters: Sequence[Any]) -> str:
    """`3 (1 blank)` if a value is missing, else `3 (1 generated)`, else `3 (all set)`."""
    declared = [parameter for parameter in parameters if isinstance(parameter, Mapping)]
    without_value = [parameter for parameter in declared if not parameter.get("value")]
    generated = sum(bool(parameter.get("generate")) for parameter in without_value)
    if blank := len(without_value) - generated:
        return f"{len(declared)} ({blank} blank)"
    return f"{len(declared)} ({generated} generated)" if generated else f"{len(declared)} (all set)"
