"""The reader turns a text into Documents: values as Kubernetes reads them, and the place of every key and value.

A place is a part of the text, from one line and column (or offset) to another.
"""

from __future__ import annotations

from typing import Any

from playground.engine.reading.document import Document
from playground.engine.reading.problem import LIMIT_PATTERNS, PATTERNS, SourceError, SourceProblem
from playground.engine.reading.reader import Source, read
from playground.engine.reading.text import SourceText, apply_edits

__all__ = [
    "LIMIT_PATTERNS",
    "PATTERNS",
    "Document",
    "Source",
    "SourceError",
    "SourceProblem",
    "SourceText",
    "apply_edits",
    "read",
    "read_plain",
]


def read_plain(text: str, *, unique: bool = False) -> Any:
    """The value of the first document in ``text``, without places; None for an empty text.

    Raises SourceError when the text cannot be read, and when a key is repeated although keys must be ``unique``. The
    error's message names line and column.
    """
    source = read(text)
    for error in source.errors(unique=unique):
        start = error.span.start
        raise SourceError(f"Line {start.line}, column {start.column}: {error.message}")
    return source.documents[0].value if source.documents else None
