"""Renames a Parameter, or a variable of a container, everywhere it is declared and used.

The places are those of the references that processing and expansion recorded: equal words elsewhere stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from playground.engine.containers.environment import (
    ContainerEnvironment,
    ExpandedText,
    Fate,
    Variable,
    VariableReference,
)
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.names import LONGEST_NAME, strict_env_name_errors
from playground.engine.kubernetes.pods import mapping, mapping_at
from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.rules.walks import is_from_template, variable_names
from playground.engine.templates import ParameterReference, ProcessedTemplate
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import GROUPS_ANNOTATION, PARAMETER_NAME
from playground.engine.text.yaml import scalar

_NOT_A_USE = frozenset({Fate.ESCAPED, Fate.OPERATOR, Fate.INCOMPLETE, Fate.DAMAGED})
_OPENER_LENGTHS = {"${}": 2, "${{}}": 3, "$()": 2}  # characters before the name


@record()
class NamePlace:
    """One place of a name in the source: the field, the span of the name alone, and whether it is a whole scalar."""

    field: str
    span: SourceSpan
    plain: bool = False  # the name is a whole scalar without quotes
    declares: bool = False  # the name is that of the declaration, or of an entry of `env`


@record()
class Renaming:
    """A Parameter or variable, with every place of its name in the order of the text."""

    kind: Literal["parameter", "variable"]
    name: str
    places: tuple[NamePlace, ...]
    containers: tuple[ContainerEnvironment, ...] = ()  # of a variable: the containers whose texts change
    refusal: str = ""  # a sentence: why the name cannot be changed; "": it can


@record(eq=False)
class VariableAt:
    """A variable at a place: of an entry of `env`, or of a reference in a text."""

    container: ContainerEnvironment
    name: str
    variable: Variable | None  # None: it is not defined
    text: ExpandedText | None = None  # with the reference
    reference: VariableReference | None = None


def renaming_at(evaluation: Evaluation, position: Position) -> Renaming | None:
    """The Renaming of the Parameter or variable at ``position``; None if no name of one is there."""
    document = evaluation.source.document_at(position)
    if document is None:
        return None
    path = document.path_at(position)
    parameter = _parameter_at(evaluation, document, path, position)
    if parameter is not None:
        return parameter
    named = variable_at(evaluation, position)
    return _of_variable(evaluation, named.container, named.name, named.variable) if named else None


def place_at(renaming: Renaming, position: Position) -> NamePlace | None:
    """The place of the name at ``position``, in a reference also on its signs; None beside a name, as in a value."""
    for place in renaming.places:
        start, end = place.span
        before, after = (0, 0) if place.declares else (len("${{"), len("}}"))
        if start.line == position.line and start.column - before <= position.column <= end.column + after:
            return place
    return None


def why_not_renamed(evaluation: Evaluation, renaming: Renaming, name: str) -> str:
    """Why the new ``name`` would be refused, or would change the meaning of another text; "" if it is fine."""
    if name == renaming.name:
        return "The name is the same as before."
    if len(name) > LONGEST_NAME:
        return f"The name has {len(name)} characters; the limit is {LONGEST_NAME}."
    if renaming.kind == "parameter":
        return _why_no_parameter(evaluation, name)
    return _why_no_variable(evaluation, renaming, name)


def why_no_name(name: str) -> str:
    """Why no Parameter can have this ``name``; "" if one can."""
    if len(name) > LONGEST_NAME:
        return f"The name has {len(name)} characters; the limit is {LONGEST_NAME}."
    return "" if PARAMETER_NAME.match(name) else "A parameter's name has letters, digits and `_` only."


def rename(renaming: Renaming, name: str) -> tuple[Edit, ...]:
    """The Edits that write ``name`` at every place. ``why_not_renamed`` has no objection."""
    return tuple(
        Edit(place.span, scalar(name, flow=True) if place.plain else name)
        for place in renaming.places
        if not renaming.refusal
    )


def _parameter_at(evaluation: Evaluation, document: Document, path: FieldPath, position: Position) -> Renaming | None:
    """The Renaming of the Parameter that is declared or referred to at ``position``."""
    processed = evaluation.processed
    if processed is None or processed.template.document is not document:
        return None
    for parameter in processed.template.parameters:
        if path.is_under(parameter.path) and parameter.name:
            return _of_parameter(evaluation, processed, parameter.name)
    for reference in processed.references:
        evaluation.deadline.spend()
        if reference.path == path and reference.fate in ("substituted", "missing"):
            spans = document.key_text_span if reference.in_key else document.text_span
            if spans(path, reference.start, reference.end).touches(position):
                return _of_parameter(evaluation, processed, reference.name)
    return None


def _of_parameter(evaluation: Evaluation, processed: ProcessedTemplate, name: str) -> Renaming:
    places = _sorted(
        (
            *(
                _whole_place(processed.template.document, parameter.path / "name", name)
                for parameter in processed.template.parameters
                if parameter.name == name
            ),
            *_in_groups(processed, name),
            *(
                _reference_place(processed.template.document, reference)
                for reference in _references(evaluation, processed, name)
                if reference.fate in ("substituted", "missing")
            ),
        )
    )
    refusal = _refusal(evaluation, processed.template.document, places, name)
    if processed.full:
        refusal = "The output exceeds a limit, so not every use of the parameter is known."
    return Renaming("parameter", name, places, refusal=refusal)


def _references(evaluation: Evaluation, processed: ProcessedTemplate, name: str) -> Iterator[ParameterReference]:
    evaluation.deadline.spend(len(processed.references))
    return (reference for reference in processed.references if reference.name == name)


def _reference_place(document: Document, reference: ParameterReference) -> NamePlace:
    """The place of the name inside `${NAME}`, `${{NAME}}` or `$(NAME)`."""
    spans = document.key_text_span if reference.in_key else document.text_span
    start = reference.start + _OPENER_LENGTHS[reference.form]
    return NamePlace(str(reference.path), spans(reference.path, start, start + len(reference.name)))


def _whole_place(document: Document, path: FieldPath, name: str) -> NamePlace:
    """The place of a name that is a whole value."""
    span = document.text_span(path, 0, len(name))
    return NamePlace(str(path), span, plain=document.style(path) == "plain", declares=True)


def _in_groups(processed: ProcessedTemplate, name: str) -> Iterator[NamePlace]:
    """The places of a Parameter's name in the annotation that puts the fields of the form under headings."""
    template = processed.template
    path = template.path / "metadata" / "annotations" / GROUPS_ANNOTATION
    own = mapping_at(mapping(template.document.value), template.path)
    text = mapping(mapping(own.get("metadata")).get("annotations")).get(GROUPS_ANNOTATION)
    if not isinstance(text, str) or not any(name in names for names in template.parameter_groups.values()):
        return
    for line in re.finditer(r"[^:\n]*+:(?P<names>[^\n]*+)", text):
        for match in re.finditer(rf"(?<![a-zA-Z0-9_]){re.escape(name)}(?![a-zA-Z0-9_])", line["names"]):
            start = line.start("names") + match.start()
            yield NamePlace(str(path), template.document.text_span(path, start, start + len(name)))


