"""The output panel: the Objects line by line, the aligned source, or what differs from the source; and as a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby, repeat, zip_longest
from math import inf

from django.utils.safestring import SafeString, mark_safe

from playground.engine import (
    LONGEST_OUTPUT,
    Aligned,
    DiffLine,
    Evaluation,
    FieldPath,
    OutputLines,
    Position,
    SourceSpan,
    aligned,
    diff_lines,
    field_at,
    output_lines,
)
from playground.pages.form.draft import Draft
from playground.pages.markup import ALL_CHARACTERS, Allowance, counted, prose
from playground.pages.output.lines import SIGNS, blocks, escaped, folded_rows, places, rows
from playground.pages.output.marks import Place, Writer, marks_in_lines, marks_of, shown_value
from playground.pages.output.parameter_traces import ParameterTrace, parameter_traces
from playground.pages.output.traces import TraceItem, output_traces

MOST_LINES = 2_000
MOST_WHOLE = 50_000  # lines, also when the user asks for all: that many have some 20 MB if they are deeply indented
MOST_COMPARED = 60_000  # lines of each of two outputs
MOST_PATH = 1_000  # characters of a line's path
_MOST_STEPS = 1_000_000  # in the paths of all lines that are compared
_LINE_END = re.compile(r"\r\n?|\n")
NOTE = "The source with its values in place, line for line. What the kubelet expands stays as it is written."
TOO_LONG = "The output is too long to be made here, as its lines are deeply indented: use the command line."
_TOO_LARGE = "This output is too large to be compared here: download it, and compare it with the source by a program."


@dataclass(frozen=True, slots=True)
class LinesPanel:
    """Lines of the output, or of the diff, ready to be shown."""

    html: SafeString
    places: str  # the place of each in the source, see ``lines.places``
    total: int
    shown: int
    whole: bool  # the user requested all lines, and gets MOST_WHOLE until the page is reloaded
    diff: bool = False
    compared: str = ""  # what a diff compares, and how many fields differ
    traces: tuple[TraceItem, ...] = ()  # that the marks open
    parameters: tuple[ParameterTrace, ...] = ()  # that the marks open, too
    note: SafeString | None = None  # what has to be known of it

    @property
    def cut(self) -> str:
        """How much of it is in sight, when it is not all."""
        return f"The first {self.shown:,} of {self.total:,} lines." if self.shown < self.total else ""


def output_panel(evaluation: Evaluation, draft: Draft, *, live: bool = False) -> LinesPanel:
    """The output, with every stretch marked that a parameter or a variable put there.

    The traces that the marks open come with a whole page; a ``live`` page asks for each one when it is opened.
    """
    if draft.shape == "aligned":
        return _aligned_panel(evaluation, draft, live)
    lines = lines_of(evaluation, draft, MOST_WHOLE if draft.whole else MOST_LINES)
    html, table = _rows(evaluation, draft.stage, lines), _places(evaluation, lines.objects, lines.paths)
    panel = _lines_panel(html, table, lines.total, draft)
    if live:
        return panel
    traces = output_traces(evaluation) if draft.stage == "expanded" else ()
    return replace(panel, traces=traces, parameters=parameter_traces(evaluation, Allowance(ALL_CHARACTERS // 4)))


def _aligned_panel(evaluation: Evaluation, draft: Draft, live: bool) -> LinesPanel:
    """The aligned output; if there is none, the documents and the reason."""
    output = aligned_output(evaluation)
    if output.text is None:
        documents = output_panel(evaluation, replace(draft, shape="documents"), live=live)
        return replace(documents, note=prose(f"No aligned output: {output.why}. These are the documents."))
    lines = aligned_rows(output.text, evaluation.source.text.text)
    shown = lines[: MOST_WHOLE if draft.whole else MOST_LINES]
    spans = aligned_places(output.text, evaluation.source.text.text)[: len(shown)]
    return replace(_lines_panel(shown, places(spans), len(lines), draft), note=prose(NOTE))


def diff_panel(evaluation: Evaluation, draft: Draft) -> LinesPanel:
    """What processing and expansion made of the source's Objects, line against line."""
    before = output_lines(_written_objects(evaluation), syntax=draft.syntax, shape="documents", most=MOST_COMPARED)
    after = lines_of(evaluation, replace(draft, shape="documents"), MOST_COMPARED)
    if _are_too_large(before, after):
        return replace(_panel("", places(()), 0, 0, draft), diff=True, compared=_TOO_LARGE)
    lines = diff_lines(before, after)
    shown = lines[: MOST_WHOLE if draft.whole else MOST_LINES]
    texts, steps = escaped(line.text for line in shown), _Steps()
    signed = [SIGNS[line.sign].format(text) for line, text in zip(shown, texts, strict=True)]
    fields = [_field(line.object, line.path, steps) for line in shown]
    html = "".join(folded_rows(rows(signed, fields), [line.sign for line in shown]))
    table = _places(evaluation, [line.object for line in shown], [line.path for line in shown])
    panel = _panel(html, table, len(lines), len(shown), draft)
    return replace(panel, diff=True, compared=_compared(lines, draft))


