"""The output of `process`: a List of the Objects in one of several formats, or the table of the Parameters.

oc ``pkg/cli/process``; the printers of k8s.io/cli-runtime, and its choice of a printer:
``genericclioptions/print_flags.go``, ``template_flags.go`` and ``jsonpath_flags.go``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from playground.cli.input.files import read_text
from playground.cli.options import ProcessOptions, RequestError
from playground.cli.output.describe import description
from playground.cli.output.gotemplate import GoTemplate, GoTemplateError, decoded, execute, parse, sprint
from playground.cli.output.jsonpath.execution import jsonpath
from playground.cli.output.numbers import as_unstructured, with_doubles
from playground.cli.output.tabwriter import TABLE, aligned_cells
from playground.cli.streams import say
from playground.engine import ProcessedTemplate, aligned, go_json, go_quote, list_of, list_text, name_of, object_text

SCHEME: Final = "k8s.io/kubectl/pkg/scheme/scheme.go:28"  # `oc`'s name for the types that it knows
_UNKNOWN: Final = "<unknown>"
_SYNTAXES: Final = ("json", "yaml", "kyaml")
_NAMES: Final = ("name", "processed")  # `processed`, for an empty `-o`, adds that word to each name
_OC_FORMATS: Final = (
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml"
)
_FILES: Final = ("jsonpath-file", "go-template-file", "templatefile")
_GO_TEMPLATES: Final = ("go-template", "go-template-file", "template", "templatefile")
_TEMPLATED: Final = ("jsonpath", "jsonpath-file", "jsonpath-as-json", *_GO_TEMPLATES)
_LONGEST_KEY: Final = 1024  # characters of a key in JSON, with its quotes; goyaml can read no longer one
_UNREADABLE_KEY: Final = "yaml: did not find expected ',' or '}'"
# Bytes that are not UTF-8, from the program's arguments or from `base64decode` in a Go template.
_LONE_BYTE = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Format:
    """A format that `process` prints."""

    name: str  # `json`, `yaml`, `kyaml`, `name`, `processed`, `aligned`, `jsonpath`, `jsonpath-as-json`, `go-template`
    path: str = ""  # the expression of `jsonpath` and `jsonpath-as-json`
    template: GoTemplate | None = None  # of `go-template`


def choose_format(output: str | None, template: str | None) -> Format:
    """The Format that `-o` and `--template` ask for. Raises RequestError, in `oc`'s words, for an unknown format."""
    template = template or ""
    if output is None:
        output = "go-template" if template else "json"
    if output == "":
        return Format("processed")
    if output in ("aligned", "describe"):
        return Format(output)
    if output.lower() in ("json", "yaml", "kyaml", "name"):
        return Format(output.lower())
    name, _, text = (output, "", template) if template else output.partition("=")
    if name not in _TEMPLATED:
        why = f"unable to match a printer suitable for the output format {go_quote(output)}"
        raise RequestError(f"{why}, allowed formats are: {_OC_FORMATS}")
    if not text:
        raise RequestError("template format specified but no template given")
    if name in _FILES:
        text = _template_file(text)
    if name in _GO_TEMPLATES:
        return Format("go-template", template=_go_template(text))
    return Format("jsonpath-as-json" if name == "jsonpath-as-json" else "jsonpath", text)


def _go_template(text: str) -> GoTemplate:
    """Parse a Go template. Raises RequestError."""
    try:
        return parse(_LONE_BYTE.sub("\ufffd", text))
    except GoTemplateError as error:
        raise RequestError(f"error parsing template {text}, {error}") from None


def _template_file(name: str) -> str:
    """The text of the file ``name``. Raises RequestError."""
    try:
        return read_text(name)
    except FileNotFoundError:
        raise RequestError(f"error reading --template {name}, open {name}: no such file or directory") from None


@dataclass(frozen=True, slots=True)
class Output:
    """The text for standard output, and the error that ended the text early, or ""."""

    text: str
    error: str = ""


