"""A Template that generates nothing, as it was processed for the text before (see Memory)."""

from __future__ import annotations

from dataclasses import replace

from playground.engine.memory import Memory
from playground.engine.processing import ProcessedTemplate
from playground.engine.source import Document, SourceText
from playground.engine.template import Template

_NO_TEXT = SourceText("")


def processed_again(memory: Memory, template: Template, inputs: str) -> ProcessedTemplate | None:
    """What the same Template became with the same ``inputs``, as they are printed; None where it must be processed."""
    printed, known = memory.processed
    if not isinstance(known, ProcessedTemplate) or printed != inputs or not _is_same(known.template, template):
        return None
    return _moved(known, template.document)


def keep_processed(memory: Memory, processed: ProcessedTemplate, inputs: str) -> None:
    """Remember what a Template became, unless values are drawn for it."""
    document = processed.template.document
    nowhere = document.moved(document.index, _NO_TEXT, 0)  # or the whole text would be held
    draws = any(parameter.generate for parameter in processed.template.parameters)
    memory.processed = ("", None) if draws else (inputs, _moved(processed, nowhere))


def _is_same(known: Template, template: Template) -> bool:
    one, other = known.document, template.document
    return one.value is other.value and one.index == other.index and known.path == template.path


def _moved(processed: ProcessedTemplate, document: Document) -> ProcessedTemplate:
    objects = tuple(item.moved(document) for item in processed.objects)
    return replace(processed, template=replace(processed.template, document=document), objects=objects)
