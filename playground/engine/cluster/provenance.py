"""Where a fact about the cluster comes from: pasted beside the pod, given by the user, or assumed."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

from playground.engine.model.records import record

Known = TypeVar("Known", covariant=True)


class Provenance(StrEnum):
    """Where a fact comes from, in order of precedence."""

    PASTED = "pasted"
    GIVEN = "given"
    ASSUMED = "assumed"


@record()
class Fact(Generic[Known]):
    """A value, and who vouches for it."""

    value: Known
    provenance: Provenance

    @property
    def assumed(self) -> bool:
        return self.provenance is Provenance.ASSUMED