def process_output(processed: ProcessedTemplate, options: ProcessOptions, now: datetime) -> Output:
    """The output at the time ``now`` in the format that ``options`` ask for, with the error that ended it."""
    if options.parameters:
        return Output(_parameter_table(processed))
    if options.output == "describe":
        return Output(description(processed, options.namespace or "", now))
    separately = options.raw or options.output == "name"
    if separately and not processed.objects and options.output != "aligned":
        # `oc` chooses a printer for each Object anew: without Objects, an unknown format is no error.
        return Output("")
    try:
        form = choose_format(options.output, options.template)
    except RequestError as error:
        return Output("", str(error))
    if form.name == "aligned":
        return Output(_aligned(processed, options))
    values = _values(processed, options, form.name)
    allow_missing = options.allow_missing_template_keys
    if separately:
        return _separately(values, form, allow_missing=allow_missing)
    if form.name in _NAMES:
        return Output("", "list types are not supported by name printing: *v1.List")
    objects = None if processed.template.objects is None else values
    if form.name not in _SYNTAXES:
        return _printed(list_of(objects), form, allow_missing=allow_missing, is_list=True)
    long_key_error = _long_key_error(values, form)
    return Output("", long_key_error) if long_key_error else Output(list_text(objects, form.name))


def _values(processed: ProcessedTemplate, options: ProcessOptions, format_name: str) -> list[Any]:
    """The Objects to print; JSON and YAML omit managedFields (OmitManagedFieldsPrinter)."""
    if options.raw and format_name in ("jsonpath", "jsonpath-as-json"):
        return [as_unstructured(item) for item in processed.objects]  # JSONPath prints int64 and float64 differently
    values = [item.value for item in processed.objects]
    if format_name not in _SYNTAXES or options.show_managed_fields:
        return values
    return [_unmanaged(value, in_items=options.raw) for value in values]


def _unmanaged(value: Any, *, in_items: bool = False) -> Any:
    """An Object without ``metadata.managedFields``.

    An Object that is a list keeps its own ``managedFields``; its items lose theirs if ``in_items``.
    """
    if value is None:
        return None
    if "items" in value:
        items = value["items"] if in_items else None
        return {**value, "items": [*map(_unmanaged, items)]} if isinstance(items, list) else value
    metadata = value.get("metadata")
    if not isinstance(metadata, dict) or "managedFields" not in metadata:
        return value
    unmanaged = {name: field for name, field in metadata.items() if name != "managedFields"}
    return {**value, "metadata": unmanaged}


def _aligned(processed: ProcessedTemplate, options: ProcessOptions) -> str:
    """The Objects with the lines of the Template; as YAML, with a warning, if the lines cannot be aligned."""
    alignment = aligned(processed)
    if alignment.text is not None:
        return alignment.text
    say(f"warning: printed as yaml, because {alignment.why}")
    values = _values(processed, options, "yaml")
    return list_text(None if processed.template.objects is None else values, "yaml")


def _separately(values: list[Any], form: Format, *, allow_missing: bool) -> Output:
    """Each Object on its own, up to the first one without apiVersion and kind (TypeSetterPrinter)."""
    texts: list[str] = []
    for value in values:
        error = _type_error(value)
        if not error:
            # Unlike `oc`, we separate YAML documents: without `---` nobody could read them back.
            texts.append("---\n" if texts and form.name == "yaml" else "")
            output = _printed(value, form, allow_missing=allow_missing)
            texts.append(output.text)
            error = output.error
        if error:
            return Output("".join(texts), error)
    return Output("".join(texts))


def _printed(value: dict[str, Any], form: Format, *, allow_missing: bool, is_list: bool = False) -> Output:
    """The output for ``value``: one Object, or, if ``is_list``, the List of all Objects.

    The fields of the List are in the order of its Go type; an Object's fields are sorted.
    Unless ``allow_missing``, a field that a template or JSONPath names must exist.
    """
    if form.name in _NAMES:
        return _names(value, " processed" if form.name == "processed" else "")
    if form.name in _SYNTAXES:
        error = _long_key_error(value, form)
        return Output("", error) if error else Output(object_text(value, form.name))
    if form.template is not None:
        return _template_output(form.template, value, allow_missing=allow_missing, in_order=is_list)
    data = with_doubles(value) if is_list else value  # `oc` decodes numbers in the List as doubles
    try:
        return Output(jsonpath(form.path, data, as_json=form.name == "jsonpath-as-json", allow_missing=allow_missing))
    except RequestError as error:
        return Output("", str(error))


