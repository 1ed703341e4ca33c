"""Keeps the values of secret Parameters out of the files that are meant for Git.

In these files, a text with such a value stays as the author wrote it, with its reference. A patch in a folder that Git
ignores puts the value in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from playground.engine.exporting.kustomize.operations import Operation, applied
from playground.engine.exporting.kustomize.resources import Resource
from playground.engine.exporting.refusal import RefusedError
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.location import FieldPath
from playground.engine.model.refusal import Refusal
from playground.engine.reading.objects import TracedObject
from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.secrets import secret_parameters
from playground.engine.templates.substitution import Dialect, parameter_tokens

# Everybody who sees an Object sees these fields, and kustomize needs them.
_OPEN: Final = (("apiVersion",), ("kind",), *(("metadata", name) for name in ("name", "namespace", "labels")))


def hidden_parameters(
    layers: Iterable[tuple[ProcessedTemplate, Mapping[FieldPath, Resource]]],
) -> frozenset[str]:
    """The secret Parameters of the Template whose values no open field shows, whichever values it gets."""
    secret: set[str] = set()
    shown: set[str] = set()
    for processed, resources in layers:
        secret |= secret_parameters(processed)
        for resource in resources.values():
            for path, names in (*_in_texts(resource.item), *_in_keys(resource.item, processed.dialect)):
                if _is_open(path):
                    shown |= names
    return frozenset(secret - shown)


def without_secrets(item: TracedObject, hidden: frozenset[str], dialect: Dialect) -> TracedObject:
    """The Object with the author's texts in place of those that hold values of the ``hidden`` Parameters.

    RefusedError for a key with such a value.
    """
    for path, names in _in_keys(item, dialect):
        if not hidden.isdisjoint(names):
            reason = f"A key holds the value of the secret parameter `{min(hidden & names)}`."
            raise RefusedError(Refusal(reason, "Write the value into a text.", item.key_span(path)))
    paths = [path for path, names in _in_texts(item) if not hidden.isdisjoint(names)]
    if not paths:
        return item
    written = [Operation("replace", path, field_at(item.document.value, item.where(path))) for path in paths]
    pieces = {path: pieces for path, pieces in item.pieces.items() if path not in set(paths)}
    return replace(item, value=applied(item.value, written), pieces=pieces, remembered={})


def _in_texts(item: TracedObject) -> Iterator[tuple[FieldPath, frozenset[str]]]:
    """The path of each text of the Object that holds values, and the names of their Parameters."""
    for path, pieces in item.pieces.items():
        yield path, frozenset(piece.parameter for piece in pieces if piece.parameter is not None)


def _in_keys(item: TracedObject, dialect: Dialect) -> Iterator[tuple[FieldPath, frozenset[str]]]:
    """The path of each key of the Object that holds values, and the names of their Parameters."""
    for path, written in item.keys.items():
        yield path, frozenset(token.name for token in parameter_tokens(written, dialect) if not token.inert)


def _is_open(path: FieldPath) -> bool:
    return any(path.is_under(place) for place in _OPEN)
