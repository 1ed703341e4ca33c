"""The node of a pod: its name, addresses and allocatable resources.

They come from a pasted Node (core/v1), else from the user, else they are assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypedDict, TypeVar

from playground.engine.cluster.provenance import Fact, Provenance
from playground.engine.kubernetes.pods import field_at, mapping, mapping_at, mappings, sequence, text

NODE_NAME = "node-1"
NODE_IPS = ("192.168.1.10",)
NODE_ADDRESSES = tuple(("InternalIP", address) for address in NODE_IPS)
ALLOCATABLE: Mapping[str, Any] = {"cpu": "4", "memory": "8Gi", "ephemeral-storage": "100Gi"}

Addresses = tuple[tuple[str, str], ...]  # type and address
Known = TypeVar("Known")


def assumed(value: Known) -> Fact[Known]:
    """The fact that is assumed if there is no other."""
    return Fact(value, Provenance.ASSUMED)


_NAME, _IPS, _ADDRESSES, _AMOUNTS = assumed(NODE_NAME), assumed(NODE_IPS), assumed(NODE_ADDRESSES), assumed(ALLOCATABLE)


class NodeFacts(TypedDict):
    """The facts about the node."""

    node_name: Fact[str]
    node_ips: Fact[tuple[str, ...]]
    node_addresses: Fact[Addresses]
    allocatable: Fact[Mapping[str, Any]]


def node_facts(node: Any, given: Mapping[str, Any]) -> NodeFacts:
    """The facts from a pasted Node (empty: there is none), else from ``given``, else assumed ones.

    ``given`` may have nodeName, nodeIPs, nodeAddresses and allocatable. The kubelet's own IPs (``nodeIPs``) order the
    pod's; `status.hostIP` comes from the addresses in the Node's status (``nodeAddresses``).
    """
    addresses = _addresses(field_at(node, ("status", "addresses")))
    ips = _pasted_or(
        tuple(address for kind, address in addresses if kind == "InternalIP"),
        given_or(given, "nodeIPs", _IPS, texts),
    )
    amounts = mapping_at(node, ("status", "allocatable")) or mapping_at(node, ("status", "capacity"))
    return NodeFacts(
        node_name=_pasted_or(text(field_at(node, ("metadata", "name"))), given_or(given, "nodeName", _NAME, text)),
        node_ips=ips,
        node_addresses=_pasted_or(addresses, given_or(given, "nodeAddresses", _ADDRESSES, _addresses)),
        allocatable=_pasted_or(amounts, given_or(given, "allocatable", _AMOUNTS, mapping)),
    )


def given_or(given: Mapping[str, Any], key: str, otherwise: Fact[Known], read: Callable[[Any], Known]) -> Fact[Known]:
    """The value given under ``key``, parsed by ``read``; null counts as not given."""
    return otherwise if given.get(key) is None else Fact(read(given[key]), Provenance.GIVEN)


def texts(value: Any) -> tuple[str, ...]:
    """The texts of a list, whatever its shape."""
    return tuple(text(item) for item in sequence(value))


def _addresses(value: Any) -> Addresses:
    return tuple((text(item.get("type")), text(item.get("address"))) for item in mappings(value))


def _pasted_or(pasted: Any, otherwise: Fact[Any]) -> Fact[Any]:
    """A fact from the pasted Node, if it has the value."""
    return Fact(pasted, Provenance.PASTED) if pasted else otherwise
