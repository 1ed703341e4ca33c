"""The files of a chart beside its values and templates of Objects: `Chart.yaml`, `NOTES.txt`, helpers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.exporting.helm.expressions import helm_text, plain
from playground.engine.exporting.helm.values import GENERATED_FILE
from playground.engine.exporting.helm.writer import ChartWriter
from playground.engine.exporting.regions import comments_in, template_regions
from playground.engine.kubernetes.pods import field_at, mapping
from playground.engine.model.location import ROOT
from playground.engine.printing.page_lines import yaml_lines
from playground.engine.templates.template import GROUPS_ANNOTATION, Template
from playground.engine.text.invisible import escaped
from playground.engine.text.yaml import scalar

_DRAWN: Final = "The chart drew these values, unless they were given, and keeps them in the cluster: "
VERSION: Final = "0.1.0"  # of every new chart
IGNORED: Final = f"# Private values are no part of the chart.\n{GENERATED_FILE}\n"
NO_OBJECTS: Final = "{{- /* The Template has no objects. */ -}}\n"  # `helm lint` asks for a folder with templates
_ELSEWHERE: Final = ("description", "tags", GROUPS_ANNOTATION)  # annotations of a Template that become no annotation
# `fromJson` reads mappings only, and gives a mapping with `Error` for any other text. So the text is tried in a mapping
# and in a list: `1,"value":2` is one value in the first only. YAML cannot write all characters that `toJson` leaves.
_JSON_HELPER: Final = """\
{{- /* A text as `${{P}}` inserts it: the JSON value that it holds, or the text itself. */ -}}
{{- define "CHART.json" -}}
{{- $decoded := fromJson (printf "{\\"value\\":%v}" .) -}}
{{- if and (hasKey $decoded "value") (hasKey (fromJson (printf "{\\"value\\":[%v]}" .)) "value") -}}
{{- if kindIs "invalid" $decoded.value -}}
{{- fail "The value null would remove a field, which this chart cannot do. Give another value." -}}
{{- end -}}
{{- $written := $decoded.value | toJson -}}
{{- if regexMatch "[\\\\x7f-\\\\x9f\\\\x{feff}\\\\x{fffe}\\\\x{ffff}]" $written -}}
{{- fail "A JSON value has a character that YAML cannot hold." -}}
{{- end -}}
{{ $written }}
{{- else -}}
{{ . | quote }}
{{- end -}}
{{- end -}}
"""
_LABELS_HELPER: Final = """\
{{- /* The labels of all objects. */ -}}
{{- define "CHART.labels" -}}
LINES
{{- end -}}
"""


def chart_yaml(name: str, template: Template) -> str:
    """The file `Chart.yaml`, with the comments that stand outside the Template's objects and parameters."""
    metadata = mapping(mapping(field_at(template.document.value, template.path)).get("metadata"))
    texts = {key: text for key, text in mapping(metadata.get("annotations")).items() if isinstance(text, str)}
    tags = [tag.strip() for tag in texts.get("tags", "").split(",") if tag.strip()]
    annotations = {key: text for key, text in texts.items() if key not in _ELSEWHERE}
    fields: dict[str, Any] = {
        "apiVersion": "v2",
        "name": name,
        "description": texts.get("description", ""),
        "type": "application",
        "version": VERSION,
        "keywords": tags,
        "annotations": annotations,
    }
    lines = yaml_lines({key: item for key, item in fields.items() if item}).texts
    return "".join(f"{line}\n" for line in (*map(escaped, _head_comments(template)), *lines))


def _head_comments(template: Template) -> Iterator[str]:
    """The comments of the Template outside its objects and parameters."""
    document = template.document
    position = document.beginning if document.index else 0
    end = document.offsets(ROOT)[1]
    next_document = document.source.text.find("\n---", end)
    end = next_document if next_document >= 0 else len(document.source.text)
    for regions in sorted(
        filter(None, (template_regions(template, "objects"), template_regions(template, "parameters")))
    ):
        yield from comments_in(document, (position, regions[0][0]))
        position = max(position, regions[-1][1])
    yield from comments_in(document, (position, end))


def notes(message: str, drawn: Sequence[str], writer: ChartWriter) -> str:
    """The file `templates/NOTES.txt`, which Helm prints after it has installed the chart; "" if it says nothing.

    ``drawn``: the names of values that the chart draws.
    """
    text = helm_text(plain(message, writer.pieces_of(message), writer.values)).rstrip("\n")
    names = f"{_DRAWN}{', '.join(drawn)}" if drawn else ""
    return "".join(f"{part}\n" for part in (text, names) if part)


def helpers(labels: Mapping[str, Any] | None, writer: ChartWriter) -> str:
    """The file `templates/_helpers.tpl`; "" if no template needs a helper."""
    parts = []
    if labels:
        lines = "\n".join(_label_lines(labels, writer))
        parts.append(_LABELS_HELPER.replace("CHART", writer.chart).replace("LINES", lines))
    if any(value.is_json and value.is_text for value in writer.values.values()):
        parts.append(_JSON_HELPER.replace("CHART", writer.chart))
    return "".join(parts)


def _label_lines(labels: Mapping[str, Any], writer: ChartWriter) -> Iterator[str]:
    for key, text in labels.items():
        yield f"{_word(key, writer)}: {_word(text or '', writer)}"


def _word(text: str, writer: ChartWriter) -> str:
    """A key or value of a label: with values in quotes, else as YAML writes it."""
    pieces = writer.pieces_of(text)
    if any(piece.parameter for piece in pieces):
        return writer.quoted(text, "").text
    return helm_text([scalar(text)])
