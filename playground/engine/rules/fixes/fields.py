"""Fixes that remove a field from its mapping, move it into another mapping, or give it its new shape."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.editing.entries import Entry, entry_at, is_own, spans_to_remove, value_end
from playground.engine.editing.lines import BEFORE_A_KEY, ONE_LINE, shifted, whole_lines
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.reading import Document
from playground.engine.rules.fixes.indentation import indent_fields
from playground.engine.text.yaml import double_quoted, scalar

_MOST_LINES: Final = 1_000  # lines that one Fix removes or moves
_COLON: Final = re.compile(r":\s+")


def remove_field(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that removes the field at ``place``; None if that would remove more, such as a field from an alias."""
    if len(field_at(document.value, place.parent)) == 1 and document.style(place.parent) == "block":
        edit = _emptied(document, place)
    else:
        span = _span_of(document, place)
        edit = Edit(span, "") if span else None
    return Fix(f"Remove {place[-1]}", (edit,)) if edit else None


def _emptied(document: Document, place: FieldPath) -> Edit | None:
    """The Edit that writes `{}` for a mapping in block style with only this field, as null may mean something else."""
    whole, text = SourceSpan(document.key_span(place).start, value_end(document, place)), document.source
    is_short = whole.end.line - whole.start.line < _MOST_LINES
    if not is_short or not is_own(document, place) or "&" in text.slice(whole):
        return None
    if not BEFORE_A_KEY.fullmatch(text.line_before(whole.start)):
        return None
    empty = "{}" + (text.newline if whole.end.column == 1 else "")  # a text after `|` ends on the line below it
    if isinstance(place[-2], str):
        colon = document.key_span(place.parent).end
        if _COLON.fullmatch(text.slice(SourceSpan(colon, whole.start))):
            return Edit(SourceSpan(colon, whole.end), f": {empty}")
    return Edit(whole, empty)


def _span_of(document: Document, place: FieldPath) -> SourceSpan | None:
    """What to remove of a field; None if an anchor or a comment between braces would go, too."""
    if not is_own(document, place) or "&" in document.raw(place):  # the anchor may be used elsewhere
        return None
    entry, style = entry_at(document, place), document.style(place.parent)
    if style == "block" and entry.span.end.line - entry.span.start.line >= _MOST_LINES:
        return None
    spans = spans_to_remove(
        document, place.parent, [entry], _neighbour(document, place, -1), _neighbour(document, place, 1)
    )
    if not spans or (style == "flow" and _has_comment(document, spans[0], entry)):
        return None
    return spans[0]


def _has_comment(document: Document, span: SourceSpan, entry: Entry) -> bool:
    """Whether a comment stands in ``span`` before the ``entry`` between braces, or behind it."""
    before, behind = SourceSpan(span.start, entry.span.start), SourceSpan(entry.span.end, span.end)
    return "#" in document.source.slice(before) + document.source.slice(behind)


def move_into(document: Document, place: FieldPath, target: FieldPath) -> Fix | None:
    """The Fix that moves the field at ``place`` into the mapping at ``target``, below or above it; None if it cannot.

    In block style whole lines are moved, with their indentation. Between braces, the field becomes the last one.
    """
    fields, name = field_at(document.value, target), str(place[-1])
    cut = _span_of(document, place)
    if cut is None or not isinstance(fields, dict) or not fields or name in fields:
        return None
    last = target / list(fields)[-1]
    if place[: len(target)] == target:  # the field goes up, behind the field that it is in
        last = target / place[len(target)]
    if not is_own(document, last):
        return None
    key, end = document.key_span(last), value_end(document, last)
    title = f"Move {name} into {target[-1] if target and isinstance(target[-1], str) else 'the object'}"
    if document.style(target) == "flow":
        return _into_braces(document, place, cut, end, title)
    moved = document.source.slice(cut)
    if document.style(target) != "block" or document.style(place.parent) != "block" or cut.start.column != 1:
        return None
    change = key.start.column - document.key_span(place).start.column
    behind = whole_lines(key.start, end).end
    text = shifted(moved, change)
    if not text.endswith(("\n", "\r")):
        text += document.source.newline
    if behind == cut.start:  # the field follows its new mapping: its lines stay where they are
        return Fix(title, (Edit(cut, text),))
    if not document.source.slice(SourceSpan(key.start, behind)).endswith(("\n", "\r")):  # the end of the text
        text = document.source.newline + text
    return Fix(title, (Edit(cut, ""), Edit(SourceSpan(behind, behind), text)))


