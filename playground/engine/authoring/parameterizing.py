"""Makes a value of the text a Parameter, in all places that mean the same, and proves that the Objects stay the same.

Only text is edited: comments, quotes and layout stay. A text without a Template is wrapped into one first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from playground.engine.authoring.leftovers import SHORTEST_SEARCHED, searched_text
from playground.engine.authoring.meanings import display_name_of, keys_of, names_of_objects
from playground.engine.authoring.proving import Proof
from playground.engine.authoring.targets import target_at
from playground.engine.authoring.value_places import Target, ValuePlace, dialect_for, places_of, reference_edits
from playground.engine.authoring.wrapping import PlainObject, Wrapping, wrap
from playground.engine.editing.declaring import Declaration, declaration_edit, declaration_lines
from playground.engine.editing.parameter_names import ReferenceForm, free_name, reference_to, reserved_names, upper_name
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, items_of, mapping
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.reading import apply_edits
from playground.engine.rules.editor.renaming import why_no_name


@record()
class NewParameter:
    """A value that can become a Parameter, with its places in the order of the text."""

    declaration: Declaration  # with the proposed name
    form: ReferenceForm  # of the references
    value: str
    places: tuple[ValuePlace, ...]
    wrapping: Wrapping | None  # of a text without a Template

    @property
    def name(self) -> str:
        """The proposed name."""
        return self.declaration.name

    @property
    def drops_value(self) -> bool:
        """Whether the value is a secret, which is replaced and no default."""
        return self.declaration.value is None

    @property
    def is_searchable(self) -> bool:
        """Whether the value is so long that it stands nowhere by chance: ``line_left`` only finds such a value."""
        return len(self.value) >= SHORTEST_SEARCHED

    @property
    def same(self) -> tuple[int, ...]:
        """The numbers of the places that mean the same."""
        return tuple(number for number, place in enumerate(self.places) if place.same)


def new_parameter_at(evaluation: Evaluation, span: SourceSpan, deadline: Deadline) -> NewParameter | Refusal:
    """The Parameter that the value at ``span`` can become, or why it cannot.

    ``span``: the place of the caret, or the stretch of a value that is selected.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    if not evaluation.readable:
        return Refusal("The text cannot be read, so its values are unknown.", "The issues say where to mend it.")
    wrapping = None if evaluation.template else wrap(evaluation.source, evaluation.limits, deadline)
    if isinstance(wrapping, Refusal):
        return replace(wrapping, reason=f"The objects cannot become a Template. {wrapping.reason}")
    listed = tuple(_with_items(wrapping.objects if wrapping else _objects_of_template(evaluation)))
    names = names_of_objects(item.value for item in listed)
    target = target_at(evaluation, listed, names, span)
    if isinstance(target, Refusal):
        return target
    places = tuple(places_of(evaluation, listed, names, target, deadline))
    if not any(_is_at(place, listed, target) for place in places):
        return Refusal("Escapes, or several lines, stand for this text: it cannot be replaced in its place.")
    return _new_parameter(evaluation, listed, target, places, wrapping)


def why_no_new_name(evaluation: Evaluation, name: str) -> str:
    """Why ``name`` cannot be that of a new Parameter; "" if it can."""
    if refusal := why_no_name(name):
        return refusal
    if evaluation.template and evaluation.template.parameter(name):
        return f"The Template has a parameter `{name}` already."
    if name in _reserved(evaluation):
        return f"The text refers to `{name}` already, which is not declared: it would refer to this parameter."
    return ""


def make_parameter(
    evaluation: Evaluation,
    parameter: NewParameter,
    name: str,
    places: Iterable[int],
    *,
    random: Random,
    deadline: Deadline,
) -> tuple[Edit, ...] | Refusal:
    """The Edits that make the value of the ``places``, by number, the Parameter ``name``; or why they are refused.

    They are refused unless processing gives the same Objects as before. ``why_no_new_name`` has no objection to the
    name. ``random``: the source of generated values. Raises OutOfTimeError when the ``deadline`` passes.
    """
    chosen = [parameter.places[number] for number in sorted(set(places))]
    if not chosen:
        return Refusal("No place is chosen.")
    declaration = replace(parameter.declaration, name=name)
    edits = _edits(evaluation, parameter, declaration, chosen)
    if not edits:
        return Refusal("The list `parameters` cannot be extended where it is.", "Write its entries on their own lines.")
    dropped = {name: parameter.value} if parameter.drops_value else {}
    proof = Proof(evaluation, parameter.wrapping, random, deadline)
    return proof.refusal(apply_edits(evaluation.source.text.text, edits), dropped) or edits


def line_left(evaluation: Evaluation, parameter: NewParameter, places: Iterable[int], deadline: Deadline) -> int | None:
    """The number of a line that still holds the dropped value once the ``places``, by number, are replaced.

    None if no line does, if the value stays as a default, and if it is not searchable. Raises OutOfTimeError when the
    ``deadline`` passes.
    """
    if not parameter.drops_value or not parameter.is_searchable:
        return None
    replaced = [parameter.places[number].span for number in places]
    return searched_text(evaluation.source, deadline).line_of(parameter.value, replaced, deadline)


def _objects_of_template(evaluation: Evaluation) -> Iterator[PlainObject]:
    """The Objects of the Template as written; and its own fields whose references are substituted, as one more."""
    template = evaluation.template
    if template is None:
        return
    for index, value in enumerate(template.objects or ()):
        yield PlainObject(template.document, template.path / "objects" / index, value)
    own = {"labels": template.labels, "message": template.message}
    yield PlainObject(template.document, template.path, {key: value for key, value in own.items() if value})


