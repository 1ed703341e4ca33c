"""The output of `process`: a List of the Objects in one of several formats, or the table of the Parameters.

oc ``pkg/cli/process``; the printers of k8s.io/cli-runtime and the choice among them,
``genericclioptions/print_flags.go``, ``template_flags.go`` and ``jsonpath_flags.go``.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from playground.cli.input.files import RequestError, fail, read_text
from playground.cli.output.describe import columns, description
from playground.cli.output.gotemplate import GoTemplate, GoTemplateError, decoded, execute, parse, sprint
from playground.cli.output.jsonpath.evaluation import as_read, jsonpath
from playground.engine import ProcessedTemplate, aligned, go_json, go_quote, list_of, list_text, name_of, object_text

FORMATS: Final = (
    "json", "yaml", "kyaml", "name", "describe", "jsonpath=…", "jsonpath-as-json=…", "jsonpath-file=…",
    "go-template=…", "go-template-file=…", "aligned",
)  # fmt: skip
_OC_FORMATS: Final = (
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml"
)
_FILES: Final = ("jsonpath-file", "go-template-file", "templatefile")
_GO_TEMPLATES: Final = ("go-template", "go-template-file", "template", "templatefile")
_TEMPLATED: Final = ("jsonpath", "jsonpath-file", "jsonpath-as-json", *_GO_TEMPLATES)


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer: ``name`` is `json`, `yaml`, `kyaml`, `name`, `describe`, `aligned`, `jsonpath`, `jsonpath-as-json` or
    `go-template`.
    """

    name: str
    path: str = ""  # the expression of `jsonpath` and `jsonpath-as-json`
    template: GoTemplate | None = None  # of `go-template`


def printer(options: Namespace) -> Printer:
    """The printer for ``options``; raises RequestError with `oc`'s message if there is none."""
    output, template = options.output, options.template or ""
    if output is None:
        output = "go-template" if template else "json"
    output = output or "name"
    if output in ("describe", "aligned"):
        return Printer(output)
    if output.lower() in ("json", "yaml", "kyaml", "name"):
        return Printer(output.lower())
    name, _, text = (output, "", template) if template else output.partition("=")
    if name not in _TEMPLATED:
        words = f"unable to match a printer suitable for the output format {go_quote(output)}, allowed formats are: "
        raise RequestError(words + _OC_FORMATS)
    if not text:
        raise RequestError("template format specified but no template given")
    if name in _FILES:
        text = _file(text)
    if name in _GO_TEMPLATES:
        return Printer("go-template", template=_go_template(text))
    return Printer("jsonpath-as-json" if name == "jsonpath-as-json" else "jsonpath", text)


def _go_template(text: str) -> GoTemplate:
    try:
        return parse(re.sub("[\udc80-\udcff]", "\ufffd", text))
    except GoTemplateError as error:
        raise RequestError(f"error parsing template {text}, {error}") from None


def _file(name: str) -> str:
    try:
        return read_text(name)
    except FileNotFoundError:
        raise RequestError(f"error reading --template {name}, open {name}: no such file or directory") from None


SCHEME: Final = "k8s.io/kubectl/pkg/scheme/scheme.go:28"  # as `oc` names the types that it knows
_UNKNOWN: Final = "<unknown>"
_SYNTAXES: Final = ("json", "yaml", "kyaml")
# Bytes that are not UTF-8, from `base64decode` in a Go template.
_LONE_BYTE = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Answer:
    """The text for standard output, and the error that ended it early, or ""."""

    text: str
    refused: str = ""


def answer(processed: ProcessedTemplate, options: Namespace) -> Answer:
    """The output in the format that ``options`` ask for, or the error."""
    if options.parameters:
        return Answer(_parameter_table(processed))
    try:
        chosen = printer(options)
    except RequestError as error:
        return Answer("", str(error))
    if chosen.name == "describe":
        return Answer(description(processed))
    if chosen.name == "aligned":
        return Answer(_aligned(processed, options))
    values = _values(processed, options, chosen.name)
    if chosen.name == "name" and options.output != "name" and not options.raw:
        return Answer("", "list types are not supported by name printing: *v1.List")
    if options.raw or chosen.name == "name":
        return _one_by_one(values, chosen)
    objects = None if processed.template.objects is None else values
    if chosen.name in _SYNTAXES:
        return Answer(list_text(objects, chosen.name))
    return _printed(list_of(objects), chosen, is_list=True)


def _values(processed: ProcessedTemplate, options: Namespace, form: str) -> list[Any]:
    """The Objects to print; JSON and YAML omit managedFields (OmitManagedFieldsPrinter)."""
    values = [item.value for item in processed.objects]
    if form not in _SYNTAXES or options.show_managed_fields:
        return values
    return [_unmanaged(value, items=options.raw) for value in values]


