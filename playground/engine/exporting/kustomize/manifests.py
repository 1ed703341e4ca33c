"""The file of one Object: the author's own text with the values in place, or, where that fails, printed anew.

kustomize reads YAML 1.2, and Kubernetes YAML 1.1: a scalar that they read differently is written as both read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from playground.engine.exporting.objects import checked_parts, read_as
from playground.engine.exporting.parts import LABELS, Insertion, label_lines, yaml_of
from playground.engine.exporting.refusal import RefusedError
from playground.engine.exporting.regions import Region
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT, FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.model.refusal import Refusal
from playground.engine.printing.page_lines import yaml_lines
from playground.engine.reading import Document, read
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.walks import entries
from playground.engine.templates import ProcessedTemplate
from playground.engine.text.go import to_json, without_surrogates
from playground.engine.text.invisible import escaped
from playground.engine.text.yaml import double_quoted, scalar

# Tags and merged mappings: an Object with one is printed anew.
_UNSURE: Final = re.compile(r"(?:^|[\s\[{,:-])(?:![^\s=]*[ \t\r\n]|<<)")
# Numbers, and texts that begin with a digit, which all readers read alike: `512Mi`, `50%`, `10.0.0.1`.
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_TEXT: Final = re.compile(r"(?!0[ob])[0-9]+(?:\.[0-9]+)*[A-Za-z%]+|[0-9]+(?:\.[0-9]+){2,}")
# Texts of folded blocks to which kustomize adds line breaks.
_REFOLDED: Final = re.compile(r"\A[ \t\n]|\n[ \t]|\n\n\Z")
_BLOCKS: Final = ("literal", "folded")
_BLOCK_HEAD: Final = re.compile(r"[|>][-+1-9]*(?P<comment>[ \t]+#[^\r\n]*)?")
_TAB_FIRST: Final = re.compile(r"\|[1-9][-+]?\n *\t")


@record()
class _ValueWriter:
    """Writes the values of a processed Template in place of the references."""

    values: Mapping[str, str]  # by Parameter
    labels: Mapping[str, str] | None
    limits: Limits
    deadline: Deadline

    def value(self, item: TracedObject, path: FieldPath) -> Insertion:
        """The value at ``path``, a text in quotes."""
        value = field_at(item.value, path)
        return _inserted(double_quoted(value) if isinstance(value, str) else to_json(value))

    def in_block(self, parameter: str, indentation: str) -> Insertion:
        """The lines of a value in a literal block."""
        return _inserted(self.values[parameter].replace("\n", f"\n{indentation}"))

    def key(self, item: TracedObject, path: FieldPath) -> Insertion:
        """The key at ``path`` in quotes."""
        return _inserted(double_quoted(str(path[-1])))

    def template_labels(self, indentation: int) -> Insertion:
        """The Template's labels."""
        return _inserted(label_lines(self.labels, indentation))


def _inserted(yaml: str) -> Insertion:
    return Insertion(yaml, yaml)


def manifest(
    item: TracedObject, region: Region | None, processed: ProcessedTemplate, limits: Limits, deadline: Deadline
) -> str:
    """The file of ``item``, an Object of ``processed``. ``region``: its lines in the source.

    RefusedError if it holds a number that Kubernetes cannot hold.
    """
    # `${{P}}` removes its field if the value is null.
    item = replace(item, pieces={path: pieces for path, pieces in item.pieces.items() if _exists(item.value, path)})
    text = _edited(item, region, processed, limits, deadline) if region else ""
    return text or _with_quoted_tabs(printed(item.value, item.span(ROOT)), limits, deadline)


def _exists(value: Any, path: FieldPath) -> bool:
    """Whether ``value`` has a field at ``path``; null counts."""
    holder = field_at(value, path.parent)
    return path[-1] in (holder if isinstance(holder, dict) else range(len(holder or ())))


def printed(value: Any, span: SourceSpan | None = None) -> str:
    """``value`` as YAML that every reader reads alike. RefusedError, with ``span``, for a number that none can hold."""
    try:
        return without_surrogates("\n".join(yaml_lines(value).texts)) + "\n"
    except ValueError as error:
        raise RefusedError(Refusal(f"A number is too large: {error}.", "Write it as a text.", span)) from None


