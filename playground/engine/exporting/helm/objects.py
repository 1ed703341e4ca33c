"""An Object of a Template as a file of a chart: the author's own text with edits, or, where that fails, printed anew.

The Object was processed with probes, so it already has what processing changes: labels, the group of its apiVersion, no
namespace. Its pieces say which of its texts contain which Parameter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.exporting.helm.expressions import (
    Action,
    Parts,
    Value,
    in_block,
    json_value,
    probe_text,
    quoted,
)
from playground.engine.exporting.refusal import Refusal, RefusedError
from playground.engine.exporting.regions import comments_in
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record
from playground.engine.printing.page_lines import yaml_lines
from playground.engine.reading import Document, read
from playground.engine.reading.objects import Piece, TracedObject
from playground.engine.templates.substitution import Dialect, parameter_tokens
from playground.engine.text.go import to_json

_LABELS: Final = FieldPath(("metadata", "labels"))
_NAMESPACE: Final = FieldPath(("metadata", "namespace"))
_DASH: Final = re.compile(r"[ \t]*-(?=[ \t\r\n])")
_INDICATOR: Final = re.compile(r"\|[-+]?[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n)")  # of a block without its indentation
_LINE_END: Final = re.compile(r"\r\n?|\n")
_BLANK_START: Final = re.compile(r"\A(?:[ \t]*\n)+")
_TAG: Final = re.compile(r"(?<![^\s\[{,])![^\s]*[ \t]+\Z")  # a tag before a value


@record()
class Common:
    """What all Objects of a chart share: its name, its values by Parameter, its labels as Helm will write them."""

    chart: str
    dialect: Dialect
    values: Mapping[str, Value]
    labels: Mapping[str, str] | None  # with the probes; None: the Template has no labels
    limits: Limits
    deadline: Deadline

    def action_for(self, text: str, pieces: Sequence[Piece], probed: Any, *, is_json: bool) -> Action:
        """The action in place of the whole value ``text``; ``probed`` is the value with the probes."""
        if is_json:
            assert pieces[0].parameter is not None
            return json_value(self.values[pieces[0].parameter], self.chart, probed)
        return quoted(text, pieces, self.values, str(probed))

    def pieces_of(self, text: str) -> Sequence[Piece]:
        """The pieces of a text that the author wrote: what is copied, and what a Parameter replaces."""
        pieces, position = [], 0
        for token in parameter_tokens(text, self.dialect):
            if not token.inert and token.name in self.values:
                if position < token.start:
                    pieces.append(Piece(0, 0, position, token.start))
                pieces.append(Piece(0, 0, token.start, token.end, token.name))
                position = token.end
        return [*pieces, Piece(0, 0, position, len(text))] if position < len(text) else pieces

    def key_action(self, written: str, probed: str) -> Action:
        """The action in place of the key that the author wrote as ``written``."""
        return quoted(written, self.pieces_of(written), self.values, probed)

    def labels_action(self, indentation: int) -> Action:
        """The action that inserts the Template's labels, and the line break before them."""
        pad = " " * indentation
        lines = (f"\n{pad}{to_json(key)}: {to_json(text)}" for key, text in (self.labels or {}).items())
        include = f'\n{pad}{{{{- include "{self.chart}.labels" . | nindent {indentation} }}}}'
        return Action(include, "".join(lines))


def object_parts(item: TracedObject, region: tuple[int, int], common: Common) -> Parts:
    """The file of ``item``. ``region``: offsets of the lines of the source that belong to it, comments included.

    RefusedError if no text would be read as the Object.
    """
    return checked_parts(item, region, common)[0]


def checked_parts(item: TracedObject, region: tuple[int, int], common: Common) -> tuple[Parts, Document]:
    """The same, and the Document that is read from it with the probes."""
    for attempt in (_edited, _printed):
        parts = attempt(item, region, common)
        document = None if parts is None else read_as(probe_text(parts), item.value, common)
        if parts is not None and document:
            return parts, document
    raise RefusedError(Refusal("No YAML of Helm gives this object.", "Write it more simply.", item.span(ROOT)))


def read_as(text: str, expected: Any, common: Common) -> Document | None:
    """The Document that ``text`` is; None unless it has exactly the value ``expected``, without any problem."""
    source = read(text, common.limits, common.deadline)
    if source.problems or len(source.documents) != 1:
        return None
    (document,) = source.documents
    return document if to_json(document.value) == to_json(expected) else None


