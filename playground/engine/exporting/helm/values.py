"""The values of a chart: `values.yaml`, its schema, and the values that were drawn."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.exporting.helm.expressions import Value
from playground.engine.exporting.regions import comments_in, template_regions
from playground.engine.model.records import record
from playground.engine.templates import Origin, ParameterValue, ProcessedTemplate
from playground.engine.templates.secrets import secret_parameters
from playground.engine.templates.template import Template
from playground.engine.templates.types import ConversionError, convert, decode
from playground.engine.text.go import to_json
from playground.engine.text.invisible import escaped
from playground.engine.text.yaml import double_quoted, scalar

GENERATED_FILE: Final = "values-generated.yaml"  # private values; it is no part of the chart
_HEAD: Final = """\
# Values of this chart. Set them in a file of your own: helm install -f my-values.yaml
# On the command line, --set takes 8080 for a number: use --set-string.
"""
_DRAWN_WARNING: Final = """\
# The chart draws some values, and keeps them in the cluster. Tools that render charts without the cluster, such as
# Argo CD and `helm template`, draw new ones each time: set the values for them.
"""
_PRIVATE_HEAD: Final = f"""\
# Values that were generated once for this chart, and secret values that were given. Keep this file in a safe place, and
# out of the chart: helm upgrade --install -f {GENERATED_FILE}
"""
# Characters that a block of YAML cannot hold, or reads as line breaks; and those that `toJson` does not escape.
_NOT_IN_BLOCKS: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff"
_NOT_IN_JSON: Final = "\x7f-\x9f\ufeff\ufffe\uffff"
_IN_JSON: Final = {"$ref": "#/definitions/readable"}
_READABLE: Final = {  # JSON whose texts and keys YAML reads as they are
    "pattern": f"^[^{_NOT_IN_JSON}]*$",
    "propertyNames": {"pattern": f"^[^{_NOT_IN_JSON}]*$"},
    "additionalProperties": _IN_JSON,
    "items": _IN_JSON,
}
_INVISIBLE: Final = (*range(0x7F, 0xA0), 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF)
_ESCAPES: Final = {code: f"\\u{code:04x}" for code in _INVISIBLE}
_JSON_TYPES: Final = {"int": "integer", "bool": "boolean"}


@record()
class ValuesEntry:
    """One value of a chart: the Parameter with its value, how the templates use it, the comments of the source."""

    processed: ParameterValue
    value: Value
    comments: Sequence[str] = ()
    is_secret: bool = False
    drawn_by_chart: bool = False  # the chart generates the value if it is not given

    @property
    def is_private(self) -> bool:
        """Whether the value is in the file of private values: it was generated, or it is secret and was given."""
        is_given_secret = self.is_secret and self.processed.origin is Origin.GIVEN and self.processed.text != ""
        return (self.processed.origin is Origin.GENERATED and not self.drawn_by_chart) or is_given_secret

    @property
    def is_required(self) -> bool:
        """Whether the chart refuses an empty value: of a required Parameter, or a generated or private one."""
        parameter = self.processed.parameter
        is_needed = parameter.required or bool(parameter.generate) or self.is_private
        return is_needed and not self.drawn_by_chart

    @property
    def inserts_json(self) -> bool:
        """Whether the value is any JSON value, not text."""
        return self.value.is_json and not self.value.is_text

    @property
    def default(self) -> Any:
        """The value in `values.yaml`; "" if whoever installs the chart has to give one."""
        if self.is_private or self.processed.origin in (Origin.GENERATED, Origin.MISSING):
            return ""
        return self.typed(self.processed.text)

    def typed(self, text: str) -> Any:
        """``text``, a value of the Parameter, as a value of the chart. With `null` a Template has no chart."""
        if not self.inserts_json:
            return text
        kind = self.processed.parameter.type
        if kind in _JSON_TYPES:
            try:
                return convert(text, kind)
            except ConversionError:
                return text
        return decode(text)


def entries_of(
    processed: ProcessedTemplate, template: Template, values: Mapping[str, Value], drawn: Container[str]
) -> Iterator[ValuesEntry]:
    """The values of the chart, in the order of the Parameters, with the comments at their declarations.

    ``drawn``: the Parameters whose values the chart draws.
    """
    by_index = {value.parameter.index: value for value in processed.values}
    regions, secrets = template_regions(template, "parameters"), secret_parameters(processed)
    for parameter in template.parameters:
        comments = list(comments_in(template.document, regions[parameter.index]))
        name = parameter.name
        yield ValuesEntry(by_index[parameter.index], values[name], comments, name in secrets, name in drawn)


def values_yaml(entries: Sequence[ValuesEntry]) -> str:
    """The file `values.yaml`: each value below its description."""
    lines = [f"\n{_comment(entry)}{_line(entry, entry.default)}" for entry in entries]
    return "".join((_HEAD, _DRAWN_WARNING if any(entry.drawn_by_chart for entry in entries) else "", *lines))


def private_values(entries: Sequence[ValuesEntry]) -> str:
    """The file with the private values; "" without any."""
    lines = [_line(entry, entry.typed(entry.processed.text)) for entry in entries if entry.is_private]
    return "".join((_PRIVATE_HEAD, *lines)) if lines else ""


def _line(entry: ValuesEntry, value: Any) -> str:
    return f"{scalar(entry.value.name)}: {flow(value)}\n"


def flow(value: Any) -> str:
    """``value`` on one line, in YAML that every reader takes for JSON: text is always in quotes, and raw UTF-8."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{double_quoted(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    return double_quoted(value) if isinstance(value, str) else to_json(value)


