"""Problems of a text: SourceProblem with its place, and RawProblem before its place is known.

A problem is data, never raised; ``refused`` says that Kubernetes' reader would give up on the document.
"""

from __future__ import annotations

from playground.engine.model.diagnostics import Related
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record

# The patterns by subject. A document with a problem of WARNING_PATTERNS can be read, with any other it cannot.
LIMIT_PATTERNS = (
    "text-too-long",
    "too-many-documents",
    "too-many-values",
    "nesting-too-deep",
    "value-too-long",
    "aliases-too-large",
)
SYNTAX_PATTERNS = (
    "invalid-character",
    "document-separator",
    "directive",
    "tab-indentation",
    "missing-colon",
    "missing-space",
    "unquoted-start",
    "unquoted-braces",
    "nested-colon",
    "nested-list",
    "flow-question-mark",
    "bad-indentation",
    "unclosed-quote",
    "unclosed-bracket",
    "text-after-quote",
    "invalid-escape",
    "invalid-anchor",
    "invalid-tag",
    "block-header",
    "invalid-yaml",
    "invalid-json",
)
MEANING_PATTERNS = (
    "undefined-alias",
    "recursive-alias",
    "merge-not-a-mapping",
    "tag-mismatch",
    "unsupported-key",
    "unsupported-value",
)
WARNING_PATTERNS = (
    "duplicate-key",
    "merge-override",
    "odd-key",
    "long-integer",
    "byte-order-mark",
    "ignored-text",
    "invalid-bytes",
)
# A problem with one of these patterns and an ``error`` says that a mapping or list is a key.
KEY_PATTERNS = frozenset({"unsupported-key", "unquoted-braces"})
PATTERNS: tuple[str, ...] = (*LIMIT_PATTERNS, *SYNTAX_PATTERNS, *MEANING_PATTERNS, *WARNING_PATTERNS)


@record()
class SourceProblem:
    """Something wrong with the text itself, in plain words, at its place."""

    pattern: str  # one of PATTERNS
    message: str  # what is wrong
    hint: str  # what to do
    span: SourceSpan
    document: int  # index of the Document; if the document is refused, the index that it would have had
    field: FieldPath
    related: tuple[Related, ...]
    refused: bool  # this document could not be read
    error: str = ""  # what `oc` says after ``error parsing FILE: ``; "" if that is unknown


@record()
class RawProblem:
    """A problem whose places are still offsets into the piece of text that is being read."""

    pattern: str
    start: int
    end: int
    message: str
    hint: str
    field: FieldPath = ROOT
    related: tuple[tuple[int, int, str], ...] = ()  # further places: start, end, and a message about the place
    error: str = ""

    @property
    def refused(self) -> bool:
        """Whether the problem makes the document unreadable."""
        return self.pattern not in WARNING_PATTERNS


class RefusalError(Exception):
    """Stops the reading of a document because of ``raw_problem``; never leaves this package."""

    def __init__(self, raw_problem: RawProblem) -> None:
        super().__init__(raw_problem.message)
        self.raw_problem = raw_problem


class SourceError(Exception):
    """A text that should hold one plain value cannot be read; the message says where and why."""


def too_many_events(offset: int, limits: Limits, path: FieldPath) -> RefusalError:
    """The parser reports more events than the limit: the text holds very many small mappings and lists."""
    message = f"The text has too many keys, values, mappings and lists; the limit is {limits.events:,} parser events."
    return _too_many(message, offset, limits, path)


def too_many_values(offset: int, limits: Limits, path: FieldPath) -> RefusalError:
    """The text holds more keys and values than the limit."""
    message = f"The text has too many keys and values; the limit is {limits.nodes:,}."
    return _too_many(message, offset, limits, path)


def _too_many(message: str, offset: int, limits: Limits, path: FieldPath) -> RefusalError:
    hint = limits.hint("Split the text into several smaller ones")
    return RefusalError(RawProblem("too-many-values", offset, offset + 1, message, hint, path))


def too_deep(offset: int, limits: Limits, path: FieldPath) -> RefusalError:
    """A mapping or list is nested deeper than the limit."""
    message = f"Mappings and lists are nested more than {limits.depth:,} deep here."
    hint = "Check for brackets that were opened and never closed."
    start_of_path = FieldPath(path[:8])  # the whole path would have hundreds of steps
    return RefusalError(RawProblem("nesting-too-deep", offset, offset + 1, message, hint, start_of_path))


def too_long(start: int, end: int, length: int, limits: Limits, path: FieldPath) -> RefusalError:
    """One key or value is longer than the limit."""
    message = f"This value is {length:,} characters long; the limit is {limits.scalar_characters:,}."
    return RefusalError(
        RawProblem("value-too-long", start, end, message, limits.hint("Keep large data out of the text"), path)
    )
