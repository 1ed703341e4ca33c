"""Hard-coded namespaces, which `oc process` removes from the Objects of a Template.

OpenShift library-go ``templateprocessing.stripNamespace``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playground.engine.location import ROOT, FieldPath
from playground.engine.substitution import Dialect, tokens


def without_namespace(value: Mapping[str, Any]) -> tuple[Mapping[str, Any], FieldPath | None]:
    """An Object without its hard-coded namespace, and the field that lost it (None: nothing was done).

    Comes before substitution: a namespace with a `${P}` in it, declared or not, stays; `$(P)` and `${{P}}` do not
    count. Text makes the field go; anything else, and "", makes it the empty text. The Object itself is not changed.
    """
    if "metadata" not in value:
        if "namespace" not in value or _is_kept(value["namespace"]):
            return value, None
        return {**value, "namespace": ""}, ROOT / "namespace"
    metadata = value["metadata"]
    if not isinstance(metadata, dict) or "namespace" not in metadata or _is_kept(metadata["namespace"]):
        return value, None
    path = ROOT / "metadata" / "namespace"
    if isinstance(metadata["namespace"], str) and metadata["namespace"]:
        return {**value, "metadata": {key: item for key, item in metadata.items() if key != "namespace"}}, path
    return {**value, "metadata": {**metadata, "namespace": ""}}, path


def _is_kept(namespace: Any) -> bool:
    """Whether it holds a reference, or is the empty text already."""
    if not isinstance(namespace, str):
        return False
    return not namespace or any(token.form == "${}" for token in tokens(namespace, Dialect.OPENSHIFT))
