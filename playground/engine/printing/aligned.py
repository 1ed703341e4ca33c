"""The aligned output: the Template's own text, with only the changed scalars rewritten in place.

The new text is read back. If it does not give the processed Objects, there is no aligned output but a reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document, read
from playground.engine.reading.objects import TracedObject
from playground.engine.templates import ProcessedTemplate
from playground.engine.text.yaml import double_quoted, scalar

_BLOCK_HEADER = re.compile(r"[|>](?P<marks>[-+0-9]*)(?P<rest>[ \t]*(?P<comment>#[^\r\n]*)?)(?P<end>\r\n?|\n)")
# Characters that only double quotes can hold.
_ODD = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff"
_BLOCK_TEXT = re.compile(f"[^\\s{_ODD}][^{_ODD}]*\\Z")  # a block can hold it, and needs no mark for the indentation
_ONE_LINE = re.compile(f"[^\t\n{_ODD}]*\\Z")  # single quotes can hold it on one line
_CHARACTERS = 100  # of a new text that take about as long as one step
_LONGEST_KEY = 1000  # characters; a longer key needs the form `? KEY`


@record()
class Aligned:
    """The aligned output, or None and the reason why there is none."""

    text: str | None
    why: str = ""


@record()
class _Change:
    """A field with its new key or new value."""

    path: FieldPath  # in the Document, keys as written
    value: Any
    in_key: bool = False


class _Entry(NamedTuple):
    """One entry of a mapping or list, before and after processing."""

    name: str | int
    before: Any
    after: Any
    new_name: str | int


class _UnalignedError(Exception):
    """There is no aligned output; the message is the reason."""


def aligned(processed: ProcessedTemplate, deadline: Deadline | None = None) -> Aligned:
    """The Template's text with its Objects rewritten; comments and layout stay.

    Literal and folded blocks stay blocks. If the text cannot be read back so, all changed blocks become quoted strings.
    There is no aligned output once the ``deadline`` has passed.
    """
    document, deadline = processed.template.document, deadline or Deadline()
    try:
        changes = [change for item in processed.objects for change in _changes_of(item, deadline)]
        for blocks in (True, False):
            text = _rewritten(document, changes, blocks, deadline)
            if _reads_back(text, processed, deadline):
                return Aligned(text)
    except _UnalignedError as error:
        return Aligned(None, str(error))
    except OutOfTimeError:
        return Aligned(None, "rewriting the text takes too long")
    return Aligned(None, "the rewritten text would not be read as the same Objects")


def _changes_of(item: TracedObject, deadline: Deadline) -> Iterator[_Change]:
    """The differences between an Object in the Document and the processed one."""
    before: Any = item.document.value
    for part in item.path:
        before = before[part]
    waiting = [(item.path, before, item.value, FieldPath())]  # instead of recursion
    while waiting:
        deadline.spend()
        path, before, after, new_path = waiting.pop()  # ``path``: in the Document; ``new_path``: in the new Object
        if isinstance(before, dict) and isinstance(after, dict):
            new_names = _new_names(path, before, after, new_path, item.keys)
            yield from (_Change(path / name, new, in_key=True) for name, new in new_names.items() if new != name)
            entries: Iterable[_Entry] = (_Entry(name, before[name], after[new], new) for name, new in new_names.items())
        elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
            entries = (_Entry(index, *items, index) for index, items in enumerate(zip(before, after, strict=True)))
        elif isinstance(before, dict | list):
            raise _UnalignedError(f"processing replaces all of `{path}`")
        else:
            if type(before) is not type(after) or before != after:
                yield _Change(path, after)
            continue
        waiting += (
            (path / entry.name, entry.before, entry.after, new_path / entry.new_name)
            for entry in entries
            if _may_differ(entry.before, entry.after)
        )


def _may_differ(before: Any, after: Any) -> bool:
    """Whether the values must be compared further. Most are equal texts, whose paths would only take memory."""
    return isinstance(before, dict | list) or type(before) is not type(after) or before != after


def _new_names(
    path: FieldPath,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    new_path: FieldPath,
    keys: Mapping[FieldPath, str],
) -> dict[str, str]:
    """The new name of each key of a mapping. _UnalignedError if processing removed or added a key.

    ``keys``: the old names of renamed keys, by the path with the new name.
    """
    names = {keys.get(new_path / name, name): name for name in after} if keys else dict(zip(after, after, strict=True))
    if missing := [name for name in before if name not in names]:
        raise _UnalignedError(f"processing removes `{path / missing[0]}`")
    if added := [name for name in names if name not in before]:
        raise _UnalignedError(f"processing adds `{path / added[0]}`")
    return {name: names[name] for name in before}


def _rewritten(document: Document, changes: list[_Change], blocks: bool, deadline: Deadline) -> str:
    """The whole text with every change. _UnalignedError if an alias and its anchor need different texts."""
    source = document.source
    edits: dict[tuple[int, int], str] = {}  # by the start and end of the old text: the new text
    for change in changes:
        if not change.in_key and not document.style(change.path):
            continue  # an alias: its anchor's text is changed
        span = document.key_span(change.path) if change.in_key else document.span(change.path)
        start, end = source.offset(span.start), source.offset(span.end)
        new = _key(document, change, span) if change.in_key else _value(document, change, end, blocks)
        deadline.spend(1 + len(new) // _CHARACTERS)
        if start == end and not source.text[max(0, start - 1) : start].isspace():
            new = f" {new}"  # after the colon of a key without a value
        if edits.setdefault((start, end), new) != new:
            raise _UnalignedError(f"`{change.path}` and its alias or anchor get different values")
    parts, copied = [], 0  # ``copied``: the end of the text copied so far
    for (start, end), new in sorted(edits.items()):
        parts += [source.text[copied:start], new]
        copied = end
    return "".join((*parts, source.text[copied:]))


def _key(document: Document, change: _Change, span: SourceSpan) -> str:
    raw, key = document.source.slice(span), change.value
    new = json.dumps(key, ensure_ascii=False) if document.syntax == "json" else _in_style(raw[:1], key, flow=True)
    if len(new) > _LONGEST_KEY:
        raise _UnalignedError(f"the key of `{change.path}` becomes too long")
    return new


def _value(document: Document, change: _Change, end: int, blocks: bool) -> str:
    """The new text of a field whose old text ends at the offset ``end``; ``blocks``: a block stays a block."""
    value, raw = change.value, document.raw(change.path)
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if document.syntax == "json":
        return double_quoted(value)
    header = _BLOCK_HEADER.match(raw)
    if header is not None and document.style(change.path) in ("literal", "folded"):
        new = _block(header, raw, value) if blocks else ""
        # The source has no line break after the block, but the new value ends in one.
        needs_line_break = end == len(document.source.text) and value.endswith("\n")
        comment = f" {header['comment']}" if header["comment"] else ""
        return f"{new}{header['end'] if needs_line_break else ''}" if new else f"{double_quoted(value)}{comment}"
    flow = any(document.style(change.path[:depth]) == "flow" for depth in range(len(change.path)))
    return _in_style(raw[:1], value, flow=flow)


def _in_style(quote: str, text: str, *, flow: bool) -> str:
    """``text`` in the author's kind of quotes, if these can hold it."""
    if quote == "'" and _ONE_LINE.match(text):
        return "'" + text.replace("'", "''") + "'"
    return double_quoted(text) if quote in ("'", '"') else scalar(text, flow=flow)


