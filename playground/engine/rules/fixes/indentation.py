"""The field below which a field that is indented too little belongs, and a Fix that indents it."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.diagnostics import Fix
from playground.engine.kubernetes.decoding import UnknownField
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.kubernetes.schema import TYPES, struct_of
from playground.engine.location import FieldPath, SourceSpan
from playground.engine.reading.objects import TracedObject
from playground.engine.records import record
from playground.engine.rules.fixes.layout import deeper

_NOTHING: Final = re.compile(r":(?:\s|#.*)*")


@record()
class ParentField:
    """The field below which an unknown field belongs."""

    field: str
    is_there: bool  # in the text; else the Fix adds it
    fix: Fix | None


def parent_field(item: TracedObject, found: UnknownField) -> ParentField | None:
    """The field of the same mapping below which an unknown one belongs; None if there is none, or more than one."""
    name, beside = str(found.path[-1]), mapping_at(item.value, found.path[:-1])
    single = {field: struct_of(go_type) for field, go_type in TYPES[found.of].items() if "[]" not in go_type}
    parents = [field for field, struct in single.items() if name in TYPES.get(struct, ())]
    empty = [field for field in parents if field in beside and beside[field] is None]
    if len(empty) != 1 and len(parents) != 1:
        return _entry_above(item, found, beside)
    above = (empty or parents)[0]
    run = _run(list(beside), name, above, found.of)
    document, parent = item.document, item.where(found.path[:-1])
    first, last = parent / run[0], parent / run[-1]
    if above not in beside:
        return ParentField(above, False, deeper(document, first, last, f"Write {above} above it", under=above))
    between = SourceSpan(document.key_span(parent / above).end, document.key_span(first).start)
    movable = beside[above] is None and _NOTHING.fullmatch(document.source.slice(between)) is not None
    return ParentField(above, True, deeper(document, first, last, "Indent it") if movable else None)


def _run(names: list[str], name: str, above: str, kind: str) -> list[str]:
    """``name`` and its neighbours that belong below ``above``, and not where they are."""
    inner = TYPES[struct_of(TYPES[kind][above])]
    lost = [each in inner and each not in TYPES[kind] for each in names]
    first = last = names.index(name)
    while first > 0 and lost[first - 1]:
        first -= 1
    while last + 1 < len(names) and lost[last + 1]:
        last += 1
    return names[first : last + 1]


def _entry_above(item: TracedObject, found: UnknownField, beside: Any) -> ParentField | None:
    """The list above the field, if its last entry lacks the field: it is indented like the dashes."""
    name, names = str(found.path[-1]), list(beside)
    above = names[names.index(name) - 1] if names.index(name) else ""
    entries, kind = beside.get(above), TYPES[found.of].get(above, "")
    if not isinstance(entries, list) or not entries or name not in TYPES.get(struct_of(kind), ()):
        return None
    last: Any = entries[-1]
    if not isinstance(last, dict) or name in last:
        return None
    place = item.where(found.path)
    entry = FieldPath(place[:-1]) / above / (len(entries) - 1)
    document = item.document
    aligned = document.span(entry).start.column == document.key_span(place).start.column + 2
    return ParentField(above, True, deeper(document, place, place, "Indent it") if aligned else None)
