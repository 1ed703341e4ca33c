"""How `oc` first decodes an Object of a Template: what it refuses, and what it fills in.

apimachinery ``unstructured.UnstructuredJSONScheme`` and library-go ``templateprocessing``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.goformat import kind_of
from playground.engine.location import FieldPath
from playground.engine.problems import Problem
from playground.engine.processing.groups import kind_of_object
from playground.engine.reading import Document
from playground.engine.substitution import Dialect
from playground.engine.template.decoding import written_json

_MAP = "map[string]interface {}"
_ITEMS = "decodeList.items of type []json.RawMessage"


def object_problem(document: Document, path: FieldPath, index: int, value: Any, dialect: Dialect) -> Problem | None:
    """`oc`'s errors for the Template's object with this ``index``."""
    pattern, words, at = _refusal(value, dialect)
    if not pattern or value is None:
        return None
    received, compact = written_json(document, path, value)
    if pattern == "object-kind-missing":
        words += f" in '{received}'"
    error = f"item[{index}].objects: Invalid value: {compact}: unable to handle object: {words}"
    return Problem(pattern, document.index, path.join(at), error=error, detail={"found": kind_of(value)})


def _refusal(value: Any, dialect: Dialect) -> tuple[str, str, tuple[str | int, ...]]:
    """The pattern, the words and the field of what is wrong with an Object; an empty pattern when nothing is."""
    if not isinstance(value, dict):
        return "object-not-a-mapping", _misfit(value, "value of type unstructured.detector"), ()
    items = value.get("items")
    if dialect is Dialect.OPENSHIFT and items is not None:
        if not isinstance(items, list):
            return "items-not-a-list", _misfit(items, f"struct field {_ITEMS}"), ("items",)
        for index, item in enumerate(items):
            if item is not None and not isinstance(item, dict):
                return "object-not-a-mapping", _misfit(item, f"value of type {_MAP}"), ("items", index)
    return ("", "", ()) if kind_of_object(value) else ("object-kind-missing", "Object 'Kind' is missing", ())


def _misfit(value: Any, wanted: str) -> str:
    return f"json: cannot unmarshal {kind_of(value)} into Go {wanted}"


def decoded(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """An Object with ``items``, of which those without kind and apiVersion get both from it, the kind less `List`.

    >>> decoded({"kind": "FooList", "apiVersion": "v1", "items": [{"a": 1}]})["items"]
    [{'a': 1, 'kind': 'Foo', 'apiVersion': 'v1'}]
    """
    items = value["items"]
    if items is not None and not isinstance(items, list):
        return value
    version = value.get("apiVersion")
    inherited = {
        "kind": kind_of_object(value).removesuffix("List"),
        "apiVersion": version if isinstance(version, str) else "",
    }
    return {**value, "items": [_with_kind(item, inherited) for item in items or ()]}


def _with_kind(item: Any, inherited: Mapping[str, str]) -> Any:
    if item is not None and not isinstance(item, dict):
        return item
    item = item or {}
    typed = any(isinstance(item.get(field), str) and item[field] for field in inherited)
    return item if typed else {**item, **inherited}
