"""Memory: results of one evaluation that the next one, of nearly the same text, can reuse."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MOST_CHARACTERS: Final = 4_194_304
# Keys: an Object remembers its containers, a Document the results of rules. The latter are dropped when the containers
# of one of its Objects are expanded again.
CONTAINERS, RULES = "containers", "rules"


@dataclass(slots=True)
class Memory:
    """Results of the last evaluation for each Document; pass the same Memory to each call of ``evaluate``.

    It belongs to the owner of the text, because it contains the text, secrets included. It holds the Documents of the
    last text that was read completely and the last processed Template, nothing older; a text that is too long or too
    slow does not change it. It holds at most ``characters`` of Documents, others are evaluated each time. A Document
    takes about forty times its text. Not for concurrent evaluations.
    """

    characters: int = MOST_CHARACTERS
    chunks: Mapping[Hashable, Any] = field(default_factory=dict, repr=False)  # of the last text: see source.reuse
    limits: object = None  # with which they were read
    processed: tuple[str, Any] = field(default=("", None), repr=False)  # its inputs and result: see processing.reuse
    era: object = field(default_factory=object, repr=False)  # results of other eras are invalid
    _rests: str = field(default="", repr=False)

    def rest_on(self, *facts: object) -> None:
        """Make further results depend on these facts, beside the Documents; if one has changed, a new ``era`` begins.

        Facts are compared by their repr, because ``==`` confuses 1 with True and ignores the order of keys.
        """
        printed = repr(facts)
        if printed != self._rests:
            self.era, self._rests = object(), printed
