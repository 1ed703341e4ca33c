"""The name that a misspelt reference was probably meant to have, with a Fix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from playground.engine.diagnostics import Fix, write
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.location import FieldPath, SourceSpan
from playground.engine.nearest import nearest
from playground.engine.problems import Problem
from playground.engine.strings import scalar

MOST_MISSPELT: Final = 100  # places for which a rule looks for what was meant: comparing takes time
_MOST: Final = 100  # names that one misspelt name is compared with
_REFERENCES: Final = {"ConfigMap": "configMap", "Secret": "secret"}


def meant(
    evaluation: Evaluation, problem: Problem, place: FieldPath, known: Sequence[str], name: str = ""
) -> tuple[str, SourceSpan, Fix | None]:
    """A question for the hint, the place, and the Fix that writes the name of ``known`` nearest to the one written.

    ``name`` is a part of the text at ``place``, by default all of it. "" and None if no name is near, or the text
    is not written there literally; without any text, the place is that of the Problem.
    """
    document = evaluation.document(problem.document)
    text = field_at(document.value, place)
    if not isinstance(text, str) or (name or text) not in text:
        return "", evaluation.span(problem), None
    name = name or text
    start = text.index(name)
    span = document.text_span(place, start, start + len(name))
    near = nearest(name, known[:_MOST]) if "$" not in name else ""
    if not near:
        return "", span, None
    plain = evaluation.source.text.slice(span) == name and scalar(near, flow=True) == near
    return f"Did you mean `{near}`?", span, write(near, span) if plain else None


def name_of_reference(source: FieldPath, kind: str) -> FieldPath:
    """The place of the name of the ConfigMap or Secret in a `valueFrom` or an item of `envFrom`."""
    return _inside(source, kind) / "name"


def key_of_reference(source: FieldPath, kind: str) -> FieldPath:
    """The place of the key."""
    return _inside(source, kind) / "key"


def _inside(source: FieldPath, kind: str) -> FieldPath:
    field = _REFERENCES.get(kind, "")
    return source / (f"{field}KeyRef" if source[-1] == "valueFrom" else f"{field}Ref") if field else source
