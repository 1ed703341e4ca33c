"""The author's own text as the file of an Object, with edits: comments, order and layout stay."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from playground.engine.exporting.parts import LABELS, Insertion, Parts, Writer, own_pieces
from playground.engine.exporting.regions import Region
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.location import ROOT, FieldPath, Position
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.reading.objects import Piece, TracedObject

_NAMESPACE: Final = FieldPath(("metadata", "namespace"))
_DASH: Final = re.compile(r"[ \t]*-(?=[ \t\r\n])")
_INDICATOR: Final = re.compile(r"\|[-+]?[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n)")  # of a block without its indentation
_LINE_END: Final = re.compile(r"\r\n?|\n")
_BLANK_START: Final = re.compile(r"\A(?:[ \t]*\n)+")
_TAG: Final = re.compile(r"(?<![^\s\[{,])![^\s]*[ \t]+\Z")  # a tag before a value


@record()
class _Edit:
    """A replacement of the source from ``start`` to ``end``."""

    start: int
    end: int
    parts: Parts = ()


def edited_parts(item: TracedObject, region: Region, writer: Writer) -> Parts | None:
    """The author's text with edits; None if it is JSON, in flow style, has aliases, or has no place for an edit."""
    document = item.document
    if document.syntax == "json" or document.style(item.path) != "block" or _has_aliases(item, writer.deadline):
        return None
    start, _ = region
    begin, _ = document.offsets(item.path)
    text = document.source.text
    indent = document.source.position(begin).column - 1
    dash = _dash(text, start, begin)
    edits = [_Edit(dash, dash + 1, (" ",)), *_key_edits(item, writer)]
    for further in (
        _value_edits(item, indent, writer),
        _apiversion_edits(item),
        _namespace_edits(item),
        _label_edits(item, indent, writer),
    ):
        if further is None:
            return None
        edits += further
    return _applied(text, region, edits, indent)


def _dash(text: str, start: int, begin: int) -> int:
    """The offset of the dash of the list's entry, between ``start`` and the ``begin`` of its value."""
    position = start
    while position < begin:
        if dash := _DASH.match(text, position, begin):
            return dash.end() - 1
        line_end = _LINE_END.search(text, position)
        position = line_end.end() if line_end else begin
    return begin - 1


def _has_aliases(item: TracedObject, deadline: Deadline) -> bool:
    """Whether a value of the Object is an alias, or comes from one."""
    waiting = [(item.path, field_at(item.document.value, item.path))]
    for path, value in waiting:  # grows in the loop
        deadline.spend()
        if not item.document.style(path):
            return True
        if isinstance(value, dict):
            waiting += ((path / key, inner) for key, inner in value.items() if isinstance(inner, dict | list) or inner)
        elif isinstance(value, list):
            waiting += ((path / index, inner) for index, inner in enumerate(value))
    return False


def _value_edits(item: TracedObject, indent: int, writer: Writer) -> list[_Edit] | None:
    edits: list[_Edit] = []
    document = item.document
    for path, pieces in own_pieces(item, writer.labels):
        place = item.where(path)
        start, end = document.offsets(place)
        if _TAG.search(document.source.text, max(0, start - 100), start):
            return None
        if stays_block(document, place, pieces):
            edits += _block_edits(document, place, pieces, indent, writer)
        else:
            edits.append(_Edit(start, end, (writer.value(item, path),)))
    return edits


def stays_block(document: Document, place: FieldPath, pieces: Sequence[Piece]) -> bool:
    """Whether a text with references stays a literal block.

    Not if a value begins its first line, whose blanks say the indentation, or ends it, whose line breaks count.
    """
    if document.style(place) != "literal" or not _INDICATOR.match(document.raw(place)):
        return False
    text = field_at(document.value, place)
    first, last = len(text) - len(text.lstrip()), len(text.rstrip())
    return not any(
        piece.parameter is not None and (piece.source_start <= first or piece.source_end >= last) for piece in pieces
    )


def _block_edits(
    document: Document, place: FieldPath, pieces: Sequence[Piece], indent: int, writer: Writer
) -> Iterator[_Edit]:
    source = document.source
    body = _LINE_END.split(document.raw(place))[1:]
    first = next(line for line in body if line.strip())
    indentation = (len(first) - len(first.lstrip(" ")) - indent) * " "
    for piece in pieces:
        if piece.parameter is not None:
            span = document.text_span(place, piece.source_start, piece.source_end)
            inserted = writer.in_block(piece.parameter, indentation)
            yield _Edit(source.offset(span.start), source.offset(span.end), (inserted,))