def _into_braces(document: Document, place: FieldPath, cut: SourceSpan, end: Position, title: str) -> Fix | None:
    """The Fix that writes the field at ``place`` behind the last field of a mapping between braces, which ends at
    ``end``."""
    whole = SourceSpan(document.key_span(place).start, value_end(document, place))
    text = document.source.slice(whole)
    if document.syntax == "yaml" and (document.style(place) not in (*ONE_LINE, "flow") or "\n" in text):
        return None
    return Fix(title, (Edit(cut, ""), Edit(SourceSpan(end, end), f", {text}")))


def backend_service(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that writes `service` in place of `serviceName` and `servicePort` of an Ingress; None if it cannot."""
    backend = field_at(document.value, place.parent)
    name, port = backend.get("serviceName"), backend.get("servicePort")
    if not isinstance(name, str) or "service" in backend:
        return None
    parts = {"name": name, **({"port": _port(port)} if port is not None else {})}
    named = place.parent / "serviceName"
    written = _in_braces(document, parts)
    key = '"service"' if document.syntax == "json" else "service"
    edits = [Edit(SourceSpan(document.key_span(named).start, value_end(document, named)), f"{key}: {written}")]
    if port is not None:
        cut = _span_of(document, place.parent / "servicePort")
        if cut is None or cut.start < document.span(named).end or not is_own(document, named):
            return None
        edits.append(Edit(cut, ""))
    return Fix("Write service", tuple(edits))


def rolling_update(document: Document, place: FieldPath) -> Fix | None:
    """The Fix that writes `rollingUpdate` below `strategy` in place of a DeploymentConfig's `rollingParams`.

    None if the text has a `strategy` already, unless that has no value and is directly above.
    """
    beside = field_at(document.value, place.parent)
    names = list(beside)
    index = names.index(place[-1])
    is_below = index > 0 and names[index - 1] == "strategy" and not document.raw(place.parent / "strategy")
    if "strategy" in names and not is_below:
        return None
    fix = indent_fields(document, place, place, "Write rollingUpdate", under="" if is_below else "strategy")
    edits = fix.edits if fix else ()
    renamed = tuple(Edit(edit.span, edit.text.replace("rollingParams", "rollingUpdate", 1)) for edit in edits)
    return Fix("Write rollingUpdate", renamed) if renamed else None


def _port(port: Any) -> dict[str, Any]:
    is_number = isinstance(port, int) or str(port).isdecimal()
    return {"number": int(port)} if is_number else {"name": str(port)}


def _in_braces(document: Document, value: Any) -> str:
    """A mapping, text or number as the syntax writes it on one line."""
    if isinstance(value, dict):
        quoted = double_quoted if document.syntax == "json" else str
        return f"{{{', '.join(f'{quoted(key)}: {_in_braces(document, item)}' for key, item in value.items())}}}"
    if isinstance(value, str):
        return double_quoted(value) if document.syntax == "json" else scalar(value, flow=True)
    return str(value)


def _neighbour(document: Document, place: FieldPath, step: int) -> Entry | None:
    """The next field in the same mapping, or with the ``step`` -1 the one before; None without one."""
    names = list(field_at(document.value, place.parent))
    index = names.index(place[-1])
    others = (place.parent / name for name in (names[index + 1 :] if step > 0 else reversed(names[:index])))
    return next((entry_at(document, other) for other in others if is_own(document, other)), None)
