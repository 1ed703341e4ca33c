"""The marks of the output: which ranges came from a Parameter or a variable, and where they are in a line."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from html import escape
from operator import attrgetter
from sys import maxsize
from typing import NamedTuple

from playground.engine import Evaluation, ExpandedText, Fate, FieldPath, Piece, Severity, field_at
from playground.pages.output.parameter_traces import parameter_ids
from playground.pages.output.traces import traced_references

MOST_MARKS = 500  # of one line
CHANGED = ' data-changed=""'  # the attribute of a line that differs from the source
# The key of a line of YAML or JSON, or a line that is a comment. `++` and `*+`, because otherwise `re` keeps 200 bytes
# for each character in quotes.
_KEY = re.compile(r"""(\s*(?:- )*)(?:("(?:[^"\\]++|\\.)*+"|[^\s"'#][^\s:]*)(?=:(?:\s|$))|(#.*))""")
Place = tuple[int, FieldPath]  # an Object's index, and a field in it


class Mark(NamedTuple):
    """``text[start:end]`` is the value of a parameter or a variable."""

    start: int
    end: int
    kind: str  # "parameter" or "variable"
    name: str
    trace: str = ""  # the id of the value's trace, the card that says step by step where the value comes from


class Fault(NamedTuple):
    """``value[start:end]`` of a field of the output is wrong, or worth knowing."""

    start: int
    end: int
    severity: Severity
    message: str
    issue: int | None = None  # the number of its issue; None: it has none of its own
    spans: str = ""  # the places of its issues in the source

    @property
    def title(self) -> str:
        """The severity and the message, as a tooltip shows them."""
        return f"{self.severity.value.capitalize()}: {self.message}"


class CopiedStretch(NamedTuple):
    """A stretch between two references of a text, which expansion copies."""

    start: int  # before expansion
    end: int
    result_start: int  # after expansion


def marks_of(evaluation: Evaluation, stage: str, indexes: Container[int | None]) -> dict[Place, tuple[Mark, ...]]:
    """The marks of every string of the Objects with the indexes ``indexes``, after ``stage``.

    A string whose references were all replaced by nothing is listed too, without marks: a trace can lead to its line.
    """
    marks: dict[Place, tuple[Mark, ...]] = {}
    ids = parameter_ids(evaluation.processed)
    for index, item in enumerate(evaluation.objects):
        for path, pieces in item.pieces.items() if index in indexes else ():
            marks[index, path] = _parameter_marks(pieces, ids)
    marks |= _typed_marks(evaluation, indexes, ids)
    if stage == "expanded":
        traces = traced_references(evaluation)
        for container in evaluation.containers:
            for text in container.texts if container.object in indexes else ():
                if text.references:
                    place = (container.object, text.path)
                    marks[place] = _after_expansion(marks.get(place, ()), text, traces)
    return marks


def _parameter_marks(pieces: Iterable[Piece], ids: Mapping[str, str]) -> tuple[Mark, ...]:
    return tuple(
        [
            Mark(start, end, "parameter", parameter, ids.get(parameter, ""))
            for start, end, _, _, parameter in pieces
            if parameter is not None and start < end
        ]
    )


def _typed_marks(
    evaluation: Evaluation, indexes: Container[int | None], ids: Mapping[str, str]
) -> dict[Place, tuple[Mark, ...]]:
    """Marks of fields that were one reference and became a number or boolean: they cover the whole value."""
    if evaluation.processed is None:
        return {}
    index_by_path = {item.path: index for index, item in enumerate(evaluation.objects) if index in indexes}
    depth = len(evaluation.processed.template.path) + 2  # `objects`, and the index in it
    marks: dict[Place, tuple[Mark, ...]] = {}
    for reference in evaluation.processed.references:
        if not reference.whole or reference.in_key or reference.fate != "substituted":
            continue
        index = index_by_path.get(FieldPath(reference.path[:depth]))
        if index is None:
            continue
        path = FieldPath(reference.path[depth:])
        value = field_at(evaluation.objects[index].value, path)
        if isinstance(value, int | float):
            length = len(shown_value(value))
            marks[index, path] = (Mark(0, length, "parameter", reference.name, ids.get(reference.name, "")),)
    return marks


