"""The facts about the cluster that the page assumes and the user may replace, and the cluster they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playground.engine import ALLOCATABLE

_SERVICE = "service:"
_LISTS = ("podIPs", "nodeIPs")


@dataclass(frozen=True, slots=True)
class FactKind:
    """One fact: its key in the engine's cluster, its label, and the fields of the downward API that rest on it."""

    name: str
    label: str
    fields: tuple[str, ...]


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


def service_fact(full_name: str) -> str:
    """The name of the fact that is the address of this Service.

    >>> service_fact("shop/db")
    'service:shop/db'
    """
    return _SERVICE + full_name


def service_addresses(facts: Mapping[str, str]) -> dict[str, str]:
    """The addresses of Services among ``facts``, by the full name of the Service."""
    return {name.removeprefix(_SERVICE): text for name, text in facts.items() if name.startswith(_SERVICE)}


def cluster_of(facts: Mapping[str, str]) -> dict[str, Any] | None:
    """``facts`` as the engine's cluster; None without facts.

    >>> cluster_of({"podIPs": "10.0.0.5, fd00::5"})
    {'podIPs': ['10.0.0.5', 'fd00::5']}

    The page has one field for the node's IPs and its addresses, so ``nodeIPs`` sets both.
    """
    cluster: dict[str, Any] = {}
    for kind in FACTS:
        text = facts.get(kind.name)
        holder, dot, resource = kind.name.partition(".")
        if text is None:
            continue
        if dot:
            # Resources that the user does not replace keep the amounts that the engine assumes.
            cluster.setdefault(holder, dict(ALLOCATABLE))[resource] = text
        else:
            cluster[kind.name] = [part.strip() for part in text.split(",")] if kind.name in _LISTS else text
    if "nodeIPs" in cluster:
        cluster["nodeAddresses"] = [{"type": "InternalIP", "address": address} for address in cluster["nodeIPs"]]
    addresses = service_addresses(facts)
    if addresses:
        cluster["clusterIPs"] = addresses
    return cluster or None
