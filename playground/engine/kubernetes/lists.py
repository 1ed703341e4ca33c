"""The items of a `List`, including those of nested Lists.

``kind: List`` of core/v1, as `kubectl get -o yaml` prints several Objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from playground.engine.location import ROOT, FieldPath


def items_of(value: Any) -> Iterable[tuple[FieldPath, Any]]:
    """``value`` itself or, if it is a List, its items in their order, each with its path; Lists in Lists are opened.

    A List without a list of items is an Object like any other. Nothing is called again for a List in a List, so no
    depth is too much.

    >>> [(str(path), item) for path, item in items_of({"kind": "List", "items": [1, {"kind": "List", "items": [2]}]})]
    [('items[0]', 1), ('items[1].items[0]', 2)]
    """
    return _opened(value) if _is_list(value) else ((ROOT, value),)


def _is_list(value: Any) -> bool:
    return isinstance(value, dict) and value.get("kind") == "List" and isinstance(value.get("items"), list)


def _opened(value: Any) -> Iterator[tuple[FieldPath, Any]]:
    waiting: list[tuple[FieldPath, Any]] = [(ROOT, value)]
    while waiting:
        path, item = waiting.pop()
        if _is_list(item):
            waiting.extend((path / "items" / index, entry) for index, entry in reversed(list(enumerate(item["items"]))))
        else:
            yield path, item