def _comment(entry: ValuesEntry) -> str:
    """The comments of the source, display name and description; how to fill an empty value."""
    return "".join(f"{line}\n" for line in _comment_lines(entry))


def _comment_lines(entry: ValuesEntry) -> Iterator[str]:
    parameter = entry.processed.parameter
    yield from map(escaped, entry.comments)
    for text in (parameter.display_name, parameter.description):
        for line in escaped(text).splitlines():
            yield f"# {line}".rstrip()
    if entry.drawn_by_chart:
        yield "# Drawn by the chart if it is empty."
    elif entry.is_required and entry.default == "":
        yield f"# Required; {GENERATED_FILE} has one." if entry.is_private else "# Required."


def values_schema(entries: Sequence[ValuesEntry]) -> str:
    """The file `values.schema.json`, by which Helm refuses values before it writes anything."""
    properties = {entry.value.name: _property(entry) for entry in entries}
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": properties,
        **({"required": list(properties)} if properties else {}),  # Helm removes a value that is set to null
        **({"definitions": {"readable": _READABLE}} if any(entry.inserts_json for entry in entries) else {}),
    }
    return json.dumps(schema, ensure_ascii=False, indent=2).translate(_ESCAPES) + "\n"


def _property(entry: ValuesEntry) -> Mapping[str, Any]:
    parameter, value = entry.processed.parameter, entry.value
    schema: dict[str, Any] = {"type": _schema_type(entry)}
    if parameter.display_name:
        schema["title"] = parameter.display_name
    if parameter.description:
        schema["description"] = parameter.description
    if entry.is_required:
        schema["minLength"] = 1
    if value.is_in_block:
        schema["pattern"] = f"^[^{_NOT_IN_BLOCKS}]*$"
    if entry.inserts_json:
        schema["allOf"] = [_IN_JSON]
    return schema


def _schema_type(entry: ValuesEntry) -> str | list[str]:
    if not entry.inserts_json:
        return "string"
    kind = entry.processed.parameter.type
    if kind in _JSON_TYPES and not isinstance(entry.default, str):
        return _JSON_TYPES[kind]
    return ["array", "boolean", "number", "object", "string"]
