"""Problems of a text: SourceProblem with its place, and RawProblem before its place is known.

A problem is data, never raised; ``refused`` says that Kubernetes' reader would give up on the document.
"""

from __future__ import annotations

from playground.engine.model.diagnostics import Related
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record

# The patterns, by what they are about. A pattern is refused always or never, but for `unsupported-key`.
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
)
PATTERNS: tuple[str, ...] = (*LIMIT_PATTERNS, *SYNTAX_PATTERNS, *MEANING_PATTERNS, *WARNING_PATTERNS)


@record()
class SourceProblem:
    """Something wrong with the text itself, in a person's words, at its place."""

    pattern: str  # one of PATTERNS
    message: str  # what is wrong
    hint: str  # what to do
    span: SourceSpan
    document: int  # index of the Document, or the one that it would have had
    field: FieldPath
    related: tuple[Related, ...]
    refused: bool  # this document could not be read
    error: str = ""  # what `oc` says instead, after ``error parsing FILE: ``, where that is known


@record()
class RawProblem:
    """A problem whose places are still offsets into the piece of text that is being read."""

    pattern: str
    start: int
    end: int
    message: str
    hint: str
    field: FieldPath = ROOT
    related: tuple[tuple[int, int, str], ...] = ()
    error: str = ""

    @property
    def refused(self) -> bool:
        """Whether the document can not be read because of it."""
        return self.pattern not in WARNING_PATTERNS


class RefusalError(Exception):
    """Reading stops here, because of the RawProblem it carries; never leaves this package."""

    def __init__(self, raw_problem: RawProblem) -> None:
        super().__init__(raw_problem.message)
        self.raw_problem = raw_problem


class SourceError(Exception):
    """A text that should hold one plain value cannot be read; the message says where and why."""
