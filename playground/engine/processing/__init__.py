"""Template + values -> ProcessedTemplate, in both dialects, with everything that was found on the way.

`oc process --local` (oc ``pkg/cli/process``, library-go ``templateprocessing``); the Kubernetes proposal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from playground.engine.deadline import Deadline
from playground.engine.generators import GENERATORS
from playground.engine.gotext import to_json
from playground.engine.location import ROOT, FieldPath
from playground.engine.objects import TracedObject
from playground.engine.problems import Problem
from playground.engine.processing.decoding import decoded, object_problem
from playground.engine.processing.groups import GROUPS, regrouped
from playground.engine.processing.labels import set_labels
from playground.engine.processing.namespaces import without_namespace
from playground.engine.processing.substituter import ParameterReference, Substituter
from playground.engine.processing.values import (
    Generators,
    Origin,
    ParameterValue,
    Supply,
    parameter_values,
    unknown_names,
)
from playground.engine.source import Limits
from playground.engine.substitution import Dialect
from playground.engine.template import Parameter, Template, version_problems

__all__ = ["Origin", "ParameterReference", "ParameterValue", "ProcessedTemplate", "process"]

_LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class ProcessedTemplate:
    """What processing made of a Template, and all its facts; ``refusals.refusal`` says whether `oc` would refuse.

    What is made is as far as one can get: an Object that `oc` refuses is here when it is a mapping, a reference to
    a Parameter that needs a value and has none stays in the text.
    """

    template: Template
    dialect: Dialect
    values: tuple[ParameterValue, ...]
    objects: tuple[TracedObject, ...]
    labels: Mapping[str, str] | None
    message: str | None
    references: tuple[ParameterReference, ...]
    problems: tuple[Problem, ...]
    added_labels: Mapping[int, tuple[str, ...]]  # of each of ``objects``, the names of the labels set on it
    full: bool = False  # a limit was passed: from there on nothing was substituted

    def value(self, name: str) -> ParameterValue | None:
        """The value that references to ``name`` get: of Parameters of one name, the last counts."""
        return next((value for value in reversed(self.values) if value.parameter.name == name), None)


def process(
    template: Template,
    dialect: Dialect,
    *,
    given: Mapping[str, str],
    random: Random,
    expressions: Mapping[str, str] | None = None,
    pinned: Mapping[str, str] | None = None,
    labels: Mapping[str, str] | None = None,
    generators: Generators = GENERATORS,
    limits: Limits = _LIMITS,
    deadline: Deadline | None = None,
) -> ProcessedTemplate:
    """``template`` processed by the rules of ``dialect``, in the order of `oc process`. Never raises for any Template.

    ``given`` are values by name (`-p NAME=value`; an empty one counts, and keeps a generator from running),
    ``expressions`` take the place of a Parameter's ``from``, ``pinned`` the place of values that would be generated,
    ``labels`` (`-l`) beat the Template's own. ``random`` is what generators draw from. Of more Parameters than
    ``limits`` allow only the first are in the result. With a ``deadline``, OutOfTimeError when it passes.
    """
    supply = Supply(dialect, given, expressions or {}, pinned or {}, random, generators, limits)
    early = (*version_problems(template, dialect), *template.problems, *unknown_names(template, supply))
    beyond = template.parameters[limits.parameters :]
    template = replace(template, parameters=template.parameters[: limits.parameters])
    values, wrong = parameter_values(template, supply)
    substituter = _substituter(template, dialect, values, limits, deadline or Deadline())
    _refuse_past_limits(values, beyond, substituter)
    message = template.message
    if message is not None:
        message = substituter.text(message, template.path / "message")
    made_labels = _labels(template, labels or {}, substituter)
    objects, added = _objects(template, made_labels, substituter)
    return ProcessedTemplate(
        template=template,
        dialect=dialect,
        values=values,
        objects=() if substituter.full else objects,
        labels=made_labels,
        message=message,
        references=tuple(substituter.references),
        problems=(*early, *wrong, *substituter.problems),
        added_labels=added,
        full=substituter.full,
    )


def _substituter(
    template: Template, dialect: Dialect, values: tuple[ParameterValue, ...], limits: Limits, deadline: Deadline
) -> Substituter:
    last = {value.parameter.name: value for value in values}
    return Substituter(
        document=template.document,
        dialect=dialect,
        values={name: value.text for name, value in last.items() if value.settled},
        types={name: value.parameter.type for name, value in last.items()},
        missing=frozenset(name for name, value in last.items() if not value.settled),
        limits=limits,
        deadline=deadline,
    )


def _refuse_past_limits(
    values: tuple[ParameterValue, ...], beyond: tuple[Parameter, ...], substituter: Substituter
) -> None:
    """Substitute nothing where there are Parameters ``beyond`` the limit, or one value is too long."""
    limits = substituter.limits
    if beyond:
        number = len(values) + len(beyond)
        words = f"the Template has {number:,} parameters; the limit is {limits.parameters:,}"
        substituter.refuse(beyond[0].path, words)
    for value in values:
        if len(value.text) > limits.value_characters and not substituter.full:
            written = value.origin is Origin.DEFAULT
            words = (
                f"the value of `{value.parameter.name}` has {len(value.text):,} characters; "
                f"the limit is {limits.value_characters:,}"
            )
            substituter.refuse(value.parameter.path / "value" if written else value.parameter.path, words)


def _labels(template: Template, given: Mapping[str, str], substituter: Substituter) -> dict[str, str] | None:
    """The labels to set, keys and values substituted; None where there are none to set, not even an empty map."""
    if template.labels is None and not given:
        return None
    made: dict[str, str] = {}
    for key, text in {**dict(_written_labels(template)), **given}.items():
        place = template.path / "labels" / key
        new = substituter.text(key, place, in_key=True)
        if new in made:
            detail = {"key": new, "written": key}
            substituter.problems.append(
                Problem("key-collision", template.document.index, place, in_key=True, detail=detail)
            )
        made.pop(new, None)
        made[new] = substituter.text(text, place)
        substituter.labels[new] = substituter.pieces.get(ROOT, ())
    return made


def _written_labels(template: Template) -> Iterator[tuple[str, str]]:
    """The Template's labels as text; null is the empty text, and what `oc` refuses to read is taken as written."""
    for key, text in (template.labels or {}).items():
        if text is None or isinstance(text, str):
            yield key, text or ""
        elif not isinstance(text, dict | list):
            yield key, template.document.raw(template.path / "labels" / key)


