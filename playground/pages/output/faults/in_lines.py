"""The faults of each line: of the output, from the faults of its fields, and of the source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from playground.engine import Evaluation, FieldPath
from playground.pages.output.faults.of_evaluation import LINE, MOST_ISSUES, Faults, merged, plain
from playground.pages.output.lines import span_text
from playground.pages.output.marks import Fault, Mark, Place, marks_in_lines, shown_value

_KEY = re.compile(r'\s*(?:- )*("(?:[^"\\]++|\\.)*+"|[^\s"].*?)(?=:(?:\s|$)|,?$)')  # the key of a line; or all of it


def faults_in_lines(
    faults: Faults,
    texts: Sequence[str],
    objects: Sequence[int | None],
    paths: Sequence[tuple[str | int, ...]],
    value_at: Callable[[Place], object],
) -> dict[int, tuple[Fault, ...]]:
    """The faults of each of the lines, at their places in the line, by the number of the line.

    ``objects`` and ``paths`` say which field each line shows. For a field without a line of its own, the first line of
    the fields in it is marked, or else the first line of the field around it.
    """
    by_line: dict[int, list[Fault]] = {}
    for place, numbers in _lines_of(faults, objects, paths).items():
        of_ranges = [fault for fault in faults[place] if fault.start != LINE]
        of_field = [fault for fault in faults[place] if fault.start == LINE]
        lines = [texts[number] for number in numbers]
        in_lines = _ranges_in_lines(of_ranges, lines, shown_value(value_at(place))) if of_ranges else []
        for number, line_faults in zip(numbers, in_lines, strict=False):
            if line_faults:
                by_line.setdefault(number, []).extend(line_faults)
        if not of_field and not any(in_lines):  # the lines do not show the ranges: the key stands for them
            of_field = of_ranges
        if of_field:
            by_line.setdefault(numbers[0], []).extend(_at_key(fault, lines[0]) for fault in of_field)
    return {number: merged(line_faults) for number, line_faults in by_line.items()}


def _ranges_in_lines(faults: Sequence[Fault], lines: Sequence[str], value: str) -> list[list[Fault]]:
    """The ``faults`` of ranges of ``value`` in each of its ``lines``, at their places in the line."""
    # ``marks_in_lines`` places marks: so each fault is a mark, with the fault's index as its trace.
    ranges = [Mark(fault.start, fault.end, "fault", "", str(index)) for index, fault in enumerate(faults)]
    return [
        [faults[int(mark.trace)]._replace(start=mark.start, end=mark.end) for mark in marks]
        for marks in marks_in_lines(lines, value, ranges)
    ]


def _at_key(fault: Fault, line: str) -> Fault:
    """``fault`` at the key of ``line``; at the whole line if it has no key."""
    key = _KEY.match(line)
    start, end = key.span(1) if key else (0, len(line))
    return fault._replace(start=start, end=end)


def _lines_of(
    faults: Faults, objects: Sequence[int | None], paths: Sequence[tuple[str | int, ...]]
) -> dict[Place, list[int]]:
    """The numbers of the lines that show each place with faults; of a place without a line, the nearest line."""
    numbers: dict[Place, list[int]] = {}
    shown = list(zip(objects, paths, strict=True))
    for number, (index, path) in enumerate(shown):
        if index is not None and (index, path) in faults:
            numbers.setdefault((index, FieldPath(path)), []).append(number)
    if len(numbers) == len(faults):
        return numbers
    first: dict[tuple[int | None, tuple[str | int, ...]], int] = {}  # the first line of each field, or of its list item
    for number, (index, path) in enumerate(shown):
        first.setdefault((index, path), number)
        first.setdefault((index, ()), number)
        if len(path) > 1 and isinstance(path[-2], int):  # an item of a list begins with its first field
            first.setdefault((index, path[:-1]), number)
    for index, field_path in faults.keys() - numbers.keys():
        nearest = next((first[index, above] for above in _ancestors(field_path) if (index, above) in first), None)
        if nearest is not None:
            numbers[index, field_path] = [nearest]
    return numbers


def _ancestors(path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """``path`` and the paths above it, up to the root."""
    return (path[:depth] for depth in range(len(path), -1, -1))


def source_faults(evaluation: Evaluation, lines: Sequence[str], numbers: Iterable[int]) -> dict[int, tuple[Fault, ...]]:
    """The faults of each line of the source, by its number from 0; a place of several lines is marked in its first.

    ``numbers``: for each diagnostic, the number of the issue to which its fault leads.
    """
    faults: dict[int, list[Fault]] = {}
    for number, diagnostic in zip(numbers, evaluation.diagnostics[:MOST_ISSUES], strict=False):
        (line, column), (last, end) = diagnostic.span
        if line > len(lines):
            continue
        length = len(lines[line - 1])
        stop = min(end - 1, length) if last == line else length
        start = min(column - 1, max(0, stop - 1))
        fault = Fault(start, stop, diagnostic.severity, plain(diagnostic.message), number, span_text(diagnostic.span))
        faults.setdefault(line - 1, []).append(fault)
    return {number: merged(line_faults) for number, line_faults in faults.items()}
