"""Finds the values of which a Parameter is worth making; the faces offer to make it."""

from __future__ import annotations

from playground.engine.editing.lines import ONE_LINE
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.reading.objects import TracedObject
from playground.engine.text.secrets import passwords_in


def literal_span(evaluation: Evaluation, item: TracedObject, path: FieldPath) -> SourceSpan | None:
    """The place of the text at ``path`` of an Object, which can become a Parameter; of an address, of its password.

    None for a text that is a block or is inserted by a Parameter, and for an Object beside the Template.
    """
    is_beside = evaluation.template is not None and item.document is not evaluation.template.document
    if is_beside or item.is_substituted(path) or item.document.style(item.where(path)) not in ONE_LINE:
        return None
    text = field_at(item.value, path)
    password = next(passwords_in(text), None) if isinstance(text, str) else None
    return item.span(path, *password) if password else item.span(path)
