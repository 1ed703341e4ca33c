"""The page of a Share that other sites frame: text and output with colours, and the issues, without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, takewhile

from django.utils.safestring import SafeString

from playground.engine import Evaluation
from playground.pages.form.draft import Draft
from playground.pages.markup import Panel, prose
from playground.pages.output.faults.in_lines import source_faults
from playground.pages.output.faults.of_evaluation import MOST_ISSUES
from playground.pages.output.lines import blocks, escaped, line_words, lines_of_text, rows
from playground.pages.output.lines_panel import MOST_CHARACTERS, MOST_LINES, LinesPanel, cut_off, output_panel
from playground.pages.output.marks import Writer, fault_attributes
from playground.pages.playground.issues import issue_count


@dataclass(frozen=True, slots=True)
class EmbeddedIssue(Panel):
    """One Diagnostic, with the line that it leads to."""

    number: int
    severity: str
    word: str
    code: str
    message: SafeString
    line: int
    is_shown: bool  # whether the frame shows the line
    place: str  # "Line 3"


@dataclass(frozen=True, slots=True)
class EmbeddedPanel(Panel):
    """What the frame shows: the text, the output if there is one, and the issues."""

    source: SafeString
    cut: str  # how many lines of the text are shown; "" if all are
    output: LinesPanel | None
    issues: tuple[EmbeddedIssue, ...]
    count: str  # of the issues
    more: int  # issues that are not listed


def embedded_panel(evaluation: Evaluation, draft: Draft) -> EmbeddedPanel:
    """The frame's content, within the limits of the page's output."""
    all_lines = lines_of_text(draft.source)
    lengths = accumulate(map(len, all_lines[:MOST_LINES]))
    lines = all_lines[: sum(1 for _ in takewhile(lambda characters: characters <= MOST_CHARACTERS, lengths))]
    issues = tuple(_issues(evaluation, len(lines)))
    return EmbeddedPanel(
        source=_source(evaluation, lines, [issue.line for issue in issues if issue.is_shown]),
        cut=cut_off(len(lines), len(all_lines)),
        output=output_panel(evaluation, draft, framed=True) if _has_output(evaluation) else None,
        issues=issues,
        count=issue_count(evaluation),
        more=max(0, len(evaluation.diagnostics) - MOST_ISSUES),
    )


def _has_output(evaluation: Evaluation) -> bool:
    return evaluation.readable and bool(evaluation.source.documents)


def _issues(evaluation: Evaluation, shown_count: int) -> Iterator[EmbeddedIssue]:
    for number, diagnostic in enumerate(evaluation.diagnostics[:MOST_ISSUES]):
        word = diagnostic.severity.value
        line, message = diagnostic.span.start.line, prose(diagnostic.message)
        words = line_words(evaluation.source.text, line)
        yield EmbeddedIssue(number, word, word.capitalize(), diagnostic.code, message, line, line <= shown_count, words)


def _source(evaluation: Evaluation, lines: list[str], linked: Iterable[int]) -> SafeString:
    """The lines of the text as HTML: keys and comments in colour, faults underlined, an id for each ``linked`` line."""
    # The frame lists each diagnostic as an issue of its own.
    write, faults = Writer(framed=True), source_faults(evaluation, lines, range(MOST_ISSUES))
    html = [
        write(text, written, (), faults.get(number, ()))
        for number, (text, written) in enumerate(zip(lines, escaped(lines), strict=True))
    ]
    attributes = {number: fault_attributes(line_faults) for number, line_faults in faults.items()}
    for line in set(linked):
        attributes[line - 1] = f' id="line-{line}"{attributes.get(line - 1, "")}'
    return blocks(rows(html, [""] * len(html), attributes))