def _why_no_parameter(evaluation: Evaluation, name: str) -> str:
    if refusal := why_no_name(name):
        return refusal
    processed = evaluation.processed
    if processed is None:
        return ""
    if processed.template.parameter(name):
        return f"The Template has a parameter `{name}` already."
    for reference in _references(evaluation, processed, name):
        if reference.fate == "undeclared":
            line = _reference_place(processed.template.document, reference).span.start.line
            return f"Line {line} refers to `{name}`, which is not declared: it would refer to this parameter."
    return ""


def variable_at(evaluation: Evaluation, position: Position) -> VariableAt | None:
    """The variable that a container declares or refers to at ``position``; None if there is none."""
    document = evaluation.source.document_at(position)
    if document is None:
        return None
    path = document.path_at(position)
    for container in evaluation.containers:
        owner = evaluation.objects[container.object]
        if owner.document is not document or not path.is_under(owner.where(container.path)):
            continue
        for text in container.texts:
            if owner.where(text.path) != path:
                continue
            for reference in text.references:
                evaluation.deadline.spend()
                span = owner.span(text.path, reference.start, reference.end)
                if reference.fate not in _NOT_A_USE and span.touches(position):
                    return VariableAt(container, reference.name, reference.variable, text, reference)
        for variable in container.declared:
            if variable.path is not None and path.is_under(owner.where(variable.path)):
                return VariableAt(container, variable.name, variable)
    return None


