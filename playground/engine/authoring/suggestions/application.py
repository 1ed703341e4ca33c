"""Finds the name of the application to which pasted Objects belong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from playground.engine.authoring.value_places import bounded
from playground.engine.kubernetes.pods import POD_KINDS, field_at, name_of
from playground.engine.model.deadline import Deadline

# Kinds that whole clusters share, or that only allow something: their names say nothing of the application.
SHARED_KINDS: Final = frozenset(
    {
        *("StorageClass", "PersistentVolume", "Namespace", "CustomResourceDefinition", "PriorityClass"),
        *("IngressClass", "APIService", "RuntimeClass", "Node"),
    }
)
_RBAC_KINDS: Final = frozenset({"Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"})
# The kinds whose names all hold the name of the application, if a label says it.
_OWN_KINDS: Final = frozenset(
    {
        *POD_KINDS,
        *("Service", "ConfigMap", "Secret", "PersistentVolumeClaim", "Route", "Ingress", "ServiceAccount"),
    }
)
_LABELS: Final = ("app.kubernetes.io/part-of", "app.kubernetes.io/instance", "app", "app.kubernetes.io/name")


def application_name(values: Sequence[Any], deadline: Deadline) -> str:
    """The name of the application to which the Objects ``values`` belong; "" if they share none.

    >>> names = [{"kind": "Service", "metadata": {"name": name}} for name in ("shop-web", "shop-db", "shop")]
    >>> application_name(names, Deadline())
    'shop'
    """
    counted = [value for value in values if field_at(value, ("kind",)) not in SHARED_KINDS | _RBAC_KINDS]
    names = list(dict.fromkeys(name for value in counted if (name := name_of(value))))
    if not names:
        return ""
    common = names[0] if len(names) == 1 else _common_beginning(names)
    candidates = [common] if common else [*names, *_labels(counted)]
    own = dict.fromkeys(name_of(value) for value in counted if field_at(value, ("kind",)) in _OWN_KINDS)
    own.pop("", None)
    own = own or dict.fromkeys(names)
    for candidate in dict.fromkeys(candidates):
        deadline.spend(len(own))
        if "$" not in candidate and all(re.search(bounded(candidate), name) for name in own):
            return candidate
    return ""


def _common_beginning(names: Sequence[str]) -> str:
    """The longest beginning of all ``names`` that ends before a hyphen, or with the name."""
    common: list[str] = []
    for parts in zip(*(name.split("-") for name in names), strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    return "-".join(common).strip("-")


def _labels(values: Sequence[Any]) -> Iterator[str]:
    """The values of labels that name an application, those of the first label first."""
    for label in _LABELS:
        for value in values:
            text = field_at(value, ("metadata", "labels", label))
            if isinstance(text, str) and text.strip():
                yield text
