"""Which value is at a place of the text, whether it can become a Parameter, and what it means."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from playground.engine.authoring.meanings import (
    IMAGE_TAG,
    Meaning,
    NamesOfObjects,
    display_name_of,
    meaning_of,
    secret_meaning,
)
from playground.engine.authoring.value_places import IMAGE, Target, dialect_for
from playground.engine.authoring.wrapping import PlainObject
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.refusal import Refusal
from playground.engine.reading import Document
from playground.engine.templates.substitution import parameter_tokens
from playground.engine.text.secrets import holds_secret, passwords_in

_APPLICATION_NAMES: Final = ("NAME", "APP_NAME", "APPLICATION_NAME")


def target_at(
    evaluation: Evaluation, objects: Sequence[PlainObject], names: NamesOfObjects, span: SourceSpan
) -> Target | Refusal:
    """The value at ``span``, or why it cannot become a Parameter."""
    document = _document_at(objects, span.start)
    if document is None:
        if evaluation.template is not None and evaluation.source.document_at(span.start) is not None:
            return Refusal("This object stands beside the Template.", "Move it into `objects` first.")
        return Refusal("The caret is not on a value.")
    path = document.path_at(span.start)
    item = next((item for item in objects if _holds(item, document, path)), None)
    if item is None:
        return Refusal("References are replaced in `objects`, `labels` and `message` only, not in this field.")
    value, relative = field_at(document.value, path), FieldPath(path[len(item.path) :])
    if isinstance(value, dict | list) or not path:
        return Refusal("The caret is not on a value: put it on a text, a number or a boolean.")
    if _is_on_key(document, path, span):
        return Refusal(f"The caret is on the key `{path[-1]}`, and keys stay as they are.", "Put it on the value.")
    if value is None:
        return Refusal("There is no value here.")
    meaning = meaning_of(item.value, relative, names)
    stretch = _stretch(document, path, value, span, meaning)
    if isinstance(stretch, Refusal):
        return stretch
    target = Target(item, relative, value, *stretch, meaning)
    return _refused_text(evaluation, target) or _with_exact_meaning(evaluation, target, names)


def _document_at(objects: Iterable[PlainObject], position: Position) -> Document | None:
    """The Document of one of the ``objects`` around ``position``; None if it is in none."""
    documents = {id(item.document): item.document for item in objects}.values()
    return next((document for document in documents if document.span().touches(position)), None)


def _holds(item: PlainObject, document: Document, path: FieldPath) -> bool:
    """Whether the field at ``path`` is one of ``item``: of the Template itself, only its labels and its message are."""
    if item.document is not document or not path.is_under(item.path):
        return False
    return not isinstance(item.value, dict) or len(path) == len(item.path) or path[len(item.path)] in item.value


def _is_on_key(document: Document, path: FieldPath, span: SourceSpan) -> bool:
    """Whether ``span`` begins on the key of the field at ``path``, and does not reach its value."""
    key, value = document.key_span(path), document.span(path)
    return key != value and key.touches(span.start) and not value.touches(span.end)


def _stretch(
    document: Document, path: FieldPath, value: Any, span: SourceSpan, meaning: Meaning
) -> tuple[int, int] | Refusal:
    """Start and end of the part of the ``value`` that ``span`` chooses; of a number or boolean (0, 0)."""
    if not isinstance(value, str):
        return 0, 0
    selected = document.source.slice(span)
    if not selected or selected == document.source.slice(document.span(path)):
        part = None if selected else _part_at(document, path, value, span, meaning)
        if part is not None:
            return part
        if document.written(path)[1] not in ("literal", "folded"):
            return 0, len(value)
        if "\n" not in (line := value.rstrip("\n")):
            return 0, len(line)
        return Refusal("This is a text of several lines.", "Select the part that becomes a parameter.")
    # The characters of a value stand in the source in their order.
    start, end = (
        bisect_left(range(len(value)), place, key=lambda index: document.text_span(path, index, index).start)
        for place in (span.start, span.end)
    )
    if start < end and "\n" not in value[start:end] and document.text_span(path, start, end) == span:
        return start, end
    return Refusal("The selection is not a part of one value on one line.")


def _part_at(
    document: Document, path: FieldPath, value: str, caret: SourceSpan, meaning: Meaning
) -> tuple[int, int] | None:
    """Start and end of the part of the ``value`` that holds the caret and has a meaning of its own; None: no part has.

    An image has a repository and a tag, an address perhaps a password.
    """
    parts = IMAGE.fullmatch(value) if meaning.kind == "image" else None
    if parts is not None:
        tag = document.text_span(path, *parts.span("tag"))
        return parts.span("tag" if tag.start <= caret.start else "repository")
    spans = ((part, document.text_span(path, *part)) for part in passwords_in(value))
    return next((part for part, span in spans if span.touches(caret.start)), None)


def _refused_text(evaluation: Evaluation, target: Target) -> Refusal | None:
    """Why the text of ``target`` cannot be that of a Parameter."""
    if not isinstance(target.value, str):
        return None
    if not target.text.strip():
        return Refusal("The value is empty." if not target.text else "The value is blank.")
    for token in parameter_tokens(target.value, dialect_for(evaluation)):
        if token.start < target.end and target.start < token.end:
            return Refusal(f"This value refers to `{token.name}` already.", "Select a part of it that is plain text.")
    return None


def _with_exact_meaning(evaluation: Evaluation, target: Target, names: NamesOfObjects) -> Target:
    """``target`` with the meaning that its text has: the name of an Object, a part of an image, a password."""
    meaning = target.meaning
    if meaning.kind == "name":
        template = evaluation.template
        has_application = template is not None and any(map(template.parameter, _APPLICATION_NAMES))
        of_object = names.meaning(target.text, has_application=has_application)
        # A text that is no Object's name is replaced only as a whole, and only in fields of the same meaning.
        return replace(target, meaning=of_object or replace(meaning, kind="value"))
    if target.is_whole:
        # A token shows by itself that it is secret, whatever its variable is called.
        is_token = holds_secret(target.text) and not any(passwords_in(target.text))
        return replace(target, meaning=secret_meaning(meaning.name)) if is_token else target
    if meaning.kind == "image":
        return replace(target, meaning=_meaning_in_image(target))
    if (target.start, target.end) in passwords_in(target.value):
        return replace(target, meaning=secret_meaning("PASSWORD"))
    return target


def _meaning_in_image(target: Target) -> Meaning:
    """The meaning of a stretch of an image: its tag, its repository, or another part."""
    meaning, parts = target.meaning, IMAGE.fullmatch(target.value)
    stretch = target.start, target.end
    if parts and stretch == parts.span("tag"):
        return IMAGE_TAG
    if parts and stretch == parts.span("repository"):
        return meaning
    name = "IMAGE_REGISTRY" if target.start == 0 else "IMAGE_NAME"
    description = "A part of the container image."
    return Meaning("value", "image", name, display_name_of(name), description)
