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
Line = tuple[str, str] | None  # the two cells of a line; None: an empty line, at which the columns end


def description(processed: ProcessedTemplate) -> str:
    """The Template's metadata, Parameters with their values, labels and message; of its Objects, `oc` knows nothing.

    What is empty is shown as `<none>`, and generated values are shown.
    """
    lines = (
        *_metadata(processed),
        None,
        ("Parameters:", " "),
        *(line for value in processed.values for line in (*_parameter(value), None)),
        None,
        *_field("Object Labels", ",".join(f"{key}={text}" for key, text in sorted((processed.labels or {}).items()))),
        None,
        *_field("Message", processed.message or ""),
        None,
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
    if told := annotations.pop("description", ""):
        yield from _field("Description", told)
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
    """One line for each entry, sorted by key; the label is on the first line only."""
    texts = [f"{key}={text}" for key, text in sorted(entries.items())]
    yield from _field(label, texts[0] if texts else "")
    yield from (("", text) for text in texts[1:])


def _field(label: str, text: str) -> Iterator[Line]:
    """A field; further lines of its text follow without a label."""
    first, *rest = (text or "<none>").split("\n")
    yield f"{label}:", first
    yield from (("", line) for line in rest)


def _tabbed(lines: Iterable[Line]) -> str:
    written: list[str] = []
    for is_empty, block in groupby(lines, key=lambda line: line is None):
        if is_empty:
            written += ["" for _ in block]
            continue
        cells = [line for line in block if line]
        width = (max(len(first) for first, _ in cells) + _TAB) // _TAB * _TAB
        written += [first + "\t" * ((width - len(first) + _TAB - 1) // _TAB) + second for first, second in cells]
    return "".join(f"{line}\n" for line in written)
