"""The output panel: the Objects line by line, or what differs from the source, as HTML made in one go.

One Django template per line would cost three times the whole processing: lines are escaped and joined here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from itertools import groupby
from operator import attrgetter

from django.utils.safestring import SafeString, mark_safe

from playground.engine import DiffLine, Evaluation, FieldPath, OutputLine, diff_lines, output_lines
from playground.forms import Draft
from playground.views.panels.aligned import NOTE, aligned_output, aligned_rows
from playground.views.panels.allowance import ALL_CHARACTERS, Allowance
from playground.views.panels.folds import SIGNS, folded_rows
from playground.views.panels.issues import span_text
from playground.views.panels.marks import (
    Mark,
    Place,
    at,
    marks_in_block,
    marks_in_line,
    marks_of,
    shown_value,
)
from playground.views.panels.parameter_traces import ParameterTrace, parameter_traces
from playground.views.panels.traces import TraceItem, output_traces
from playground.views.panels.words import counted, prose

MOST_LINES = 2_000
MOST_MARKS = 500  # of one line
MOST_PATH = 1_000  # characters of a line's path


@dataclass(frozen=True, slots=True)
class LinesPanel:
    """Lines of the output, or of the diff, ready to be shown."""

    html: SafeString
    total: int
    shown: int
    whole: bool  # the user asked for all lines, and gets them until the page is loaded anew
    diff: bool = False
    compared: str = ""  # what a diff compares, and how many fields differ
    traces: tuple[TraceItem, ...] = ()  # that the marks open
    parameters: tuple[ParameterTrace, ...] = ()  # that the marks open, too
    note: SafeString | None = None  # what has to be known of it

    @property
    def cut(self) -> str:
        """How much of it is in sight, when it is not all."""
        return f"The first {self.shown:,} of {self.total:,} lines." if self.shown < self.total else ""


def output_file(evaluation: Evaluation, draft: Draft) -> tuple[str, str]:
    """The output as a file, and its syntax: what is downloaded. The aligned output has the syntax of the source."""
    found = aligned_output(evaluation) if draft.shape == "aligned" else None
    if found and found.text is not None and evaluation.processed is not None:
        return found.text, evaluation.processed.template.document.syntax
    return "".join(f"{line.text}\n" for line in lines_of(evaluation, draft)), draft.syntax


def lines_of(evaluation: Evaluation, draft: Draft) -> tuple[OutputLine, ...]:
    """The output in the stage, syntax and shape that the user chose."""
    objects = [item.value for item in evaluation.objects] if draft.stage == "processed" else evaluation.expanded
    clean = draft.shape == "aligned" or (draft.shape == "template" and evaluation.processed is None)
    shape = "documents" if clean else draft.shape
    return output_lines(objects, syntax=draft.syntax, shape=shape, template=evaluation.processed)


def output_panel(evaluation: Evaluation, draft: Draft, *, traced: bool = True) -> LinesPanel:
    """The output, with every stretch marked that a parameter or a variable put there.

    ``traced``: the traces that the marks open come with it; else the page asks for each one when it is opened.
    """
    if draft.shape == "aligned":
        return _aligned_panel(evaluation, draft, traced)
    lines = lines_of(evaluation, draft)
    shown = lines if draft.whole else lines[:MOST_LINES]
    marks = marks_of(evaluation, draft.stage)
    opening = _openings(evaluation)
    rows = (
        f"{opening(line.object, line.path)}{_marked(line.text, found) if found else escape(line.text)}\n</span>"
        for line, found in _with_marks(evaluation, draft.stage, shown, marks)
    )
    panel = _panel(rows, lines, shown, draft)
    if not traced:
        return panel
    traces = output_traces(evaluation) if draft.stage == "expanded" else ()
    return replace(panel, traces=traces, parameters=parameter_traces(evaluation, Allowance(ALL_CHARACTERS // 4)))


def _aligned_panel(evaluation: Evaluation, draft: Draft, traced: bool) -> LinesPanel:
    """The aligned output; where there is none, the clean one and a word why."""
    found = aligned_output(evaluation)
    if found.text is None:
        clean = output_panel(evaluation, replace(draft, shape="documents"), traced=traced)
        return replace(clean, note=prose(f"No aligned output: {found.why}. This is the clean one."))
    rows = aligned_rows(found.text, evaluation.source.text.text)
    shown = rows if draft.whole else rows[:MOST_LINES]
    return replace(_panel(shown, rows, shown, draft), note=prose(NOTE))


def diff_panel(evaluation: Evaluation, draft: Draft) -> LinesPanel:
    """What processing and expansion made of the source's Objects, line against line."""
    before = output_lines(_written_objects(evaluation), syntax=draft.syntax, shape="documents")
    after = lines_of(evaluation, replace(draft, shape="documents"))
    lines = diff_lines(before, after)
    shown = lines if draft.whole else lines[:MOST_LINES]
    opening = _openings(evaluation)
    rows = [f"{opening(line.object, line.path)}{SIGNS[line.sign].format(escape(line.text))}\n</span>" for line in shown]
    blocks = folded_rows(rows, [line.sign for line in shown])
    return replace(_panel(blocks, lines, shown, draft), diff=True, compared=_compared(lines, draft))


