"""The page's output as lines: which Object and field each one shows.

Shapes: documents for `kubectl apply -f`, a `v1` List, or the Template that OpenShift's `processedtemplates` returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple, overload

from playground.engine.model.location import ROOT, FieldPath
from playground.engine.printing.page_lines import (
    Lines,
    PrintCache,
    Steps,
    count_json_lines,
    count_yaml_lines,
    json_lines,
    printed_size,
    yaml_lines,
)
from playground.engine.reading.objects import TracedObject
from playground.engine.templates import ParameterValue, ProcessedTemplate

_PRINTERS: Mapping[str, Callable[[Any, PrintCache, int | None, float], Lines]] = {
    "yaml": yaml_lines,
    "json": json_lines,
}
_COUNTERS: Mapping[str, Callable[[Any, PrintCache], int]] = {"yaml": count_yaml_lines, "json": count_json_lines}
SYNTAXES = ("yaml", "json")
SHAPES = ("documents", "list", "template")
LONGEST_OUTPUT = 32 * 1024 * 1024  # bytes of memory that a whole output may take, as ``printed_size`` counts them
_AFTER_VALUE = ("generate", "from", "required")  # a missing `value` is inserted before the first of these fields


class OutputTooLongError(Exception):
    """The output would be longer than the caller allows; nothing was printed."""


class OutputLine(NamedTuple):
    """One line of output, without its line end. ``object`` is None for lines around the Objects."""

    text: str
    object: int | None  # index of the Object that the line shows
    path: FieldPath  # of the field, relative to that Object


class OutputLines(Sequence[OutputLine]):
    """The lines of an output, created on access from three columns.

    ``total``: how many lines the output has before it is cut.
    """

    __slots__ = ("objects", "paths", "texts", "total")

    def __init__(
        self, texts: Sequence[str], objects: Sequence[int | None], paths: Sequence[Steps], total: int | None = None
    ) -> None:
        self.texts = texts
        self.objects = objects
        self.paths = paths
        self.total = len(texts) if total is None else total

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[OutputLine]:
        return map(OutputLine._make, zip(self.texts, self.objects, map(FieldPath, self.paths), strict=True))

    @overload
    def __getitem__(self, index: int) -> OutputLine: ...

    @overload
    def __getitem__(self, index: slice) -> OutputLines: ...

    def __getitem__(self, index: int | slice) -> OutputLine | OutputLines:
        if isinstance(index, int):
            return OutputLine(self.texts[index], self.objects[index], FieldPath(self.paths[index]))
        return OutputLines(self.texts[index], self.objects[index], self.paths[index])


def output_lines(
    objects: Sequence[Any],
    *,
    syntax: str = "yaml",
    shape: str = "documents",
    template: ProcessedTemplate | None = None,
    most: int | None = None,
    characters: float = inf,
    longest: float = inf,
) -> OutputLines:
    """``objects`` (plain values or TracedObjects) as text: one document each, one List, or the processed Template.

    ``most``, ``characters``: return only the first lines that are together no more and no longer; the others are
    counted, not printed.
    ``longest``: OutputTooLongError for an output of more bytes of memory, as ``printed_size`` counts them.

    JSON has no documents: its values follow one another, which `kubectl apply -f` accepts, too. The shape "template"
    needs ``template`` and leaves out Objects that do not come from it. For a List, ``template`` distinguishes an empty
    list of Objects from a missing one. ValueError for an unknown syntax or shape, or a missing Template.
    """
    if syntax not in SYNTAXES or shape not in SHAPES:
        raise ValueError(f"unknown syntax {syntax!r} or shape {shape!r}")
    values = [item.value if isinstance(item, TracedObject) else item for item in objects]
    if shape == "documents":
        _check_length(values, longest)
        return _documents(values, syntax, most, characters)
    if shape == "list":
        _check_length([values], longest)
        return _wrapped(list_value(values, template), "items", syntax, most, characters)
    if template is None:
        raise ValueError("the shape 'template' needs a processed Template")
    whole = template_value(template, values)
    _check_length([whole], longest)
    return _wrapped(whole, "objects", syntax, most, characters)


def _check_length(values: Iterable[Any], longest: float) -> None:
    """Raise OutputTooLongError if the lines of ``values`` would be longer than ``longest``."""
    for value in values if longest < inf else ():
        longest -= printed_size(value, int(longest))
        if longest < 0:
            raise OutputTooLongError


def list_value(objects: Sequence[Any], template: ProcessedTemplate | None = None) -> dict[str, Any]:
    """The `v1` List of ``objects``, as `oc process` prints it: `items` is null for a Template without `objects`."""
    no_objects = template is not None and template.template.objects is None
    return {"kind": "List", "apiVersion": "v1", "metadata": {}, "items": None if no_objects else list(objects)}


def template_value(processed: ProcessedTemplate, objects: Sequence[Any]) -> dict[str, Any]:
    """The processed Template as OpenShift's API returns it: every Parameter has its value, also a generated one.

    ``objects`` replace the Template's own, in their order.
    """
    template = processed.template
    original: Any = template.document.value
    for part in template.path:
        original = original[part]
    value = dict(original)
    values = {item.parameter.index: item for item in processed.values}
    if isinstance(value.get("parameters"), list):
        value["parameters"] = [
            _with_value(parameter, values.get(index)) for index, parameter in enumerate(value["parameters"])
        ]
    processed_fields = {"message": processed.message, "labels": processed.labels and dict(processed.labels)}
    value.update((key, new) for key, new in processed_fields.items() if new is not None)
    if template.objects is not None:
        value["objects"] = list(objects[: len(processed.objects)])
    return value


def _with_value(parameter: Any, value: ParameterValue | None) -> Any:
    """A Parameter's declaration with its value; as in the API's answer, an empty value is left out."""
    if value is None or not isinstance(parameter, dict):
        return parameter
    if not value.text:
        return {key: field for key, field in parameter.items() if key != "value"}
    if "value" in parameter:
        return {**parameter, "value": value.text}
    declaration: dict[str, Any] = {}
    for key, field in parameter.items():
        if key in _AFTER_VALUE:
            declaration.setdefault("value", value.text)
        declaration[key] = field
    declaration.setdefault("value", value.text)
    return declaration


def _documents(values: Sequence[Any], syntax: str, most: int | None, characters: float) -> OutputLines:
    """One document after the other; once a line is left out, the rest is only counted."""
    lines_of, cache = _PRINTERS[syntax], PrintCache.new()
    texts: list[str] = []
    objects: list[int | None] = []
    paths: list[Steps] = []
    for index, value in enumerate(values):
        if index and syntax == "yaml":
            texts.append("---")
            objects.append(None)
            paths.append(ROOT)
        before = len(texts)
        lines = lines_of(value, cache, None if most is None else max(0, most - before), characters)
        characters -= sum(map(len, lines.texts)) if characters < inf else 0
        texts += lines.texts
        objects += [index] * len(lines.texts)
        paths += lines.paths
        if not lines.complete:
            count = _COUNTERS[syntax]
            remaining = sum(count(value, cache) for value in values[index:])
            separators = (len(values) - index - 1) * (syntax == "yaml")
            return OutputLines(texts[:most], objects[:most], paths[:most], before + remaining + separators)
    return OutputLines(texts, objects, paths)


def _wrapped(wrapper: Any, key: str, syntax: str, most: int | None, characters: float) -> OutputLines:
    """The lines of ``wrapper``, a mapping with the Objects in its list ``key``."""
    cache = PrintCache.new()
    texts, paths, complete = _PRINTERS[syntax](wrapper, cache, most, characters)
    total = None if complete else _COUNTERS[syntax](wrapper, cache)
    objects = [path[1] if path[1:] and path[0] == key and isinstance(path[1], int) else None for path in paths]
    within = [path if index is None else path[2:] for index, path in zip(objects, paths, strict=True)]
    return OutputLines(texts, objects, within, total)
