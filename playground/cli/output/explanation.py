"""`--explain`: each reference to a Parameter, its location, and what became of it and why."""

from __future__ import annotations

from collections.abc import Iterator

from playground.cli.output.report import printable
from playground.engine import Evaluation, ParameterReference, ProcessedTemplate, SourceSpan, secret_parameters

_LONGEST = 120  # characters of a shown value


def explanation(evaluation: Evaluation, file: str) -> Iterator[str]:
    """``file:line:column: reference becomes value (origin)``, in the order of the text; secrets are not shown."""
    processed = evaluation.processed
    if processed is None:
        return
    secrets = secret_parameters(processed)
    found = [(_span(processed, use), number, use) for number, use in enumerate(processed.references)]
    for span, _, use in sorted(found, key=lambda item: item[:2]):
        written = evaluation.source.text.slice(span)
        yield printable(f"{file}:{span}: {written} {_fate(processed, use, secret=use.name in secrets)}")


def _span(processed: ProcessedTemplate, use: ParameterReference) -> SourceSpan:
    document = processed.template.document
    text_span = document.key_text_span if use.in_key else document.text_span
    return text_span(use.path, use.start, use.end)


def _fate(processed: ProcessedTemplate, use: ParameterReference, *, secret: bool) -> str:
    if use.fate == "missing":
        return "stays: its Parameter needs a value and has none"
    if use.fate == "undeclared":
        return "stays: the Template declares no such Parameter"
    value = processed.value(use.name)
    if use.fate == "inert" or value is None:
        return f"stays: it is no reference in the {processed.dialect} dialect"
    shown = value.text if len(value.text) <= _LONGEST else f"{value.text[:_LONGEST]}…"
    return f"becomes {'a value that is not shown' if secret else repr(shown)} ({value.origin})"
