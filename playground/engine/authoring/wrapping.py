"""Wraps plain Objects into a Template by edits of their text: comments and layout stay.

`oc export --as-template` did so with the objects of a cluster, without their text; `oc` 4 dropped it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final

from playground.engine.kubernetes.names import subdomain_errors
from playground.engine.kubernetes.pods import name_of
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Edit
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.reading import Document, Source, apply_edits, read
from playground.engine.templates.template import OPENSHIFT_VERSION
from playground.engine.text.yaml import json_escapes

STEP: Final = 2  # columns by which each Object is indented: a dash with its space
_ITEMS: Final = FieldPath(("items",))
_MARKER = re.compile(r"^\ufeff?(?:---|\.\.\.)(?=[ \t\r\n]|\Z)[ \t]*(#[^\r\n]*)?(?:\r?\n|\r|\Z)", re.MULTILINE)
_ABOVE = re.compile(r"\ufeff?(?:\s++|#[^\r\n]*+)*+")  # blank lines and comments above a document
_BLANK_LINES = re.compile(r"[ \t]*(?:\r\n|\r|\n|\Z)(?:[ \t]*(?:\r\n|\r|\n))*")
_LINE = re.compile(r"(?:(?<=\r\n)|(?<=\r)(?!\n)|(?<=\n)|\A)(?P<indent> *)(?=[^\r\n])")
_SHAPES: Final = {list: "a list", str: "plain text", bool: "a boolean"}


@record()
class PlainObject:
    """An Object of the text that is wrapped. ``path`` is that in the Document; of an item of a List, not empty."""

    document: Document
    path: FieldPath
    value: Any


@record()
class Wrapping:
    """The edits that make a Template of a text. Beside escapes of JSON, no edit touches a value on one line."""

    source: Source
    objects: tuple[PlainObject, ...]  # in the order of the Template's `objects`
    name: str  # of the Template
    inner_edits: tuple[Edit, ...]  # all but the new lines above the first Object

    def edits(self, parameters: str = "", changes: Sequence[Edit] = ()) -> tuple[Edit, ...]:
        """The edits of the text: the lines of the Template's own fields, the wrapping, and ``changes`` of values.

        ``parameters``: whole lines of the Template's field `parameters`, above `objects`; "" for none.
        An edit of the wrapping that lies inside one of the ``changes`` is left out.
        """
        text = self.source.text
        start = text.position(1 if text.text.startswith("\ufeff") else 0)
        head = text.newline.join(
            (f"apiVersion: {OPENSHIFT_VERSION}", "kind: Template", "metadata:", f"  name: {self.name}", "")
        )
        above = Edit(SourceSpan(start, start), f"{head}{parameters}objects:{text.newline}")
        changed = sorted(changes, key=lambda edit: edit.span)
        starts = [edit.span.start for edit in changed]
        inner = (edit for edit in self.inner_edits if not _is_inside(edit.span, changed, starts))
        return (above, *inner, *changed)

    def text(self, parameters: str = "", changes: Sequence[Edit] = ()) -> str:
        """The text of the Template; see ``edits``."""
        return apply_edits(self.source.text.text, self.edits(parameters, changes))


def wrap(source: Source, limits: Limits | None = None, deadline: Deadline | None = None) -> Wrapping | Refusal:
    """The Wrapping of all Objects of ``source``, or why there is none.

    The Template is read again: only one with exactly these Objects is returned. Lists are opened. A document with a
    directive such as `%YAML`, which Kubernetes refuses, is taken without it.
    Raises OutOfTimeError when the ``deadline`` passes.
    """
    limits, deadline = limits or Limits(), deadline or Deadline()
    source, directives = _without_directives(source, limits, deadline)
    refusal = next(_refusals(source), None)
    if refusal is not None:
        return refusal
    objects = tuple(_objects(source))
    refusal = next(_refused_objects(source, objects), None)
    if refusal is not None:
        return refusal
    inner_edits = (*directives, *_Wrapper(source, deadline).edits())
    name = next((name for item in objects if not subdomain_errors(name := name_of(item.value))), "objects")
    wrapping = Wrapping(source, objects, name, inner_edits)
    return _difference(wrapping, limits, deadline) or wrapping


def _without_directives(source: Source, limits: Limits, deadline: Deadline) -> tuple[Source, tuple[Edit, ...]]:
    """``source`` read with blanks in place of its directives, so that all places stay; and the edits that remove
    them."""
    spans = [problem.span for problem in source.problems if problem.pattern == "directive"]
    if not spans:
        return source, ()
    blanks = [Edit(span, " " * len(source.text.slice(span))) for span in spans]
    blanked = read(apply_edits(source.text.text, blanks), limits, deadline)
    return blanked, tuple(Edit(SourceSpan(span.start, Position(span.start.line + 1, 1)), "") for span in spans)


def _refusals(source: Source) -> Iterator[Refusal]:
    for problem in source.problems:
        if problem.refused or problem.pattern == "ignored-text":
            yield Refusal(problem.message, problem.hint, problem.span)


def _objects(source: Source) -> Iterator[PlainObject]:
    """The Objects of all documents; of a List, its items. Empty documents have none."""
    for document in source.documents:
        if _is_list(document):
            items = document.value.get("items") or ()
            yield from (PlainObject(document, _ITEMS / index, item) for index, item in enumerate(items))
        elif document.value is not None:
            yield PlainObject(document, ROOT, document.value)


def _is_list(document: Document) -> bool:
    """Whether the document is a List, or one of a kind such as PodList, as the API server answers."""
    value = document.value
    kind, items = (value.get("kind"), value.get("items")) if isinstance(value, dict) else (None, None)
    if kind == "List":
        return isinstance(items or [], list)
    return isinstance(kind, str) and kind.endswith("List") and isinstance(items, list)


def _refused_objects(source: Source, objects: Sequence[PlainObject]) -> Iterator[Refusal]:
    """Why Objects cannot be in a Template, in the order of the text."""
    if not objects:
        start = source.text.span(0, 0)
        yield Refusal("The text has no Objects.", "Paste the Objects that the Template creates.", start)
    for item in objects:
        span = item.document.span(item.path)
        value = item.value
        if not isinstance(value, dict):
            shape = "null" if value is None else _SHAPES.get(type(value), "a number")
            yield Refusal(
                f"Here is {shape}, not a Kubernetes object.", "Remove it, or paste the whole object.", _at(span.start)
            )
        elif not isinstance(value.get("kind"), str) or not value["kind"]:
            message = "This mapping has no `kind`: only Objects can be in a Template."
            yield Refusal(message, "Remove it, or write its `apiVersion` and `kind`.", _at(span.start))
        elif value["kind"] == "Template":
            message = "This is a Template already: a Template holds Objects."
            yield Refusal(message, "Leave the Template out.", _at(span.start))


def _at(position: Position) -> SourceSpan:
    return SourceSpan(position, position)


def _difference(wrapping: Wrapping, limits: Limits, deadline: Deadline) -> Refusal | None:
    """Why the Template would not hold the same Objects; None if it does."""
    template = read(wrapping.text(), limits, deadline)
    for problem in template.problems:
        if problem.pattern in ("text-too-long", "too-many-values", "aliases-too-large"):
            start = wrapping.source.text.span(0, 0)
            return Refusal(f"As a Template: {problem.message[0].lower()}{problem.message[1:]}", problem.hint, start)
    wrapped = template.documents[0].value["objects"] if len(template.documents) == 1 else ()
    for index, item in enumerate(wrapping.objects):
        # Python's == does not tell true from 1, and 1 from 1.0; the texts do.
        if index >= len(wrapped) or repr(wrapped[index]) != repr(item.value):
            message = "This object cannot be indented without a change of its values."
            hint = "Tabs, rare line breaks and texts that begin left of their key cause this: write them plainly."
            return Refusal(message, hint, _at(item.document.span(item.path).start))
    return None


def _is_inside(span: SourceSpan, changed: Sequence[Edit], starts: Sequence[Position]) -> bool:
    """Whether a change replaces the text of ``span``; an insertion at the beginning of a change is not inside."""
    index = bisect_right(starts, span.start) - 1
    if index < 0:
        return False
    change = changed[index].span
    return span.start < change.end and span.end <= change.end and span.start > change.start


@record()
class _Wrapper:
    """The edits that indent the documents of a Source, as offsets into its text."""

    source: Source
    deadline: Deadline

    def edits(self) -> Iterator[Edit]:
        """All edits, in the order of the text as far as they touch."""
        text = self.source.text
        markers = list(_MARKER.finditer(text.text))
        newline = text.newline
        for marker in markers:
            yield self._edit(marker.start(), marker.end(), f"{marker[1]}{newline}" if marker[1] else "")
        marker_starts = [marker.start() for marker in markers]
        marker_ends = [marker.end() for marker in markers]
        for index, document in enumerate(self.source.documents):
            start = self._start(document, marker_ends)
            end = _first_after(marker_starts, start, len(text.text))
            if index + 1 < len(self.source.documents):
                end = min(end, self._start(self.source.documents[index + 1], marker_ends))
            yield from self._document_edits(document, start, end)
            if document.syntax == "json":
                escapes = json_escapes(text.text, start, end)
                yield from (self._edit(first, after, character) for first, after, character in escapes)

    def _start(self, document: Document, marker_ends: Sequence[int]) -> int:
        """The offset where the document's content begins, anchor and tag included, comments above excluded."""
        root = document.offsets()[0]
        if document.syntax == "json":
            return root
        marker = bisect_right(marker_ends, root) - 1
        beginning = max(document.beginning, marker_ends[marker] if marker >= 0 else 0)
        above = _ABOVE.match(self.source.text.text, beginning)
        return min(root, above.end()) if above else root

    def _document_edits(self, document: Document, start: int, end: int) -> Iterator[Edit]:
        if document.value is None:
            yield self._cut(document, start, end, "")
        elif not _is_list(document):
            yield from self._dash(start)
            yield from self._shift(self._next_line(start), end, STEP)
        elif not document.value.get("items"):
            yield self._cut(document, self._line_start(start), end, "")
        elif document.style(_ITEMS) == "block":
            yield from self._block_items(document, start, end)
        else:
            yield from self._flow_items(document, start, end)

    def _dash(self, start: int) -> Iterator[Edit]:
        """Write the dash of an entry at the beginning of the line, or on a line of its own if text is before it."""
        line_start = self._line_start(start)
        if self.source.text.text[line_start:start].strip(" \ufeff"):
            yield self._edit(start, start, f"{self.source.text.newline}- ")
        else:
            first = line_start + (self.source.text.text[line_start : line_start + 1] == "\ufeff")
            if first > 0 and line_start != first:
                # A byte order mark inside the text would become part of a key.
                yield self._edit(line_start if line_start else first, first, "")
            yield self._edit(first, first, "- ")

    def _block_items(self, document: Document, start: int, end: int) -> Iterator[Edit]:
        """Keep the lines of a List's items, with their dashes in the first column."""
        first, last = document.offsets(_ITEMS)
        first_line = self._line_start(first)
        blank = _BLANK_LINES.match(self.source.text.text, last)
        last_line = min(end, blank.end() if blank else self._next_line(last))
        yield self._cut(document, self._line_start(start), first_line, "")
        yield from self._shift(first_line, last_line, first_line - first)
        yield self._cut(document, last_line, end, "")

    def _flow_items(self, document: Document, start: int, end: int) -> Iterator[Edit]:
        """Keep a List's items between brackets, each after a dash."""
        before = self._line_start(start)
        for index in range(len(document.value["items"])):
            first, last = document.offsets(_ITEMS / index)
            line = self._line_start(first)
            indent = len(self.source.text.text[line:first]) - len(self.source.text.text[line:first].lstrip(" "))
            gap = self._cut(document, before, first, "")
            newline = self.source.text.newline if index else ""
            yield Edit(gap.span, f"{newline}{gap.text}- ")
            yield from self._shift(self._next_line(first), last, STEP - indent)
            before = last
        gap = self._cut(document, before, end, "")
        yield Edit(gap.span, f"{self.source.text.newline}{gap.text}")

    def _shift(self, start: int, end: int, columns: int) -> Iterator[Edit]:
        """Indent the lines that begin from ``start`` to before ``end`` by ``columns``; by fewer if negative."""
        if not columns:
            return
        for line in _LINE.finditer(self.source.text.text, start, end):
            self.deadline.spend()
            removed = min(-columns, len(line["indent"])) if columns < 0 else 0
            if removed or columns > 0:
                yield self._edit(line.start(), line.start() + removed, " " * max(0, columns))

    def _cut(self, document: Document, start: int, end: int, text: str) -> Edit:
        """The edit that removes a stretch of a document, all but its comments."""
        source, comments, offset = self.source.text.text, [], start
        while (offset := source.find("#", offset, end)) >= 0:
            if document.begins_comment(offset):
                comment = re.compile(r"[^\r\n]*").match(source, offset, end)
                comments.append(comment[0] if comment else "")
                offset += len(comments[-1])
            else:
                offset += 1
        return self._edit(start, end, text + "".join(f"{comment}{self.source.text.newline}" for comment in comments))

    def _line_start(self, offset: int) -> int:
        """The offset where the line of ``offset`` begins."""
        text = self.source.text
        return text.offset(Position(text.position(offset).line, 1))

    def _next_line(self, offset: int) -> int:
        """The offset where the line below that of ``offset`` begins."""
        text = self.source.text
        return text.offset(Position(text.position(offset).line + 1, 1))

    def _edit(self, start: int, end: int, text: str) -> Edit:
        return Edit(self.source.text.span(start, end), text)


def _first_after(starts: Sequence[int], offset: int, last: int) -> int:
    index = bisect_right(starts, offset)
    return starts[index] if index < len(starts) else last
