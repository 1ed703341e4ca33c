"""Expanded values as inlay hints: behind each reference, the text that takes its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from playground.engine import MASK, Evaluation, Fate, Masking, SourceSpan, escaped, secret_parameters
from playground.lsp.evaluating import Answer

MOST: Final = 1_000  # hints in one answer
_LONGEST: Final = 40  # characters of a value


def inlay_hints(answer: Answer, range_: types.Range) -> list[types.InlayHint]:
    """The hints within a range, at most MOST. A text that several containers share has the value of the first."""
    wanted, hints = answer.places.our_span(range_), {}
    for span, value in _values(answer.evaluation):
        if wanted.start <= span.end <= wanted.end and span.end not in hints:
            hints[span.end] = types.InlayHint(answer.places.position(span.end), f"={value}", padding_right=True)
            if len(hints) == MOST:
                break
    return list(hints.values())


def _values(evaluation: Evaluation) -> Iterator[tuple[SourceSpan, str]]:
    """The place of each reference that was replaced, and the value; a secret is masked."""
    processed = evaluation.processed
    secret = secret_parameters(processed) if processed else frozenset()
    for use in processed.references if processed else ():
        if use.fate == "substituted" and processed is not None:
            document, value = processed.template.document, processed.value(use.name)
            text_span = document.key_text_span if use.in_key else document.text_span
            if value is not None:
                yield text_span(use.path, use.start, use.end), _shown(value.text, secret=use.name in secret)
    masking = Masking(evaluation)
    for container in evaluation.containers:
        owner = evaluation.objects[container.object]
        for text in container.texts:
            for reference in text.references:
                if reference.fate is Fate.RESOLVED and reference.variable is not None:
                    is_secret = masking.hides(container, reference.variable)
                    span = owner.span(text.path, reference.start, reference.end)
                    yield span, _shown(reference.value or "", secret=is_secret)


def _shown(value: str, *, secret: bool) -> str:
    if secret and value:
        return MASK
    cut = value[:_LONGEST] + ("…" if len(value) > _LONGEST else "")
    return escaped(cut).replace("\n", "\\n") or '""'