def _compared(lines: Iterable[DiffLine], draft: Draft) -> str:
    """How many fields differ, and between what."""
    changes = len({(line.object, line.path) for line in lines if line.sign != " "})
    if not changes:
        return "Nothing differs from the source."
    after = "what processing makes of them" if draft.stage == "processed" else "the output"
    return f"{counted(changes, 'change')} between the source's objects and {after}."


def _panel(rows: Iterable[str], lines: Sequence[object], shown: Sequence[object], draft: Draft) -> LinesPanel:
    html = mark_safe("".join(rows))  # noqa: S308  # every row is made of escaped texts
    return LinesPanel(html, len(lines), len(shown), draft.whole)


def _written_objects(evaluation: Evaluation) -> list[object]:
    """The Objects as the author wrote them, in the order in which they come out."""
    return [at(item.document.value, item.path) for item in evaluation.objects]


def _openings(evaluation: Evaluation) -> Callable[[int | None, FieldPath], str]:
    """What makes the starts of an output's lines. Its Objects repeat their fields: each path is written once."""
    written = cache(_path)

    def opening(index: int | None, path: FieldPath) -> str:
        """The start of a line: which field it shows, and where that stands in the source."""
        if index is None:
            return '<span class="line">'
        span = span_text(evaluation.objects[index].span(path))
        return f'<span class="line" data-object="{index}"{written(path)} data-span="{span}">'

    return opening


def _path(path: FieldPath) -> str:
    """Which field a line shows; nothing where a key is so long that it would make each line below it as long."""
    text = str(path)
    if len(text) > MOST_PATH and sum(len(step) for step in path if isinstance(step, str)) > MOST_PATH:
        return ""
    return f' data-path="{escape(text)}"'


def _with_marks(
    evaluation: Evaluation, stage: str, lines: Sequence[OutputLine], marks: Mapping[Place, tuple[Mark, ...]]
) -> Iterator[tuple[OutputLine, tuple[Mark, ...]]]:
    """Each line with its marks; a text of several lines stands in several of them, under its key."""
    objects = [item.value for item in evaluation.objects] if stage == "processed" else evaluation.expanded
    for place, group in groupby(lines, attrgetter("object", "path")):
        found = marks.get(place)  # around the Objects there are none
        if found is None:
            for line in group:
                yield line, ()
            continue
        first, *rest = group
        value = shown_value(at(objects[place[0]], place[1]))
        yield first, () if rest else marks_in_line(first.text, value, found)
        yield from zip(rest, marks_in_block([row.text for row in rest], value, found), strict=True)


def _marked(text: str, marks: Sequence[Mark]) -> str:
    """A line's text, escaped, its marks as ``<mark>``."""
    pieces = []
    end = 0
    for mark in marks[:MOST_MARKS]:
        if mark.start < end:
            continue  # a field that both steps fill shows the later one
        name = escape(mark.name)
        pieces.append(escape(text[end : mark.start]))
        shown = text[mark.start : mark.end]
        marked = escape(shown)
        marked = f'<mark class="from-{mark.kind}" data-{mark.kind}="{name}">{marked}</mark>'
        label = "" if shown.strip() else f' aria-label="White space of {name}"'  # nothing else names the button
        pieces.append(_opener(mark.trace, marked, label) if mark.trace else marked)
        end = mark.end
    return "".join((*pieces, escape(text[end:])))


def _opener(trace: str, marked: str, label: str) -> str:
    """A marked value that opens its trace, by mouse or by key, without a script."""
    return f'<button class="traced" type="button" popovertarget="{trace}"{label}>{marked}</button>'
