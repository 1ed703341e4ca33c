"""Where a fact about the cluster comes from: pasted beside the pod, given by the user, or assumed."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, TypeVar

from playground.engine.records import record

Known = TypeVar("Known", covariant=True)


class Provenance(StrEnum):
    """Who vouches for a fact; the order is the order in which they are asked."""

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
