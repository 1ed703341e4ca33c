"""Refusal: why something is not made of a text."""

from __future__ import annotations

from playground.engine.model.location import SourceSpan
from playground.engine.model.records import record


@record()
class Refusal:
    """Why there is no Template, Parameter, chart or kustomization of a text: data, as a Diagnostic is."""

    reason: str  # complete sentences, names in backticks
    hint: str = ""  # what to do; "" if nothing is to be said
    span: SourceSpan | None = None  # the place in the source, if there is one

    @property
    def message(self) -> str:
        """The reason and the hint, for those who show both as one text."""
        return f"{self.reason} {self.hint}".rstrip()
