"""The Template with probes: values that stand for any value, so that a chart can be checked without Helm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from playground.engine.exporting.edits import stays_block
from playground.engine.exporting.helm.expressions import Value
from playground.engine.exporting.helm.names import value_names
from playground.engine.exporting.helm.unfit import refuse_null
from playground.engine.exporting.helm.writer import ChartWriter
from playground.engine.exporting.parts import own_pieces
from playground.engine.exporting.refusal import refuse_unprocessable
from playground.engine.model.deadline import Deadline
from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.pipeline import process_template
from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.template import PARAMETER_NAME, Parameter, Template


def probe(
    processed: ProcessedTemplate, chart: str, limits: Limits, deadline: Deadline
) -> tuple[ProcessedTemplate, ChartWriter]:
    """The Template of ``processed`` with probes, and the writer of the ``chart`` of this name.

    RefusedError if the Template cannot be processed.
    """
    template = _without_duplicates(processed.template)
    probes = {parameter.name: _probe(parameter) for parameter in template.parameters}
    inputs = Inputs(values=probes, dialect=processed.dialect)
    probed = process_template(template, inputs, limits=limits, deadline=deadline)
    assert probed is not None
    refuse_null(probed)
    refuse_unprocessable(processed)  # its errors name the values of the user
    refuse_unprocessable(probed)
    return probed, ChartWriter(chart, probed.dialect, _values(probed, probes), probed.labels, limits, deadline)


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
