"""Comments that ignore Diagnostics: `# playground: ignore ENV502` on the line, or alone on the line above.

What makes a text unreadable cannot be ignored: where a document is not read, nobody knows what is a comment.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Diagnostic
from playground.engine.model.records import record
from playground.engine.rules.registry import codes_named
from playground.engine.rules.walks import once_per_evaluation

_COMMENT = re.compile(r"#[ \t]*(?:template-)?playground:[ \t]*ignore\b(?P<words>[^\r\n#]*)[^\r\n]*")
_WORD = re.compile(r"[^\s,:\[\]]+")  # other tools write `ignore: CODE` or `ignore[CODE]`
_NO_CONTENT = re.compile(r"(?>(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|\n|\r))*)")  # the rest of a line, blank lines, comments


class IgnoreWord(NamedTuple):
    """A code, the name of a rule, or a family in a comment, with its offsets."""

    start: int
    end: int
    text: str

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes that the word names; none if it is misspelt."""
        return codes_named(self.text)


@record()
class IgnoreComment:
    """A comment that ignores Diagnostics."""

    start: int  # the offset of its `#`
    end: int
    line: int  # the line whose Diagnostics are ignored
    words: tuple[IgnoreWord, ...]

    def codes(self) -> frozenset[str]:
        """The codes that the words name."""
        return frozenset(code for word in self.words for code in word.codes)


@once_per_evaluation
def ignore_comments(evaluation: Evaluation) -> tuple[IgnoreComment, ...]:
    """All such comments in the Documents, in the order of the text. JSON has no comments."""
    text = evaluation.source.text.text
    return tuple(_comments(evaluation)) if "playground:" in text else ()


def _comments(evaluation: Evaluation) -> Iterator[IgnoreComment]:
    source = evaluation.source.text
    above_content, next_line = 0, 0  # the end of the lines without content that were passed last, and the line there
    for match in _COMMENT.finditer(source.text):
        evaluation.deadline.spend()
        document = evaluation.source.document_before(match.start())
        if document is None or not document.begins_comment(match.start()):
            continue
        place = source.position(match.start())
        before = source.line_before(place).lstrip()
        is_alone = not before or before.startswith("#")
        if is_alone and match.start() >= above_content and (passed := _NO_CONTENT.match(source.text, match.end())):
            above_content, next_line = passed.end(), source.position(passed.end()).line
        line = next_line if is_alone else place.line
        begin, stop = match.span("words")
        words = tuple(IgnoreWord(*word.span(), word[0]) for word in _WORD.finditer(source.text, begin, stop))
        yield IgnoreComment(match.start(), match.end(), line, words)


def ignored_by(evaluation: Evaluation) -> tuple[tuple[IgnoreComment, tuple[Diagnostic, ...]], ...]:
    """Each comment with those Diagnostics of ``evaluation`` that it ignores."""
    comments = ignore_comments(evaluation)
    if not comments:
        return ()
    places: dict[tuple[int, str], list[Diagnostic]] = defaultdict(list)  # by line and code
    for diagnostic in evaluation.diagnostics:
        if not evaluation.makes_unreadable(diagnostic):
            for line in _lines(evaluation, diagnostic):
                places[line, diagnostic.code].append(diagnostic)
    return tuple(
        (comment, tuple(chain.from_iterable(places.get((comment.line, code), ()) for code in comment.codes())))
        for comment in comments
    )


def without_ignored(evaluation: Evaluation) -> tuple[Diagnostic, ...]:
    """The Diagnostics of ``evaluation`` that no comment ignores."""
    ignored = {diagnostic for _, diagnostics in ignored_by(evaluation) for diagnostic in diagnostics}
    if not ignored:
        return evaluation.diagnostics
    return tuple(diagnostic for diagnostic in evaluation.diagnostics if diagnostic not in ignored)


def _lines(evaluation: Evaluation, diagnostic: Diagnostic) -> set[int]:
    """The line of a Diagnostic, and the first line of its text if that has several: a block holds no comments."""
    source, start = evaluation.source, diagnostic.span.start
    offset = source.text.offset(start)
    document = source.document_before(offset)
    return {start.line, source.text.position(document.scalar_start(offset)).line} if document else {start.line}
