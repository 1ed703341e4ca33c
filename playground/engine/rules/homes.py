"""Where a field that is indented too little belongs: below its empty neighbour, or below a new key."""

from __future__ import annotations

import re
from typing import Any, Final

from playground.engine.diagnostics import Fix
from playground.engine.kubernetes.fields import TYPES, UnknownField
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.location import FieldPath, SourceSpan
from playground.engine.objects import TracedObject
from playground.engine.records import record
from playground.engine.rules.layout import deeper

_NOTHING: Final = re.compile(r":(?:\s|#.*)*")


@record()
class Home:
    """The field below which another one belongs."""

    field: str
    is_there: bool  # whether it stands in the text
    fix: Fix | None


def home_of(item: TracedObject, found: UnknownField) -> Home | None:
    """The field of the same mapping below which an unknown one belongs; None where that is none, or not only one."""
    name, beside = str(found.path[-1]), mapping_at(item.value, found.path[:-1])
    homes = [field for field, kind in TYPES[found.of].items() if name in TYPES.get(kind, ())]
    empty = [field for field in homes if field in beside and beside[field] is None]
    if len(empty) != 1 and len(homes) != 1:
        return _entry_above(item, found, beside)
    home = (empty or homes)[0]
    run = _run(list(beside), name, home, found.of)
    document, parent = item.document, item.where(found.path[:-1])
    first, last = parent / run[0], parent / run[-1]
    if home not in beside:
        return Home(home, False, deeper(document, first, last, f"Write {home} above it", under=home))
    between = SourceSpan(document.key_span(parent / home).end, document.key_span(first).start)
    movable = beside[home] is None and _NOTHING.fullmatch(document.source.slice(between)) is not None
    return Home(home, True, deeper(document, first, last, "Indent it") if movable else None)


def _run(names: list[str], name: str, home: str, kind: str) -> list[str]:
    """The fields around ``name``, without a gap, that belong below the same one, and not where they stand."""
    inner = TYPES[TYPES[kind][home]]
    lost = [each in inner and each not in TYPES[kind] for each in names]
    first = last = names.index(name)
    while first > 0 and lost[first - 1]:
        first -= 1
    while last + 1 < len(names) and lost[last + 1]:
        last += 1
    return names[first : last + 1]


def _entry_above(item: TracedObject, found: UnknownField, beside: Any) -> Home | None:
    """The list above, whose last entry lacks this field: it stands where the dashes do."""
    name, names = str(found.path[-1]), list(beside)
    above = names[names.index(name) - 1] if names.index(name) else ""
    entries, kind = beside.get(above), TYPES[found.of].get(above, "")
    if not isinstance(entries, list) or not entries or name not in TYPES.get(kind.removeprefix("[]"), ()):
        return None
    last: Any = entries[-1]
    if not isinstance(last, dict) or name in last:
        return None
    place = item.where(found.path)
    entry = FieldPath(place[:-1]) / above / (len(entries) - 1)
    document = item.document
    aligned = document.span(entry).start.column == document.key_span(place).start.column + 2
    return Home(above, True, deeper(document, place, place, "Indent it") if aligned else None)
