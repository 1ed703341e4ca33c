"""The numbers of Objects in Go's types: int64 and float64, which Go templates print and compare differently.

apimachinery ``util/json``; openshift/library-go ``templateprocessing`` for the values of ``${{P}}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.cli.output.gotemplate import whole_number
from playground.engine import FieldPath, TracedObject


def as_unstructured(item: TracedObject) -> Any:
    """The Object as `oc` holds it: numbers from ``${{P}}`` are doubles; others are as decoded from JSON.

    `oc` converts YAML to JSON first, so `1e6` in YAML is the integer 1000000.
    """
    return _decoded(item.value, FieldPath(), item.pieces, is_json=item.document.syntax == "json")


def _decoded(value: Any, path: FieldPath, pieces: Mapping[FieldPath, Any], *, is_json: bool) -> Any:
    if path in pieces:  # substitution wrote this field
        return with_doubles(value)
    if isinstance(value, dict):
        return {key: _decoded(item, path / key, pieces, is_json=is_json) for key, item in value.items()}
    if isinstance(value, list):
        return [_decoded(item, path / index, pieces, is_json=is_json) for index, item in enumerate(value)]
    return whole_number(value) if isinstance(value, float) and not is_json else value


def with_doubles(value: Any) -> Any:
    """``value`` as Go decodes its JSON: each number is a double.

    >>> with_doubles({"a": [1, True, None]})
    {'a': [1.0, True, None]}
    """
    if isinstance(value, dict):
        return {key: with_doubles(item) for key, item in value.items()}
    if isinstance(value, list):
        return [with_doubles(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
