"""What a `List` holds, however deep Lists are put into each other.

``kind: List`` of core/v1, as `kubectl get -o yaml` prints several Objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.engine.location import ROOT, FieldPath


def items_of(value: Any) -> Iterator[tuple[FieldPath, Any]]:
    """``value`` itself or, if it is a List, its items in their order, each with its path; Lists in Lists are opened.

    A List without a list of items is an Object like any other. Nothing is called again for a List in a List, so no
    depth is too much.

    >>> [(str(path), item) for path, item in items_of({"kind": "List", "items": [1, {"kind": "List", "items": [2]}]})]
    [('items[0]', 1), ('items[1].items[0]', 2)]
    """
    waiting: list[tuple[FieldPath, Any]] = [(ROOT, value)]
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, dict) and item.get("kind") == "List" and isinstance(item.get("items"), list):
            waiting.extend((path / "items" / index, entry) for index, entry in reversed(list(enumerate(item["items"]))))
        else:
            yield path, item
