"""Locations: in an object (FieldPath) and in a text (Position, SourceSpan).

Paths print as Kubernetes prints them (apimachinery, ``util/validation/field/path.go``).
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PLAIN_PART = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*\Z")


class FieldPath(tuple[str | int, ...]):
    """The path from an object's root to one of its fields: mapping keys and list indexes.

    >>> str(FieldPath(("spec", "containers", 0, "env")))
    'spec.containers[0].env'
    >>> str(FieldPath(("metadata", "labels", "app.kubernetes.io/name")))
    'metadata.labels[app.kubernetes.io/name]'
    >>> str(FieldPath(("data", "a-b", "é", "1")))
    'data.a-b[é][1]'
    """

    __slots__ = ()

    def __truediv__(self, part: str | int) -> FieldPath:
        return FieldPath(self + (part,))  # noqa: RUF005 (takes half as long as unpacking)

    def join(self, relative: tuple[str | int, ...]) -> FieldPath:
        """This path followed by ``relative``."""
        return FieldPath(self + relative)

    @property
    def parent(self) -> FieldPath:
        """The path of the mapping or list that holds this field; the root's parent is the root."""
        return FieldPath(self[:-1])

    def is_under(self, ancestor: tuple[str | int, ...]) -> bool:
        """Whether this path is ``ancestor`` or lies below it."""
        return self[: len(ancestor)] == tuple(ancestor)

    def __str__(self) -> str:
        text = ""
        for part in self:
            # Most names are identifiers, and isidentifier takes a quarter of the pattern's time.
            if isinstance(part, str) and ((part.isascii() and part.isidentifier()) or _PLAIN_PART.match(part)):
                text += f".{part}" if text else part
            else:
                text += f"[{part}]"
        return text


ROOT = FieldPath()


class Position(NamedTuple):
    """A place in a text: line and column, both from 1, columns counted in code points."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.line}:{self.column}"


class SourceSpan(NamedTuple):
    """A range of a text; ``end`` is exclusive."""

    start: Position
    end: Position

    def touches(self, position: Position) -> bool:
        """Whether ``position`` is in the span or directly after it, where the caret is after typing."""
        return self.start <= position <= self.end

    def __str__(self) -> str:
        return str(self.start)
