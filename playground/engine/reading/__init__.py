"""The reader turns a text into Documents: values as Kubernetes reads them, and the place of every key and value."""

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
    wrong = (
        problem for problem in source.problems if problem.refused or (unique and problem.pattern == "duplicate-key")
    )
    refused = next(wrong, None)
    if refused is not None:
        raise SourceError(f"Line {refused.span.start.line}, column {refused.span.start.column}: {refused.message}")
    return source.documents[0].value if source.documents else None
