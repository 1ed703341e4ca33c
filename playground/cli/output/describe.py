"""What `oc` aligns: the table of Parameters, and `-o describe` in the layout of `oc describe`.

oc ``pkg/helpers/describe``; Go's ``text/tabwriter`` as it is set up there.
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
_MOST_CHARACTERS: Final = LIMITS.output_characters  # of the table; one long cell widens every line beside it
_TAB_WIDTH: Final = 8  # of `-o describe`
_INDENT: Final = "    "
Line = tuple[str, str] | str  # the two cells of a line; or one that has none, such as an empty one, where columns end


def columns(rows: Iterable[Sequence[str]]) -> str:
    """The rows, one below the other; tabs and line ends in their cells count as those between cells do.

    Raises RequestError if they would be too long together.

    >>> columns([("NAME", "VALUE"), ("a", "1")])
    'NAME                VALUE\\na                   1\\n'
    """
    text = "".join("\t".join(row) + "\n" for row in rows)
    lines = [line.split("\t") for line in text.split("\n")[:-1]]
    column, places, filled = 0, _with_column(lines, range(len(lines)), 0), 0
    while places:
        for _, block in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
            adjacent = [lines[place] for _, place in block]
            width = max(_LEAST_WIDTH, *(len(line[column]) + _PADDING for line in adjacent))
            filled += width * len(adjacent)
            if filled > _MOST_CHARACTERS:
                raise RequestError(f"the table has more than {_MOST_CHARACTERS:,} characters, which is the limit")
            for line in adjacent:
                line[column] = line[column].ljust(width)
        column += 1
        places = _with_column(lines, places, column)
    return "".join("".join(line) + "\n" for line in lines)


def _with_column(lines: Sequence[list[str]], places: Iterable[int], column: int) -> list[int]:
    """Those of ``places`` whose lines have the column; the last cell of a line belongs to none."""
    return [place for place in places if column < len(lines[place]) - 1]


def description(processed: ProcessedTemplate) -> str:
    """The Template's metadata, Parameters with their values, labels and message; of its Objects, `oc` knows nothing.

    What is empty is shown as `<none>`, and generated values are shown.
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
    """One line for each entry, sorted by key; the label is on the first line only.

    Of the other entries `oc` does not indent further lines, so they end the columns.
    """
    texts = [f"{key}={text}" for key, text in sorted(entries.items())]
    yield from _field(label, texts[0] if texts else "")
    for text in texts[1:]:
        first, *rest = text.split("\n")
        yield "", first
        yield from rest


def _field(label: str, text: str) -> Iterator[Line]:
    """A field; further lines of its text follow without a label."""
    first, *rest = (text or "<none>").split("\n")
    yield f"{label}:", first
    yield from (("", line) for line in rest)


def _tabbed(lines: Iterable[Line]) -> str:
    texts: list[str] = []
    for _, block in groupby(lines, key=type):
        rows = [*block]
        longest = max(len(row[0]) if isinstance(row, tuple) else 0 for row in rows)
        tabs = longest // _TAB_WIDTH + 1
        texts += [_filled(*row, tabs) if isinstance(row, tuple) else row for row in rows]
    return "".join(f"{line}\n" for line in texts)


def _filled(first: str, second: str, tabs: int) -> str:
    """The two cells, the first one filled up to so many tabs."""
    return first + "\t" * (tabs - len(first) // _TAB_WIDTH) + second