def _long_key_error(value: Any, form: Format) -> str:
    """`oc`'s error for a key in ``value`` beyond _LONGEST_KEY, or "".

    `oc` makes YAML from JSON, which it reads with goyaml.
    """
    if form.name == "json" or not _has_long_key(value):
        return ""
    return _UNREADABLE_KEY if form.name == "yaml" else f"error decoding: {_UNREADABLE_KEY}"


def _has_long_key(value: Any) -> bool:
    if isinstance(value, dict):
        return any(len(go_json(key)) > _LONGEST_KEY or _has_long_key(item) for key, item in value.items())
    return isinstance(value, list) and any(map(_has_long_key, value))


def _template_output(template: GoTemplate, value: Mapping[str, Any], *, allow_missing: bool, in_order: bool) -> Output:
    """The output of a Go template for ``value``, and the error that ended it, or "".

    After an error, kubectl also prints the template and the data. The top-level keys of the data are sorted unless
    ``in_order``.
    """
    data = decoded(value)
    text, error = execute(template, data, allow_missing=allow_missing)
    text = _LONE_BYTE.sub("\ufffd", text)
    if not error:
        return Output(text)
    raw = ",".join(f"{go_json(key)}:{go_json(value[key])}" for key in (value if in_order else sorted(value)))
    report = (
        f"Error executing template: {error}. Printing more information for debugging the template:\n"
        f"\ttemplate was:\n\t\t{template.text}\n\traw data was:\n\t\t{{{raw}}}\n"
        f"\tobject given to template engine was:\n\t\t{sprint([data])}\n\n"
    )
    report = _LONE_BYTE.sub("\ufffd", report)
    return Output(text + report, f"error executing template {go_quote(template.text)}: {error}")


def _type_error(value: Any) -> str:
    """The error for an Object that is null, or has neither apiVersion nor kind, else ""; no printer accepts these."""
    why = "missing apiVersion or kind and cannot assign it"
    if value is None:
        return f'{why}; no kind is registered for the type runtime.Unknown in scheme "{SCHEME}"'
    typed = value.get("apiVersion") or value.get("kind")
    return "" if typed else f"{why}; Object 'Kind' is missing in 'unstructured object has no kind'"


def _parameter_table(processed: ProcessedTemplate) -> str:
    """The Parameters as a table; for a generated value, VALUE is the expression."""
    lines = ["NAME\tDESCRIPTION\tGENERATOR\tVALUE\n"]
    for parameter in processed.template.parameters:
        value = parameter.from_ if parameter.generate else parameter.value or ""
        lines.append(f"{parameter.name}\t{parameter.description}\t{parameter.generate}\t{value}\n")
    return aligned_cells("".join(lines), TABLE)


def _names(value: Mapping[str, Any], operation: str) -> Output:
    """The lines `kind.group/name` for an Object, or for each item of a list; each ends with ``operation``."""
    if "items" not in value:
        return Output(_name(value, operation))
    names = ""
    for item in value["items"] or ():
        if isinstance(item.get("items"), list):
            return Output(names, "list types are not supported by name printing: *unstructured.Unstructured")
        if not (item.get("apiVersion") or item.get("kind")):
            why = "missing apiVersion or kind; try GetObjectKind().SetGroupVersionKind() if you know the type"
            return Output(names, why)
        names += _name(item, operation)
    return Output(names)


def _name(fields: Mapping[str, Any], operation: str) -> str:
    """The line of one Object, with `<unknown>` for missing parts (NamePrinter)."""
    group, slash, _ = str(fields.get("apiVersion") or "").partition("/")
    kind = str(fields.get("kind") or "").lower()
    typed = f"{kind}{'.' + group if slash and group else ''}" if kind else _UNKNOWN
    return f"{typed}/{name_of(fields) or _UNKNOWN}{operation}\n"
