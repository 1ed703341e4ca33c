"""Fixes that write another text in place of a key or value, or of a part, with the quotes that are needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Fix, write
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.reading.scalars import means_its_text
from playground.engine.text.go import to_json
from playground.engine.text.nearest import nearest
from playground.engine.text.yaml import double_quoted, scalar

_LIST_ITEM: Final = re.compile(r"-(?:\s|\Z)")
_AMOUNT: Final = re.compile(r"[0-9.]+[A-Za-z]+")


def write_whole(document: Document, span: SourceSpan, text: str) -> Fix | None:
    """The Fix that writes ``text`` in place of the key or value at ``span``, in the same quotes.

    None for a list with dashes: it may be indented no deeper than its key, but text must be.
    """
    raw, start = document.source.slice(span), document.source.offset(span.start)
    if _LIST_ITEM.match(raw):
        return None
    new_text = double_quoted(text) if document.syntax == "json" else _in_style(raw[:1], text)
    gap = "" if raw or document.source.text[start - 1 : start].isspace() else " "  # after a colon without a value
    return Fix(f"Write {text}", (Edit(span, f"{gap}{new_text}"),))


def write_empty(document: Document, place: FieldPath) -> Fix:
    """The Fix that writes the empty text after a key that nothing follows."""
    end = document.key_span(place).end
    colon = Position(end.line, end.column + 1)
    return Fix('Write ""', (Edit(SourceSpan(colon, colon), ' ""'),))


def in_quotes(document: Document, span: SourceSpan, value: float) -> Fix:
    """The Fix that puts quotes around the number or boolean ``value`` at ``span``; an alias becomes its value."""
    raw = document.source.slice(span)
    text = double_quoted(to_json(value) if raw.startswith("*") else raw)
    return Fix("Put quotes around the value", (Edit(span, text),))


def _in_style(quote: str, text: str) -> str:
    """``text`` in the same ``quote`` as before, if ``text`` can be written in it; else in the quotes that it needs."""
    if quote == '"':
        return double_quoted(text)
    if quote == "'" and "'" not in text and text.isprintable():
        return f"'{text}'"
    # ``scalar`` puts quotes around an amount such as `512Mi`, because an amount begins with a digit.
    return text if _AMOUNT.fullmatch(text) and means_its_text(text) else scalar(text, flow=True)


def write_inside(document: Document, place: FieldPath, span: SourceSpan, text: str) -> Fix | None:
    """The Fix that writes ``text`` in place of ``span``, which is a part of the value at ``place``.

    A plain value between brackets or braces gets quotes; None if such a value has several lines.
    """
    if document.style(place) != "plain" or document.style(place.parent) != "flow":
        return write(text, span)
    whole, raw = document.span(place), document.raw(place)
    if "\n" in raw:
        return None
    start, end = (position.column - whole.start.column for position in (span.start, span.end))
    return Fix(f"Write {text}", (Edit(whole, double_quoted(raw[:start] + text + raw[end:])),))


MOST_MISSPELT: Final = 100  # misspelt names for which a rule looks for the nearest name
_MOST_CANDIDATES: Final = 100  # names that one misspelt name is compared with
_REFERENCE_PREFIXES: Final = {"ConfigMap": "configMap", "Secret": "secret"}  # of `configMapKeyRef` and `secretRef`


def nearest_name(
    evaluation: Evaluation, problem: Problem, place: FieldPath, candidates: Sequence[str], name: str = ""
) -> tuple[str, SourceSpan, Fix | None]:
    """The question "Did you mean …?", the place of ``name``, and the Fix that writes the nearest of ``candidates``.

    ``name`` is a part of the text at ``place``, by default the whole text. The question is "" and the Fix None if no
    candidate is near; the Fix is also None if the source spells the name differently. If the value is not text, the
    place is that of the Problem.
    """
    document = evaluation.document(problem.document)
    text = field_at(document.value, place)
    if not isinstance(text, str) or (name or text) not in text:
        return "", evaluation.span(problem), None
    name = name or text
    start = text.index(name)
    span = document.text_span(place, start, start + len(name))
    # A name with a `$` contains a reference, so the name itself is not in the text.
    near = nearest(name, candidates[:_MOST_CANDIDATES]) if "$" not in name else ""
    if not near:
        return "", span, None
    is_literal = evaluation.source.text.slice(span) == name and scalar(near, flow=True) == near
    return f"Did you mean `{near}`?", span, write(near, span) if is_literal else None


def name_of_reference(source: FieldPath, kind: str) -> FieldPath:
    """The path of the name of the ConfigMap or Secret in a `valueFrom` or an item of `envFrom`."""
    return _reference(source, kind) / "name"


def key_of_reference(source: FieldPath, kind: str) -> FieldPath:
    """The path of the key in a `valueFrom`."""
    return _reference(source, kind) / "key"


def _reference(source: FieldPath, kind: str) -> FieldPath:
    """The path of the `configMapKeyRef`, `secretRef` or similar; ``source`` itself for another kind, such as a file."""
    field = _REFERENCE_PREFIXES.get(kind, "")
    return source / (f"{field}KeyRef" if source[-1] == "valueFrom" else f"{field}Ref") if field else source
