"""An Object printed anew as its file, where the author's text cannot be edited. Its comments stay, above it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playground.engine.exporting.parts import LABELS, Insertion, Parts, Writer, own_pieces
from playground.engine.exporting.regions import Region, comments_in
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.printing.page_lines import yaml_lines
from playground.engine.reading.objects import TracedObject
from playground.engine.text.go import to_json


def printed_parts(item: TracedObject, region: Region, writer: Writer) -> Parts:
    """The Object printed anew, below all its comments."""
    mark, text = "InsertHere", to_json(item.value)
    while mark in text:
        mark += "X"
    insertions: list[Insertion] = []

    def marked(insertion: Insertion) -> str:
        insertions.append(insertion)
        return f"{mark}{len(insertions) - 1}E"

    lines = "\n".join(yaml_lines(_with_marks(item, writer, marked, f"{mark}Labels")).texts)
    parts: list[str | Insertion] = [f"{comment}\n" for comment in comments_in(item.document, region)]
    position = 0
    for match in re.finditer(rf"{mark}(\d+)E|\n( *){mark}Labels: null", lines):
        parts.append(lines[position : match.start()])
        parts.append(insertions[int(match[1])] if match[1] else writer.template_labels(len(match[2])))
        position = match.end()
    return [*parts, lines[position:], "\n"]


def _with_marks(item: TracedObject, writer: Writer, marked: Callable[[Insertion], str], labels_mark: str) -> Any:
    """The processed Object with a mark in place of each text that a Parameter changes, and of the Template's labels."""
    pieces = dict(own_pieces(item, writer.labels))

    def copied(value: Any, path: FieldPath) -> Any:
        writer.deadline.spend()
        if path in pieces:
            return marked(writer.value(item, path))
        if isinstance(value, list):
            return [copied(entry, path / index) for index, entry in enumerate(value)]
        if not isinstance(value, dict):
            return value
        entries = value.items()
        start: dict[str, Any] = {}
        if path == LABELS and writer.labels:
            entries = {key: entry for key, entry in entries if key not in (writer.labels or {})}.items()
            start = {labels_mark: None}
        return start | {key_of(key, path / key): copied(entry, path / key) for key, entry in entries}

    def key_of(key: str, path: FieldPath) -> str:
        return marked(writer.key(item, path)) if path in item.keys else key

    return copied(item.value, ROOT)
