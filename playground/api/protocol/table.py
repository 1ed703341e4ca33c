"""Objects as the rows of a Table, which `kubectl get` prints.

apimachinery ``meta/v1/types.go`` (Table); OpenShift ``pkg/printers/internalversion`` for the columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

_WIDEST = 80  # bytes of a description
_MORE = "..."
# The name, type, format and description of each column.
_COLUMNS = (
    ("Name", "string", "name", "Name must be unique within a namespace."),
    ("Description", "string", "", "The annotation `description`."),
    ("Parameters", "string", "", "The number of Parameters, and how many of them need a value."),
    ("Objects", "integer", "", "The number of objects that the Template creates."),
)

_NAMESPACE_COLUMNS = (
    ("Name", "string", "name", "Name must be unique within a namespace."),
    ("Status", "string", "", "The status of the namespace"),
    ("Age", "string", "", "The time since the creation."),
)
_INVALID = "<invalid>"  # the age of an object that was created in the future


def table(items: Sequence[Mapping[str, Any]], metadata: Mapping[str, Any], include: str) -> dict[str, Any]:
    """``items`` as a Table; ``include`` is ``includeObject`` of the query: None, Object or, by default, Metadata."""
    return _table(_COLUMNS, [_row(item, _cells(item), include) for item in items], metadata)


def namespace_table(
    items: Sequence[Mapping[str, Any]], metadata: Mapping[str, Any], now: datetime, include: str
) -> dict[str, Any]:
    """The namespaces ``items`` as a Table (kubernetes ``pkg/printers/internalversion/printers.go``)."""
    rows = []
    for item in items:
        age = now - datetime.fromisoformat(item["metadata"]["creationTimestamp"])
        cells = [item["metadata"]["name"], item["status"]["phase"], human_duration(age)]
        rows.append(_row(item, cells, include))
    return _table(_NAMESPACE_COLUMNS, rows, metadata)


def _table(
    columns: Sequence[tuple[str, str, str, str]], rows: list[dict[str, Any]], metadata: Mapping[str, Any]
) -> dict[str, Any]:
    definitions = [
        {"name": name, "type": kind, "format": form, "description": column_description, "priority": 0}
        for name, kind, form, column_description in columns
    ]
    identity = {"kind": "Table", "apiVersion": "meta.k8s.io/v1"}
    return {**identity, "metadata": dict(metadata), "columnDefinitions": definitions, "rows": rows}


def human_duration(age: timedelta) -> str:
    """``age`` with two or three digits that matter, as `kubectl` prints it (apimachinery ``util/duration``).

    >>> tuple(human_duration(age) for age in (timedelta(seconds=119), timedelta(seconds=500), timedelta(days=9)))
    ('119s', '8m20s', '9d')
    """
    seconds = int(age.total_seconds())  # towards zero, as in Go
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86_400
    # Each text is for ages below its limit, which is in seconds; the first such limit decides.
    for limit, text in (
        (-1, _INVALID),
        (0, "0s"),
        (120, f"{seconds}s"),
        (600, _two_units(minutes, "m", seconds % 60, "s")),
        (3 * 3600, f"{minutes}m"),
        (8 * 3600, _two_units(hours, "h", minutes % 60, "m")),
        (2 * 86_400, f"{hours}h"),
        (8 * 86_400, _two_units(days, "d", hours % 24, "h")),
        (2 * 365 * 86_400, f"{days}d"),
        (8 * 365 * 86_400, _two_units(days // 365, "y", days % 365, "d")),
    ):
        if seconds < limit:
            return text
    return f"{days // 365}y"


def _two_units(number: int, unit: str, remainder: int, lower_unit: str) -> str:
    return f"{number}{unit}{remainder}{lower_unit}" if remainder else f"{number}{unit}"


def _cells(item: Mapping[str, Any]) -> list[Any]:
    parameters = item.get("parameters") or ()
    return [item["metadata"]["name"], _description(item), _parameters(parameters), len(item.get("objects") or ())]


def _row(item: Mapping[str, Any], cells: list[Any], include: str) -> dict[str, Any]:
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
