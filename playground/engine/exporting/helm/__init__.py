"""A Template as a Helm chart, by edits of the author's own text: comments, order and layout stay.

Helm 3 and 4 (charts of apiVersion v2). The chart's objects are those of `oc process`, for every value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from playground.engine.exporting.files import file_stem
from playground.engine.exporting.helm import metadata
from playground.engine.exporting.helm.commands import NeededValue, RunningObject, running_objects
from playground.engine.exporting.helm.drawing import DrawnValue, drawing_helper, drawing_line, drawn_in_chart
from playground.engine.exporting.helm.expressions import helm_text
from playground.engine.exporting.helm.names import chart_name, is_chart_name
from playground.engine.exporting.helm.probing import probe
from playground.engine.exporting.helm.unfit import refuse_unfit
from playground.engine.exporting.helm.values import ValuesEntry, entries_of, private_values, values_schema, values_yaml
from playground.engine.exporting.helm.writer import ChartWriter, object_parts
from playground.engine.exporting.refusal import RefusedError
from playground.engine.exporting.regions import template_regions
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.objects import kind_of_object
from playground.engine.text.go import without_surrogates


@record()
class Chart:
    """A Helm chart. ``files``: their texts by name, which is relative to the chart's folder."""

    name: str
    files: Mapping[str, str]
    private_values: str  # the file GENERATED_FILE, which is no part of the chart; "" without any
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
    probed, writer = probe(processed, name, limits, deadline)
    refuse_unfit(processed, probed, writer)
    drawn = drawn_in_chart(processed, probed, writer) if generate_in_chart else {}
    entries = list(entries_of(processed, probed.template, writer.values, drawn))
    files = _files(probed, writer, entries, drawn)
    return Chart(
        name,
        {file: without_surrogates(text) for file, text in sorted(files.items()) if text},
        private_values(entries),
        metadata.VERSION,
        tuple(_needed(entry) for entry in entries if entry.is_required and entry.default == ""),
        _drawn_names(entries),
        tuple(running_objects(processed)),
    )


def _needed(entry: ValuesEntry) -> NeededValue:
    return NeededValue(entry.value.name, entry.inserts_json, entry.is_private)


def _drawn_names(entries: Iterable[ValuesEntry]) -> tuple[str, ...]:
    """The names in `values.yaml` of the values that the chart draws."""
    return tuple(entry.value.name for entry in entries if entry.drawn_by_chart)


def _files(
    probed: ProcessedTemplate, writer: ChartWriter, entries: Sequence[ValuesEntry], drawn: Mapping[str, DrawnValue]
) -> dict[str, str]:
    """The files of the chart; some are empty."""
    template = probed.template
    rendered = {
        **_object_files(probed, writer),
        "templates/NOTES.txt": metadata.notes(template.message or "", _drawn_names(entries), writer),
    }
    first_line = drawing_line(writer.chart) if drawn else ""
    helpers = metadata.helpers(template.labels, writer) + (drawing_helper(drawn, writer) if drawn else "")
    return {
        **{file: f"{first_line}{text}" for file, text in rendered.items()},
        "Chart.yaml": metadata.chart_yaml(writer.chart, template),
        "values.yaml": values_yaml(entries),
        "values.schema.json": values_schema(entries),
        "templates/_helpers.tpl": helpers or ("" if probed.objects else metadata.NO_OBJECTS),
        ".helmignore": metadata.IGNORED,
    }


def _object_files(probed: ProcessedTemplate, writer: ChartWriter) -> dict[str, str]:
    """The files of the Objects, which were ``probed``."""
    count, regions = len(probed.objects), template_regions(probed.template, "objects")
    return {
        f"templates/{file_stem(number, count, kind_of_object(item.value))}.yaml": helm_text(
            object_parts(item, region, writer)
        )
        for number, (item, region) in enumerate(zip(probed.objects, regions, strict=True), 1)
    }