def _are_too_large(*outputs: OutputLines) -> bool:
    """Whether comparing them would take too long."""
    if any(lines.total > MOST_COMPARED for lines in outputs):
        return True
    return sum(len(path) for lines in outputs for path in lines.paths) > _MOST_STEPS


def _compared(lines: Iterable[DiffLine], draft: Draft) -> str:
    """How many fields differ, and between what."""
    changes = len({(line.object, line.path) for line in lines if line.sign != " "})
    if not changes:
        return "Nothing differs from the source."
    after = "what processing makes of them" if draft.stage == "processed" else "the output"
    return f"{counted(changes, 'change')} between the source's objects and {after}."


def _written_objects(evaluation: Evaluation) -> list[object]:
    """The Objects as the author wrote them, in the order in which they come out."""
    return [field_at(item.document.value, item.path) for item in evaluation.objects]


def _lines_panel(lines: Sequence[str], table: str, total: int, draft: Draft) -> LinesPanel:
    return _panel(blocks(lines), table, total, len(lines), draft)


def _panel(html: str, table: str, total: int, shown: int, draft: Draft) -> LinesPanel:
    safe = mark_safe(html)  # noqa: S308  # every row is made of escaped texts
    return LinesPanel(safe, table, total, shown, draft.whole)


def _rows(evaluation: Evaluation, stage: str, lines: OutputLines) -> list[str]:
    """The lines as HTML, marked; those that a trace can lead to, with the field they show.

    That is where a reference was replaced, or is still there.
    """
    marks, texts = marks_of(evaluation, stage, frozenset(lines.objects)), escaped(lines.texts)
    fields, steps = [""] * len(texts), _Steps()
    marked: dict[Place, list[int]] = {}  # the lines of each field with marks; a text of several lines has several
    for number, place in enumerate(zip(lines.objects, lines.paths, strict=True)):
        if place in marks:
            marked.setdefault(place, []).append(number)  # only an Object has marks
        elif "$" in lines.texts[number]:
            fields[number] = _field(*place, steps)
    objects = [item.value for item in evaluation.objects] if stage == "processed" else evaluation.expanded
    write = Writer()
    for place, numbers in marked.items():
        field, value = _field(*place, steps), shown_value(field_at(objects[place[0]], place[1]))
        by_line = marks_in_lines([lines.texts[number] for number in numbers], value, marks[place])
        for number, line_marks in zip(numbers, by_line, strict=True):
            texts[number] = write(lines.texts[number], texts[number], line_marks)
            fields[number] = field
    return rows(texts, fields)


def _places(evaluation: Evaluation, objects: Iterable[int | None], paths: Sequence[tuple[str | int, ...]]) -> str:
    """The places in the source of lines that show these fields of these Objects."""
    spans: list[SourceSpan | None] = []
    span = evaluation.source.text.span
    for index, group in groupby(objects):
        fields = paths[len(spans) : len(spans) + len(list(group))]
        if index is None:
            spans += [None] * len(fields)
        else:
            spans += [span(start, end) for start, end in evaluation.objects[index].all_offsets(fields)]
    return places(spans)


