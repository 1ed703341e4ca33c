"""Record types whose fields Django templates find at the first lookup."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def page_record(made: type[Made]) -> type[Made]:
    """A dataclass with slots that can also be subscripted by field name; frozen for the type checker.

    For `item.name` a template first tries `item["name"]`, whose failure would take longer than the lookup itself.
    """
    record = dataclass(slots=True, unsafe_hash=True)(made)
    record.__getitem__ = object.__getattribute__  # type: ignore[index]  # for templates only
    return record
