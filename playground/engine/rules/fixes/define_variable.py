"""A Fix that declares a variable in a container's `env`, above the entry that needs it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.containers.environment import ContainerEnvironment, Fate, OriginKind, VariableReference
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.names import strict_env_name_errors
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, Position
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import (
    BEFORE_A_KEY,
    ONE_LINE,
    entry,
    entry_in_flow,
    from_field,
    literal,
)

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
    """The Fix that declares the variable ``name`` with the text ``value`` in `env` above the entry ``above``, an index.

    None if the list comes from an alias or a parameter, if the name is not valid in every version of Kubernetes, or if
    the Template would take a part of the value for a reference.
    """
    item = evaluation.objects[container.object]
    in_template = evaluation.processed is not None and container.object < len(evaluation.processed.objects)
    if in_template and "${" in value:
        return None
    return _define(item, container, name, literal(item.document, escaped(value)), above)


def define_from_field(
    evaluation: Evaluation, container: ContainerEnvironment, name: str, field_path: str
) -> Fix | None:
    """The Fix that declares the variable ``name`` at the top of `env`, with a field of the pod as its value."""
    item = evaluation.objects[container.object]
    return _define(item, container, name, from_field(item.document, field_path), 0)


def _define(item: TracedObject, container: ContainerEnvironment, name: str, value_field: str, above: int) -> Fix | None:
    if strict_env_name_errors(name):
        return None
    owner = _container_at(item, container.path)
    edit = _declaration(item.document, item.where(container.path), owner, name, value_field, above)
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
        edits = dict.fromkeys(edit for fix in fixes if fix for edit in fix.edits)
        if all(fixes):
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


def _container_at(item: TracedObject, path: FieldPath) -> Any:
    value = item.value
    for part in path:
        value = value[part]
    return value


def _declaration(
    document: Document, place: FieldPath, container: Any, name: str, value_field: str, above: int
) -> Edit | None:
    """The Edit that declares the variable above the entry ``above``, in an empty list, or in a new field `env`."""
    env, flow_entry = container.get("env"), entry_in_flow(document, name, value_field)
    if env:
        return _above_entry(document, place / "env" / above, name, value_field)
    if env is not None or "env" in container:
        return _in_empty_field(document, place / "env", f"[{flow_entry}]")
    start = document.key_span(place / next(iter(container), "")).start
    if document.style(place) != "block" and (
        edit := _in_brackets(document, start, f"{_env_key(document)}[{flow_entry}], ")
    ):
        return edit
    return next(_as_field(document, place, container, name, value_field), None)


def _above_entry(document: Document, place: FieldPath, name: str, value_field: str) -> Edit | None:
    """The Edit that declares the variable above the entry at ``place``."""
    start = document.span(place).start
    if document.style(place.parent) == "flow":
        return _in_brackets(document, start, f"{entry_in_flow(document, name, value_field)}, ")
    prefix = document.source.text[document.source.offset(start) - start.column + 1 : document.source.offset(start)]
    if not document.style(place) or not BEFORE_A_KEY.fullmatch(prefix) or "-" not in prefix:
        return None
    line = document.source.offset(start) - len(prefix)
    return _insertion(document, line, f"{entry(document, prefix, name, value_field)}{document.source.newline}")


def _in_brackets(document: Document, start: Position, text: str) -> Edit | None:
    """The Edit that inserts ``text`` before the entry between brackets or braces that begins at ``start``."""
    offset = document.source.offset(start)
    before = document.source.text[max(0, offset - _LONGEST_GAP) : offset].rstrip()
    return _insertion(document, offset, text) if before[-1:] in ("[", "{", ",") else None


def _in_empty_field(document: Document, place: FieldPath, text: str) -> Edit | None:
    """The Edit that writes ``text`` as the value of a field that is empty, null or has no value."""
    raw = document.raw(place)
    if raw in ("[]", "null", "~", "Null", "NULL"):
        return Edit(document.span(place), text)
    key_end = document.source.offset(document.key_span(place).end)
    has_colon = not raw and document.source.text[key_end : key_end + 1] == ":"
    return _insertion(document, key_end + 1, f" {text}") if has_colon else None


def _as_field(document: Document, place: FieldPath, container: Any, name: str, value_field: str) -> Iterator[Edit]:
    """The Edits that write `env` below the name or the image of the container, one for each that is on one line."""
    for key in _FIELDS_BEFORE_ENV:
        if key not in container or document.style(place / key) not in ONE_LINE:
            continue
        source, start = document.source, document.key_span(place / key).start
        end = document.span(place / key).end
        prefix = source.text[source.offset(start) - start.column + 1 : source.offset(start)]
        if document.style(place) != "flow" and end.line == start.line and BEFORE_A_KEY.fullmatch(prefix):
            indent, new = " " * len(prefix), document.source.newline
            block_entry = entry(document, f"{indent}- ", name, value_field)
            yield _insertion(document, source.line_end(end.line), f"{new}{indent}env:{new}{block_entry}")


def _env_key(document: Document) -> str:
    return '"env": ' if document.syntax == "json" else "env: "


def _insertion(document: Document, offset: int, text: str) -> Edit:
    return Edit(document.source.span(offset, offset), text)
