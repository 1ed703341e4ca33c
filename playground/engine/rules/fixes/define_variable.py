"""A Fix that declares a variable in a container's `env`, above the entry that needs it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.engine.containers.environment import ContainerEnvironment, Fate, OriginKind, VariableReference
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.names import strict_env_name_errors
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.env_entries import BEFORE_A_KEY, ONE_LINE, entry, entry_in_flow

MOST_CONTAINERS = 20  # that one press of a button changes
_WORDY = ("name", "image")  # fields of a container after which `env` can stand; most are written on one line


def define(
    evaluation: Evaluation, container: ContainerEnvironment, name: str, value: str, above: int = 0
) -> Fix | None:
    """The edit that puts `name` with the text ``value`` into `env`, above entry ``above``; None if it cannot.

    It cannot if the list is written elsewhere (an alias, a parameter), if the name is not valid in every version of
    Kubernetes, or if the Template would take a part of the value for a reference.
    """
    item = evaluation.objects[container.object]
    inside = evaluation.processed is not None and container.object < len(evaluation.processed.objects)
    if strict_env_name_errors(name) or (inside and "${" in value):
        return None
    edit = _edit(item.document, item.where(container.path), _at(item, container.path), name, literal(value), above)
    return Fix(f"Add {name} to env", (edit,)) if edit else None


def define_assumed(evaluation: Evaluation) -> dict[str, Fix]:
    """For each assumed variable, the edits that declare it in all containers that use it, if that is possible."""
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


def literal(text: str) -> str:
    """``text`` as it is written in `env` so that the kubelet leaves it as it is.

    >>> literal("a$(B)"), literal("5$")
    ('a$$(B)', '5$')
    """
    return text.replace("$", "$$") if "$(" in text or "$$" in text else text


def _first_uses(evaluation: Evaluation) -> dict[str, list[tuple[ContainerEnvironment, int]]]:
    """By name, the containers that use the assumed value, each with the index of the first `env` entry that does.

    The index is 0 if only other texts do.
    """
    uses: dict[str, list[tuple[ContainerEnvironment, int]]] = {}
    for container in evaluation.containers:
        first: dict[str, int] = {}
        for text in container.texts:
            inside = text.path[len(container.path) :]
            above = int(inside[1]) if inside[:1] == ("env",) and len(inside) > 1 else 0
            for reference in text.references:
                if _is_assumed(reference):
                    first.setdefault(reference.name, above)
        for name, above in first.items():
            uses.setdefault(name, []).append((container, above))
    return uses


def _is_assumed(reference: VariableReference) -> bool:
    variable = reference.variable
    return reference.fate is Fate.RESOLVED and variable is not None and variable.origin.kind is OriginKind.ASSUMED


def _at(item: TracedObject, path: FieldPath) -> Any:
    value = item.value
    for part in path:
        value = value[part]
    return value


def _edit(document: Document, place: FieldPath, container: Any, name: str, text: str, above: int) -> Edit | None:
    """Beside the entry ``above``; in place of an empty list; or, without `env`, as a new field of the container."""
    env, flow_entry = container.get("env"), entry_in_flow(document, name, text)
    if env:
        return _beside(document, place / "env" / above, name, text)
    if env is not None or "env" in container:
        return _instead(document, place / "env", f"[{flow_entry}]")
    start = document.key_span(place / next(iter(container), "")).start
    if document.style(place) != "block" and (edit := _before(document, start, f"{_env(document)}[{flow_entry}], ")):
        return edit
    return next(_as_field(document, place, container, name, text), None)


def _beside(document: Document, place: FieldPath, name: str, text: str) -> Edit | None:
    start = document.span(place).start
    if document.style(place.parent) == "flow":
        return _before(document, start, f"{entry_in_flow(document, name, text)}, ")
    prefix = document.source.text[document.source.offset(start) - start.column + 1 : document.source.offset(start)]
    if not document.style(place) or not BEFORE_A_KEY.fullmatch(prefix) or "-" not in prefix:
        return None
    line = document.source.offset(start) - len(prefix)
    return _insertion(document, line, f"{entry(document, prefix, name, text)}{document.source.newline}")


def _before(document: Document, start: Any, text: str) -> Edit | None:
    """``text`` before the first or another entry between brackets."""
    at = document.source.offset(start)
    before = document.source.text[max(0, at - 1_000) : at].rstrip()
    return _insertion(document, at, text) if before[-1:] in ("[", "{", ",") else None


def _instead(document: Document, place: FieldPath, text: str) -> Edit | None:
    raw = document.raw(place)
    if raw in ("[]", "null", "~", "Null", "NULL"):
        return Edit(document.span(place), text)
    at = document.source.offset(document.key_span(place).end)
    has_colon = not raw and document.source.text[at : at + 1] == ":"
    return _insertion(document, at + 1, f" {text}") if has_colon else None


def _as_field(document: Document, place: FieldPath, container: Any, name: str, text: str) -> Iterator[Edit]:
    """`env` on the lines after a field of the container that is written on one line."""
    for key in _WORDY:
        if key not in container or document.style(place / key) not in ONE_LINE:
            continue
        source, at = document.source, document.key_span(place / key).start
        end = document.span(place / key).end
        prefix = source.text[source.offset(at) - at.column + 1 : source.offset(at)]
        if document.style(place) != "flow" and end.line == at.line and BEFORE_A_KEY.fullmatch(prefix):
            indent, new = " " * len(prefix), document.source.newline
            block_entry = entry(document, f"{indent}- ", name, text)
            yield _insertion(document, source.line_end(end.line), f"{new}{indent}env:{new}{block_entry}")


def _env(document: Document) -> str:
    return '"env": ' if document.syntax == "json" else "env: "


def _insertion(document: Document, at: int, text: str) -> Edit:
    return Edit(document.source.span(at, at), text)
