"""A Template as a Helm chart, by edits of the author's own text: comments, order and layout stay.

Helm 3 and 4 (charts of apiVersion v2). The chart's objects are those of `oc process`, for every value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from playground.engine.exporting.edits import stays_block
from playground.engine.exporting.files import file_stem
from playground.engine.exporting.helm import metadata
from playground.engine.exporting.helm.commands import NeededValue, RunningObject, running_objects
from playground.engine.exporting.helm.drawing import Drawn, drawing_helper, drawing_line, drawn_in_chart
from playground.engine.exporting.helm.expressions import Value, helm_text
from playground.engine.exporting.helm.names import chart_name, is_chart_name, value_names
from playground.engine.exporting.helm.unfit import refuse_null, refuse_unreadable, refuse_varying, refuse_wrong_values
from playground.engine.exporting.helm.values import Entry, private_values, values_schema, values_yaml
from playground.engine.exporting.helm.writer import ChartWriter, object_parts
from playground.engine.exporting.parts import own_pieces
from playground.engine.exporting.refusal import Refusal, RefusedError, refuse_unprocessable
from playground.engine.exporting.regions import Region, comments_in, regions_of
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT
from playground.engine.model.records import record
from playground.engine.pipeline import process_template
from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.objects import kind_of_object
from playground.engine.templates.secrets import secret_parameters
from playground.engine.templates.template import PARAMETER_NAME, Parameter, Template
from playground.engine.text.go import without_surrogates

GENERATED_FILE: Final = "values-generated.yaml"


@record()
class Chart:
    """A Helm chart. ``files``: their texts by name, which is relative to the chart's folder."""

    name: str
    files: Mapping[str, str]
    generated: str  # the file GENERATED_FILE, which is no part of the chart: private values; "": none
    version: str
    needed: tuple[NeededValue, ...]  # values that whoever installs the chart has to give
    drawn: tuple[str, ...]  # values that the chart draws if they are not given
    objects: tuple[RunningObject, ...]  # with the values of the chart; without those whose names nobody knows


def helm_chart(
    processed: ProcessedTemplate,
    *,
    name: str = "",
    generate_in_chart: bool = False,
    limits: Limits | None = None,
    deadline: Deadline | None = None,
) -> Chart | Refusal:
    """The Template of ``processed`` as a chart; its values are the defaults of the chart.

    ``name``: of the chart, a DNS label; by default that of the Template. ``generate_in_chart``: the chart draws the
    generated values that it can find again in a Secret of the cluster. OutOfTimeError when the ``deadline`` passes.
    """
    if name and not is_chart_name(name):
        hint = "Use up to 53 lower-case letters, digits and `-`, and begin and end with a letter or digit."
        return Refusal(f"`{name}` is no name of a chart.", hint)
    try:
        chosen_name = name or chart_name(processed.template.name)
        return _chart(processed, chosen_name, generate_in_chart, limits or Limits(), deadline or Deadline())
    except RefusedError as error:
        return error.refusal


def _chart(
    processed: ProcessedTemplate, name: str, generate_in_chart: bool, limits: Limits, deadline: Deadline
) -> Chart:
    template = _without_duplicates(processed.template)
    probes = {parameter.name: _probe(parameter) for parameter in template.parameters}
    inputs = Inputs(values=probes, dialect=processed.dialect)
    probed = process_template(template, inputs, limits=limits, deadline=deadline)
    assert probed is not None
    refuse_null(probed)
    refuse_unprocessable(processed)  # its errors name the values of the user
    refuse_unprocessable(probed)
    writer = ChartWriter(name, probed.dialect, _values(probed, probes), probed.labels, limits, deadline)
    refuse_wrong_values(processed, writer)
    refuse_varying(probed, writer)
    refuse_unreadable(processed)
    drawn = drawn_in_chart(processed, probed, writer) if generate_in_chart else {}
    entries = list(_entries(processed, template, writer.values, drawn))
    files = {
        **_object_files(probed, template, writer),
        "templates/NOTES.txt": metadata.notes(template.message or "", _names(entries, drawn), writer),
    }
    if drawn:
        files = {file: f"{drawing_line(name)}{text}" for file, text in files.items()}
    helpers = metadata.helpers(template.labels, writer) + (drawing_helper(drawn, writer) if drawn else "")
    files |= {
        "Chart.yaml": metadata.chart_yaml(name, template, _head_comments(template)),
        "values.yaml": values_yaml(entries),
        "values.schema.json": values_schema(entries),
        "templates/_helpers.tpl": helpers or ("" if probed.objects else metadata.NO_OBJECTS),
        ".helmignore": metadata.IGNORED,
    }
    return Chart(
        name,
        {file: without_surrogates(text) for file, text in sorted(files.items()) if text},
        private_values(entries),
        metadata.VERSION,
        tuple(_needed(entry) for entry in entries if entry.is_required and entry.default == ""),
        _names(entries, drawn),
        tuple(running_objects(processed)),
    )


