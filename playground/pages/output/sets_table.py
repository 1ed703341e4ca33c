"""The table of what differs between all value sets: a row for each field, a column for each set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from django.utils.safestring import SafeString

from playground.engine import (
    LONGEST_NAME,
    MISSING,
    Deadline,
    Difference,
    OutOfTimeError,
    ProcessedTemplate,
    compare,
    go_json,
    printed_size,
    refusal,
    secret_parameters,
)
from playground.pages.allowance import Allowance
from playground.pages.draft_evaluation import PageEvaluation, process_with_sets
from playground.pages.form.fields import BASE
from playground.pages.markup import Panel, VisibleValue, counted, place_link, prose
from playground.pages.output.lines import span_text

MOST_DIFFERENCES = 500  # rows
LONGEST_CELL = 200  # characters of a value
_LONGEST_WRITTEN = 100_000  # bytes of memory of a value that is written out to be cut
_NO_TIME = "It takes too long to process the Template for every set. The command line has no limit of time."
# Of a Secret, everybody may read these fields.
_OPEN = (("apiVersion",), ("kind",), ("metadata",), ("type",))


@dataclass(frozen=True, slots=True)
class Cell(VisibleValue):
    """The value that one set gives a field, as JSON."""

    value: str
    secret: bool
    is_known: bool  # False: the set has no such field
    differs: bool  # from the value without a set


@dataclass(frozen=True, slots=True)
class FieldRow(Panel):
    """One field that differs: a link to its place in the source, and the value of each set."""

    link: SafeString
    field: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ObjectRows(Panel):
    """The fields of one Object that differ."""

    name: str
    rows: tuple[FieldRow, ...]


@dataclass(frozen=True, slots=True)
class SetsTable(Panel):
    """What differs between the values without a set and those of every set."""

    sets: tuple[str, ...]
    groups: tuple[ObjectRows, ...]  # by Object
    summary: str
    refused: tuple[SafeString, ...]  # the sets that `oc process` refuses, and why
    cut: str


def sets_table(evaluated: PageEvaluation) -> SetsTable:
    """The table of the value sets of ``evaluated``, within its deadline."""
    names = (BASE, *evaluated.draft.sets)
    try:
        by_set = process_with_sets(evaluated)
        differences = list(
            compare([processed.objects for processed in by_set.values()], evaluated.deadline or Deadline())
        )
    except OutOfTimeError:
        return SetsTable(names, (), _NO_TIME, (), "")
    if not by_set:
        return SetsTable(names, (), "The text is no Template, so it has no values that could differ.", (), "")
    secret = frozenset(name for processed in by_set.values() for name in secret_parameters(processed))
    allowance = Allowance()
    shown = list(allowance.rows(differences, MOST_DIFFERENCES))
    groups = tuple(
        ObjectRows(allowance.clip(name, LONGEST_NAME), tuple(map(partial(_row, secret, allowance), rows)))
        for name, rows in groupby(shown, lambda difference: difference.name)
    )
    cut = f"The first {len(shown):,} of {len(differences):,} fields." if len(shown) < len(differences) else ""
    return SetsTable(names, groups, _summary(differences), tuple(_refused(names, by_set)), cut)


def _summary(differences: list[Difference]) -> str:
    if not differences:
        return "Nothing differs between the sets."
    return f"{counted(len(differences), 'difference')} between the sets, after processing."


def _refused(names: Iterable[str], by_set: Mapping[str, ProcessedTemplate]) -> Iterable[SafeString]:
    """A sentence for each set that `oc process` refuses."""
    for name, processed in zip(names, by_set.values(), strict=True):
        message = refusal(processed, "-").strip().splitlines()  # `-`: the file that the message would name
        if message:
            yield prose(f"`{name}` is refused, and shown as far as it goes: {message[-1].removeprefix('error: ')}")


def _row(secret: frozenset[str], allowance: Allowance, difference: Difference) -> FieldRow:
    item = next(item for item in difference.objects if item is not None)
    field = allowance.clip(str(difference.path) or "the whole object")
    base = difference.values[0]
    hidden = _is_secret(difference, secret)
    cells = tuple(
        Cell(_text(value, allowance), hidden and value is not MISSING, value is not MISSING, not _same(value, base))
        for value in difference.values
    )
    return FieldRow(place_link(field, span_text(item.span(difference.path))), field, cells)


def _same(value: object, base: object) -> bool:
    return type(value) is type(base) and value == base  # in Python, 1 == True


def _text(value: object, allowance: Allowance) -> str:
    """A value as JSON, cut; a large one only by name."""
    if value is MISSING:
        return ""
    if printed_size(value, _LONGEST_WRITTEN) > _LONGEST_WRITTEN:
        return "a large value"
    text = value if isinstance(value, str) and not _looks_typed(value) else go_json(value)
    return allowance.clip(text, LONGEST_CELL)


def _looks_typed(text: str) -> bool:
    """Whether a text needs its quotes: without them it could be taken for another JSON value, or for nothing."""
    return not text.strip() or text in ("true", "false", "null") or text[0] in '"[{' or text[:1].isdigit()


def _is_secret(difference: Difference, secret: frozenset[str]) -> bool:
    """Whether the field holds a value of a secret Parameter, or is in a Secret."""
    for item in difference.objects:
        if item is None:
            continue
        of_secret = isinstance(item.value, dict) and item.value.get("kind") == "Secret"
        if of_secret and difference.path[:1] not in _OPEN:
            return True
        for path, pieces in item.pieces.items():
            if path.is_under(difference.path) and any(piece.parameter in secret for piece in pieces):
                return True
    return False
