"""What a conversion gets, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from playground.engine import Inputs, ProcessedTemplate


@dataclass(frozen=True, slots=True)
class ConversionInput:
    """The Template, processed with the ``inputs``, and the values of each value set, by its name."""

    processed: ProcessedTemplate
    inputs: Inputs
    sets: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Conversion:
    """The files that a Template was converted to: their texts by name.

    ``secrets``: files with secret values, which are no part of an archive. ``notes``: what to know about the files.
    ``next_steps``: makes lines for the terminal from the path of the result and those of the secret files.
    ``generated``: the Parameters whose values were generated for the secret files.
    """

    name: str  # of the folder inside an archive
    files: Mapping[str, str]
    next_steps: Callable[[str, Sequence[str]], Iterable[str]]
    secrets: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    generated: tuple[str, ...] = ()