def _block(header: re.Match[str], raw: str, text: str) -> str:
    """``text`` as a literal block in place of the block ``raw``, which may be folded; "" if a block cannot hold it."""
    body = raw[header.end() :]
    first = next((line for line in body.split("\n") if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" "))]
    has_indentation_mark = any(mark.isdigit() for mark in header["marks"])  # `|2`: such a block is not rewritten
    if not indent or not _BLOCK_TEXT.match(text) or has_indentation_mark:
        return ""
    content = text.rstrip("\n")
    line_feeds = len(text) - len(content)  # at the end of the text
    lines = [f"{indent}{line}" if line else "" for line in content.split("\n")]
    chomping = ("-", "")[line_feeds] if line_feeds < 2 else "+"
    return header["end"].join((f"|{chomping}{header['rest']}", *lines, *[""] * max(0, line_feeds - 1)))


def _reads_back(text: str, processed: ProcessedTemplate, deadline: Deadline) -> bool:
    """Whether the text is read as the same Document, with the processed Objects in place of its own."""
    template = processed.template
    source = read(text, deadline=deadline)
    actual = next((item.value for item in source.documents if item.index == template.document.index), None)
    if actual is None or any(problem.refused for problem in source.problems):
        return False
    expected: Any = template.document.value
    for part in template.path:
        actual, expected = actual[part], expected[part]
    processed_objects = {item.path: item.value for item in processed.objects}
    own_objects = template.objects or ()
    objects = [processed_objects.get(template.path / "objects" / index, item) for index, item in enumerate(own_objects)]
    return _are_equal(actual, {**expected, "objects": objects} if template.objects is not None else expected, deadline)


def _are_equal(actual: Any, expected: Any, deadline: Deadline) -> bool:
    """Whether two values are the same, and of the same types: true is not 1, and 1 is not 1.0."""
    waiting = [(actual, expected)]
    while waiting:
        deadline.spend()
        first, second = waiting.pop()
        if type(first) is not type(second):
            return False
        if isinstance(first, dict):
            if first.keys() != second.keys():
                return False
            waiting += ((value, second[name]) for name, value in first.items())
        elif isinstance(first, list):
            if len(first) != len(second):
                return False
            waiting += zip(first, second, strict=True)
        elif repr(first) != repr(second) if isinstance(first, float) else first != second:
            return False
    return True
