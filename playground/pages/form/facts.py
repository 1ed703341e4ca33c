"""The facts about the cluster that the page assumes and the user may replace, as form fields and engine input.

Such a value is kept among the assumed values of a Draft, under a name that no variable of a field can have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playground.engine import ALLOCATABLE

_PREFIX = "fact:"
_SERVICE = f"{_PREFIX}service:"
_LISTS = ("podIPs", "nodeIPs")


@dataclass(frozen=True, slots=True)
class FactKind:
    """One fact: its name in a cluster, its label, and the fields of the downward API that rest on it."""

    name: str
    label: str
    fields: tuple[str, ...]

    @property
    def key(self) -> str:
        """Its name among the assumed values."""
        return f"{_PREFIX}{self.name}"


FACTS = (
    FactKind("namespace", "Namespace", ("metadata.namespace",)),
    FactKind("podName", "Pod name", ("metadata.name",)),
    FactKind("podUID", "Pod UID", ("metadata.uid",)),
    FactKind("serviceAccountName", "Service account", ("spec.serviceAccountName",)),
    FactKind("podIPs", "Pod IPs", ("status.podIP", "status.podIPs")),
    FactKind("nodeName", "Node name", ("spec.nodeName", "spec.host")),
    FactKind("nodeIPs", "Node IPs", ("status.hostIP", "status.hostIPs")),
    FactKind("allocatable.cpu", "CPU of the node", ("limits.cpu",)),
    FactKind("allocatable.memory", "Memory of the node", ("limits.memory",)),
    FactKind("allocatable.ephemeral-storage", "Storage of the node", ("limits.ephemeral-storage",)),
)


def variables_of(assumed: Mapping[str, str]) -> dict[str, str]:
    """The assumed values that are variables."""
    return {name: text for name, text in assumed.items() if not name.startswith(_PREFIX)}


def service_key(full_name: str) -> str:
    """The name that the address of a Service has among the assumed values.

    >>> service_key("shop/db")
    'fact:service:shop/db'
    """
    return _SERVICE + full_name


def named_service(key: str) -> str | None:
    """The Service whose address has this name among the assumed values; None when it is something else."""
    return key.removeprefix(_SERVICE) if key.startswith(_SERVICE) else None


def cluster_of(assumed: Mapping[str, str]) -> dict[str, Any] | None:
    """The assumed values that are facts, as the engine takes a cluster; None when there are none.

    >>> cluster_of({"fact:podIPs": "10.0.0.5, fd00::5", "PORT": "80"})
    {'podIPs': ['10.0.0.5', 'fd00::5']}

    The node's IPs are its addresses, too: there is one field for both.
    """
    given: dict[str, Any] = {}
    for kind in FACTS:
        text = assumed.get(kind.key)
        holder, dot, resource = kind.name.partition(".")
        if text is None:
            continue
        if dot:
            given.setdefault(holder, dict(ALLOCATABLE))[resource] = text
        else:
            given[kind.name] = [part.strip() for part in text.split(",")] if kind.name in _LISTS else text
    if "nodeIPs" in given:
        given["nodeAddresses"] = [{"type": "InternalIP", "address": address} for address in given["nodeIPs"]]
    addresses = {name: text for key, text in assumed.items() if (name := named_service(key)) is not None}
    if addresses:
        given["clusterIPs"] = addresses
    return given or None
