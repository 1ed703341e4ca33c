"""A rule about comments of our own that have no effect."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.reading import SourceText
from playground.engine.rules.ignoring import IgnoreComment, IgnoreWord, ignored_by, without_ignored
from playground.engine.rules.registry import nearest_rule, rule

_BLANK = " \t"
_NEAR = 2  # lines; a comment that is so close to what it names stands in the wrong place
_MOST_GUESSES = 20  # unknown words for which the nearest name is looked for; each takes milliseconds


@rule("SRC142", Severity.HINT, last=True)
def unused_ignore_comment(evaluation: Evaluation) -> Iterator[Finding]:
    """A comment `# playground: ignore` ignores nothing, or names no known code.

    Behind a value the comment ignores the diagnostics of its line. Alone on a line it ignores those of the next line.
    It names codes such as `ENV502`, names of rules or families such as `ENV`. A comment that is left behind would hide
    the next mistake.

    Example::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: web} # playground: ignore ENV502

    Instead::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: web}
    """
    if not evaluation.readable:
        return  # what an unread document says may be what the comment is for
    source = evaluation.source.text
    guesses = _MOST_GUESSES
    reported = {(diagnostic.span.start.line, diagnostic.code) for diagnostic in without_ignored(evaluation)}
    for comment, diagnostics in ignored_by(evaluation):
        codes = {diagnostic.code for diagnostic in diagnostics}
        idle = [word for word in comment.words if not codes.intersection(word.codes)]
        if comment.words and not idle:
            continue
        unknown = next((word for word in idle if not word.codes), None)
        near = nearest_rule(unknown.text) if unknown and guesses else ""
        guesses -= bool(unknown and guesses)
        removal = _removal(source, comment, idle)
        correction = None
        if unknown and near:
            correction = Fix(f"Write {near}", (_replacement(source, unknown.start, unknown.end, near),))
        line = 0 if unknown else _line_nearby(comment, idle, reported)
        moving = f"Line {line} has it: write the comment behind that line, or alone above it." if line else ""
        yield Finding(
            _message(comment, idle, unknown),
            source.span(comment.start, comment.end),
            hint=f"Did you mean `{near}`?" if near else moving or f"{removal.title}.",
            fix=correction or (None if line else removal),
            alternatives=(removal,) if correction or line else (),
        )


def _line_nearby(comment: IgnoreComment, idle: list[IgnoreWord], reported: set[tuple[int, str]]) -> int:
    """The line nearest to the comment that has what an ``idle`` word names; 0 if none is near."""
    codes = {code for word in idle for code in word.codes}
    lines = sorted(range(comment.line - _NEAR, comment.line + _NEAR + 1), key=lambda line: abs(line - comment.line))
    return next((line for line in lines if any((line, code) in reported for code in codes)), 0)


def _message(comment: IgnoreComment, idle: list[IgnoreWord], unknown: IgnoreWord | None) -> str:
    if unknown:
        return f"No rule has the code, name or family `{unknown.text}`, so it is not ignored."
    if not idle:
        return "This comment names no code, so it ignores nothing."
    words = ", ".join(f"`{word.text}`" for word in idle)
    return f"Line {comment.line} has no diagnostic {words} that this comment could ignore."


def _removal(source: SourceText, comment: IgnoreComment, idle: list[IgnoreWord]) -> Fix:
    """The Fix that removes the ``idle`` words, or the comment if no other word is left."""
    if len(idle) < len(comment.words):
        idle_words = {word.text for word in idle}
        kept = " ".join(word.text for word in comment.words if word.text not in idle_words)
        edit = _replacement(source, comment.words[0].start, comment.words[-1].end, kept)
        return Fix("Remove what is not ignored", (edit,))
    start = source.position(comment.start)
    before = source.line_before(start)
    begin, end = comment.start - len(before) + len(before.rstrip(_BLANK)), comment.end
    if not before.strip(_BLANK) and start.line < len(source.line_starts):
        end = source.line_starts[start.line]  # the whole line, with its break
    return Fix("Remove the comment", (Edit(source.span(begin, end), ""),))


def _replacement(source: SourceText, begin: int, end: int, words: str) -> Edit:
    """The Edit that writes ``words``, apart from what is before them, as in `ignore.ENV502`."""
    gap = " " if source.text[begin - 1].isalnum() else ""
    return Edit(source.span(begin, end), gap + words)