def _unmanaged(value: Any, *, items: bool = False) -> Any:
    """An Object without ``metadata.managedFields``; a list as it is or, with ``items``, with its items so."""
    if value is None:
        return None
    if "items" in value:
        listed = value["items"] if items else None
        return {**value, "items": [*map(_unmanaged, listed)]} if isinstance(listed, list) else value
    metadata = value.get("metadata")
    if not isinstance(metadata, dict) or "managedFields" not in metadata:
        return value
    kept = {name: field for name, field in metadata.items() if name != "managedFields"}
    return {**value, "metadata": kept}


def _aligned(processed: ProcessedTemplate, options: Namespace) -> str:
    made = aligned(processed)
    if made.text is not None:
        return made.text
    fail(f"warning: printed as yaml, because {made.why}")
    values = _values(processed, options, "yaml")
    return list_text(None if processed.template.objects is None else values, "yaml")


def _one_by_one(values: list[Any], chosen: Printer) -> Answer:
    """Each Object on its own, up to the first one without apiVersion and kind (TypeSetterPrinter)."""
    written: list[str] = []
    for value in values:
        refused = _untyped(value)
        if not refused:
            # `oc` writes no separator between YAML documents, so that they cannot be read back.
            written.append("---\n" if written and chosen.name == "yaml" else "")
            made = _printed(value, chosen)
            written.append(made.text)
            refused = made.refused
        if refused:
            return Answer("".join(written), refused)
    return Answer("".join(written))


def _printed(value: dict[str, Any], chosen: Printer, *, is_list: bool = False) -> Answer:
    """One Object, or the List of all, whose fields are in the order of its Go type."""
    if chosen.name == "name":
        return _names(value)
    if chosen.name in _SYNTAXES:
        return Answer(object_text(value, chosen.name))
    if chosen.template is None:
        read = as_read(value) if is_list else value  # `oc` decodes the List to a Go type, with doubles for numbers
        return Answer(jsonpath(chosen.path, read, as_json=chosen.name == "jsonpath-as-json"))
    text, refused = _template_text(chosen.template, value, in_order=is_list)
    return Answer(_LONE_BYTE.sub("\ufffd", text), refused)


def _template_text(template: GoTemplate, value: Mapping[str, Any], *, in_order: bool = False) -> tuple[str, str]:
    """The output of a Go template for ``value``, and the error that ended it, or "".

    Where it ends early, kubectl prints the template and the data behind it; ``in_order``: its own keys are not sorted.
    """
    data = decoded(value)
    text, wrong = execute(template, data)
    if not wrong:
        return text, ""
    raw = ",".join(f"{go_json(key)}:{go_json(value[key])}" for key in (value if in_order else sorted(value)))
    report = (
        f"Error executing template: {wrong}. Printing more information for debugging the template:\n"
        f"\ttemplate was:\n\t\t{template.text}\n\traw data was:\n\t\t{{{raw}}}\n"
        f"\tobject given to template engine was:\n\t\t{sprint([data])}\n\n"
    )
    return text + report, f"error executing template {go_quote(template.text)}: {wrong}"


def _untyped(value: Any) -> str:
    """The error for an Object that no printer accepts: null, or without apiVersion and kind; or ""."""
    why = "missing apiVersion or kind and cannot assign it"
    if value is None:
        return f'{why}; no kind is registered for the type runtime.Unknown in scheme "{SCHEME}"'
    typed = value.get("apiVersion") or value.get("kind")
    return "" if typed else f"{why}; Object 'Kind' is missing in 'unstructured object has no kind'"


def _parameter_table(processed: ProcessedTemplate) -> str:
    """The Parameters as a table; VALUE is the expression of generated ones."""
    rows = [("NAME", "DESCRIPTION", "GENERATOR", "VALUE")]
    for item in processed.template.parameters:
        value = item.from_ if item.generate else item.value or ""
        rows.append((item.name, item.description, item.generate, value))
    return columns(rows)


def _names(value: Mapping[str, Any]) -> Answer:
    """The output of ``-o name`` for an Object, or for each item of a list."""
    if "items" not in value:
        return Answer(_name(value))
    names = ""
    for item in value["items"] or ():
        if isinstance(item.get("items"), list):
            return Answer(names, "list types are not supported by name printing: *unstructured.Unstructured")
        if not (item.get("apiVersion") or item.get("kind")):
            words = "missing apiVersion or kind; try GetObjectKind().SetGroupVersionKind() if you know the type"
            return Answer(names, words)
        names += _name(item)
    return Answer(names)


def _name(fields: Mapping[str, Any]) -> str:
    """The line `kind.group/name`, with `<unknown>` for missing parts (NamePrinter)."""
    group, slash, _ = str(fields.get("apiVersion") or "").partition("/")
    kind = str(fields.get("kind") or "").lower()
    typed = f"{kind}{'.' + group if slash and group else ''}" if kind else _UNKNOWN
    return f"{typed}/{name_of(fields) or _UNKNOWN}\n"
