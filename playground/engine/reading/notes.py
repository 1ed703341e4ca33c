"""Notes that the reader takes while it reads a document, and the field of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from playground.engine.location import FieldPath
from playground.engine.reading.errors import values as value_problems
from playground.engine.reading.errors.problem import RawProblem

KEY: Final = -1  # in place of a key's node: a key comes next
ITEM: Final = -2  # it is a list
NOTHING: Final = -3  # it is no mapping or list at all


@dataclass(slots=True)
class Frame:
    """One mapping or list that is still open."""

    container: Any
    node: int
    key_node: int  # of the entry whose value comes next, or one of the above
    key: str = ""


AROUND = Frame(None, -1, NOTHING)  # the document


@dataclass(slots=True)
class Notes:
    """The RawProblems of one document; of very many the first ones, but always one that refuses the document."""

    chunk: str  # in which they are found
    frames: list[Frame] = field(default_factory=lambda: [AROUND])  # the innermost comes last
    raw_problems: list[RawProblem] = field(default_factory=list)
    _refused: bool = False

    def add(self, words: Callable[..., RawProblem | None], *about: Any) -> None:
        """Keep what ``words`` say ``about`` the field that is being read, if they say anything."""
        full = len(self.raw_problems) >= value_problems.MOST
        if full and (self._refused or words in value_problems.WARNINGS):
            return
        raw = words(*about, self.path())
        if raw is not None and (raw.refused or not full):
            self.raw_problems.append(raw)
            self._refused = self._refused or raw.refused

    def path(self) -> FieldPath:
        """The field that is being read."""
        parts: list[str | int] = []
        for frame in self.frames:
            if frame.key_node == ITEM:
                parts.append(len(frame.container))
            elif frame.key_node >= 0:
                parts.append(frame.key)
        return FieldPath(parts)
