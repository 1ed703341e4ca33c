"""A Fix that declares a variable in a container's `env`, above the entry that needs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from playground.engine.containers.environment import ContainerEnvironment, Fate, OriginKind, VariableReference
from playground.engine.editing.lines import BEFORE_A_KEY, ONE_LINE
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.names import strict_env_name_errors
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import (
    entry,
    entry_in_flow,
    from_field,
    literal,
)
from playground.engine.rules.walks import is_from_template

MOST_CONTAINERS = 20  # containers that one Fix changes
# The field of the pod that a variable of this name usually has.
FIELDS: Final[Mapping[str, str]] = {
    "POD_NAME": "metadata.name",
    "POD_NAMESPACE": "metadata.namespace",
    "NAMESPACE": "metadata.namespace",
    "POD_UID": "metadata.uid",
    "POD_IP": "status.podIP",
    "HOST_IP": "status.hostIP",
    "NODE_IP": "status.hostIP",
    "NODE_NAME": "spec.nodeName",
    "POD_SERVICE_ACCOUNT": "spec.serviceAccountName",
}
_FIELDS_BEFORE_ENV = ("name", "image")  # fields of a container after which a new `env` is written
_LONGEST_GAP = 1_000  # characters of white space between an entry in brackets and the sign before it


def define(
    evaluation: Evaluation, container: ContainerEnvironment, name: str, value: str, above: int = 0
) -> Fix | None:
    """The Fix that declares the variable ``name`` with the text ``value`` in `env`.

    The declaration is written above the `env` entry whose index is ``above``.
    None if the list comes from an alias or a parameter, if the name is not valid in every version of Kubernetes, or if
    the Template would take a part of the value for a reference.
    """
    item = evaluation.objects[container.object]
    if is_from_template(evaluation, container.object) and "${" in value:
        return None
    return _define(item, container, name, literal(item.document, escaped(value)), above)


def define_from_field(
    evaluation: Evaluation, container: ContainerEnvironment, name: str, field_path: str
) -> Fix | None:
    """The Fix that declares the variable ``name`` at the top of `env`, with a field of the pod as its value."""
    item = evaluation.objects[container.object]
    return _define(item, container, name, from_field(item.document, field_path), 0)


def _define(item: TracedObject, container: ContainerEnvironment, name: str, value_field: str, above: int) -> Fix | None:
    """The Fix of ``define``; ``value_field`` is the entry's `value` or `valueFrom`, with its key."""
    if strict_env_name_errors(name):
        return None
    fields = mapping_at(item.value, container.path)
    edit = _declaration(item.document, item.where(container.path), fields, name, value_field, above)
    return Fix(f"Add {name} to env", (edit,)) if edit else None


def define_assumed(evaluation: Evaluation) -> dict[str, Fix]:
    """By name of an assumed variable, the Fix that declares the variable in all containers that use it.

    A variable is assumed if the user chose its value for the preview.
    A variable is left out if a container cannot be changed, or if more than MOST_CONTAINERS use the variable.
    """
    by_name: dict[str, Fix] = {}
    for name, places in _first_uses(evaluation).items():
        value = evaluation.inputs.assumed.get(name, "")
        if len(places) > MOST_CONTAINERS:
            continue
        fixes = [define(evaluation, container, name, value, above) for container, above in places]
        if all(fixes):
            # Without duplicates: containers that share their `env` through an alias are changed at one place.
            edits = dict.fromkeys(edit for fix in fixes if fix for edit in fix.edits)
            by_name[name] = Fix(f"Add {name} to env", tuple(edits))
    return by_name


def escaped(text: str) -> str:
    """``text`` with its dollar signs escaped, so that the kubelet passes it on unchanged.

    >>> escaped("a$(B)"), escaped("5$")
    ('a$$(B)', '5$')
    """
    return text.replace("$", "$$") if "$(" in text or "$$" in text else text


