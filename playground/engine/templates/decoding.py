"""Decodes a Template as Go does: finds values of the wrong JSON type, which are refused, and unknown fields.

Go's ``encoding/json`` as sigs.k8s.io/json uses it, on the Template type of OpenShift's api/template/v1, which is in the
table of types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from playground.engine.kubernetes.schema import Type, type_of
from playground.engine.kubernetes.versions import NEWEST
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.reading.scalars import unsigned
from playground.engine.text.go import GO_KINDS, compact_json, kind_of, to_json
from playground.engine.text.nearest import nearest
from playground.engine.text.times import time_error

_JSON_TYPES: Final[Mapping[str, str]] = {  # by the shape of a type, the type of JSON value that fits; "": any
    "any": "",
    "struct": "object",
    "map": "object",
    "list": "array",
    "string": "string",
    "bool": "bool",
    "int64": "integer",
    "v1.Time": "time",
}
_OF_THE_PROPOSAL: Final = ("Parameter", "type")  # OpenShift ignores this unknown field
# The struct that apiVersion and kind of every Object are read into first, as Go prints its type.
_HEAD: Final = (
    r"""struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"""
)
_HEAD_NAMES: Final[Mapping[str, str]] = {name.casefold(): name for name in ("apiVersion", "kind")}
_INT64: Final = range(-(2**63), 2**63)
_SUGGESTIONS: Final = 100  # unknown fields for which the nearest field is searched, which takes time


@cache
def template_type() -> Type:
    """OpenShift's type of a Template."""
    type_ = type_of(NEWEST.minor, "template.openshift.io/v1", "Template")
    assert type_
    return type_


@cache
def _structs() -> Mapping[str, Type]:
    """The structs of a Template, by their names in Go."""
    waiting = [template_type()]
    for struct in waiting:  # the loop appends to them
        inner = (field.type.struct for field in struct.fields.values())
        waiting += [type_ for type_ in inner if type_ and type_ not in waiting]
    return {_name(struct): struct for struct in waiting}


def _name(struct: Type) -> str:
    return struct.go.rpartition(".")[2]


def head_key(document: Document, value: Mapping[str, Any], name: str) -> str:
    """The key that Go reads as ``name``, which is `apiVersion` or `kind`; ``name`` itself if there is no such key.

    Go ignores the case of keys. Of several such keys, the last one counts. A key with the value null does not count.
    """
    folded = name.casefold()
    keys = [key for key, item in value.items() if item is not None and key.casefold() == folded]
    # `oc` converts YAML to JSON with sorted keys, so the last key of YAML is the greatest one.
    return (keys[-1] if document.syntax == "json" else max(keys)) if keys else name


def envelope_error(document: Document) -> str:
    """`oc`'s error for a Document's apiVersion and kind, after ``unable to decode``; or "".

    apimachinery ``runtime/serializer/json`` (meta.go: Interpret; json.go: Decode).
    """
    value = document.value
    if not isinstance(value, dict):
        message = f"json: cannot unmarshal {kind_of(value)} into Go value of type {_HEAD}"
        return f"couldn't get version/kind; json parse error: {message}"
    for key, item in _entries(document, value):
        name = _HEAD_NAMES.get(key.casefold())
        if name and item is not None and not isinstance(item, str):
            return f"couldn't get version/kind; json parse error: {_misfit(item, 'string', '', (name,))}"
    version, kind = (value.get(head_key(document, value, name)) or "" for name in _HEAD_NAMES.values())
    if version.count("/") > 1:
        return f"unexpected GroupVersion string: {version}"
    missing = "Kind" if not kind else "apiVersion" if not version.rpartition("/")[2] else ""
    return f"Object '{missing}' is missing in '{written_json(document, ROOT, value)[0]}'" if missing else ""


def decoding_problems(document: Document, path: FieldPath, value: Mapping[str, Any]) -> Iterator[Problem]:
    """The Problems of decoding the Template at ``path``: `oc` refuses a `wrong-type` and drops an `unknown-field`.

    The Problems come in the order in which `oc` reads the Template: `oc` prints the first ``error``.
    """
    for key, item in _entries(document, value):
        name = _HEAD_NAMES.get(key.casefold())
        if name and item is not None and not isinstance(item, str):
            error = "couldn't get version/kind; json parse error: " + _misfit(item, "string", "", (name,))
            yield Problem("wrong-type", document.index, path / key, error=error, detail=_types(item, "string"))
    unknown_count = 0
    template = template_type()
    problems = [] if _fits(value, template) else list(_checked(document, path, value, template, "", ()))
    # A time that Go cannot read ends the decoding at once; any other error is reported only at the end.
    problems.sort(key=lambda problem: problem.detail.get("wanted") != "time")
    for problem in problems:
        unknown_count += problem.pattern == "unknown-field"
        suggested = problem.pattern == "unknown-field" and unknown_count <= _SUGGESTIONS
        yield _with_suggestion(problem) if suggested else problem


