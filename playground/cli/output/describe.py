"""`-o describe`: the processed Template in the layout of `oc describe`.

oc ``pkg/helpers/describe``; Go's ``text/tabwriter`` as it is set up there: cells end with a tab, columns are filled
with tabs of eight, and adjacent lines share their columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from playground.engine import Origin, ParameterValue, ProcessedTemplate

_TAB: Final = 8
_INDENT: Final = "    "
Line = tuple[str, str] | str  # the two cells of a line; or one that has none, such as an empty one, where columns end


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
    written: list[str] = []
    for _, block in groupby(lines, key=type):
        rows = [*block]
        longest = max(len(row[0]) if isinstance(row, tuple) else 0 for row in rows)
        tabs = longest // _TAB + 1
        written += [_filled(*row, tabs) if isinstance(row, tuple) else row for row in rows]
    return "".join(f"{line}\n" for line in written)


def _filled(first: str, second: str, tabs: int) -> str:
    """The two cells, the first one filled up to so many tabs."""
    return first + "\t" * (tabs - len(first) // _TAB) + second
