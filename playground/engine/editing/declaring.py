"""Declares new Parameters: the edit that writes their declarations into a Template."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from playground.engine.editing.entries import entry_at, is_own, lines_of
from playground.engine.editing.lines import BEFORE_A_KEY
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.templates.template import Template
from playground.engine.text.yaml import double_quoted, scalar

GENERATED: Final = "[a-zA-Z0-9]{16}"  # the expression of a generated secret


@record()
class Declaration:
    """A Parameter to declare. Texts that are "" are not written."""

    name: str
    display_name: str = ""
    description: str = ""
    value: str | None = None  # None: it has no default
    generated: bool = False  # from the expression GENERATED
    required: bool = False

    @property
    def fields(self) -> Iterator[tuple[str, str | bool]]:
        """The fields that are written, in their order."""
        texts = {"name": self.name, "displayName": self.display_name, "description": self.description}
        yield from ((key, text) for key, text in texts.items() if text)
        if self.value is not None:
            yield "value", self.value
        if self.generated:
            yield from (("generate", "expression"), ("from", GENERATED))
        if self.required:
            yield "required", True


def declaration_lines(declarations: Sequence[Declaration], newline: str, indent: str = "") -> str:
    """The lines of the field `parameters` of a Template in block style; "" for no ``declarations``."""
    if not declarations:
        return ""
    return f"parameters:{newline}" + "".join(_entry(item, indent + "- ", newline) for item in declarations)


def _entry(declaration: Declaration, prefix: str, newline: str) -> str:
    """The lines of one entry. ``prefix``: the indentation and dash before its first key."""
    lines = [f"{key}: {_written(value)}" for key, value in declaration.fields]
    return prefix + f"{newline}{' ' * len(prefix)}".join(lines) + newline


def _written(value: str | bool, *, flow: bool = False) -> str:
    return str(value).lower() if isinstance(value, bool) else scalar(value, flow=flow)


def declaration_edit(template: Template, declarations: Sequence[Declaration]) -> Edit | None:
    """The Edit that declares the Parameters behind the last one of ``template``, or in a new list above `objects`.

    None if the list comes from an alias or is none, and if something else stands on the lines of its last entry.
    """
    document, path = template.document, template.path / "parameters"
    fields = field_at(document.value, template.path) or {}
    if "parameters" not in fields:
        return _above_objects(document, template.path / "objects", declarations)
    if not is_own(document, path):
        return None
    entries = fields["parameters"]
    if isinstance(entries, list) and entries:
        return _behind_last(document, path, len(entries) - 1, declarations)
    return _in_place(document, path, declarations) if entries in (None, []) else None


def _behind_last(document: Document, path: FieldPath, last: int, declarations: Sequence[Declaration]) -> Edit | None:
    source, entry = document.source, entry_at(document, path / last)
    if document.style(path) == "flow":
        line_before, end = source.line_before(entry.span.start), entry.span.end
        is_on_own_line = not line_before.strip(" \t")
        gap = f",{source.newline}{line_before}" if is_on_own_line else ", "
        return Edit(SourceSpan(end, end), "".join(gap + _in_braces(document, item) for item in declarations))
    lines = lines_of(document, entry) if document.style(path) == "block" else None
    if lines is None:
        return None
    below, text = lines.end, source.slice(lines)
    prefix = f"{' ' * (len(text) - len(text.lstrip(' ')))}- "
    entries = "".join(_entry(item, prefix, source.newline) for item in declarations)
    if source.offset(below) == source.line_end(below.line - 1):  # the last line of the text has no line break
        entries = source.newline + entries.removesuffix(source.newline)
    return Edit(SourceSpan(below, below), entries)


def _in_place(document: Document, path: FieldPath, declarations: Sequence[Declaration]) -> Edit:
    """The Edit that writes the list in place of an empty one, or of null."""
    source, key = document.source, document.key_span(path)
    whole = SourceSpan(key.end, max(document.span(path).end, key.end))
    before = source.line_before(key.start)
    if document.syntax == "json" or not BEFORE_A_KEY.fullmatch(before):
        entries = ", ".join(_in_braces(document, item) for item in declarations)
        return Edit(whole, f": [{entries}]")
    indent = " " * len(before)
    lines = "".join(_entry(item, indent + "- ", source.newline) for item in declarations)
    return Edit(whole, f":{source.newline}{lines.removesuffix(source.newline)}")


def _above_objects(document: Document, path: FieldPath, declarations: Sequence[Declaration]) -> Edit | None:
    if not is_own(document, path):
        return None
    source, key = document.source, document.key_span(path)
    before = source.line_before(key.start)
    if document.style(path.parent) == "flow":
        entries = ", ".join(_in_braces(document, item) for item in declarations)
        name = '"parameters"' if document.syntax == "json" else "parameters"
        gap = f",{source.newline}{before}" if not before.strip(" \t") else ", "
        return Edit(SourceSpan(key.start, key.start), f"{name}: [{entries}]{gap}")
    indent = " " * len(before)
    lines = declaration_lines(declarations, source.newline, indent)
    return Edit(SourceSpan(key.start, key.start), f"{lines}{indent}")


def _in_braces(document: Document, declaration: Declaration) -> str:
    if document.syntax == "json":
        fields = (
            f"{double_quoted(key)}: {_written(value) if isinstance(value, bool) else double_quoted(value)}"
            for key, value in declaration.fields
        )
    else:
        fields = (f"{key}: {_written(value, flow=True)}" for key, value in declaration.fields)
    return f"{{{', '.join(fields)}}}"