def _objects(
    template: Template, labels: Mapping[str, str] | None, substituter: Substituter
) -> tuple[tuple[TracedObject, ...], Mapping[int, tuple[str, ...]]]:
    """The Objects, and the names of the labels set on each."""
    objects: list[TracedObject] = []
    added: dict[int, tuple[str, ...]] = {}
    number, most = len(template.objects or ()), substituter.limits.objects
    if number > most:
        substituter.refuse(
            template.path / "objects" / most, f"the Template has {number:,} objects; the limit is {most:,}"
        )
        return (), {}
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
            added[len(objects)] = ()
            substituter.start(len(objects), path)
            if substituter.dialect is Dialect.OPENSHIFT:
                made = _as_openshift(value, index, labels, path, substituter, added)
            else:
                made = _as_proposed(value, labels, path, substituter, added)
            objects.append(TracedObject(made, template.document, path, substituter.pieces, substituter.keys))
    return tuple(objects), added


def _as_openshift(
    value: Mapping[str, Any],
    index: int,
    labels: Mapping[str, str] | None,
    path: FieldPath,
    substituter: Substituter,
    added: dict[int, tuple[str, ...]],
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
        _set_labels(made, labels, path, substituter, added)
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
    added: dict[int, tuple[str, ...]],
) -> dict[str, Any]:
    """One Object as the proposal makes it: labelled, references substituted, and nothing else."""
    made: dict[str, Any] = substituter.value(value)
    if labels:
        if made.get("metadata") is None:
            made["metadata"] = {}
        _set_labels(made, labels, path, substituter, added)
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
    added: dict[int, tuple[str, ...]],
) -> None:
    done = set_labels(made, labels)
    if substituter.object is not None:
        added[substituter.object] = done.added
    where = ROOT / "metadata" / "labels"
    for name in (*done.added, *done.dropped):
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
