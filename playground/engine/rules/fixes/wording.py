"""Writes another text in the place of a whole key or value, in the quotes that it has: JSON has no other text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Fix, write
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.reading.scalars import means_its_text
from playground.engine.text.go import to_json
from playground.engine.text.nearest import nearest
from playground.engine.text.yaml import double_quoted, scalar

_ITEM: Final = re.compile(r"-(?:\s|\Z)")
_AMOUNT: Final = re.compile(r"[0-9.]+[A-Za-z]+")


def write_whole(document: Document, span: SourceSpan, text: str) -> Fix | None:
    """The Fix that puts ``text`` in the place of the key or value at ``span``.

    None for a list with dashes: it may stand no deeper than its key, where text cannot.
    """
    raw, start = document.source.slice(span), document.source.offset(span.start)
    if _ITEM.match(raw):
        return None
    new_text = double_quoted(text) if document.syntax == "json" else _in_style(raw[:1], text)
    gap = "" if raw or document.source.text[start - 1 : start].isspace() else " "  # behind a colon without a value
    return Fix(f"Write {text}", (Edit(span, f"{gap}{new_text}"),))


def in_quotes(document: Document, span: SourceSpan, value: float) -> Fix:
    """The Fix that makes text of the number or boolean ``value`` at ``span``, as written; of an alias, its value."""
    raw = document.source.slice(span)
    text = double_quoted(to_json(value) if raw.startswith("*") else raw)
    return Fix("Put quotes around it", (Edit(span, text),))


def _in_style(quote: str, text: str) -> str:
    """``text`` in the ``quote`` that is there, if there is one and it can stand in it."""
    if quote == '"':
        return double_quoted(text)
    if quote == "'" and "'" not in text and text.isprintable():
        return f"'{text}'"
    return text if _AMOUNT.fullmatch(text) and means_its_text(text) else scalar(text, flow=True)


def write_inside(document: Document, place: FieldPath, span: SourceSpan, text: str) -> Fix | None:
    """The Fix that puts ``text`` in the place of ``span``, which is a part of the value at ``place``.

    The value is put in quotes where it must be; None if it cannot, because it goes on in another line.
    """
    if document.style(place) != "plain" or document.style(place.parent) != "flow":
        return write(text, span)
    whole, raw = document.span(place), document.raw(place)
    if "\n" in raw:
        return None
    start, end = (position.column - whole.start.column for position in (span.start, span.end))
    return Fix(f"Write {text}", (Edit(whole, double_quoted(raw[:start] + text + raw[end:])),))


MOST_MISSPELT: Final = 100  # places for which a rule looks for what was meant: comparing takes time
_MOST: Final = 100  # names that one misspelt name is compared with
_REFERENCES: Final = {"ConfigMap": "configMap", "Secret": "secret"}


def meant(
    evaluation: Evaluation, problem: Problem, place: FieldPath, candidates: Sequence[str], name: str = ""
) -> tuple[str, SourceSpan, Fix | None]:
    """A question for the hint, the place, and the Fix that writes the nearest name of ``candidates``.

    ``name`` is a part of the text at ``place``, by default all of it. "" and None if no name is near, or the text
    is not written there literally; without any text, the place is that of the Problem.
    """
    document = evaluation.document(problem.document)
    text = field_at(document.value, place)
    if not isinstance(text, str) or (name or text) not in text:
        return "", evaluation.span(problem), None
    name = name or text
    start = text.index(name)
    span = document.text_span(place, start, start + len(name))
    near = nearest(name, candidates[:_MOST]) if "$" not in name else ""
    if not near:
        return "", span, None
    plain = evaluation.source.text.slice(span) == name and scalar(near, flow=True) == near
    return f"Did you mean `{near}`?", span, write(near, span) if plain else None


def name_of_reference(source: FieldPath, kind: str) -> FieldPath:
    """The place of the name of the ConfigMap or Secret in a `valueFrom` or an item of `envFrom`."""
    return _inside(source, kind) / "name"


def key_of_reference(source: FieldPath, kind: str) -> FieldPath:
    """The place of the key."""
    return _inside(source, kind) / "key"


def _inside(source: FieldPath, kind: str) -> FieldPath:
    field = _REFERENCES.get(kind, "")
    return source / (f"{field}KeyRef" if source[-1] == "valueFrom" else f"{field}Ref") if field else source
