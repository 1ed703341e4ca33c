"""Rules about values of a Secret that are encoded twice, or are valid base64 by chance."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.decoding import base64_error
from playground.engine.kubernetes.pods import mapping
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import known_objects, once_per_evaluation
from playground.engine.text.base64 import plain_text
from playground.engine.text.yaml import double_quoted

_LONGEST: Final = 1_000  # characters; a longer value is a file, which these rules do not check
_PLAIN: Final = re.compile(r"[\w@.:/ -]++\s*", re.ASCII)  # words, names or addresses
_WORD: Final = re.compile(r"[a-z0-9]{4,}")  # base64 of more than a few bytes has capitals


@once_per_evaluation
def secrets(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, Mapping[str, Any]]]:
    """Every Secret: the TracedObject that contains the Secret, the path inside that object, the Secret's value."""
    return [(item, path, value) for item, path, value in known_objects(evaluation) if value.get("kind") == "Secret"]


def _texts(value: Mapping[str, Any], field: str) -> Iterator[tuple[str, str]]:
    """The keys and texts under the ``field`` `data` or `stringData`, without long texts."""
    for key, text in mapping(value.get(field)).items():
        if isinstance(text, str) and len(text) <= _LONGEST:
            yield key, text


@rule("ENV543", Severity.HINT)
def encoded_twice(evaluation: Evaluation) -> Iterator[Finding]:
    """A value of a Secret is encoded in base64 twice, or encoded under `stringData`.

    The API server encodes `stringData` itself, and decodes `data` once. A value that was encoded once too often
    reaches the program as base64, for example as a wrong password.

    Example::

        apiVersion: v1
        kind: Secret
        metadata: {name: login}
        stringData: {password: cGFzc3dvcmQxMjM=}

    Instead::

        apiVersion: v1
        kind: Secret
        metadata: {name: login}
        data: {password: cGFzc3dvcmQxMjM=}
    """
    for item, path, value in secrets(evaluation):
        encoded = [key for key, text in _texts(value, "stringData") if plain_text(text)]
        fix = _as_data(item, path, value) if encoded else None
        for key in encoded:
            yield _finding(item, path / "stringData" / key, "the API server encodes `stringData` itself", fix)
        for key, text in _texts(value, "data"):
            decoded = _decoded(text)
            if decoded is not None and plain_text(decoded.strip()):
                place = path / "data" / key
                fix = Fix("Write the value encoded once", (Edit(item.span(place), double_quoted(decoded.strip())),))
                yield _finding(item, place, "the value was encoded twice", None if item.is_substituted(place) else fix)


def _finding(item: TracedObject, place: FieldPath, reason: str, fix: Fix | None) -> Finding:
    return Finding(
        f"`{place[-1]}` reaches the program as base64, because {reason}.",
        item.span(place),
        hint="Encode the value once under `data`, or not at all under `stringData`, unless the program decodes base64.",
        field=str(item.where(place)),
        fix=fix,
    )


def _as_data(item: TracedObject, path: FieldPath, value: Mapping[str, Any]) -> Fix | None:
    """The Fix that writes `data` in place of `stringData`, if all values are encoded and the Secret has no `data`."""
    texts, place = mapping(value.get("stringData")), path / "stringData"
    are_literal = (isinstance(text, str) and not item.is_substituted(place / key) for key, text in texts.items())
    are_encoded = all(are_literal) and all(map(plain_text, texts.values()))
    span = item.key_span(place)
    is_plain_key = item.document.source.slice(span).strip("\"'") == "stringData"
    return write_whole(item.document, span, "data") if are_encoded and "data" not in value and is_plain_key else None


@rule("ENV544", Severity.WARNING)
def base64_by_chance(evaluation: Evaluation) -> Iterator[Finding]:
    """A plain word under `data` of a Secret is valid base64 by chance.

    The API server decodes `data`: `root` becomes three bytes that are not text. The API server accepts a word of four
    or eight letters, or a hash of 32 digits, without a warning, and the program receives other bytes.

    Example::

        apiVersion: v1
        kind: Secret
        metadata: {name: login}
        data: {user: root}

    Instead::

        apiVersion: v1
        kind: Secret
        metadata: {name: login}
        stringData: {user: root}
    """
    for item, path, value in secrets(evaluation):
        for key, text in _texts(value, "data"):
            place = path / "data" / key
            if not _WORD.fullmatch(text) or base64_error(text) is not None or _is_text(text):
                continue
            span = item.span(place)
            is_literal = not item.is_substituted(place) and evaluation.source.text.slice(span).strip("\"'") == text
            encoded = double_quoted(base64.b64encode(text.encode()).decode())
            yield Finding(
                f"`{key}` is decoded as base64, and the result is not text.",
                span,
                hint="Write the value under `stringData`, or encode the value in base64.",
                field=str(item.where(place)),
                fix=Fix("Encode the value in base64", (Edit(span, encoded),)) if is_literal else None,
            )


def _decoded(text: str) -> str | None:
    """The text that the base64 ``text`` encodes; None if ``text`` is not base64, or encodes other bytes than ASCII."""
    try:
        return base64.b64decode(text, validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return None


def _is_text(text: str) -> bool:
    """Whether the bytes that ``text`` encodes are words, names or addresses."""
    try:
        return _PLAIN.fullmatch(base64.b64decode(text).decode("ascii")) is not None
    except (binascii.Error, UnicodeDecodeError):
        return False
