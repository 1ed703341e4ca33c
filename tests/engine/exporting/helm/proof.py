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
from tests.engine.exporting.helm.program import lint, objects, processed, rendered, values_file, write
from tests.recordings.suite import rows_of

ROOT: Final = Path(__file__).resolve().parents[4]
CORPUS: Final = ROOT / "../shared/corpus/templates"
EXAMPLES: Final = ROOT / "playground/examples"
HOSTILE: Final = (  # values that a chart must take, wherever they go; YAML has no keys of more than 1,024 characters
    *('it"s', "it's", '"', "a\\b", "\\", "{{ .Values.x }}", "{{", "}}", "1e3", "0777", "%v", "%d%%", "*a", "&a"),
    *("@a", "`a`", "!tag", "a\nb", "\n", "\nlead", "trail\n", "a\n\nb\n", "  lead", "trail  ", "a\tb", "\ttab", "😀"),
    *("é", "x" * 900, "true", "yes", "~", "123456789", "1000000", "1.50", "a: b", "a #b", "- a", "0x10", "1_000"),
    *("[1,2]", '{"a":1}', "$(A)", "${B}", " ", "|", ">", "<<", "2001-01-01", ".inf", "-1", "a\u200bb", "---", "}"),
    *("9007199254740993", "<a>&", "nul", "a,b", "# a", "? a", "%", "=", "\t", "a  b", "\\n", "$a"),
)
# Values that a chart may refuse, by its schema: YAML has no way to write them in a block, or in JSON as Helm writes it.
REFUSABLE: Final = ("a\r\nb", "\r", "\u0085x", "\u2028", "\ufeffx", "a\x7fb", "\x9f")
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
    mappings: frozenset[str]  # Parameters whose default is a JSON mapping, with which Helm merges another one

    def processed(self, values: Mapping[str, str]) -> ProcessedTemplate:
        """The Template with ``values``."""
        return processed(self.text, self.dialect, **{**self.required, **values})


def corpus() -> list[tuple[str, str, str]]:
    """The id, text and dialect of each real Template; none without the corpus."""
    files = sorted(CORPUS.glob("*")) if CORPUS.is_dir() else []
    return [(file.name, file.read_text(encoding="utf-8"), "openshift") for file in files]


def vectors() -> list[tuple[str, str, str]]:
    """The same for the recorded calls of `oc process`; of calls with the same text, one that has printed something."""
    rows = sorted((row for name in ("process", "process-2") for row in rows_of(name)), key=lambda row: row["exit"] != 0)
    texts: dict[str, str] = {}
    for row in rows:
        for text in [row["template"]] if row["template"] is not None else row["files"].values():
            texts.setdefault(text, row["id"])
    return [(name, text, "openshift") for text, name in texts.items()]


def examples() -> list[tuple[str, str, str]]:
    """The same for the gallery."""
    return [(file.name, file.read_text(encoding="utf-8"), "auto") for file in sorted(EXAMPLES.glob("*.yaml"))]


def subjects(texts: Iterable[tuple[str, str, str]]) -> tuple[list[Subject], dict[str, Refusal]]:
    """The Templates of ``texts`` as charts, and why others are none, by their ids. Texts without one are left out."""
    charts, refusals = [], dict[str, Refusal]()
    for number, (name, text, dialect) in enumerate(texts):
        source = read(text)
        if any(problem.refused for problem in source.problems) or first_template(source) is None:
            continue
        template = processed(text, dialect)
        chart = helm_chart(template, name=f"c{number:03}")
        if isinstance(chart, Refusal):
            refusals[name] = chart
            continue
        needed = (value for value in template.values if value.origin in (Origin.MISSING, Origin.GENERATED))
        values = {value.parameter.name: value.text or "filled" for value in needed if value.parameter.name}
        mappings = {value.parameter.name for value in template.values if value.text.startswith("{")}
        charts.append(Subject(name, text, dialect, chart, tuple(_free(template)), values, frozenset(mappings)))
    return charts, refusals


def _free(template: ProcessedTemplate) -> Iterable[str]:
    """The names of Parameters that may have any text as their value."""
    for name in dict.fromkeys(value.parameter.name for value in template.values):
        typed = template.dialect is Dialect.PROPOSAL and template.template.parameter(name)
        if name and not (typed and typed.type in ("int", "bool", "base64")):
            yield name


def hostile_values(subject: Subject, number: int) -> dict[str, str]:
    """A value for each free Parameter. In as many rounds as there are HOSTILE ones, each gets each of them."""
    values = {}
    for place, name in enumerate(subject.parameters):
        value = HOSTILE[(number + place * _PRIME) % len(HOSTILE)]
        values[name] = "[]" if value.startswith('{"') and name in subject.mappings else value
    return values


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
    private: dict[str, Any] = read_plain(chart.generated) if chart.generated else {}
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
        write(chart, folder / chart.name)
        (folder / chart.name / "values.yaml").write_text(values_file(values_of(chart)))
    report = lint(program, folder, [folder / subject.chart.name for subject in charts])
    assert report.count("==> Linting") == len(charts)
    faults = (line for line in report.splitlines() if line.startswith(("[WARNING]", "[ERROR]")))
    return [line for line in faults if not any(fault in line for fault in _OWN_FAULTS)]
