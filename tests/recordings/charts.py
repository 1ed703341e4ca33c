"""Charts of Templates, and the objects that the real Helm wrote of them.

`make conformance RECORD=charts` records them again with both versions of Helm, which must agree.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final

from playground.engine import Chart, helm_chart
from playground.engine.exporting.helm.names import chart_name
from tests.engine.exporting.helm.program import HELMS, as_json, helm, rendered
from tests.engine.exporting.helm.proof import Subject, hostile_values, subjects, values_of
from tests.engine.exporting.texts import processed, vectors
from tests.recordings.suite import Case, Suite, rows_of

FILE: Final = Path(__file__).resolve().parents[1] / "vectors/charts.jsonl"
_DIALECT: Final = "openshift"
_ROUND: Final = 5  # of the hostile values


def answer(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Our chart of a row's Template, by the digest of its files, and the objects that processing gives."""
    chart = _chart(row["template"], row["id"].rpartition("-")[0])
    template = processed(row["template"], row["values"], dialect=_DIALECT)
    return {"files": _digest(chart), "objects": [_as_helm_reads(item.value) for item in template.objects]}


def is_equal(row: Mapping[str, Any]) -> bool:
    """Whether Helm wrote the objects that processing gives, of the chart that we make today."""
    return answer(row) == {"files": row["files"], "objects": list(map(_as_helm_reads, row["objects"]))}


def suite() -> Suite:
    """All recorded charts."""
    first, *rows = rows_of("charts")
    return Suite(
        name="charts",
        title="Helm charts",
        program=f"the command helm template, {' and '.join(first['programs'])}",
        no_later_than=first["recorded"],
        note="A Template becomes a chart. Compared are the objects that both versions of Helm wrote of it, read by Helm"
        " itself, and those of processing with the same values; numbers as Helm reads them, in 64 bits. A Template that"
        " no chart fits is refused, and is no case.",
        cases=tuple(map(_case, rows)),
    )


def _case(row: Mapping[str, Any]) -> Case:
    return Case(row["id"], row["id"], is_equal(row), text=row["template"], values=row["values"], dialect=_DIALECT)


def _chart(text: str, name: str, values: Mapping[str, str] = MappingProxyType({})) -> Chart:
    chart = helm_chart(processed(text, values, dialect=_DIALECT), name=chart_name(name))
    assert isinstance(chart, Chart), chart
    return chart


def _as_helm_reads(value: Any) -> Any:
    """A value with its numbers as Helm reads them: as doubles, and `-0` as 0."""
    if isinstance(value, dict):
        return {key: _as_helm_reads(item) for key, item in value.items()}
    if isinstance(value, list):
        return list(map(_as_helm_reads, value))
    return float(value) + 0.0 if isinstance(value, int | float) and not isinstance(value, bool) else value


def _digest(chart: Chart) -> str:
    return hashlib.sha256(json.dumps(dict(chart.files), sort_keys=True).encode()).hexdigest()


def _recorded() -> Iterator[Mapping[str, Any]]:
    """A row for each Template that was recorded with `oc process`: with its defaults, and with hostile values."""
    charts = [replace(subject, chart=_chart(subject.text, subject.id)) for subject in subjects(vectors())[0]]
    with TemporaryDirectory() as folder:
        home = Path(folder)
        programs = [helm(program, home, "version", "--template", "{{ .Version }}") for program in HELMS]
        yield {"programs": [f"Helm {program}" for program in programs], "recorded": _today()}
        for kind in ("defaults", "hostile"):
            chosen = [subject for subject in charts if kind == "defaults" or subject.parameters]
            values = {subject.id: hostile_values(subject, _ROUND) if kind == "hostile" else {} for subject in chosen}
            yield from _rows(home / kind, kind, chosen, values)


def _rows(
    home: Path, kind: str, charts: Sequence[Subject], values: Mapping[str, Mapping[str, str]]
) -> Iterator[Mapping[str, Any]]:
    """The rows for the ``charts`` with the ``values``, by the id of the Template."""
    given = {
        subject.chart.name: values_of(_chart(subject.text, subject.id, {**subject.required, **values[subject.id]}))
        for subject in charts
    }
    answers = []
    for program in HELMS:
        folder = home / program.name
        folder.mkdir(parents=True)
        texts = rendered(program, folder, [subject.chart for subject in charts], given)
        answers.append(as_json(program, folder, texts))
    for subject in charts:
        objects, *others = (answer[subject.chart.name] for answer in answers)
        assert all(other == objects for other in others), f"the versions of Helm differ: {subject.id}"
        yield {
            "id": f"{subject.id}-{kind}",
            "template": subject.text,
            "values": {**subject.required, **values[subject.id]},
            "files": _digest(subject.chart),
            "objects": objects,
        }


def _today() -> str:
    return datetime.now(tz=UTC).date().isoformat()


if __name__ == "__main__":
    FILE.write_text("".join(f"{json.dumps(row)}\n" for row in _recorded()), encoding="ascii")
