"""Where a fact about the cluster comes from: pasted beside the pod, given by the user, or assumed."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

from playground.engine.model.records import record

Value = TypeVar("Value", covariant=True)


class Provenance(StrEnum):
    """Where a fact comes from, in order of precedence."""

    PASTED = "pasted"
    GIVEN = "given"
    ASSUMED = "assumed"


@record()
class Fact(Generic[Value]):
    """A value and its provenance."""

    value: Value
    provenance: Provenance

    @property
    def assumed(self) -> bool:
        return self.provenance is Provenance.ASSUMED
