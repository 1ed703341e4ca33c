"""The form of value sets: a column of fields for each set, and the controls that choose and change the sets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import ParameterValue
from playground.pages.form.draft import Draft
from playground.pages.form.fields import EMPTY_IN_SET, MOST_SET_NAME, MOST_SETS
from playground.pages.markup import Panel, prose
from playground.pages.parameters.controls import ParameterField

_LONGEST_PLACEHOLDER = 100  # characters
_SAME, _GENERATED = "as base", "generated"


@dataclass(frozen=True, slots=True)
class SetField(Panel):
    """The field of one Parameter in one set; empty if the set does not differ, EMPTY_IN_SET if the value is empty."""

    set: str
    id: str
    name: str
    value: str
    placeholder: str  # the value without a set
    lines: bool  # the value has several lines
    chosen: bool
    errors: tuple[SafeString, ...] = ()


@dataclass(frozen=True, slots=True)
class SetItem(Panel):
    """One set: its name, and how many values of its own it has."""

    name: str
    own: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SetsPanel(Panel):
    """The controls of the value sets."""

    items: tuple[SetItem, ...]
    base_chosen: bool
    can_add: bool
    longest_name: int = MOST_SET_NAME


def sets_panel(draft: Draft) -> SetsPanel:
    """The sets of ``draft``."""
    items = tuple(
        SetItem(name, f"{len(values)} of its own" if values else "as base", name == draft.set)
        for name, values in draft.sets.items()
    )
    return SetsPanel(items, not draft.set, len(items) < MOST_SETS)


def set_fields(
    value: ParameterValue, field: ParameterField, draft: Draft, errors: tuple[str, ...]
) -> Iterator[SetField]:
    """The fields of a Parameter in all sets; ``errors`` are those of the value that the chosen set gives."""
    base = draft.values.get(field.name, value.parameter.value or "")
    shown = _GENERATED if value.parameter.generate else base.split("\n", 1)[0]
    placeholder = _SAME if field.secret and base else shown[:_LONGEST_PLACEHOLDER]
    for name, values in draft.sets.items():
        is_given = field.name in values
        text = values[field.name] or EMPTY_IN_SET if is_given else ""
        chosen = name == draft.set
        messages = tuple(map(prose, errors)) if chosen and is_given else ()
        lines = "\n" in text or field.kind in ("lines", "base64")
        yield SetField(
            name, f"{field.id}-{name}", f"set.{name}.{field.name}", text, placeholder, lines, chosen, messages
        )


def given_by_set(draft: Draft, name: str) -> bool:
    """Whether the chosen set gives this Parameter's value: then the value's errors are those of the set's field."""
    return name in draft.sets.get(draft.set, {})
