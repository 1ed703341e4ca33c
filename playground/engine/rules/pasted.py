"""What we say about text that went through a word processor or a Windows prompt."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playground.engine.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.emit import double_quoted
from playground.engine.evaluation import Evaluation
from playground.engine.location import ROOT, FieldPath
from playground.engine.rules.registry import rule
from playground.engine.source import Document

_CURLY = "“”„‘’"
_DRIVE = re.compile(r"(?<![A-Za-z])[A-Za-z]:[\a\b\t\v\f\x1b\x85\xa0\u2028\u2029]")  # what `C:\temp` becomes


def _texts(evaluation: Evaluation) -> Iterator[tuple[Document, FieldPath, str]]:
    """Every text of every Document, in its order."""
    for document in evaluation.source.documents:
        pending: list[tuple[FieldPath, Any]] = [(ROOT, document.value)]
        while pending:
            path, item = pending.pop()
            if isinstance(item, str):
                yield document, path, item
            elif isinstance(item, dict | list):
                entries = item.items() if isinstance(item, dict) else enumerate(item)
                pending += reversed([(path / key, child) for key, child in entries])


@rule("SRC136", Severity.WARNING)
def curly_quotes(evaluation: Evaluation) -> Iterator[Finding]:
    """A value stands in curly quotes, which belong to it.

    Word processors and chats turn `"` into “ and ”. To YAML these are letters like any other: the value begins and ends
    with them.

    Example::

        image: “registry.example/web:1”

    Instead::

        image: "registry.example/web:1"
    """
    if not any(quote in evaluation.source.text.text for quote in _CURLY):
        return
    for document, path, text in _texts(evaluation):
        raw = document.raw(path) if len(text) > 1 and text[0] in _CURLY and text[-1] in _CURLY else ""
        if raw and raw == text:  # as it is written: no quotes of YAML's around it
            span = document.span(path)
            yield Finding(
                f"The curly quotes {text[0]} and {text[-1]} are a part of this value.",
                span,
                hint="Write straight quotes.",
                field=str(path),
                fix=Fix("Write straight quotes", (Edit(span, double_quoted(text[1:-1])),)),
            )


@rule("SRC137", Severity.WARNING)
def path_with_escapes(evaluation: Evaluation) -> Iterator[Finding]:
    """A backslash in a Windows path is read as an escape.

    In double quotes `\\t` is a tab and `\\P` a paragraph separator, so that `"C:\\temp"` holds no backslash. Single
    quotes leave backslashes alone.

    Example::

        dir: "C:\\temp"

    Instead::

        dir: 'C:\\temp'
    """
    if ":\\" not in evaluation.source.text.text:
        return
    for document, path, text in _texts(evaluation):
        if _DRIVE.search(text) and (raw := document.raw(path))[:1] == '"':
            span, single = document.span(path), f"'{raw[1:-1]}'"
            mends = document.syntax == "yaml" and not {"'", "\n"} & set(raw) and '\\"' not in raw
            yield Finding(
                "The backslashes of this path are read as escapes, so they are not in the value.",
                span,
                hint="Use single quotes, or write each backslash twice.",
                field=str(path),
                fix=Fix("Use single quotes", (Edit(span, single),)) if mends else None,
            )