def is_json_reference(item: TracedObject, path: FieldPath, values: Mapping[str, Value], dialect: Dialect) -> bool:
    """Whether the value at ``path`` is one reference that inserts a JSON value."""
    pieces = item.pieces[path]
    if len(pieces) != 1 or pieces[0].parameter is None or not values[pieces[0].parameter].is_json:
        return False
    (token,) = parameter_tokens(_written(item, path), dialect)
    return token.form == "${{}}" or not isinstance(field_at(item.value, path), str)


def _written(item: TracedObject, path: FieldPath) -> str:
    """The text of a field as the author wrote it."""
    text = field_at(item.document.value, item.where(path))
    assert isinstance(text, str)
    return text


def own_pieces(item: TracedObject, labels: Mapping[str, str] | None) -> Iterator[tuple[FieldPath, tuple[Piece, ...]]]:
    """The substituted texts of the Object that the author wrote in it: all but the Template's labels."""
    for path, pieces in item.pieces.items():
        if not (labels and path.parent == _LABELS and path[-1] in labels):
            yield path, pieces


# ---------------------------------------------------------------------------------------------- the author's own text


@record()
class _Edit:
    """A replacement of the source from ``start`` to ``end``."""

    start: int
    end: int
    parts: Parts = ()


def _edited(item: TracedObject, region: tuple[int, int], common: Common) -> Parts | None:
    """The author's text with edits; None if it is JSON, in flow style, has aliases, or has no place for an edit."""
    document = item.document
    if document.syntax == "json" or document.style(item.path) != "block" or _has_aliases(item, common.deadline):
        return None
    start, _ = region
    begin, _ = document.offsets(item.path)
    text = document.source.text
    indent = begin - (max(text.rfind("\n", 0, begin), text.rfind("\r", 0, begin)) + 1)
    dash = _dash(text, start, begin)
    edits = [_Edit(dash, dash + 1, (" ",))]
    for edits_of in (_value_edits, _key_edits, _apiversion_edits, _namespace_edits, _label_edits):
        further = edits_of(item, indent, common)
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


def _value_edits(item: TracedObject, indent: int, common: Common) -> list[_Edit] | None:
    edits: list[_Edit] = []
    document = item.document
    for path, pieces in own_pieces(item, common.labels):
        place = item.where(path)
        start, end = document.offsets(place)
        text = _written(item, path)
        is_json = is_json_reference(item, path, common.values, common.dialect)
        if _TAG.search(document.source.text, max(0, start - 100), start):
            return None
        if not is_json and stays_block(document, place, pieces):
            edits += _block_edits(document, place, pieces, indent, common)
        else:
            probed = field_at(item.value, path)
            edits.append(_Edit(start, end, (common.action_for(text, pieces, probed, is_json=is_json),)))
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
    document: Document, place: FieldPath, pieces: Sequence[Piece], indent: int, common: Common
) -> Iterator[_Edit]:
    source = document.source
    body = _LINE_END.split(document.raw(place))[1:]
    first = next(line for line in body if line.strip())
    indentation = (len(first) - len(first.lstrip(" ")) - indent) * " "
    for piece in pieces:
        if piece.parameter is not None:
            span = document.text_span(place, piece.source_start, piece.source_end)
            action = in_block(common.values[piece.parameter], indentation)
            yield _Edit(source.offset(span.start), source.offset(span.end), (action,))


def _key_edits(item: TracedObject, indent: int, common: Common) -> list[_Edit]:
    source, edits = item.document.source, []
    for path, written in item.keys.items():
        span = item.key_span(path)
        action = common.key_action(written, str(path[-1]))
        edits.append(_Edit(source.offset(span.start), source.offset(span.end), (action,)))
    return edits


def _apiversion_edits(item: TracedObject, indent: int, common: Common) -> list[_Edit] | None:
    """The apiVersion with its group, which OpenShift's kinds had not when they were part of `v1`."""
    new = item.value.get("apiVersion")
    path = ROOT / "apiVersion"
    if path in item.pieces or field_at(item.document.value, item.path).get("apiVersion") == new:
        return []
    if "apiVersion" not in field_at(item.document.value, item.path):
        return None
    start, end = item.document.offsets(item.where(path))
    return [_Edit(start, end, (str(new),))] if start < end else None


def _namespace_edits(item: TracedObject, indent: int, common: Common) -> list[_Edit] | None:
    """Without a namespace, which processing removes: `helm install --namespace` says it."""
    written = field_at(item.document.value, item.path).get("metadata")
    metadata = item.value.get("metadata")
    if not isinstance(written, dict) or "namespace" not in written or "namespace" in (metadata or {}):
        return []
    edit = _without_entry(item, _NAMESPACE)
    return [edit] if edit and len(written) > 1 else None


