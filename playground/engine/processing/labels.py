"""Sets the Template's labels on its Objects.

OpenShift library-go ``templateprocessing.addObjectLabels``; the proposal's ObjectLabels.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.kubernetes.pods import mapping
from playground.engine.records import record


@record()
class Labelling:
    """The result of setting labels: the names set, and the Object's own labels that were lost."""

    added: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    refused: bool = False  # metadata is there but no mapping: nothing could be set


def set_labels(value: dict[str, Any], labels: Mapping[str, str]) -> Labelling:
    """Set ``labels`` in ``metadata.labels`` of ``value``, a processed Object of our own, beating equal names.

    Metadata is created where there is none; null or text in its place leaves the Object as it is. A label of the
    Object that is null becomes the empty text; one that is no text makes all its own labels disappear.
    """
    metadata = value.setdefault("metadata", {})
    if not isinstance(metadata, dict):
        return Labelling((), refused=True)
    own = mapping(metadata.get("labels"))
    readable = all(isinstance(item, str | None) for item in own.values())
    kept = {name: item or "" for name, item in own.items()} if readable else {}
    metadata["labels"] = {**kept, **labels}
    return Labelling(tuple(labels), () if readable else tuple(own))
