"""Compares what the real Helm makes of our charts with our own processing, for any values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from playground.engine import Chart, Dialect, Origin, ProcessedTemplate, Refusal, helm_chart, read, read_plain
from playground.engine.pipeline import first_template
from playground.engine.text.go import to_json
from tests.engine.exporting.helm.program import lint, objects, rendered, values_file
from tests.engine.exporting.texts import HOSTILE, Text, missing, processed, write

# A chart may refuse these values, by its schema: YAML cannot write them in a block, or in JSON as Helm writes it.
_REFUSED: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
REFUSABLE: Final = tuple(value for value in HOSTILE if _REFUSED.search(value))
TAKEN: Final = tuple(value for value in HOSTILE if not _REFUSED.search(value))
_PRIME: Final = 7  # so that neighbours get values that are no neighbours


@dataclass(frozen=True, slots=True)
class Subject:
    """A Template that becomes a chart: its text, its chart, and its Parameters whose values are free."""

    id: str
    text: str
    dialect: str
    chart: Chart
    parameters: tuple[str, ...]
    required: Mapping[str, str]  # values without which nothing is processed
    needed: frozenset[str]  # Parameters whose value must not be empty
    json_names: frozenset[str]  # Parameters whose value is inserted as JSON
    mappings: frozenset[str]  # Parameters whose default is a JSON mapping, with which Helm merges another one

    def processed(self, values: Mapping[str, str]) -> ProcessedTemplate:
        """The Template with ``values``."""
        return processed(self.text, {**self.required, **values}, dialect=self.dialect)


def subjects(texts: Iterable[Text]) -> tuple[list[Subject], dict[str, Refusal]]:
    """The Templates of ``texts`` as charts, and why others are none, by their ids. Texts without one are left out."""
    charts, refusals = [], dict[str, Refusal]()
    for number, (name, text, dialect) in enumerate(texts):
        source = read(text)
        if any(problem.refused for problem in source.problems) or first_template(source) is None:
            continue
        template = processed(text, dialect=dialect)
        chart = helm_chart(template, name=f"c{number:03}")
        if isinstance(chart, Refusal):
            refusals[name] = chart
            continue
        generated = (
            value for value in template.values if value.parameter.generate and value.origin is not Origin.DEFAULT
        )
        values = missing(template) | {value.parameter.name: value.text or "filled" for value in generated}
        charts.append(
            Subject(
                id=name,
                text=text,
                dialect=dialect,
                chart=chart,
                parameters=tuple(_free(template)),
                required=values,
                needed=frozenset(
                    parameter.name
                    for parameter in template.template.parameters
                    if parameter.required or parameter.generate
                ),
                json_names=frozenset(item.name for item in template.references if item.form == "${{}}"),
                mappings=frozenset(item.parameter.name for item in template.values if item.text.startswith("{")),
            )
        )
    return charts, refusals


def _free(template: ProcessedTemplate) -> Iterable[str]:
    """The names of Parameters that may have any text as their value."""
    for name in dict.fromkeys(value.parameter.name for value in template.values):
        typed = template.dialect is Dialect.PROPOSAL and template.template.parameter(name)
        if name and not (typed and typed.type in ("int", "bool", "base64")):
            yield name


def hostile_values(subject: Subject, number: int) -> dict[str, str]:
    """A value for each free Parameter. In as many rounds as there are TAKEN ones, each gets each of them."""
    return {
        name: _instead(subject, name, TAKEN[(number + place * _PRIME) % len(TAKEN)])
        for place, name in enumerate(subject.parameters)
    }


def _instead(subject: Subject, name: str, value: str) -> str:
    """``value``, or another one where the chart refuses it, or Helm merges it with the default."""
    if value == "" and name in subject.needed:
        return "filled"
    if value == "null" and name in subject.json_names:
        return "nul"
    return "[]" if value.startswith('{"') and name in subject.mappings else value


def differences(
    program: Path, folder: Path, charts: Sequence[Subject], values: Mapping[str, Mapping[str, str]], *, in_chart: bool
) -> dict[str, str]:
    """What Helm writes otherwise than we, by the id of the Template. ``values``: by its id.

    ``in_chart``: the values are the chart's own, in its `values.yaml`; else Helm gets them in a file with `-f`.
    """
    folder.mkdir(exist_ok=True)
    expected: dict[str, list[Any]] = {}
    own, given = [], {}
    for subject in charts:
        template = subject.processed(values[subject.id])
        chart = helm_chart(template, name=subject.chart.name)
        assert isinstance(chart, Chart), (subject.id, chart)
        assert _templates(chart) == _templates(subject.chart), "the templates depend on the values"
        own.append(chart if in_chart else subject.chart)
        given[chart.name] = values_of(chart, own=not in_chart)
        expected[chart.name] = [item.value for item in template.objects]
    texts = rendered(program, folder, own, given)
    names = {subject.chart.name: subject.id for subject in charts}
    return {
        names[name]: f"{_plain(ours)}\n{_plain(objects(texts[name]))}"
        for name, ours in expected.items()
        if _plain(ours) != _plain(objects(texts[name]))
    }


def values_of(chart: Chart, *, own: bool = True) -> Mapping[str, Any]:
    """The private values of ``chart``, with its ``own`` ones."""
    private: dict[str, Any] = read_plain(chart.private_values) if chart.private_values else {}
    return {**(read_plain(chart.files["values.yaml"]) or {}), **private} if own else private


def _templates(chart: Chart) -> dict[str, str]:
    return {name: text for name, text in chart.files.items() if name.startswith("templates/")}


_MINUS_ZERO: Final = re.compile(r"(?<=[:\[,])-0(?=[\]},])")


def _plain(values: Sequence[Any]) -> str:
    """``values`` as JSON. YAML reads the `-0` that Helm and `oc` write for `-0.0` as 0."""
    return _MINUS_ZERO.sub("0", "\n".join(map(to_json, values)))


# What `helm lint --strict` says of faults that the Templates have themselves: parts of its sentences.
_OWN_FAULTS: Final = (
    "is deprecated in v1.",
    "object name does not conform to Kubernetes naming requirements",
    "must contain matchLabels or matchExpressions",
)


def faults_of_charts(program: Path, folder: Path, charts: Sequence[Subject]) -> list[str]:
    """What `helm lint --strict` says against the charts, with values for all that they need."""
    for subject in charts:
        chart = helm_chart(subject.processed({}), name=subject.chart.name)
        assert isinstance(chart, Chart)
        write(chart.files, folder / chart.name)
        (folder / chart.name / "values.yaml").write_text(values_file(values_of(chart)))
    report = lint(program, folder, [folder / subject.chart.name for subject in charts])
    assert report.count("==> Linting") == len(charts)
    faults = (line for line in report.splitlines() if line.startswith(("[WARNING]", "[ERROR]")))
    return [line for line in faults if not any(fault in line for fault in _OWN_FAULTS)]
