"""The output panel: the Objects line by line, the aligned source, or the differences from the source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import accumulate, groupby, islice, takewhile
from math import inf

from django.utils.safestring import SafeString, mark_safe

from playground.engine import (
    Deadline,
    DiffLine,
    Evaluation,
    FieldPath,
    OutputLines,
    OutputTooLongError,
    diff_lines,
    field_at,
    output_lines,
)
from playground.pages.allowance import ALL_CHARACTERS, Allowance
from playground.pages.form.draft import Draft
from playground.pages.form.fields import BASE
from playground.pages.markup import Panel, counted, prose
from playground.pages.output.aligned_lines import aligned_places, aligned_rows
from playground.pages.output.faults.in_lines import faults_in_lines, source_faults
from playground.pages.output.faults.of_evaluation import faults_of, issue_numbers
from playground.pages.output.lines import SIGNS, blocks, escaped, folded_rows, lines_of_text, places, rows
from playground.pages.output.marks import (
    CHANGED,
    Fault,
    Mark,
    Place,
    Writer,
    fault_attributes,
    marks_in_lines,
    marks_of,
    shown_value,
)
from playground.pages.output.output_text import aligned_output, lines_of
from playground.pages.output.parameter_traces import ParameterTrace, parameter_traces
from playground.pages.output.traces import TraceItem, output_traces

MOST_LINES = 2_000
MOST_WHOLE = 50_000  # lines when the user asks for all
MOST_CHARACTERS = 1024 * 1024  # characters of all lines that are shown; as HTML, they may take twenty bytes each
WHOLE_CHARACTERS = 2 * MOST_CHARACTERS  # when the user asks for all
MOST_COMPARED = 20_000  # lines of each of the two outputs that a diff compares
LONGEST_COMPARED = 8 * 1024 * 1024  # bytes of memory that each of the two may take
MOST_PATH = 1_000  # characters of the path of the field that a line shows
NOTE = (
    "The source line for line, with the values of its parameters. References that the kubelet expands stay. "
    "Other shapes are under Use it."
)
_LIST_NOTE = "All objects as one List. Other shapes are under Use it."
_TEMPLATE_NOTE = "The Template with its values filled in. Other shapes are under Use it."
_NO_TIME = "It takes too long to evaluate both value sets. Compare them on the command line."
_TOO_LARGE = "This output is too large to be compared here. Download it, and compare it in another program."


@dataclass(frozen=True, slots=True)
class LinesPanel(Panel):
    """Lines of the output, or of the diff, ready to be shown."""

    html: SafeString
    places: str  # the place of each line in the source, see ``lines.places``
    total: int  # lines of the output
    shown_count: int  # lines that are shown
    whole: bool  # the user requested all lines, and gets MOST_WHOLE until the page is reloaded
    diff: bool = False
    compared: str = ""  # what a diff compares, and how many fields differ
    traces: tuple[TraceItem, ...] = ()  # of variables; a press on a mark opens its trace
    parameters: tuple[ParameterTrace, ...] = ()  # traces of Parameters, opened in the same way
    note: SafeString | None = None  # shown above the lines
    opens_on_change: bool = False  # a new output is scrolled to its first changed line

    @property
    def cut(self) -> str:
        """How many lines are shown; "" if all are."""
        return cut_off(self.shown_count, self.total)


def cut_off(shown_count: int, total: int) -> str:
    """The sentence about an output whose first lines are shown; "" if all are."""
    return f"The first {shown_count:,} of {total:,} lines." if shown_count < total else ""


def output_panel(
    evaluation: Evaluation,
    draft: Draft,
    *,
    live: bool = False,
    framed: bool = False,
    deadline: Deadline | None = None,
) -> LinesPanel:
    """The output; every stretch that came from a parameter or a variable is marked.

    The traces that the marks open come with a whole page; a ``live`` page asks for each one when it is opened, and a
    ``framed`` page has none.
    """
    if draft.shape == "aligned" and not framed:
        return _aligned_panel(evaluation, draft, live, deadline)
    lines = first_lines(evaluation, draft)
    marked_rows = _rows(evaluation, draft.stage, lines, Writer(tab_stops=not live, framed=framed))
    table = _places(evaluation, lines.objects, lines.paths)
    panel = replace(
        _lines_panel(marked_rows, table, lines.total, draft),
        note=_shape_note(evaluation, draft),
        opens_on_change=evaluation.processed is None,  # a Template's output opens at its beginning
    )
    if live or framed:
        return panel
    traces = output_traces(evaluation) if draft.stage == "expanded" else ()
    return replace(panel, traces=traces, parameters=parameter_traces(evaluation, Allowance(ALL_CHARACTERS // 4)))


def _shape_note(evaluation: Evaluation, draft: Draft) -> SafeString | None:
    """The sentence about a shape that was chosen under "Use it"; None for documents."""
    if draft.shape == "list":
        return prose(_LIST_NOTE)
    return prose(_TEMPLATE_NOTE) if draft.shape == "template" and evaluation.processed is not None else None


def first_lines(evaluation: Evaluation, draft: Draft) -> OutputLines:
    """The first MOST_LINES of the output; if the user asks for all, the first MOST_WHOLE."""
    # inf: the first lines are shown however long the output is.
    return lines_of(evaluation, draft, _most_lines(draft), _most_characters(draft), inf)


def _most_lines(draft: Draft) -> int:
    return MOST_WHOLE if draft.whole else MOST_LINES


def _most_characters(draft: Draft) -> int:
    return WHOLE_CHARACTERS if draft.whole else MOST_CHARACTERS


def _aligned_panel(evaluation: Evaluation, draft: Draft, live: bool, deadline: Deadline | None) -> LinesPanel:
    """The aligned output; if there is none, the documents and the reason."""
    output = aligned_output(evaluation, deadline)
    if output.text is None:
        documents = output_panel(evaluation, replace(draft, shape="documents"), live=live)
        return replace(documents, note=prose(f"No aligned output: {output.why}. These are the documents."))
    source = evaluation.source.text
    lines = lines_of_text(output.text)
    shown_lines = lines[: _shown_count(lines, draft)]
    table = places(source, aligned_places(len(lines), source)[: len(shown_lines)])
    source_lines = lines_of_text(source.text)
    # Line n of the output belongs to line n of the source, unless a block was rewritten with more or fewer lines.
    is_line_for_line = len(lines) == len(source_lines)
    faults = source_faults(evaluation, source_lines, issue_numbers(evaluation)) if is_line_for_line else {}
    marked_rows = aligned_rows(shown_lines, source.text, faults, tab_stops=not live)
    return replace(_lines_panel(marked_rows, table, len(lines), draft), note=prose(NOTE))


def _shown_count(texts: Iterable[str], draft: Draft) -> int:
    """How many of the lines ``texts`` are shown."""
    most = _most_characters(draft)
    lengths = accumulate(map(len, islice(texts, _most_lines(draft))))  # of the first line, of the first two lines, …
    return sum(1 for _ in takewhile(lambda characters: characters <= most, lengths))


def diff_panel(
    evaluation: Evaluation,
    draft: Draft,
    deadline: Deadline | None = None,
    *,
    live: bool = False,
    other: Evaluation | None = None,
) -> LinesPanel:
    """The differences between the Objects in the source and the output, line by line.

    With ``other``, the Evaluation of the value set ``draft.against``: the differences between its output and this one.
    Nothing is compared that is too large, or once the ``deadline`` has passed.
    """
    if deadline and deadline.has_passed:
        return _not_compared(draft, _NO_TIME if other else _TOO_LARGE)
    objects, documents = _written_objects(evaluation), replace(draft, shape="documents")
    if other is not None and other.stopped is not None:
        return _not_compared(draft, _NO_TIME)
    try:
        if other is None:
            before = output_lines(objects, syntax=draft.syntax, most=MOST_COMPARED, longest=LONGEST_COMPARED)
        else:
            before = lines_of(other, documents, MOST_COMPARED, longest=LONGEST_COMPARED)
        after = lines_of(evaluation, documents, MOST_COMPARED, longest=LONGEST_COMPARED)
    except OutputTooLongError:
        return _not_compared(draft)
    if max(before.total, after.total) > MOST_COMPARED:
        return _not_compared(draft)
    lines = diff_lines(before, after)
    shown_lines = lines[: _shown_count((line.text for line in lines), draft)]
    texts, steps = escaped(line.text for line in shown_lines), _Steps()
    objects_after = [None if line.sign == "-" else line.object for line in shown_lines]
    paths = [line.path for line in shown_lines]
    faults = _faults_in(evaluation, draft.stage, [line.text for line in shown_lines], objects_after, paths)
    write = Writer(tab_stops=not live)
    for number, line_faults in faults.items():
        texts[number] = write(shown_lines[number].text, texts[number], (), line_faults)
    signed = [SIGNS[line.sign].format(text) for line, text in zip(shown_lines, texts, strict=True)]
    fields = [_field(line.object, line.path, steps) for line in shown_lines]
    attributes = {
        number: ("" if line.sign == " " else CHANGED) + fault_attributes(faults.get(number, ()))
        for number, line in enumerate(shown_lines)
        if line.sign != " " or number in faults
    }
    html = "".join(folded_rows(rows(signed, fields, attributes), [line.sign for line in shown_lines]))
    table = _places(evaluation, [line.object for line in shown_lines], [line.path for line in shown_lines])
    panel = _panel(html, table, len(lines), len(shown_lines), draft)
    return replace(panel, diff=True, compared=_compared(lines, draft))


def _not_compared(draft: Draft, why: str = _TOO_LARGE) -> LinesPanel:
    return replace(_panel("", "", 0, 0, draft), diff=True, compared=why)


def _compared(lines: Iterable[DiffLine], draft: Draft) -> str:
    """The sentence that says how many fields differ, and what is compared."""
    changes = len({(line.object, line.path) for line in lines if line.sign != " "})
    if draft.against:
        between = f"{draft.against} and {draft.set or BASE}"
        return f"{counted(changes, 'change')} between {between}." if changes else f"Nothing differs between {between}."
    if not changes:
        return "Nothing differs from the source."
    after = "the processed ones" if draft.stage == "processed" else "the output"
    return f"{counted(changes, 'change')} between the source's objects and {after}."


def _written_objects(evaluation: Evaluation) -> list[object]:
    """The Objects as the author wrote them, in the order of the output."""
    return [field_at(item.document.value, item.path) for item in evaluation.objects]


def _lines_panel(lines: Sequence[str], table: str, total: int, draft: Draft) -> LinesPanel:
    return _panel(blocks(lines), table, total, len(lines), draft)


def _panel(html: str, table: str, total: int, shown_count: int, draft: Draft) -> LinesPanel:
    """The panel of ``html``; ``table`` has the places of the shown lines, as ``places`` writes them."""
    safe = mark_safe(html)  # noqa: S308  # every row is made of escaped texts
    return LinesPanel(safe, table, total, shown_count, draft.whole)


def _rows(evaluation: Evaluation, stage: str, lines: OutputLines, write: Writer) -> list[str]:
    """The lines as HTML, marked. A line that a trace can lead to has the field that it shows.

    A trace can lead to a line in which a reference was replaced, or still stands.
    """
    marks, texts = marks_of(evaluation, stage, frozenset(lines.objects)), escaped(lines.texts)
    fields, steps, attributes = [""] * len(texts), _Steps(), dict[int, str]()
    marked: dict[Place, list[int]] = {}  # the lines of each field with marks; a text of several lines has several
    for number, place in enumerate(zip(lines.objects, lines.paths, strict=True)):
        if place in marks:
            marked.setdefault(place, []).append(number)
        elif "$" in lines.texts[number]:
            fields[number] = _field(*place, steps)
    value_at = _value_at(evaluation, stage)
    faults = _faults_in(evaluation, stage, lines.texts, lines.objects, lines.paths)
    marks_by_line: dict[int, tuple[Mark, ...]] = {}
    for place, numbers in marked.items():
        field, value = _field(*place, steps), value_at(place)
        by_line = marks_in_lines([lines.texts[number] for number in numbers], shown_value(value), marks[place])
        # A text whose references were replaced by nothing has no marks: its first line stands for the change.
        if not any(by_line) and value != _written_value(evaluation, place):
            attributes[numbers[0]] = CHANGED
        for number, line_marks in zip(numbers, by_line, strict=True):
            fields[number] = field
            if line_marks:
                marks_by_line[number], attributes[number] = line_marks, CHANGED
    for number in range(len(texts)) if write.framed else marks_by_line.keys() | faults.keys():
        line_faults = faults.get(number, ())
        texts[number] = write(lines.texts[number], texts[number], marks_by_line.get(number, ()), line_faults)
        attributes[number] = attributes.get(number, "") + fault_attributes(line_faults)
    return rows(texts, fields, attributes)


def _faults_in(
    evaluation: Evaluation,
    stage: str,
    texts: Sequence[str],
    objects: Sequence[int | None],
    paths: Sequence[tuple[str | int, ...]],
) -> dict[int, tuple[Fault, ...]]:
    """The faults of lines that show these fields, by the number of the line."""
    return faults_in_lines(faults_of(evaluation, stage), texts, objects, paths, _value_at(evaluation, stage))


def _value_at(evaluation: Evaluation, stage: str) -> Callable[[Place], object]:
    """The function that gives the value of a field after ``stage``."""
    objects = [item.value for item in evaluation.objects] if stage == "processed" else evaluation.expanded
    return lambda place: field_at(objects[place[0]], place[1])


def _written_value(evaluation: Evaluation, place: Place) -> object:
    """The value of a field as the author wrote it."""
    item = evaluation.objects[place[0]]
    return field_at(item.document.value, item.where(place[1]))


def _places(evaluation: Evaluation, objects: Iterable[int | None], paths: Sequence[tuple[str | int, ...]]) -> str:
    """The places in the source of lines that show these fields of these Objects."""
    offsets: list[tuple[int, int] | None] = []
    for index, group in groupby(objects):
        fields = paths[len(offsets) : len(offsets) + len(list(group))]
        offsets += [None] * len(fields) if index is None else evaluation.objects[index].all_offsets(fields)
    return places(evaluation.source.text, offsets)


def _field(index: int | None, path: tuple[str | int, ...], steps: _Steps) -> str:
    """Which field a line shows, as ``output_place`` names it, in HTML.

    "" if the keys in ``path`` are together longer than MOST_PATH: each line below a long key would repeat the key.
    """
    if index is None:
        return ""
    field = "".join([steps[step] for step in path])
    # The first, quick comparison includes the escapes of HTML, so it decides only that a path is short enough.
    if len(field) > MOST_PATH and sum(len(step) for step in path if isinstance(step, str)) > MOST_PATH:
        return ""
    return f"{index} {field.removeprefix('.')}"


class _Steps(dict[str | int, str]):
    """The steps of fields' paths as HTML, cached: an output repeats a few steps in most of its lines."""

    def __missing__(self, step: str | int) -> str:
        name = escape(str(FieldPath((step,))))
        self[step] = name if name.startswith("[") else f".{name}"
        return self[step]