def _field(index: int | None, path: tuple[str | int, ...], steps: _Steps) -> str:
    """Which field a line shows, as ``output_place`` names it, in HTML.

    Nothing if a key is so long that it would make each line below it as long.
    """
    if index is None:
        return ""
    field = "".join([steps[step] for step in path])
    if len(field) > MOST_PATH and sum(len(step) for step in path if isinstance(step, str)) > MOST_PATH:
        return ""
    return f"{index} {field.removeprefix('.')}"


class _Steps(dict[str | int, str]):
    """The steps of fields as HTML; few are different."""

    def __missing__(self, step: str | int) -> str:
        name = escape(str(FieldPath((step,))))
        self[step] = name if name.startswith("[") else f".{name}"
        return self[step]


def output_file(evaluation: Evaluation, draft: Draft) -> tuple[str, str]:
    """The output as a file, and its syntax: what is downloaded. The aligned output has the syntax of the source.

    OutputTooLongError if it would be longer than LONGEST_OUTPUT.
    """
    text = aligned_output(evaluation).text if draft.shape == "aligned" else None
    if text is not None and evaluation.processed is not None:
        return text, evaluation.processed.template.document.syntax
    return "\n".join([*lines_of(evaluation, draft).texts, ""]), draft.syntax


def lines_of(evaluation: Evaluation, draft: Draft, most: int | None = None) -> OutputLines:
    """The output in the stage, syntax and shape that the user chose; with ``most``, only that many lines of it.

    Without, OutputTooLongError if it would be longer than LONGEST_OUTPUT.
    """
    objects = [item.value for item in evaluation.objects] if draft.stage == "processed" else evaluation.expanded
    clean = draft.shape == "aligned" or (draft.shape == "template" and evaluation.processed is None)
    shape = "documents" if clean else draft.shape
    longest = LONGEST_OUTPUT if most is None else inf
    return output_lines(
        objects, syntax=draft.syntax, shape=shape, template=evaluation.processed, most=most, longest=longest
    )


def aligned_output(evaluation: Evaluation) -> Aligned:
    """The aligned output of what was read, or why there is none."""
    if evaluation.processed is None:
        return Aligned(None, "there is no Template")
    return aligned(evaluation.processed)


def aligned_rows(text: str, source: str) -> list[str]:
    """The lines of the aligned ``text`` as HTML."""
    new, old = lines_of_text(text), lines_of_text(source)
    lines = [_marked(line, before) for line, before in zip_longest(new, old[: len(new)], fillvalue="")]
    return rows(lines, repeat(""))


def _marked(line: str, before: str) -> str:
    """A line, escaped; what differs from the line ``before`` is marked."""
    start = _shared(line, before)
    end = len(line) - _shared(line[start:][::-1], before[start:][::-1])
    changed = f'<mark class="from-parameter">{escape(line[start:end])}</mark>' if start < end else ""
    return f"{escape(line[:start])}{changed}{escape(line[end:])}"


def _shared(first: str, second: str) -> int:
    """How many characters both begin with."""
    pairs = enumerate(zip(first, second, strict=False))
    return next((number for number, (left, right) in pairs if left != right), min(len(first), len(second)))


def aligned_places(text: str, source: str) -> list[SourceSpan]:
    """The place in ``source`` of each line of the aligned ``text``: the same line, if both have as many.

    A rewritten block may have another number of lines; then the lines below it no longer correspond.
    """
    new, old = lines_of_text(text), lines_of_text(source)
    if len(new) != len(old):
        return []
    numbered = enumerate(old, 1)
    return [SourceSpan(Position(number, 1), Position(number, len(line) + 1)) for number, line in numbered]


def lines_of_text(text: str) -> list[str]:
    """The lines of ``text``, without line ends; an end after the last one begins no other."""
    lines = _LINE_END.split(text)
    return lines[:-1] if lines[-1] == "" else lines
