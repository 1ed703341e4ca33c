"""Aligned output: the table of Parameters, and `-o describe` in the layout of `oc describe`.

oc ``pkg/helpers/describe``; Go's ``text/tabwriter`` with the settings of that package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from playground.cli.arguments import RequestError
from playground.cli.input.files import LIMITS
from playground.engine import Origin, ParameterValue, ProcessedTemplate

_LEAST_WIDTH: Final = 20  # of a column of the table
_PADDING: Final = 3
_MOST_CHARACTERS: Final = LIMITS.output_characters  # of the table: one long cell widens each line next to its own
_TAB_WIDTH: Final = 8  # of `-o describe`
_INDENT: Final = "    "
Line = tuple[str, str] | str  # two cells; or a line without cells, such as an empty line, which ends the columns


def columns(rows: Iterable[Sequence[str]]) -> str:
    """The rows as a table; a tab or line end within a cell ends that cell or row, too.

    Raises RequestError if the table would be too long.

    >>> columns([("NAME", "VALUE"), ("a", "1")])
    'NAME                VALUE\\na                   1\\n'
    """
    text = "".join("\t".join(row) + "\n" for row in rows)
    lines = [line.split("\t") for line in text.split("\n")[:-1]]
    column, characters = 0, 0
    numbers = _with_column(lines, range(len(lines)), 0)
    while numbers:
        for _, block in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
            adjacent = [lines[number] for _, number in block]
            width = max(_LEAST_WIDTH, *(len(line[column]) + _PADDING for line in adjacent))
            characters += width * len(adjacent)
            if characters > _MOST_CHARACTERS:
                raise RequestError(f"the table has more than {_MOST_CHARACTERS:,} characters, which is the limit")
            for line in adjacent:
                line[column] = line[column].ljust(width)
        column += 1
        numbers = _with_column(lines, numbers, column)
    return "".join("".join(line) + "\n" for line in lines)


def _with_column(lines: Sequence[list[str]], numbers: Iterable[int], column: int) -> list[int]:
    """The ``numbers`` of the lines that have the column; the last cell of a line belongs to no column."""
    return [number for number in numbers if column < len(lines[number]) - 1]


def description(processed: ProcessedTemplate) -> str:
    """The Template's metadata, Parameters with their values, labels and message; `<unknown>` for each Object.

    An empty field is `<none>`. Generated values are shown.
    """
    lines = (
        *_metadata(processed),
        "",
        ("Parameters:", " "),
        *(line for value in processed.values for line in (*_parameter(value), "")),
        "",
        *_field("Object Labels", ",".join(f"{key}={text}" for key, text in sorted((processed.labels or {}).items()))),
        "",
        *_field("Message", processed.message or ""),
        "",
        ("Objects:", " "),
    )
    return _tabbed(lines) + "".join("<unknown>\n" for _ in processed.objects)


def _metadata(processed: ProcessedTemplate) -> Iterator[Line]:
    value: Any = processed.template.document.value
    for step in (*processed.template.path, "metadata"):
        value = value.get(step) if isinstance(value, dict) else value[step]
    metadata = value if isinstance(value, dict) else {}
    annotations = dict(metadata.get("annotations") or {})
    yield from _field("Name", processed.template.name)
    if metadata.get("namespace"):
        yield from _field("Namespace", str(metadata["namespace"]))
    yield from _map("Labels", metadata.get("labels") or {})
    if description := annotations.pop("description", ""):
        yield from _field("Description", description)
    yield from _map("Annotations", annotations)


def _parameter(value: ParameterValue) -> Iterator[Line]:
    parameter = value.parameter
    yield from _field(f"{_INDENT}Name", parameter.name)
    if parameter.display_name:
        yield from _field(f"{_INDENT}Display Name", parameter.display_name)
    if parameter.description:
        yield from _field(f"{_INDENT}Description", parameter.description)
    yield from _field(f"{_INDENT}Required", "true" if parameter.required else "false")
    generate = "" if value.origin is Origin.GIVEN else parameter.generate
    if value.text or not generate:
        yield from _field(f"{_INDENT}Value", value.text)
    if generate:
        yield from _field(f"{_INDENT}Generated (ignored)" if value.text else f"{_INDENT}Generated", generate)
        yield from _field(f"{_INDENT}From", parameter.from_)


def _map(label: str, entries: Mapping[str, str]) -> Iterator[Line]:
    """One line for each entry, sorted by key; only the first line has the label.

    From the second entry on, `oc` does not indent the further lines of a text, so they end the columns.
    """
    texts = [f"{key}={text}" for key, text in sorted(entries.items())]
    yield from _field(label, texts[0] if texts else "")
    for text in texts[1:]:
        first, *further = text.split("\n")
        yield "", first
        yield from further


def _field(label: str, text: str) -> Iterator[Line]:
    """A field: its label and the first line of its text, then the further lines without a label."""
    first, *further = (text or "<none>").split("\n")
    yield f"{label}:", first
    yield from (("", line) for line in further)


def _tabbed(lines: Iterable[Line]) -> str:
    """``lines`` as text; in each block of lines with cells, tabs align the second cells."""
    texts: list[str] = []
    for _, block in groupby(lines, key=type):
        rows = [*block]
        longest = max(len(row[0]) if isinstance(row, tuple) else 0 for row in rows)
        tabs = longest // _TAB_WIDTH + 1
        texts += [_filled(*row, tabs) if isinstance(row, tuple) else row for row in rows]
    return "".join(f"{line}\n" for line in texts)


def _filled(first: str, second: str, tabs: int) -> str:
    """A line of two cells, the first one filled with tabs to the width of ``tabs`` tabs."""
    return first + "\t" * (tabs - len(first) // _TAB_WIDTH) + second
