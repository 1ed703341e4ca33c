"""Finds the values of Objects that the API server cannot decode, as Problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine.cluster import GIVEN_KINDS
from playground.engine.kubernetes.decoding import cannot_handle, decoding_findings, findings_of_items
from playground.engine.kubernetes.pods import sequence, text
from playground.engine.model.problems import Problem
from playground.engine.reading.objects import TracedObject

_PATTERNS = {
    "string": "non-string-value",
    "types.UID": "non-string-value",
    "[]uint8": "invalid-base64",
    "resource.Quantity": "invalid-quantity",
}


def decode_problems(index: int, item: TracedObject) -> Iterator[Problem]:
    """The decoding Problems of the Object with this ``index``. Each item of a List is decoded on its own."""
    for path, value, findings in findings_of_items(item):
        for error in findings.errors:
            kind = value["kind"]
            yield Problem(
                pattern=_PATTERNS.get(error.go_type, "wrong-value-type"),
                document=item.document.index,
                path=item.where(path.join(error.path)),
                error=cannot_handle(kind, text(value.get("apiVersion")), error.message),
                detail={
                    "stage": "decode",
                    "type": error.go_type,
                    "value": error.value,
                    "object": index,
                    "owner": path,
                },
            )


def given_refusal(given_cluster: Mapping[str, Any] | None) -> str:
    """The API server's error for the first Object of a given cluster that it cannot decode; "" if there is none."""
    for key, kind in GIVEN_KINDS.items():
        for value in sequence((given_cluster or {}).get(key)):
            for error in decoding_findings(value, kind).errors:
                return cannot_handle(kind, "v1", error.message)
    return ""