def _needed(entry: Entry) -> NeededValue:
    return NeededValue(entry.value.name, entry.inserts_json, entry.is_private)


def _names(entries: Iterable[Entry], drawn: Mapping[str, Drawn]) -> tuple[str, ...]:
    """The names in `values.yaml` of the values that the chart draws."""
    return tuple(entry.value.name for entry in entries if entry.given.parameter.name in drawn)


def _object_files(probed: ProcessedTemplate, template: Template, writer: ChartWriter) -> dict[str, str]:
    """The files of the Objects, which were ``probed``."""
    count, regions = len(probed.objects), _regions(template, "objects")
    return {
        f"templates/{file_stem(number, count, kind_of_object(item.value))}.yaml": helm_text(
            object_parts(item, region, writer)
        )
        for number, (item, region) in enumerate(zip(probed.objects, regions, strict=True), 1)
    }


def _without_duplicates(template: Template) -> Template:
    """The Template with the last Parameter of each name, the one that counts, and without those no text can name."""
    last = {parameter.name: parameter for parameter in template.parameters if PARAMETER_NAME.match(parameter.name)}
    return replace(template, parameters=tuple(last.values()))


def _probe(parameter: Parameter) -> str:
    """A value of the Parameter for the check: of its type, unlike all others, and of two lines if it is text."""
    number = parameter.index + 1
    typed = {"int": f"{number}00001", "bool": "true", "base64": "cHJv"}
    return typed.get(parameter.type, f"probe{number}\n b")


def _values(probed: ProcessedTemplate, probes: Mapping[str, str]) -> Mapping[str, Value]:
    """How the templates use each Parameter."""
    types = {value.parameter.name: value.parameter.type for value in probed.values}
    json_names: set[str] = set()
    text_names: set[str] = set()
    for reference in probed.references:
        if reference.fate == "substituted":
            inserts_json = reference.form == "${{}}" and types[reference.name] != "base64"
            is_typed = not isinstance(reference.value, str)
            is_whole = reference.whole and not reference.in_key and reference.object is not None
            (json_names if is_whole and (inserts_json or is_typed) else text_names).add(reference.name)
    block_names = {
        piece.parameter
        for item in probed.objects
        for path, pieces in own_pieces(item, probed.labels)
        if stays_block(item.document, item.where(path), pieces)
        for piece in pieces
        if piece.parameter is not None
    }
    return {
        name: Value(value_name, probes[name], name in json_names, name in text_names, name in block_names)
        for name, value_name in value_names(probes).items()
    }


def _entries(
    processed: ProcessedTemplate, template: Template, values: Mapping[str, Value], drawn: Mapping[str, Drawn]
) -> Iterator[Entry]:
    """The values of the chart, in the order of the Parameters, with the comments at their declarations."""
    given = {value.parameter.index: value for value in processed.values}
    regions, secrets = _regions(template, "parameters"), secret_parameters(processed)
    for parameter in template.parameters:
        comments = list(comments_in(template.document, regions[parameter.index]))
        name = parameter.name
        yield Entry(given[parameter.index], values[name], comments, name in secrets, name in drawn)


def _regions(template: Template, key: str) -> list[Region]:
    """The regions of the entries of a list of the Template; none without the list."""
    entries = field_at(template.document.value, template.path).get(key)
    return regions_of(template.document, template.path / key, entries) if isinstance(entries, list) else []


def _head_comments(template: Template) -> Iterator[str]:
    """The comments of the Template outside its objects and parameters."""
    document = template.document
    position = document.beginning if document.index else 0
    end = document.offsets(ROOT)[1]
    next_document = document.source.text.find("\n---", end)
    end = next_document if next_document >= 0 else len(document.source.text)
    for regions in sorted(filter(None, (_regions(template, "objects"), _regions(template, "parameters")))):
        yield from comments_in(document, (position, regions[0][0]))
        position = max(position, regions[-1][1])
    yield from comments_in(document, (position, end))