def _of_variable(
    evaluation: Evaluation, container: ContainerEnvironment, name: str, variable: Variable | None
) -> Renaming:
    """The Renaming of a variable in its container, and in each container that shares one of its places by an alias."""
    if not _declares(container, name):
        origin = f"comes from {variable.origin.label}" if variable else "is not defined in `env`"
        refusal = f"`{name}` {origin}: only entries of `env` can be renamed."
        uses = _sorted(_variable_places(evaluation, container, name))
        return Renaming("variable", name, uses, (container,), refusal)
    chosen, places = [container], set(_variable_places(evaluation, container, name))
    others = [
        (other, set(_variable_places(evaluation, other, name)))
        for other in evaluation.containers
        if other is not container
    ]
    spans = {place.span for place in places}
    while sharing := [other for other in others if any(place.span in spans for place in other[1])]:
        others = [other for other in others if other not in sharing]
        chosen += [other for other, _ in sharing]
        places.update(place for _, shared in sharing for place in shared)
        spans = {place.span for place in places}
    document = evaluation.objects[container.object].document
    refusal = _refusal(evaluation, document, places, name)
    if undeclared := next((other.name for other in chosen if not _declares(other, name)), ""):
        refusal = f"The container `{undeclared}` shares this text and has `{name}` from elsewhere."
    return Renaming("variable", name, _sorted(places), tuple(chosen), refusal)


def _declares(container: ContainerEnvironment, name: str) -> bool:
    return any(variable.name == name for variable in container.declared)


def _variable_places(evaluation: Evaluation, container: ContainerEnvironment, name: str) -> Iterator[NamePlace]:
    """The places of a variable's name in one container: its entries, and the references, also those before it."""
    owner = evaluation.objects[container.object]
    for variable in container.declared:
        if variable.name == name and variable.path is not None:
            path = owner.where(variable.path / "name")
            span = owner.span(variable.path / "name", 0, len(name))
            yield NamePlace(str(path), span, plain=owner.document.style(path) == "plain", declares=True)
    for text in container.texts:
        evaluation.deadline.spend(1 + len(text.references))
        for reference in text.references:
            if reference.name == name and reference.fate not in _NOT_A_USE:
                span = owner.span(text.path, reference.start + len("$("), reference.end - len(")"))
                yield NamePlace(str(owner.where(text.path)), span)


def _why_no_variable(evaluation: Evaluation, renaming: Renaming, name: str) -> str:
    if strict_env_name_errors(name):
        return "A variable's name has letters, digits, `_`, `-` and `.` only, and does not begin with a digit."
    for container in renaming.containers:
        if name in variable_names(evaluation, container) or _declares(container, name):
            return f"The container `{container.name}` has a variable `{name}` already."
        owner = evaluation.objects[container.object]
        for text in container.texts:
            for reference in text.references:
                if reference.name == name and reference.fate not in _NOT_A_USE:
                    line = owner.span(text.path, reference.start, reference.end).start.line
                    return f"Line {line} refers to `{name}`, which is not defined: it would refer to this variable."
        if is_from_template(evaluation, container.object) and _is_taken_by_template(evaluation, name):
            return f"The Template would take `$({name})` for its parameter."
    return ""


def _is_taken_by_template(evaluation: Evaluation, name: str) -> bool:
    """Whether the Template substitutes `$(name)` before the kubelet sees it."""
    processed = evaluation.processed
    is_proposal = processed is not None and processed.dialect is Dialect.PROPOSAL
    return is_proposal and evaluation.template is not None and evaluation.template.parameter(name) is not None


def _sorted(places: Iterable[NamePlace]) -> tuple[NamePlace, ...]:
    """The places in the order of the text; of those with the same span, the first."""
    by_span: dict[SourceSpan, NamePlace] = {}
    for place in places:
        by_span.setdefault(place.span, place)
    return tuple(by_span[span] for span in sorted(by_span))


def _refusal(evaluation: Evaluation, document: Document, places: Iterable[NamePlace], name: str) -> str:
    """Why a place cannot be changed: the name is not written there as it is, or an alias repeats it elsewhere."""
    source = document.source
    for place in sorted(places, key=lambda place: place.span):
        evaluation.deadline.spend()
        line = place.span.start.line
        if source.slice(place.span) != name:
            return f"Line {line} does not contain `{name}` as a word: a parameter, an alias or escapes stand for it."
        if re.search(r"&[^\s,\[\]{}]+\s+[\"']?\Z", source.line_before(place.span.start)):
            return f"An anchor in line {line} may repeat `{name}` elsewhere."
    return ""