def _label_edits(item: TracedObject, indent: int, common: Common) -> list[_Edit] | None:
    """The Template's labels first in the Object's; they replace its own of the same name."""
    written = field_at(item.document.value, item.path).get("metadata")
    if not common.labels or "items" in item.value or not isinstance(item.value.get("metadata"), dict):
        return []
    document, place = item.document, item.path / "metadata"
    if not isinstance(written, dict) or document.style(place) != "block":
        return None
    if "labels" not in written:
        column = document.source.position(document.offsets(place)[0]).column - 1
        edit = _line_below(document, place, f"\n{' ' * column}labels:", common.labels_action(column - indent + 2))
        return [edit] if edit else None
    own = written["labels"]
    if not isinstance(own, dict) or not own or document.style(place / "labels") != "block":
        return None
    column = document.source.position(document.offsets(place / "labels")[0]).column - 1
    edits = [_line_below(document, place / "labels", common.labels_action(column - indent))]
    edits += [_without_entry(item, _LABELS / name) for name in own if name in common.labels]
    return None if None in edits else [edit for edit in edits if edit]


def _line_below(document: Document, place: FieldPath, *parts: str | Action) -> _Edit | None:
    """The insertion of ``parts`` after the line of the key at ``place``; None if its value begins on that line."""
    end = document.source.line_end(document.key_span(place).end.line)
    return _Edit(end, end, parts) if end < document.offsets(place)[0] else None


def _without_entry(item: TracedObject, path: FieldPath) -> _Edit | None:
    """The removal of the lines of a mapping's entry; None if it shares a line with something else."""
    document, source = item.document, item.document.source
    place = item.path.join(path)
    key, (_, end) = document.key_span(place), document.offsets(place)
    start = source.line_starts[key.start.line - 1]
    last_line = source.position(end).line
    rest = source.text[end : source.line_end(last_line)].strip()
    if source.text[start : source.offset(key.start)].strip() or (rest and not rest.startswith("#")):
        return None
    return _Edit(start, (*source.line_starts, len(source.text))[last_line])


def _applied(text: str, region: tuple[int, int], edits: list[_Edit], indent: int) -> Parts | None:
    """The region's text with ``edits``, and each line with ``indent`` blanks less. None if edits overlap."""
    parts: list[str | Action] = []
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
    dedented: list[str | Action] = []
    left = indent  # blanks to remove before the next character
    for part in parts:
        if isinstance(part, Action):
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


# ------------------------------------------------------------------------------------------------------- printed anew


def _printed(item: TracedObject, region: tuple[int, int], common: Common) -> Parts | None:
    """The Object printed anew, below all its comments."""
    mark = "HelmAction"
    while mark in item.document.source.text or any(mark in value.probe for value in common.values.values()):
        mark += "X"
    actions: list[Action] = []

    def marked(action: Action) -> str:
        actions.append(action)
        return f"{mark}{len(actions) - 1}E"

    lines = "\n".join(yaml_lines(_with_marks(item, common, marked, f"{mark}Labels")).texts)
    parts: list[str | Action] = [f"{comment}\n" for comment in comments_in(item.document, region)]
    position = 0
    for match in re.finditer(rf"{mark}(\d+)E|\n( *){mark}Labels: null", lines):
        parts.append(lines[position : match.start()])
        parts.append(actions[int(match[1])] if match[1] else common.labels_action(len(match[2])))
        position = match.end()
    return [*parts, lines[position:], "\n"]


def _with_marks(item: TracedObject, common: Common, marked: Callable[[Action], str], labels_mark: str) -> Any:
    """The processed Object with a mark in place of each text that a Parameter changes, and of the Template's labels."""
    pieces = dict(own_pieces(item, common.labels))

    def copied(value: Any, path: FieldPath) -> Any:
        common.deadline.spend()
        if path in pieces:
            is_json = is_json_reference(item, path, common.values, common.dialect)
            return marked(common.action_for(_written(item, path), pieces[path], value, is_json=is_json))
        if isinstance(value, list):
            return [copied(entry, path / index) for index, entry in enumerate(value)]
        if not isinstance(value, dict):
            return value
        entries = value.items()
        start: dict[str, Any] = {}
        if path == _LABELS and common.labels:
            entries = {key: entry for key, entry in entries if key not in (common.labels or {})}.items()
            start = {labels_mark: None}
        return start | {key_of(key, path / key): copied(entry, path / key) for key, entry in entries}

    def key_of(key: str, path: FieldPath) -> str:
        return marked(common.key_action(item.keys[path], key)) if path in item.keys else key

    return copied(item.value, ROOT)
