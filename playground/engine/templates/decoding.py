"""Decodes a Template as Go does: finds values of the wrong JSON type, which are refused, and unknown fields.

Go's ``encoding/json`` as sigs.k8s.io/json uses it, on the Template type of OpenShift's api/template/v1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Final

from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.reading.scalars import unsigned
from playground.engine.text.go import GO_KINDS, compact_json, kind_of, to_json
from playground.engine.text.nearest import nearest


@record()
class Shape:
    """A Go type: what its decoding needs to know."""

    go: str  # the type, as Go prints it
    json: str  # the type of JSON value that fits, "integer" for a whole number of 64 bits; "": any
    struct: str = ""  # the name of a struct
    fields: Mapping[str, Shape] = field(default_factory=dict)
    items: Shape | None = None  # of the values of a list or map


ANY: Final = Shape("", "")
STRING: Final = Shape("string", "string")
INTEGER: Final = Shape("int64", "integer")
STRINGS: Final = Shape("map[string]string", "object", items=STRING)
METADATA: Final = Shape(
    "v1.ObjectMeta",
    "object",
    "ObjectMeta",
    {
        **dict.fromkeys(("name", "generateName", "namespace", "selfLink", "resourceVersion"), STRING),
        "uid": Shape("types.UID", "string"),
        **dict.fromkeys(("creationTimestamp", "deletionTimestamp", "ownerReferences", "managedFields"), ANY),
        **dict.fromkeys(("generation", "deletionGracePeriodSeconds"), INTEGER),
        **dict.fromkeys(("labels", "annotations"), STRINGS),
        "finalizers": Shape("[]string", "array", items=STRING),
    },
)
PARAMETER: Final = Shape(
    "v1.Parameter",
    "object",
    "Parameter",
    {
        **dict.fromkeys(("name", "displayName", "description", "value", "generate", "from"), STRING),
        "required": Shape("bool", "bool"),
        "type": ANY,  # of the proposal; OpenShift ignores it as an unknown field
    },
)
TEMPLATE: Final = Shape(
    "v1.Template",
    "object",
    "Template",
    {
        "apiVersion": ANY,  # read before all else, with an error of its own
        "kind": STRING,
        "metadata": METADATA,
        "message": STRING,
        "objects": Shape("[]runtime.RawExtension", "array"),
        "parameters": Shape("[]v1.Parameter", "array", items=PARAMETER),
        "labels": STRINGS,
    },
)
# The struct that apiVersion and kind of every Object are read into first, as Go prints its type.
_HEAD: Final = (
    r"""struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"""
)
_STRUCTS: Final[Mapping[str, Shape]] = {shape.struct: shape for shape in (TEMPLATE, PARAMETER, METADATA)}
_INT64: Final = range(-(2**63), 2**63)
_SUGGESTIONS: Final = 100  # unknown fields for which the nearest field is searched, which takes time


def envelope_error(document: Document) -> str:
    """`oc`'s error for a Document's apiVersion and kind, after ``unable to decode``; or "".

    apimachinery ``runtime/serializer/json`` (meta.go: Interpret; json.go: Decode).
    """
    value = document.value
    if not isinstance(value, dict):
        message = f"json: cannot unmarshal {kind_of(value)} into Go value of type {_HEAD}"
        return f"couldn't get version/kind; json parse error: {message}"
    for key, item in _entries(document, value):
        if key in ("apiVersion", "kind") and item is not None and not isinstance(item, str):
            return f"couldn't get version/kind; json parse error: {_misfit(item, STRING, '', (key,))}"
    version, kind = value.get("apiVersion") or "", value.get("kind")
    if version.count("/") > 1:
        return f"unexpected GroupVersion string: {version}"
    missing = "Kind" if not kind else "apiVersion" if not version.rpartition("/")[2] else ""
    return f"Object '{missing}' is missing in '{written_json(document, ROOT, value)[0]}'" if missing else ""


def decoding_problems(document: Document, path: FieldPath, value: Mapping[str, Any]) -> Iterator[Problem]:
    """The Problems of decoding the Template at ``path``: `oc` refuses a `wrong-type` and drops an `unknown-field`.

    They come in the order in which `oc` reads the Template: `oc` prints the first ``error``.
    """
    version = value.get("apiVersion")
    if version is not None and not isinstance(version, str):
        error = "couldn't get version/kind; json parse error: " + _misfit(version, STRING, "", ("apiVersion",))
        yield Problem("wrong-type", document.index, path / "apiVersion", error=error, detail=_types(version, STRING))
    unknown = 0
    for problem in () if _fits(value, TEMPLATE) else _checked(document, path, value, TEMPLATE, "", ()):
        unknown += problem.pattern == "unknown-field"
        suggested = problem.pattern == "unknown-field" and unknown <= _SUGGESTIONS
        yield _with_suggestion(problem) if suggested else problem


def _with_suggestion(problem: Problem) -> Problem:
    """The Problem of an unknown field, with the name that was probably meant."""
    fields = _STRUCTS[problem.detail["of"]].fields
    return replace(problem, detail={**problem.detail, "nearest": nearest(problem.detail["field"], fields)})


def _fits(value: Any, shape: Shape) -> bool:
    """Whether ``_checked`` would yield no Problem, in a fifth of its time: most Templates fit."""
    if value is None or not shape.json:
        return True
    if GO_KINDS[type(value)] != shape.json:
        return shape is INTEGER and type(value) is int
    if shape.struct:
        fields = shape.fields
        return all(key in fields and _fits(item, fields[key]) for key, item in value.items())
    inner = shape.items
    return inner is None or all(_fits(item, inner) for item in (value.values() if isinstance(value, dict) else value))


def _checked(
    document: Document, path: FieldPath, value: Any, shape: Shape, struct: str, stack: tuple[str, ...]
) -> Iterator[Problem]:
    if value is None or not shape.json:
        return
    if kind_of(value) != shape.json and not _is_whole(document, path, value, shape):
        number = written_json(document, path, value)[1] if (kind_of(value), shape) == ("number", INTEGER) else ""
        error = _misfit(value, shape, struct, stack, number)
        yield Problem("wrong-type", document.index, path, error=error, detail=_types(value, shape))
        return
    for key, item in _entries(document, value):
        if not shape.struct and shape.items:
            yield from _checked(document, path / key, item, shape.items, struct, stack)
        elif key in shape.fields:
            yield from _checked(document, path / key, item, shape.fields[key], shape.struct, (*stack, key))
        elif shape.struct:
            detail = {"field": key, "of": shape.struct, "nearest": ""}
            yield Problem("unknown-field", document.index, path / key, in_key=True, detail=detail)


def _entries(document: Document, value: Any) -> Iterable[tuple[Any, Any]]:
    """The entries in the order in which `oc` reads them: it converts YAML to JSON with sorted keys."""
    if isinstance(value, dict):
        return value.items() if document.syntax == "json" else sorted(value.items())
    return enumerate(value) if isinstance(value, list) else ()


def _is_whole(document: Document, path: FieldPath, value: Any, shape: Shape) -> bool:
    """Whether ``value`` fits the INTEGER ``shape``: JSON must write it without a point. YAML's `1.0` becomes `1`."""
    if shape is not INTEGER or kind_of(value) != "number":
        return False
    text = written_json(document, path, value)[1]
    return type(value) is int or (re.fullmatch("-?[0-9]{1,19}", text) is not None and int(text) in _INT64)