def metadata_problems(document: Document, kind: str) -> list[Problem]:
    """The Problems of decoding the metadata of a Document of this ``kind``: fields that `oc` drops or refuses."""
    value = document.value.get("metadata")
    type_ = template_type().fields["metadata"].type
    return list(_checked(document, ROOT / "metadata", value, type_, kind, ("metadata",)))


def _with_suggestion(problem: Problem) -> Problem:
    """The Problem of an unknown field, with the name that was probably meant."""
    fields = _structs()[problem.detail["of"]].fields
    return replace(problem, detail={**problem.detail, "nearest": nearest(problem.detail["field"], fields)})


def _fits(value: Any, type_: Type) -> bool:
    """Whether ``_checked`` would yield no Problem, in a fifth of its time: most Templates fit."""
    if value is None or type(value) is type_.plain or type_.shape == "any":
        return True
    if type_.shape == "v1.Time":
        return isinstance(value, str) and not time_error(value)
    if GO_KINDS[type(value)] != _JSON_TYPES[type_.shape]:
        return type_.shape == "int64" and type(value) is int
    if type_.shape == "struct":
        fields = type_.fields
        return all(key in fields and _fits(item, fields[key].type) for key, item in value.items())
    inner = type_.inner
    return inner is None or all(_fits(item, inner) for item in (value.values() if isinstance(value, dict) else value))


def _checked(
    document: Document, path: FieldPath, value: Any, type_: Type, struct: str, names: tuple[str, ...]
) -> Iterator[Problem]:
    """The Problems of decoding ``value`` as ``type_``.

    Go's errors name the field by ``struct``, the type that has the field, and ``names``, the fields on the way to it.
    """
    shape = type_.shape
    if value is None or shape == "any":
        return
    if shape == "v1.Time" and isinstance(value, str):
        if error := time_error(value):
            yield Problem("wrong-type", document.index, path, error=error, detail=_types(value, shape))
        return
    if kind_of(value) != _JSON_TYPES[shape] and not (shape == "int64" and _is_whole(document, path, value)):
        number = written_json(document, path, value)[1] if (kind_of(value), shape) == ("number", "int64") else ""
        error = _misfit(value, "string" if shape == "v1.Time" else type_.go, struct, names, number)
        yield Problem("wrong-type", document.index, path, error=error, detail=_types(value, shape))
        return
    for key, item in _entries(document, value):
        if type_.inner:
            yield from _checked(document, path / key, item, type_.inner, struct, names)
        elif shape != "struct" or (names == () and key.casefold() in _HEAD_NAMES):
            continue
        elif key in type_.fields:
            yield from _checked(document, path / key, item, type_.fields[key].type, _name(type_), (*names, key))
        elif (_name(type_), key) != _OF_THE_PROPOSAL:
            detail = {"field": key, "of": _name(type_), "nearest": ""}
            yield Problem("unknown-field", document.index, path / key, in_key=True, detail=detail)


def _entries(document: Document, value: Any) -> Iterable[tuple[Any, Any]]:
    """The entries in the order in which `oc` reads them: `oc` converts YAML to JSON with sorted keys."""
    if isinstance(value, dict):
        return value.items() if document.syntax == "json" else sorted(value.items())
    return enumerate(value) if isinstance(value, list) else ()


def _is_whole(document: Document, path: FieldPath, value: Any) -> bool:
    """Whether ``value`` fits an int64: JSON must write it without a point. YAML's `1.0` becomes `1`."""
    if kind_of(value) != "number":
        return False
    text = written_json(document, path, value)[1]
    return type(value) is int or (re.fullmatch("-?[0-9]{1,19}", text) is not None and int(text) in _INT64)


def _misfit(value: Any, go_type: str, struct: str, names: tuple[str, ...], number: str = "") -> str:
    """Go's error for a ``value`` that does not fit; ``number``: the value as written, if the error has to show it."""
    kind = f"{kind_of(value)} {number}" if number else kind_of(value)
    return f"json: cannot unmarshal {kind} into Go struct field {struct}.{'.'.join(names)} of type {go_type}"


def _types(value: Any, shape: str) -> Mapping[str, str]:
    return {"found": kind_of(value), "wanted": _JSON_TYPES[shape]}


def written_json(document: Document, path: FieldPath, value: Any) -> tuple[str, str]:
    """The JSON text of a field as `oc` receives it, and the same text compacted. `oc` converts YAML to JSON first."""
    if document.syntax != "json":
        text = to_json(_exact(document, path, value))
        return text, text
    text = document.source.slice(document.span(path))
    return text, compact_json(text)


def _exact(document: Document, path: FieldPath, value: Any) -> Any:
    """``value`` with all digits of integers up to 2⁶⁴, and with the sign of zero: a double has lost both."""
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
