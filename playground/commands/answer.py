"""What `process` prints: a List of the Objects in one of several forms, or the table of the Parameters.

oc ``pkg/cli/process``; the printers of k8s.io/cli-runtime.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from playground.commands.columns import columns
from playground.commands.describe import description
from playground.commands.jsonpath import as_read, jsonpath
from playground.commands.request import RequestError, fail, read_text
from playground.engine import ProcessedTemplate, aligned, list_text, name_of, object_text

_PATHS: Final = ("jsonpath", "jsonpath-as-json", "jsonpath-file")
FORMATS: Final = ("json", "yaml", "kyaml", "name", "describe", *(f"{name}=…" for name in _PATHS), "aligned")
_OC_FORMATS: Final = (
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml"
)
_ANY_CASE: Final = ("json", "yaml", "kyaml", "name")
SCHEME: Final = "k8s.io/kubectl/pkg/scheme/scheme.go:28"  # as `oc` names the types that it knows
_UNKNOWN: Final = "<unknown>"
_NAMES: Final = frozenset(name.partition("=")[0] for name in FORMATS)
_NOT_HERE: Final = frozenset(_OC_FORMATS.split(",")) - _NAMES


def no_printer(options: Namespace) -> str:
    """Why the output that is asked for cannot be had, or ""."""
    name, equals, text = _asked(options)
    if options.template is not None or name in _NOT_HERE:
        asked = "a Go template" if options.template is not None else f"-o {name}"
        return f"error: {asked} is not supported here; there are {', '.join(FORMATS)}"
    if name in _PATHS and not text:
        return "error: template format specified but no template given"
    if name not in _NAMES or (equals and name not in _PATHS):
        words = f'unable to match a printer suitable for the output format "{options.output}", allowed formats are: '
        return f"error: {words}{_OC_FORMATS}"
    if name == "name" and options.output != name and not options.raw:
        return "error: list types are not supported by name printing: *v1.List"
    return ""


def _asked(options: Namespace) -> tuple[str, str, str]:
    """The output that is asked for, the `=` and what stands behind it; some names may be written in capitals."""
    written = "json" if options.output is None else options.output or "name"
    name, equals, text = written.partition("=")
    return name.lower() if name.lower() in _ANY_CASE else name, equals, text


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes to the standard output, and why it ends there before all is printed, or ""."""

    text: str
    refused: str = ""


def answer(processed: ProcessedTemplate, options: Namespace) -> Answer:
    """What ``options`` ask for; ``no_printer`` has nothing against it."""
    if options.parameters:
        return Answer(_parameter_table(processed))
    name, _, path = _asked(options)
    if name == "describe":
        return Answer(description(processed))
    values = [item.value for item in processed.objects]
    if name == "name" or (options.raw and name != "aligned"):
        # `oc` puts nothing between YAML documents, which then cannot be read.
        return _one_by_one(values, _printer(name, path), "---\n" if name == "yaml" else "")
    if name in _PATHS:
        items = None if processed.template.objects is None else values
        return _printer(name, path)(as_read({"kind": "List", "apiVersion": "v1", "metadata": {}, "items": items}))
    return Answer(_aligned(processed, values) if name == "aligned" else _list(processed, values, name))


def _aligned(processed: ProcessedTemplate, values: list[Any]) -> str:
    made = aligned(processed)
    if made.text is not None:
        return made.text
    fail(f"warning: printed as yaml, because {made.why}")
    return _list(processed, values, "yaml")


def _list(processed: ProcessedTemplate, values: list[Any], form: str) -> str:
    return list_text(None if processed.template.objects is None else values, form)


def _printer(name: str, path: str) -> Callable[[Any], Answer]:
    """What prints one Object as ``name`` says, with the ``path`` that may stand behind it."""
    if name == "name":
        return _names
    if name not in _PATHS:
        return lambda value: Answer(object_text(value, name))
    template = _template_text(path) if name == "jsonpath-file" else path
    return lambda value: Answer(jsonpath(template, value, as_json=name == "jsonpath-as-json"))


def _template_text(file: str) -> str:
    try:
        return read_text(file)
    except FileNotFoundError:
        raise RequestError(f"error reading --template {file}, open {file}: no such file or directory") from None


def _one_by_one(values: list[Any], printed: Callable[[Any], Answer], between: str) -> Answer:
    """Each Object on its own, up to the first that has nothing that names its type (TypeSetterPrinter)."""
    written: list[str] = []
    for value in values:
        refused = _untyped(value)
        made = Answer("", refused) if refused else printed(value)
        written += [made.text] if made.text else []
        if made.refused:
            return Answer(between.join(written), made.refused)
    return Answer(between.join(written))


def _untyped(value: Any) -> str:
    """Why no printer takes an Object on its own: it is null, or both its apiVersion and its kind are empty."""
    why = "missing apiVersion or kind and cannot assign it"
    if value is None:
        return f'{why}; no kind is registered for the type runtime.Unknown in scheme "{SCHEME}"'
    typed = value.get("apiVersion") or value.get("kind")
    return "" if typed else f"{why}; Object 'Kind' is missing in 'unstructured object has no kind'"


def _parameter_table(processed: ProcessedTemplate) -> str:
    """The Parameters in columns; as VALUE, the expression of those that are generated."""
    rows = [("NAME", "DESCRIPTION", "GENERATOR", "VALUE")]
    for item in processed.template.parameters:
        value = item.from_ if item.generate else item.value or ""
        rows.append((item.name, item.description, item.generate, value))
    return columns(rows)


def _names(value: Mapping[str, Any]) -> Answer:
    """What ``-o name`` prints of an Object, of a list for each of its items; and why it ends there."""
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
    """The line `kind.group/name`, what is missing as `<unknown>` (NamePrinter)."""
    group, slash, _ = str(fields.get("apiVersion") or "").partition("/")
    kind = str(fields.get("kind") or "").lower()
    typed = f"{kind}{'.' + group if slash and group else ''}" if kind else _UNKNOWN
    return f"{typed}/{name_of(fields) or _UNKNOWN}\n"
