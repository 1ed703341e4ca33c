"""Prints Objects as `oc` and `kubectl` do: indented JSON, YAML with sorted keys, and KYAML.

k8s.io/cli-runtime ``printers/json.go``, ``yaml.go`` and ``kyaml.go``: the value becomes JSON; for YAML and KYAML,
the JSON is read as YAML and printed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.engine.printing.oc.kyaml import printed_kyaml
from playground.engine.printing.oc.yaml import printed_yaml
from playground.engine.text.go import to_json

_STEP = "    "


def object_text(value: Any, syntax: str = "json") -> str:
    """``value`` as `oc -o json`, `-o yaml` or `-o kyaml` prints it; ends with a newline.

    >>> print(object_text({"b": [1.50, "<"], "a": {}}), end="")
    {
        "a": {},
        "b": [
            1.5,
            "\\u003c"
        ]
    }
    """
    if syntax == "kyaml":
        return printed_kyaml(value)
    return printed_yaml(value) if syntax == "yaml" else f"{_indented(value, '', _Strings())}\n"


def list_text(objects: Sequence[Any] | None, syntax: str = "json") -> str:
    """The `v1` List of ``objects`` as `oc process` prints it; None for a Template without `objects`.

    In JSON and KYAML the List's own fields are in the order of its Go type; all others are sorted.
    """
    value = list_of(objects)
    if syntax == "kyaml":
        return printed_kyaml(value, in_order=True)
    if syntax == "yaml":
        return printed_yaml(value)
    strings = _Strings()
    fields = [f'{_STEP}"{name}": {_indented(field, _STEP, strings)}' for name, field in value.items()]
    return "{\n" + ",\n".join(fields) + "\n}\n"


def list_of(objects: Sequence[Any] | None) -> dict[str, Any]:
    """The `v1` List of ``objects``, with its fields in the order of its Go type."""
    items = None if objects is None else list(objects)
    return {"kind": "List", "apiVersion": "v1", "metadata": {}, "items": items}


class _Strings(dict[str, str]):
    """A cache of strings as JSON, as these repeat in a text."""

    def __missing__(self, text: str) -> str:
        printed = self[text] = to_json(text)
        return printed


def _indented(value: Any, indent: str, strings: _Strings) -> str:
    if isinstance(value, str):
        return strings[value]
    inner = indent + _STEP
    if isinstance(value, dict) and value:
        entries = [f"{inner}{strings[key]}: {_indented(value[key], inner, strings)}" for key in sorted(value)]
        return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join([inner + _indented(item, inner, strings) for item in value]) + f"\n{indent}]"
    return to_json(value)
