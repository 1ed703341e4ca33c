"""Reuses the processed Template if it has not changed; if it draws values, its texts without those (see Memory)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from playground.engine.memory import Memory
from playground.engine.processing import ProcessedTemplate
from playground.engine.processing.substituter import KnownTexts
from playground.engine.records import record
from playground.engine.source import Document
from playground.engine.template import Template


@record()
class Known:
    """What is remembered of the last Template, in no text."""

    template: Template
    processed: ProcessedTemplate | None  # None: values are drawn for it
    texts: KnownTexts  # that refer to no drawn value


def remembered(
    memory: Memory, templates: Sequence[Template], inputs: str, make: Callable[[KnownTexts], ProcessedTemplate | None]
) -> ProcessedTemplate | None:
    """The first Template processed with these ``inputs``, given as their repr: remembered, or made and remembered.

    ``make`` is given the texts that are known already, and adds further ones.
    """
    printed, known = memory.processed
    if not templates or known is None or printed != inputs or not _is_same(known.template, templates[0]):
        known = None
    elif known.processed is not None:
        return _moved(known.processed, templates[0].document)
    texts = dict(known.texts) if known is not None else {}
    made = make(texts)
    memory.processed = (inputs, _known(made, texts)) if made is not None and _is_kept(memory, made) else ("", None)
    return made


def _known(made: ProcessedTemplate, texts: KnownTexts) -> Known:
    nowhere = made.template.document.nowhere()
    template = replace(made.template, document=nowhere)
    drawn = {each.name for each in template.parameters if each.generate}
    if not drawn:
        return Known(template, _moved(made, nowhere), {})
    lasting = {text: found for text, found in texts.items() if drawn.isdisjoint([token.name for token in found[0]])}
    return Known(template, None, lasting)


def _is_kept(memory: Memory, made: ProcessedTemplate) -> bool:
    """Whether the memory holds the Template's Document."""
    value = made.template.document.value
    return any(each.value is value for known in memory.chunks.values() for each in known.documents)


def _is_same(known: Template, template: Template) -> bool:
    one, other = known.document, template.document
    return one.value is other.value and one.index == other.index and known.path == template.path


def _moved(processed: ProcessedTemplate, document: Document) -> ProcessedTemplate:
    objects = tuple(item.moved(document) for item in processed.objects)
    return replace(processed, template=replace(processed.template, document=document), objects=objects)
