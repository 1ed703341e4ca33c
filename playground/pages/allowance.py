"""The allowance of one answer: how many characters of users' texts a page may show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from playground.engine import LONGEST_NAME
from playground.pages.markup import visible

ALL_CHARACTERS = 4 * 2**20  # of HTML in one answer: users' texts, and the rows around them
TEXT_CHARACTERS = 4 * 2**10  # of one text
ROW = 500  # characters of HTML that a row takes beside its texts

Item = TypeVar("Item")


class Allowance:
    """The characters that an answer may still show.

    A short source can fill a large answer: each variable that refers to a value shows the whole value again.
    """

    def __init__(self, characters: int = ALL_CHARACTERS) -> None:
        self._left = characters

    def clip(self, text: str, most: int = TEXT_CHARACTERS) -> str:
        """The beginning of ``text`` that fits; after a cut text, the number of characters cut off."""
        beginning = text[: max(0, min(most, self._left))]
        self._left -= len(visible(beginning))  # as HTML, an invisible character takes some 60
        more = len(text) - len(beginning)
        return f"{beginning}… and {more:,} more characters" if more else beginning

    def name(self, text: str) -> str:
        """``text`` clipped to the length of a name."""
        return self.clip(text, LONGEST_NAME)

    def names(self, names: Iterable[str], most: int) -> str:
        """The first ``most`` of ``names``, each clipped, and the number of the others."""
        all_names = list(names)
        first = ", ".join(map(self.name, all_names[:most]))
        return f"{first} and {len(all_names) - most} more" if len(all_names) > most else first

    def rows(self, items: Iterable[Item], most: int) -> Iterator[Item]:
        """The first of ``items``, at most ``most``; fewer if the allowance has no room for a further row."""
        for _, item in zip(range(most), items, strict=False):
            if self._left < ROW:
                return
            self._left -= ROW
            yield item
