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
Value = TypeVar("Value")


def assumed(value: Value) -> Fact[Value]:
    """The fact with an assumed ``value``."""
    return Fact(value, Provenance.ASSUMED)


_ASSUMED_NAME = assumed(NODE_NAME)
_ASSUMED_IPS = assumed(NODE_IPS)
_ASSUMED_ADDRESSES = assumed(NODE_ADDRESSES)
_ASSUMED_AMOUNTS = assumed(ALLOCATABLE)


class NodeFacts(TypedDict):
    """The facts about the node."""

    node_name: Fact[str]
    node_ips: Fact[tuple[str, ...]]
    node_addresses: Fact[Addresses]
    allocatable: Fact[Mapping[str, Any]]


def node_facts(node: Any, given_cluster: Mapping[str, Any]) -> NodeFacts:
    """The facts from a pasted Node (empty: there is none), else from ``given_cluster``, else assumed ones.

    ``given_cluster`` may have nodeName, nodeIPs, nodeAddresses and allocatable. The kubelet's own IPs (nodeIPs) decide
    the order of the pod's IPs; `status.hostIP` comes from the addresses in the Node's status (nodeAddresses).
    """
    addresses = _addresses(field_at(node, ("status", "addresses")))
    ips = _pasted_or(
        tuple(address for kind, address in addresses if kind == "InternalIP"),
        given_or(given_cluster, "nodeIPs", _ASSUMED_IPS, texts),
    )
    amounts = mapping_at(node, ("status", "allocatable")) or mapping_at(node, ("status", "capacity"))
    return NodeFacts(
        node_name=_pasted_or(
            text(field_at(node, ("metadata", "name"))), given_or(given_cluster, "nodeName", _ASSUMED_NAME, text)
        ),
        node_ips=ips,
        node_addresses=_pasted_or(addresses, given_or(given_cluster, "nodeAddresses", _ASSUMED_ADDRESSES, _addresses)),
        allocatable=_pasted_or(amounts, given_or(given_cluster, "allocatable", _ASSUMED_AMOUNTS, mapping)),
    )


def given_or(
    given_cluster: Mapping[str, Any], key: str, otherwise: Fact[Value], parse: Callable[[Any], Value]
) -> Fact[Value]:
    """The value given under ``key``, parsed by ``parse``; ``otherwise`` if none or null is given."""
    return otherwise if given_cluster.get(key) is None else Fact(parse(given_cluster[key]), Provenance.GIVEN)


def texts(value: Any) -> tuple[str, ...]:
    """The items of a list as texts; () if ``value`` is not a list."""
    return tuple(text(item) for item in sequence(value))


def _addresses(value: Any) -> Addresses:
    return tuple((text(item.get("type")), text(item.get("address"))) for item in mappings(value))


def _pasted_or(pasted: Any, otherwise: Fact[Any]) -> Fact[Any]:
    """The fact with the value from the pasted Node; ``otherwise`` if the value is empty."""
    return Fact(pasted, Provenance.PASTED) if pasted else otherwise
