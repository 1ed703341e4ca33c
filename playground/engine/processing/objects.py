"""Builds the Objects of a Template in each dialect: decoded, substituted, labelled.

OpenShift library-go ``templateprocessing.Process``; the Kubernetes proposal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.goformat import to_json
from playground.engine.location import ROOT, FieldPath
from playground.engine.problems import Problem
from playground.engine.processing.decoding import decoded, object_problem
from playground.engine.processing.groups import GROUPS, regrouped
from playground.engine.processing.labels import set_labels
from playground.engine.processing.namespaces import without_namespace
from playground.engine.processing.substituter import Substituter
from playground.engine.reading.objects import DOLLARS, TracedObject
from playground.engine.substitution import Dialect
from playground.engine.template import Template

_CHANGED = frozenset({"apiVersion", "kind", "metadata"})  # fields in which something is changed after substitution


def made_objects(
    template: Template, labels: Mapping[str, str] | None, substituter: Substituter
) -> tuple[TracedObject, ...]:
    """The Objects of ``template``, with the ``labels``; none if there are too many, or too many labels in all of them.

    References and Problems are recorded in ``substituter``.
    """
    objects: list[TracedObject] = []
    number, most = len(template.objects or ()), substituter.limits.objects
    if number > most:
        substituter.refuse(
            template.path / "objects" / most, f"the Template has {number:,} objects; the limit is {most:,}"
        )
        return ()
    if labels and not substituter.full and not substituter.repeats(labels, number, template.path / "labels"):
        return ()
    plain = not any("$" in text for text in (labels or {}).values())
    for index, value in enumerate(template.objects or ()):
        path = template.path / "objects" / index
        problem = object_problem(template.document, path, index, value, substituter.dialect)
        if problem:
            substituter.problems.append(problem)
        if value is None:
            objects.append(TracedObject(None, template.document, path))
            if labels is not None and substituter.dialect is Dialect.OPENSHIFT:
                _refuse_labels("label-on-null", index, labels, path, substituter)
        elif isinstance(value, dict):
            substituter.start(len(objects), path)
            if substituter.dialect is Dialect.OPENSHIFT:
                # What cannot be decoded is never labelled: `oc` goes on with the next Object.
                made = _as_openshift(value, index, None if problem else labels, path, substituter)
            else:
                made = _as_proposed(value, labels, path, substituter)
            pieces, keys, known = substituter.pieces, substituter.keys, _known_dollars(substituter) if plain else {}
            objects.append(TracedObject(made, template.document, path, pieces, keys, known))
    return tuple(objects)


def _known_dollars(substituter: Substituter) -> dict[object, Any]:
    """The strings with a `$` that substitution passed, for the Object to remember, so that rules need not search again.

    Empty if there may be others: in a mapping or list that a value made, or in a field that is changed later.
    """
    changed = substituter.nested or not _CHANGED.isdisjoint([path[0] for path, _ in substituter.dollars])
    return {} if changed else {DOLLARS: substituter.dollars}


def _as_openshift(
    value: Mapping[str, Any],
    index: int,
    labels: Mapping[str, str] | None,
    path: FieldPath,
    substituter: Substituter,
) -> dict[str, Any]:
    """One Object as `oc` makes it: what has ``items`` is a list, which keeps its namespace and cannot be labelled."""
    is_list = "items" in value
    if is_list:
        value = decoded(value)
    else:
        value, stripped = without_namespace(value)
        _note(substituter, "namespace-stripped", stripped and path.join(stripped))
    made: dict[str, Any] = substituter.value(dict(value))
    _regroup(made, path, substituter)
    if labels is not None and is_list:
        _refuse_labels("label-on-list", index, labels, path, substituter)
    elif labels is not None:
        _set_labels(made, labels, path, substituter)
    return made


def _refuse_labels(
    pattern: str, index: int, labels: Mapping[str, str], path: FieldPath, substituter: Substituter
) -> None:
    """Labels are there, even if none is in them, for something that has no metadata to OpenShift."""
    words = "label could not be applied: object does not implement the Object interfaces"
    error = f"item[{index}].labels: Invalid value: {to_json(dict(labels))}: {words}"
    substituter.problems.append(Problem(pattern, substituter.document.index, path, error=error))


def _as_proposed(
    value: dict[str, Any],
    labels: Mapping[str, str] | None,
    path: FieldPath,
    substituter: Substituter,
) -> dict[str, Any]:
    """One Object as the proposal makes it: labelled, references substituted, and nothing else."""
    made: dict[str, Any] = substituter.value(value)
    if labels:
        if made.get("metadata") is None:
            made["metadata"] = {}
        _set_labels(made, labels, path, substituter)
    return made


def _regroup(made: dict[str, Any], path: FieldPath, substituter: Substituter) -> None:
    """Write apiVersion and kind as `oc` does: text always, and OpenShift's own kinds in their groups."""
    before = made.get("apiVersion")
    for key, text in zip(("apiVersion", "kind"), regrouped(made), strict=True):
        if made.get(key) != text:
            made[key] = text
            substituter.pieces.pop(ROOT / key, None)
    if before != made["apiVersion"] and made["kind"] in GROUPS:
        detail = {"before": before, "after": made["apiVersion"], "kind": made["kind"]}
        _note(substituter, "legacy-group", path / "apiVersion", **detail)


def _set_labels(
    made: dict[str, Any],
    labels: Mapping[str, str],
    path: FieldPath,
    substituter: Substituter,
) -> None:
    done = set_labels(made, labels)
    where = ROOT / "metadata" / "labels"
    for name in (*done.added, *done.dropped) if substituter.pieces or substituter.keys else ():
        substituter.pieces.pop(where / name, None)
        substituter.keys.pop(where / name, None)
    substituter.pieces |= {where / name: substituter.labels[name] for name in done.added if substituter.labels[name]}
    if done.refused:
        _note(substituter, "labels-not-applied", path / "metadata", labels=tuple(labels))
    if done.dropped:
        _note(substituter, "labels-dropped", path.join(where), labels=done.dropped)


def _note(substituter: Substituter, pattern: str, path: FieldPath | None, **detail: Any) -> None:
    if path is not None:
        substituter.problems.append(Problem(pattern, substituter.document.index, path, detail=detail))
