"""Reuses the processed Template if it has not changed and generates nothing (see Memory)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from playground.engine.memory import Memory
from playground.engine.processing import ProcessedTemplate
from playground.engine.source import Document
from playground.engine.template import Template


def remembered(
    memory: Memory, templates: Sequence[Template], inputs: str, make: Callable[[], ProcessedTemplate | None]
) -> ProcessedTemplate | None:
    """The first Template processed with these ``inputs``, given as their repr: remembered, or made and remembered."""
    printed, known = memory.processed
    if templates and known is not None and printed == inputs and _is_same(known.template, templates[0]):
        return _moved(known, templates[0].document)
    made = make()
    if made is not None and _is_kept(memory, made):
        memory.processed = inputs, _moved(made, made.template.document.nowhere())
    else:
        memory.processed = "", None
    return made


def _is_kept(memory: Memory, made: ProcessedTemplate) -> bool:
    """Whether the memory holds the Template's Document, and no value is drawn for it."""
    value, drawn = made.template.document.value, any(each.generate for each in made.template.parameters)
    return not drawn and any(each.value is value for known in memory.chunks.values() for each in known.documents)


def _is_same(known: Template, template: Template) -> bool:
    one, other = known.document, template.document
    return one.value is other.value and one.index == other.index and known.path == template.path


def _moved(processed: ProcessedTemplate, document: Document) -> ProcessedTemplate:
    objects = tuple(item.moved(document) for item in processed.objects)
    return replace(processed, template=replace(processed.template, document=document), objects=objects)