def _misfit(value: Any, shape: Shape, struct: str, stack: tuple[str, ...], number: str = "") -> str:
    kind = f"{kind_of(value)} {number}" if number else kind_of(value)
    return f"json: cannot unmarshal {kind} into Go struct field {struct}.{'.'.join(stack)} of type {shape.go}"


def _types(value: Any, shape: Shape) -> Mapping[str, str]:
    return {"found": kind_of(value), "wanted": shape.json}


def written_json(document: Document, path: FieldPath, value: Any) -> tuple[str, str]:
    """The JSON text of a field as `oc` receives it, and the same text compacted. `oc` converts YAML to JSON first."""
    if document.syntax != "json":
        text = to_json(_exact(document, path, value))
        return text, text
    text = document.source.slice(document.span(path))
    return text, compact_json(text)


def _exact(document: Document, path: FieldPath, value: Any) -> Any:
    """``value`` with what the conversion to a double lost: all digits of integers up to 2⁶⁴, and the sign of zero."""
    if type(value) is dict:
        return {key: _exact(document, path / key, item) for key, item in value.items()}
    if type(value) is list:
        return [_exact(document, path / index, item) for index, item in enumerate(value)]
    if type(value) is not float:
        return value
    raw = document.raw(path)
    if value == 0 and raw.startswith("-"):
        return -value
    number = unsigned(raw)
    return value if number is None else number