def _first_uses(evaluation: Evaluation) -> dict[str, list[tuple[ContainerEnvironment, int]]]:
    """By name of an assumed variable, the containers that use it, each with the index of an `env` entry.

    The entry is the first that uses the variable; the index is 0 if only other texts of the container use it.
    """
    uses: dict[str, list[tuple[ContainerEnvironment, int]]] = {}
    for container in evaluation.containers:
        first: dict[str, int] = {}
        for text in container.texts:
            field = text.path[len(container.path) :]
            above = int(field[1]) if field[:1] == ("env",) and len(field) > 1 else 0
            for reference in text.references:
                if _is_assumed(reference):
                    first.setdefault(reference.name, above)
        for name, above in first.items():
            uses.setdefault(name, []).append((container, above))
    return uses


def _is_assumed(reference: VariableReference) -> bool:
    variable = reference.variable
    return reference.fate is Fate.RESOLVED and variable is not None and variable.origin.kind is OriginKind.ASSUMED


def _declaration(
    document: Document, place: FieldPath, container: Mapping[str, Any], name: str, value_field: str, above: int
) -> Edit | None:
    """The Edit that declares the variable in the container at ``place``.

    The declaration is written above the `env` entry with the index ``above``, or in an empty `env`, or in a new `env`.
    """
    flow_entry = entry_in_flow(document, name, value_field)
    if container.get("env"):
        return _above_entry(document, place / "env" / above, name, value_field)
    if "env" in container:
        return _in_empty_field(document, place / "env", f"[{flow_entry}]")
    first_key = document.key_span(place / next(iter(container), "")).start
    # Of an alias, the fields are at its anchor, perhaps in braces.
    if document.style(place) != "block" and (
        edit := _in_brackets(document, first_key, f"{_env_key(document)}[{flow_entry}], ")
    ):
        return edit
    return _as_field(document, place, container, name, value_field)


def _above_entry(document: Document, place: FieldPath, name: str, value_field: str) -> Edit | None:
    """The Edit that declares the variable above the entry at ``place``."""
    start, source = document.span(place).start, document.source
    if document.style(place.parent) == "flow":
        return _in_brackets(document, start, f"{entry_in_flow(document, name, value_field)}, ")
    prefix = source.line_before(start)  # the indentation and dash of the entry
    is_alias = not document.style(place)
    if is_alias or not BEFORE_A_KEY.fullmatch(prefix) or "-" not in prefix:
        return None
    line_start = Position(start.line, 1)
    text = f"{entry(document, prefix, name, value_field)}{source.newline}"
    return Edit(SourceSpan(line_start, line_start), text)


def _in_brackets(document: Document, start: Position, text: str) -> Edit | None:
    """The Edit that inserts ``text`` before the entry between brackets or braces that begins at ``start``."""
    offset = document.source.offset(start)
    before = document.source.text[max(0, offset - _LONGEST_GAP) : offset].rstrip()
    return _insertion(document, offset, text) if before[-1:] in ("[", "{", ",") else None


def _in_empty_field(document: Document, place: FieldPath, text: str) -> Edit | None:
    """The Edit that writes ``text`` as the value of the field at ``place``: an empty list, null, or no value at all."""
    raw = document.raw(place)
    if raw in ("[]", "null", "~", "Null", "NULL"):
        return Edit(document.span(place), text)
    key_end = document.source.offset(document.key_span(place).end)
    has_colon = not raw and document.source.text[key_end : key_end + 1] == ":"
    return _insertion(document, key_end + 1, f" {text}") if has_colon else None


def _as_field(
    document: Document, place: FieldPath, container: Mapping[str, Any], name: str, value_field: str
) -> Edit | None:
    """The Edit that writes `env` below the container's name, or below its image if the name is not on one line."""
    if document.style(place) == "flow":
        return None
    source = document.source
    for key in _FIELDS_BEFORE_ENV:
        if key not in container or document.style(place / key) not in ONE_LINE:
            continue
        start, end = document.key_span(place / key).start, document.span(place / key).end
        prefix = source.line_before(start)
        if end.line == start.line and BEFORE_A_KEY.fullmatch(prefix):
            indent = " " * len(prefix)
            block_entry = entry(document, f"{indent}- ", name, value_field)
            text = f"{source.newline}{indent}env:{source.newline}{block_entry}"
            return _insertion(document, source.line_end(end.line), text)
    return None


def _env_key(document: Document) -> str:
    return '"env": ' if document.syntax == "json" else "env: "


def _insertion(document: Document, offset: int, text: str) -> Edit:
    return Edit(document.source.span(offset, offset), text)
