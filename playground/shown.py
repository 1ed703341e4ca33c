"""Record types whose fields Django templates find at the first lookup."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def shown(made: type[Made]) -> type[Made]:
    """A dataclass with slots that answers as a mapping does, too; frozen for the type checker.

    For `item.name` a template asks for `item["name"]` first. With other records that fails, which takes longer than to
    find the field.
    """
    record = dataclass(slots=True, unsafe_hash=True)(made)
    record.__getitem__ = object.__getattribute__  # type: ignore[index]  # for templates alone
    return record
