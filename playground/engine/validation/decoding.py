"""Finds the values of Objects that the API server cannot decode, as Problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine.cluster import GIVEN_KINDS
from playground.engine.kubernetes.decoding import cannot_handle, decoding_findings, findings_of_items, is_invalid
from playground.engine.kubernetes.kinds import Kinds
from playground.engine.kubernetes.pods import name_of, sequence, text
from playground.engine.kubernetes.versions import NEWEST
from playground.engine.model.problems import Problem
from playground.engine.reading.objects import TracedObject

_PATTERNS = {
    "string": "non-string-value",
    "types.UID": "non-string-value",
    "[]uint8": "invalid-base64",
    "resource.Quantity": "invalid-quantity",
}


def decode_problems(index: int, item: TracedObject, kinds: Kinds) -> Iterator[Problem]:
    """The decoding Problems of the Object with this ``index``. Each item of a List is decoded on its own."""
    for path, value, findings in findings_of_items(item, kinds):
        first = findings.first_error  # the API server names no other error
        named = item.where(path.join(first.path)) if first else None
        for error in findings.errors:
            kind = text(value["kind"])
            yield Problem(
                pattern=_PATTERNS.get(error.go_type, "wrong-value-type"),
                document=item.document.index,
                path=item.where(path.join(error.path)),
                error=is_invalid(kind, name_of(value), error.message)
                if findings.is_custom
                else cannot_handle(kind, text(value.get("apiVersion")), error.message),
                detail={
                    "stage": "decode",
                    "type": error.go_type,
                    "value": error.value,
                    "object": index,
                    "owner": path,
                    "named": named if error is not first else None,  # the place of the error that hides this one
                },
            )


def given_refusal(given_cluster: Mapping[str, Any] | None) -> str:
    """The API server's error for the first Object of a given cluster that it cannot decode; "" if there is none."""
    for key, kind in GIVEN_KINDS.items():
        for value in sequence((given_cluster or {}).get(key)):
            for error in decoding_findings(value, Kinds(NEWEST.minor), kind).errors:
                return cannot_handle(kind, "v1", error.message)
    return ""