def _with_items(objects: Iterable[PlainObject]) -> Iterator[PlainObject]:
    """The ``objects``; of a List, its items."""
    for item in objects:
        for path, value in items_of(item.value):
            yield PlainObject(item.document, item.path.join(path), value)


def _is_at(place: ValuePlace, objects: Sequence[PlainObject], target: Target) -> bool:
    """Whether ``place`` is that of the ``target``, or a part of its scalar."""
    number, path = place.path
    if objects[number] is target.item and path == target.path and place.same:
        return True
    written, _ = target.item.document.written(target.item.path.join(target.path))
    return place.same and written.start <= place.span.start and place.span.end <= written.end


def _new_parameter(
    evaluation: Evaluation,
    objects: Sequence[PlainObject],
    target: Target,
    places: tuple[ValuePlace, ...],
    wrapping: Wrapping | None,
) -> NewParameter:
    meaning = target.meaning
    prefix = _prefix(objects, target, places)
    taken = _declared(evaluation) | _reserved(evaluation)
    proposed = f"{prefix}_{meaning.name}" if prefix else meaning.name
    if proposed == "NAME" and proposed in taken:
        proposed = "APP_NAME"
    name = free_name(proposed, taken)
    is_secret = meaning.kind == "secret"
    declaration = Declaration(
        name,
        display_name_of(name) if prefix else meaning.display_name,
        meaning.description,
        None if is_secret else target.text,
        generated=is_secret,
        required=is_secret,
    )
    form: ReferenceForm = "${}" if isinstance(target.value, str) else "${{}}"
    return NewParameter(declaration, form, target.text, places, wrapping)


def _prefix(objects: Sequence[PlainObject], target: Target, places: Iterable[ValuePlace]) -> str:
    """What distinguishes the target's Object or container from others with such a field; "" if there are no others."""
    if target.meaning.kind not in ("value", "image") or "env" in target.path:
        return ""
    numbers = {place.path[0] for place in places if place.same}
    own = objects.index(target.item)
    is_known = target.meaning.group in ("image", target.meaning.name)
    if not is_known or numbers != {own}:
        return ""
    keys = keys_of(target.path)
    containers = [path for path, _ in _fields_like(target.item.value, keys)]
    if len(containers) > 1:
        # If places of the value are in several containers, the containers share it, and none gives its name.
        paths = {place.path[1] for place in places if place.same}
        container = field_at(target.item.value, _container_path(target.path))
        return upper_name(str(mapping(container).get("name", ""))) if paths == {target.path} else ""
    others = (item for number, item in enumerate(objects) if number != own)
    if not any(next(_fields_like(item.value, keys), None) for item in others):
        return ""
    name = field_at(target.item.value, ("metadata", "name"))
    literal = re.sub(r"\$\{\{?[A-Za-z0-9_]*\}?\}", "", name) if isinstance(name, str) else ""
    return upper_name(literal)


def _container_path(path: FieldPath) -> FieldPath:
    """The path down to the last index."""
    last = max((index for index, part in enumerate(path) if isinstance(part, int)), default=-1)
    return FieldPath(path[: last + 1])


def _fields_like(value: Any, keys: tuple[str, ...]) -> Iterator[tuple[FieldPath, Any]]:
    """The fields of an Object at the path ``keys``, whatever the indexes."""
    waiting: list[tuple[FieldPath, Any, tuple[str, ...]]] = [(ROOT, value, keys)]
    while waiting:
        path, part, left = waiting.pop()
        if isinstance(part, list):
            waiting += ((path / index, child, left) for index, child in enumerate(part))
        elif not left:
            yield path, part
        elif isinstance(part, dict) and left[0] in part:
            waiting.append((path / left[0], part[left[0]], left[1:]))


def _declared(evaluation: Evaluation) -> frozenset[str]:
    parameters = evaluation.template.parameters if evaluation.template else ()
    return frozenset(parameter.name for parameter in parameters)


def _reserved(evaluation: Evaluation) -> frozenset[str]:
    return reserved_names(evaluation.source.text.text, dialect_for(evaluation))


def _edits(
    evaluation: Evaluation, parameter: NewParameter, declaration: Declaration, places: Sequence[ValuePlace]
) -> tuple[Edit, ...]:
    """The edits of the text; none if the Template's list `parameters` cannot be extended."""
    reference = reference_to(declaration.name, parameter.form)
    changes = _merged(reference_edits((place, reference) for place in places))
    if parameter.wrapping is not None:
        newline = parameter.wrapping.source.text.newline
        return _merged(parameter.wrapping.edits(declaration_lines([declaration], newline), changes))
    assert evaluation.template is not None
    declared = declaration_edit(evaluation.template, [declaration])
    return _merged([*changes, declared]) if declared else ()


def _merged(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """``edits`` in the order of the text: an insertion at the edge of a replacement becomes a part of it."""
    merged: list[Edit] = []
    for edit in sorted(edits, key=lambda edit: (edit.span.start, edit.span.end)):
        last = merged[-1] if merged else None
        if last is not None and last.span.end == edit.span.start:
            merged[-1] = Edit(SourceSpan(last.span.start, edit.span.end), last.text + edit.text)
        else:
            merged.append(edit)
    return tuple(merged)
