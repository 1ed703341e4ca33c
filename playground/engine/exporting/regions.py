"""Which lines of the source belong to which entry of a Template's list, comments included."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from playground.engine.kubernetes.pods import field_at
from playground.engine.model.location import FieldPath, Position
from playground.engine.reading import Document
from playground.engine.templates.template import Template

Region = tuple[int, int]  # offsets in the source

_COMMENT_LINE = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n|\Z)")


def template_regions(template: Template, key: str) -> list[Region]:
    """The regions of the entries of a list of the Template; none without the list."""
    entries = field_at(template.document.value, template.path).get(key)
    return _regions_of(template.document, template.path / key, entries) if isinstance(entries, list) else []


def _regions_of(document: Document, path: FieldPath, entries: Sequence[Any]) -> list[Region]:
    """The region of each of the ``entries`` of the list at ``path``.

    A comment between two entries belongs to the second. Comments after the last entry belong to it if they are as far
    right as its dash. In JSON, and in flow style, a region is the entry's own place.
    """
    if document.syntax == "json" or document.style(path) != "block":
        return [document.offsets(path / index) for index in range(len(entries))]
    source, regions = document.source, []
    position = _line_below(document, document.key_span(path).end)
    for index, entry in enumerate(entries):
        end = _line_below(document, source.position(_content_end(document, path / index, entry)))
        regions.append((position, max(position, end)))
        position = max(position, end)
    if regions:
        column = document.span(path).start.column - 1
        regions[-1] = regions[-1][0], _after_comments(source.text, position, column)
    return regions


def _line_below(document: Document, position: Position) -> int:
    """The offset where the line below that of ``position`` begins."""
    return document.source.offset(Position(position.line + 1, 1))


def _content_end(document: Document, path: FieldPath, value: Any) -> int:
    """The offset where the last scalar of a value ends: a block's own end may lie after comments."""
    while value and isinstance(value, dict | list) and document.style(path) == "block":
        last = next(reversed(value)) if isinstance(value, dict) else len(value) - 1
        path, value = path / last, value[last]
    return document.offsets(path)[1]


def _after_comments(text: str, position: int, column: int) -> int:
    """The offset after the lines of comments from ``position`` on that begin at the ``column`` or further right."""
    end = position
    while position < len(text) and column and (line := _COMMENT_LINE.match(text, position)):
        comment = line.group().lstrip(" \t")
        if comment.startswith("#"):
            if len(line.group()) - len(comment) < column:
                break
            end = line.end()
        position = line.end()
    return end


def comments_in(document: Document, region: Region) -> Iterator[str]:
    """The comments in a region, each as one line with its `#`."""
    text, (position, end) = document.source.text, region
    while (start := text.find("#", position, end)) >= 0:
        line_end = document.source.line_end(document.source.position(start).line)
        if document.begins_comment(start):
            yield text[start:line_end].rstrip()
            position = line_end
        else:
            position = start + 1
