"""What `process` prints: a List of the Objects in one of several forms, or the table of the Parameters.

oc ``pkg/cli/process``; the printers of k8s.io/cli-runtime.
"""

from __future__ import annotations

from argparse import Namespace
from typing import Any, Final

from playground.commands.columns import columns
from playground.commands.describe import description
from playground.commands.jsonpath import jsonpath
from playground.commands.request import fail
from playground.engine import ProcessedTemplate, aligned, list_text, object_text

FORMATS: Final = ("json", "yaml", "name", "describe", "jsonpath=…", "aligned")
_OC_FORMATS: Final = (
    "go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,kyaml,name,template,templatefile,yaml"
)
_NAMES: Final = frozenset(name.partition("=")[0] for name in FORMATS)
_NOT_HERE: Final = frozenset(_OC_FORMATS.split(",")) - _NAMES


def no_printer(options: Namespace) -> str:
    """Why the output that is asked for cannot be had, or ""."""
    name, equals, text = (options.output or "json").partition("=")
    if options.template is not None or name in _NOT_HERE:
        asked = "a Go template" if options.template is not None else f"-o {name}"
        return f"error: {asked} is not supported here; there are {', '.join(FORMATS)}"
    if name == "jsonpath" and not text:
        return "error: template format specified but no template given"
    if name not in _NAMES or (equals and name != "jsonpath"):
        words = f'unable to match a printer suitable for the output format "{options.output}", allowed formats are: '
        return f"error: {words}{_OC_FORMATS}"
    return ""


def answer(processed: ProcessedTemplate, options: Namespace) -> str:
    """What goes to the standard output; ``no_printer`` has nothing against it."""
    if options.parameters:
        return _parameter_table(processed)
    name, _, path = (options.output or "json").partition("=")
    if name == "describe":
        return description(processed)
    values = [item.value for item in processed.objects]
    if name == "name":
        return "".join(f"{_name(value)}\n" for value in values)
    if name == "jsonpath":
        metadata: dict[str, Any] = {}
        return jsonpath(path, {"kind": "List", "apiVersion": "v1", "metadata": metadata, "items": values})
    return _aligned(processed, values) if name == "aligned" else _objects(processed, values, name, raw=options.raw)


def _aligned(processed: ProcessedTemplate, values: list[Any]) -> str:
    made = aligned(processed)
    if made.text is not None:
        return made.text
    fail(f"warning: printed as yaml, because {made.why}")
    return _objects(processed, values, "yaml", raw=False)


def _objects(processed: ProcessedTemplate, values: list[Any], form: str, *, raw: bool) -> str:
    if not raw:
        return list_text(None if processed.template.objects is None else values, form)
    # `oc` puts nothing between YAML documents, which then cannot be read.
    return ("---\n" if form == "yaml" else "").join(object_text(value, form) for value in values)


def _parameter_table(processed: ProcessedTemplate) -> str:
    """The Parameters in columns; as VALUE, the expression of those that are generated."""
    rows = [("NAME", "DESCRIPTION", "GENERATOR", "VALUE")]
    for item in processed.template.parameters:
        value = item.from_ if item.generate else item.value or ""
        rows.append((item.name, item.description, item.generate, value))
    return columns(rows)


def _name(value: Any) -> str:
    """`kind.group/name`, as ``-o name`` prints an Object."""
    fields = value if isinstance(value, dict) else {}
    group, slash, _ = str(fields.get("apiVersion") or "").partition("/")
    metadata = fields.get("metadata")
    name = metadata.get("name") if isinstance(metadata, dict) else None
    kind = str(fields.get("kind") or "").lower()
    return f"{kind}{'.' + group if slash else ''}/{name or '<unknown>'}"
