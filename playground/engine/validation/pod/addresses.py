"""Validation of IP addresses.

apimachinery v1.36 ``pkg/util/validation/ip.go`` (``IsValidIPForLegacyField``); pull request 137053.
"""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv6Address, ip_address

from playground.engine.cluster.pod_facts import parse_address
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import FieldError, all_invalid


def address_errors(address: str, path: FieldPath, version: KubernetesVersion) -> Iterator[FieldError]:
    """The errors of an IP address at ``path``."""
    return all_invalid(path, address, _errors(address, version), "invalid-address")


def _errors(address: str, version: KubernetesVersion) -> list[str]:
    if parse_address(address) is None:
        return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"]
    if not version.strict_addresses:
        return []
    try:
        strict = ip_address(address)
    except ValueError:
        return ["must not have leading 0s"]
    mapped = isinstance(strict, IPv6Address) and strict.ipv4_mapped is not None
    return ["must not be an IPv4-mapped IPv6 address"] if mapped else []
