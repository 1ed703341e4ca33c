"""Memory: results of one evaluation that the next one of nearly the same text can reuse; its holder owns the text."""

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
    """Results of the last evaluation for each Document; pass it to ``evaluate`` again and again.

    It belongs to the owner of the text, because it contains the text, secrets included. It holds the Documents
    of the last text that was read to its end, what the last Template that was processed became, and nothing older: a
    text that is too long, or whose time is up before, leaves what there was. At most ``characters`` of Documents; what
    is beyond is evaluated anew each time. A Document takes about forty times its text. Not for two evaluations at the
    same time.
    """

    characters: int = MOST_CHARACTERS
    chunks: Mapping[Hashable, Any] = field(default_factory=dict, repr=False)  # of the last text: see source.known
    limits: object = None  # that they were read under
    processed: tuple[str, Any] = field(default=("", None), repr=False)  # with which inputs, and what
    era: object = field(default_factory=object, repr=False)  # results of another one hold no longer
    _rests: str = field(default="", repr=False)

    def rest_on(self, *facts: object) -> None:
        """From here on results rest on these facts, beside the Documents; a new ``era`` begins if one is not as it was.

        They are compared as they are printed: to ``==`` 1 is True, and the order of a mapping's keys is nothing.
        """
        printed = repr(facts)
        if printed != self._rests:
            self.era, self._rests = object(), printed