def _after_expansion(marks: Sequence[Mark], text: ExpandedText, traces: Mapping[int, str]) -> tuple[Mark, ...]:
    """Parameter marks at their offsets after expansion, merged with the marks of variables."""
    copied = _copied_stretches(text)
    starts = [stretch.start for stretch in copied]
    moved = []
    for mark in marks:
        for start, end, result_start in copied[max(0, bisect_right(starts, mark.start) - 1) :]:
            if start >= mark.end:
                break
            if mark.start < end:
                shift = result_start - start
                begin, finish = max(mark.start, start) + shift, min(mark.end, end) + shift
                moved.append(mark._replace(start=begin, end=finish))
    variables = [
        Mark(reference.result_start, reference.result_end, "variable", reference.name, traces.get(id(reference), ""))
        for reference in text.references
        if reference.fate is Fate.RESOLVED and reference.result_start < reference.result_end
    ]
    return tuple(sorted((*moved, *variables), key=attrgetter("start")))


def _copied_stretches(text: ExpandedText) -> list[CopiedStretch]:
    """The stretches of ``text`` that expansion copies, in order; some may be empty."""
    stretches = []
    start = result_start = 0
    for reference in text.references:
        stretches.append(CopiedStretch(start, reference.start, result_start))
        start, result_start = reference.end, reference.result_end
    return [*stretches, CopiedStretch(start, len(text.text), result_start)]


def marks_in_lines(lines: Sequence[str], value: str, marks: Sequence[Mark]) -> list[tuple[Mark, ...]]:
    """The marks of ``value`` in each of its lines; a multi-line value has a line with its key first."""
    if len(lines) == 1:
        return [marks_in_line(lines[0], value, marks)]
    return [(), *marks_in_block(lines[1:], value, marks)]