def _edited(
    item: TracedObject, region: Region, processed: ProcessedTemplate, limits: Limits, deadline: Deadline
) -> str:
    """The author's text with the values in place; "" if not all readers would read it as ``item``."""
    values = {value.parameter.name: value.text for value in processed.values}
    writer = _ValueWriter(values, processed.labels, limits, deadline)
    checked = checked_parts(item, region, writer)
    if checked is None:
        return ""
    parts, document = checked
    text = yaml_of(parts)
    if _UNSURE.search(text) or escaped(text) != text:  # some readers take an invisible character for a line break
        return ""
    edits = sorted(_edits(document, item, deadline))
    edited = _with_edits(text, edits)
    return edited if not edits or read_as(edited, item.value, writer) else ""


def _with_edits(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """``text`` with ``edits``, in their order: start and end of what is replaced, and the new text."""
    parts, position = [], 0
    for start, end, new in edits:
        parts += [text[position:start], new]
        position = end
    return "".join([*parts, text[position:]])


def _edits(document: Document, item: TracedObject, deadline: Deadline) -> Iterator[tuple[int, int, str]]:
    """Replacements in the file of ``item``, so that YAML 1.1 and 1.2 read each scalar alike.

    Quotes around the values of Parameters go if they are not needed.
    """
    waiting: list[tuple[FieldPath, Any, bool]] = [(ROOT, document.value, False)]
    for path, value, in_flow in waiting:  # grows in the loop
        if path and isinstance(path[-1], str):
            yield from _key_edits(document, path, flow=in_flow)
        style = document.style(path)
        if isinstance(value, dict | list) and value:
            inner_flow = in_flow or style == "flow"
            waiting += ((path / key, inner, inner_flow) for key, inner in entries(value, deadline))
        elif raw := document.raw(path):
            inserted = style == "double" and (path in item.pieces or path.parent == LABELS)
            if inserted:
                new = scalar(value, flow=in_flow)
            elif style == "plain":
                new = _plain(value, raw)
            else:
                new = _block(value, raw) if style in _BLOCKS else raw
            if new != raw:
                yield *document.offsets(path), new


def _with_quoted_tabs(text: str, limits: Limits, deadline: Deadline) -> str:
    """A printed Object with quotes in place of each block that begins with a tab."""
    if not _TAB_FIRST.search(text):
        return text
    documents = read(text, limits, deadline).documents
    if len(documents) != 1:
        return text
    document, edits = documents[0], []
    waiting: list[tuple[FieldPath, Any]] = [(ROOT, document.value)]
    for path, value in waiting:  # grows in the loop
        waiting += ((path / key, inner) for key, inner in entries(value, deadline))
        if document.style(path) in _BLOCKS:
            edits.append((*document.offsets(path), _block(value, document.raw(path))))
    return _with_edits(text, sorted(edits))


def _block(value: str, raw: str) -> str:
    """A block, written ``raw``, as kustomize keeps it: in quotes if it would fail at the tab or change the text."""
    if not (value.startswith("\t") or (raw[0] == ">" and _REFOLDED.search(value))):
        return raw
    head = _BLOCK_HEAD.match(raw)
    comment = (head and head["comment"]) or ""
    return f"{double_quoted(value)}{comment}{raw[len(raw.rstrip()) :]}"


def _key_edits(document: Document, path: FieldPath, *, flow: bool) -> Iterator[tuple[int, int, str]]:
    """The replacement of the key at ``path``, if it needs one. ``flow``: the key is in brackets."""
    source, span = document.source, document.key_span(path)
    start, end = source.offset(span.start), source.offset(span.end)
    raw, key = source.text[start:end], str(path[-1])
    is_plain = raw[:1] not in ("'", '"')
    if (is_plain and raw != scalar(key)) or path.parent == LABELS:
        new = scalar(key, flow=flow)
        if new != raw:
            yield start, end, new


def _plain(value: Any, raw: str) -> str:
    """A scalar as all readers read it: ``raw``, its text without quotes, if that is one of the ways to write it."""
    if not isinstance(value, str):
        return raw if _NUMBER.fullmatch(raw) else to_json(value)
    return raw if value == raw and (_TEXT.fullmatch(value) or scalar(value) == value) else double_quoted(value)
