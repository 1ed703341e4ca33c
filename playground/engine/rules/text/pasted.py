"""Rules about text from a word processor, a web page, a Windows prompt or a Helm chart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from playground.engine.evaluation import Evaluation
from playground.engine.model.deadline import Deadline
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.reading import Document
from playground.engine.reading.objects import strings
from playground.engine.rules.fixes.lookalikes import odd_beginning, plain_beginnings, plain_key
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import Place, entries, kind_of_known
from playground.engine.text.yaml import double_quoted

_PLACEHOLDER = re.compile(
    r"\{\{-?\s*(?:(?:include|tpl|toYaml|quote)\s|\.(?:Values|Release|Chart|Capabilities|Files)\b)[^{}]*\}{0,2}"
)
_CURLY = "“”„‘’"
_DRIVE = re.compile(r"(?<![A-Za-z])[A-Za-z]:[\a\b\t\v\f\x1b\x85\xa0\u2028\u2029]")  # what `C:\temp` becomes


def _texts(evaluation: Evaluation, sought: str = "") -> Iterator[tuple[Document, FieldPath, str]]:
    """Every text that contains ``sought``, in the order of the Documents."""
    for document in evaluation.source.documents:
        yield from (
            (document, path, text) for path, text in strings(document.value, evaluation.deadline, sought=sought)
        )


def _keys_beyond_ascii(value: Any, deadline: Deadline, place: Place = ()) -> Iterator[FieldPath]:
    """The path of every key that is not ASCII, in the order of the text."""
    for part, child in entries(value, deadline):
        if isinstance(part, str) and not part.isascii():
            yield FieldPath((*place, part))
        if isinstance(child, dict | list):
            yield from _keys_beyond_ascii(child, deadline, (*place, part))


@rule("SRC136", Severity.WARNING)
def curly_quotes(evaluation: Evaluation) -> Iterator[Finding]:
    """A value is in curly quotes, which become part of the value.

    Word processors and chats replace `"` by “ and ”. To YAML “ and ” are ordinary characters: the value begins and ends
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
        if raw and raw == text:  # else YAML's own quotes are around the value
            span = document.span(path)
            yield Finding(
                f"The curly quotes {text[0]} and {text[-1]} are part of this value.",
                span,
                hint="Write straight quotes.",
                field=str(path),
                fix=Fix("Write straight quotes", (Edit(span, double_quoted(text[1:-1])),)),
            )


@rule("SRC137", Severity.WARNING)
def path_with_escapes(evaluation: Evaluation) -> Iterator[Finding]:
    """A backslash in a Windows path is read as an escape.

    In double quotes `\\t` is a tab and `\\P` a paragraph separator, so `"C:\\temp"` contains no backslash. Single
    quotes keep every backslash.

    Example::

        dir: "C:\\temp"

    Instead::

        dir: 'C:\\temp'
    """
    if ":\\" not in evaluation.source.text.text:
        return
    for document, path, text in _texts(evaluation, ":"):
        if _DRIVE.search(text) and (raw := document.raw(path))[:1] == '"':
            span, single = document.span(path), f"'{raw[1:-1]}'"
            is_safe = document.syntax == "yaml" and not {"'", "\n"} & set(raw) and '\\"' not in raw
            yield Finding(
                "The backslashes of this path are read as escapes, so the value does not contain them.",
                span,
                hint="Use single quotes, or write each backslash twice.",
                field=str(path),
                fix=Fix("Use single quotes", (Edit(span, single),)) if is_safe else None,
            )


@rule("SRC138", Severity.WARNING)
def odd_space(evaluation: Evaluation) -> Iterator[Finding]:
    """A key begins with a character that looks like a space or a dash.

    Web pages and word processors indent with no-break spaces (U+00A0) and replace `-` by `–`. To YAML both are
    part of the key: the line is not indented, or no list item begins.

    Example::

        metadata:
          name: web
        \u00a0\u00a0labels: {app: web}

    Instead::

        metadata:
          name: web
          labels: {app: web}
    """
    if evaluation.source.text.text.isascii():
        return
    for document in evaluation.source.documents:
        # The first odd key is enough: its Fix mends all lines.
        keys = (
            (path, *odd_beginning(str(path[-1]))) for path in _keys_beyond_ascii(document.value, evaluation.deadline)
        )
        path, oddity, hint = next((key for key in keys if key[1]), (ROOT, "", ""))
        if oddity:
            yield Finding(
                f"The key `{plain_key(str(path[-1]))}` {oddity}.",
                document.key_span(path),
                hint=hint,
                field=str(path),
                fix=plain_beginnings(evaluation),
            )


@rule("SRC139", Severity.WARNING)
def line_of_a_chart(evaluation: Evaluation) -> Iterator[Finding]:
    """A value contains a placeholder of a Helm chart.

    Only Helm replaces the placeholder. To Kubernetes a placeholder in quotes is ordinary text.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: "{{ .Values.image }}"

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
    """
    if not _PLACEHOLDER.search(evaluation.source.text.text):
        return
    for item in evaluation.objects:
        if kind_of_known(evaluation, item.value) in ("", "ConfigMap", "Secret"):
            continue  # an unknown kind, or data that may hold placeholders for other programs
        for path, text in strings(item.value, evaluation.deadline, sought="{{"):
            if placeholder := _PLACEHOLDER.search(text):
                yield Finding(
                    "Kubernetes does not replace this placeholder of a Helm chart.",
                    item.span(path, *placeholder.span()),
                    hint="Paste what `helm template` prints.",
                    field=str(item.where(path)),
                )