def _key_edits(item: TracedObject, writer: Writer) -> list[_Edit]:
    source, edits = item.document.source, []
    for path in item.keys:
        span = item.key_span(path)
        edits.append(_Edit(source.offset(span.start), source.offset(span.end), (writer.key(item, path),)))
    return edits


def _apiversion_edits(item: TracedObject) -> list[_Edit] | None:
    """The apiVersion with its group, which OpenShift's kinds had not when they were part of `v1`."""
    new = item.value.get("apiVersion")
    path = ROOT / "apiVersion"
    if path in item.pieces or field_at(item.document.value, item.path).get("apiVersion") == new:
        return []
    if "apiVersion" not in field_at(item.document.value, item.path):
        return None
    start, end = item.document.offsets(item.where(path))
    return [_Edit(start, end, (str(new),))] if start < end else None


def _namespace_edits(item: TracedObject) -> list[_Edit] | None:
    """Without a namespace, which processing removes."""
    written = field_at(item.document.value, item.path).get("metadata")
    metadata = item.value.get("metadata")
    if not isinstance(written, dict) or "namespace" not in written or "namespace" in (metadata or {}):
        return []
    edit = _without_entry(item, _NAMESPACE)
    return [edit] if edit and len(written) > 1 else None


def _label_edits(item: TracedObject, indent: int, writer: Writer) -> list[_Edit] | None:
    """The Template's labels first in the Object's; they replace its own of the same name."""
    written = field_at(item.document.value, item.path).get("metadata")
    if not writer.labels or "items" in item.value or not isinstance(item.value.get("metadata"), dict):
        return []
    document, place = item.document, item.path / "metadata"
    if not isinstance(written, dict) or document.style(place) != "block":
        return None
    if "labels" not in written:
        column = document.span(place).start.column - 1
        edit = _line_below(document, place, f"\n{' ' * column}labels:", writer.template_labels(column - indent + 2))
        return [edit] if edit else None
    own = written["labels"]
    if not isinstance(own, dict) or not own or document.style(place / "labels") != "block":
        return None
    column = document.span(place / "labels").start.column - 1
    edits = [_line_below(document, place / "labels", writer.template_labels(column - indent))]
    edits += [_without_entry(item, LABELS / name) for name in own if name in writer.labels]
    return None if None in edits else [edit for edit in edits if edit]


def _line_below(document: Document, place: FieldPath, *parts: str | Insertion) -> _Edit | None:
    """The insertion of ``parts`` after the line of the key at ``place``; None if its value begins on that line."""
    end = document.source.line_end(document.key_span(place).end.line)
    return _Edit(end, end, parts) if end < document.offsets(place)[0] else None


def _without_entry(item: TracedObject, path: FieldPath) -> _Edit | None:
    """The removal of the lines of a mapping's entry; None if it shares a line with something else."""
    document, source = item.document, item.document.source
    place = item.path.join(path)
    key, (_, end) = document.key_span(place), document.offsets(place)
    start = source.offset(Position(key.start.line, 1))
    last_line = source.position(end).line
    rest = source.text[end : source.line_end(last_line)].strip()
    if source.text[start : source.offset(key.start)].strip() or (rest and not rest.startswith("#")):
        return None
    return _Edit(start, source.offset(Position(last_line + 1, 1)))


def _applied(text: str, region: Region, edits: list[_Edit], indent: int) -> Parts | None:
    """The region's text with ``edits``, and each line with ``indent`` blanks less. None if edits overlap."""
    parts: list[str | Insertion] = []
    position, stop = region
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.start < position:
            return None
        parts += [text[position : edit.start], *edit.parts]
        position = edit.end
    parts.append(text[position:stop].rstrip() + "\n")
    first, *others = _dedented(parts, indent)
    return [_BLANK_START.sub("", first) if isinstance(first, str) else first, *others]


def _dedented(parts: Parts, indent: int) -> Parts:
    """``parts`` with each line, from the left, without up to ``indent`` blanks, and with line feeds as line breaks."""
    dedented: list[str | Insertion] = []
    left = indent  # blanks to remove before the next character
    for part in parts:
        if isinstance(part, Insertion):
            dedented.append(part)
            left = 0
            continue
        first, *others = part.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines = []
        for number, line in enumerate([first, *others]):
            left = indent if number else left
            blanks = min(len(line) - len(line.lstrip(" ")), left)
            left = left - blanks if blanks == len(line) else 0
            lines.append(line[blanks:])
        dedented.append("\n".join(lines))
    return dedented