def marks_in_line(line: str, value: str, marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """The marks of ``value`` at its place in the line, however it is quoted; none if the line does not hold it.

    The value is searched from the end, because its key is before it.
    """
    start = line.rfind(value)
    if start >= 0:
        return tuple([Mark(start + mark[0], start + mark[1], mark[2], mark[3], mark[4]) for mark in marks])
    for write in _QUOTED:
        start = line.rfind(write(value))
        if start >= 0:
            return tuple(_written_marks(start, value, marks, write))
    return ()


def _written_marks(offset: int, value: str, marks: Sequence[Mark], write: Callable[[str], str]) -> Iterator[Mark]:
    """The marks of ``value``, which starts at ``offset`` in the line. Each part is written once: linear time."""
    position, end = 0, offset
    for mark in marks:
        start = end + len(write(value[position : mark.start]))
        end = start + len(write(value[mark.start : mark.end]))
        position = mark.end
        yield Mark(start, end, mark.kind, mark.name, mark.trace)


def marks_in_block(lines: Sequence[str], value: str, marks: Sequence[Mark]) -> list[tuple[Mark, ...]]:
    """The marks of a value of several lines, for each line of its literal block, without the line `key: |` above."""
    by_line: list[tuple[Mark, ...]] = []
    starts = [mark.start for mark in marks]
    start = first = 0
    for line, row in zip(lines, value.split("\n"), strict=False):
        end = start + len(row)
        while first < len(marks) and marks[first].end <= start:
            first += 1
        inside = [
            Mark(max(mark.start, start) - start, min(mark.end, end) - start, mark.kind, mark.name, mark.trace)
            for mark in marks[first : bisect_left(starts, end)]
        ]
        by_line.append(marks_in_line(line, row, inside) if inside else ())
        start = end + 1
    return [*by_line, *([()] * (len(lines) - len(by_line)))]


# Each of the next three functions gives the inside of a quoted scalar: `text` as JSON and YAML write it.
def _double_quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _ascii_quoted(text: str) -> str:
    return json.dumps(text)[1:-1]


def _single_quoted(text: str) -> str:
    return text.replace("'", "''")


_QUOTED: tuple[Callable[[str], str], ...] = (_double_quoted, _ascii_quoted, _single_quoted)


def shown_value(value: object) -> str:
    """The text of a scalar in the output: a string as it is, another value as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


class Layer(NamedTuple):
    """A stretch of a line with a mark, a fault, or both."""

    start: int
    end: int
    mark: Mark | None
    fault: Fault | None


class Writer:
    """Writes the marked lines of one output; keeps the tags of each name, because names repeat.

    ``tab_stops``: the Tab key reaches each button and link. In the lines of a live page it reaches only one, and the
    scripts lead from there with the arrow keys. ``framed``: for a page without scripts, with coloured keys and
    comments, and without buttons.
    """

    def __init__(self, *, tab_stops: bool = True, framed: bool = False) -> None:
        self.framed = framed
        self._stop = "" if tab_stops else ' tabindex="-1"'
        self._tags: dict[tuple[str, str, str], tuple[str, str]] = {}

    def __call__(self, text: str, html: str, marks: Sequence[Mark], faults: Sequence[Fault] = ()) -> str:
        """``text``, whose HTML is ``html``, with ``marks`` and ``faults``, which are in order."""
        # If escaping changed nothing in the text, it changes nothing in the parts.
        write: Callable[[str], str] = _same if text == html else escape
        parts: list[str] = []
        end = 0
        if self.framed and (key := _KEY.match(text)) and not any(fault.start < key.end() for fault in faults):
            lead, name, comment = key.groups(default="")
            parts += (lead, f'<span class="{"tok-comment" if comment else "key"}">{write(name or comment)}</span>')
            end = key.end()
        for start, stop, mark, fault in _layers(marks[:MOST_MARKS], faults):
            opening, closing = self._opening_and_closing(mark, fault)
            marked = text[start:stop]
            parts += (
                write(text[end:start]),
                opening if mark is None or marked.strip() else _named(opening, mark.name),
                write(marked),
                closing,
            )
            end = stop
        return "".join((*parts, write(text[end:])))

    def _opening_and_closing(self, mark: Mark | None, fault: Fault | None) -> tuple[str, str]:
        if mark is None:
            return self.link(fault) if fault else ("", "")
        kind, name, trace = mark[2:]
        opening, closing = self._tags.get((kind, name, trace)) or self._tag(kind, name, trace)
        if fault:
            opening = opening.replace('<mark class="', f'<mark{_opening_of(fault)} class="wrong ', 1)
        return opening, closing

    def _tag(self, kind: str, name: str, trace: str) -> tuple[str, str]:
        """The HTML before and after a marked value; with a trace it is a button, which works without scripts."""
        named = f' data-{kind}="{escape(name)}"' if name else ""
        tag = f'<mark class="from-{kind}"{named}>', "</mark>"
        if trace and not self.framed:
            button = f'<button class="traced" type="button"{self._stop} popovertarget="{trace}">'
            tag = f"{button}{tag[0]}", f"{tag[1]}</button>"
        self._tags[kind, name, trace] = tag
        return tag

    def link(self, fault: Fault) -> tuple[str, str]:
        """The HTML before and after a fault: a link to its issue, if it has one."""
        attributes = f'{_opening_of(fault)} class="wrong"'
        if fault.issue is None:
            return f"<span{attributes}>", "</span>"
        return f'<a href="#issue-{fault.issue}"{self._stop}{attributes}>', "</a>"


def fault_attributes(faults: Sequence[Fault]) -> str:
    """The attributes of a line or range with ``faults``: the worst severity, and all messages as a tooltip."""
    if not faults:
        return ""
    worst = min((fault.severity for fault in faults), key=attrgetter("rank"))
    titles = "\n".join(dict.fromkeys(fault.title for fault in faults))
    return f' data-severity="{worst.value}" title="{escape(titles)}"'


def _opening_of(fault: Fault) -> str:
    places = f' data-of="{fault.spans}"' if fault.spans else ""
    return f"{fault_attributes((fault,))}{places}"


def _layers(marks: Sequence[Mark], faults: Sequence[Fault]) -> Iterator[Layer]:
    """The marks, each with the first fault that overlaps it, and the parts of the faults outside of marks; in order.

    A mark that overlaps the mark before is left out.
    """
    position = number = 0  # ``number``: the index of the first fault that ends after ``position``
    for mark in (*marks, None):
        start = mark.start if mark else maxsize
        if start < position:
            continue  # the mark overlaps the mark before
        while number < len(faults) and faults[number].start < start:
            fault = faults[number]
            if (begin := max(fault.start, position)) < (end := min(fault.end, start)):
                yield Layer(begin, end, None, fault)
            if fault.end > start:
                break
            number += 1
        if mark:
            while number < len(faults) and faults[number].end <= mark.start:
                number += 1
            overlapping = faults[number] if number < len(faults) and faults[number].start < mark.end else None
            yield Layer(mark.start, mark.end, mark, overlapping)
            position = mark.end


def _same(text: str) -> str:
    return text


def _named(opening: str, name: str) -> str:
    """The opening tag of a marked value of white space; a button gets a label, because its text names nothing."""
    return (
        opening.replace('">', f'" aria-label="White space of {escape(name)}">', 1) if "<button" in opening else opening
    )
