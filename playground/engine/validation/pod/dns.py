"""Validation of a pod's `dnsConfig`, which the `dnsPolicy` `None` requires.

Kubernetes v1.36 ``validatePodDNSConfig``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import search_domain_errors
from playground.engine.kubernetes.pods import mapping, mappings, sequence, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.text.go import to_json
from playground.engine.validation.errors import FieldError, all_invalid
from playground.engine.validation.pod.addresses import address_errors

_MOST_SERVERS: Final = 3
_MOST_SEARCHES: Final = 32
_LONGEST_SEARCHES: Final = 2048  # bytes, with a space between two


def dns_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors in the `dnsConfig` of a pod; ``path`` is that of the spec."""
    config, place = facts.spec.get("dnsConfig"), path / "dnsConfig"
    if facts.spec.get("dnsPolicy") == "None":
        if config is None:
            yield _required(place, "must provide `dnsConfig` when `dnsPolicy` is None")
            return
        if not mapping(config).get("nameservers"):
            reason = "must provide at least one DNS nameserver when `dnsPolicy` is None"
            yield _required(place / "nameservers", reason)
            return
    yield from _config_errors(mapping(config), place, facts.cluster.version)


def _config_errors(config: Mapping[str, Any], path: FieldPath, version: KubernetesVersion) -> Iterator[FieldError]:
    servers, searches = ([text(entry) for entry in sequence(config.get(key))] for key in ("nameservers", "searches"))
    if len(servers) > _MOST_SERVERS:
        yield _too_many(path / "nameservers", servers, f"{_MOST_SERVERS} nameservers")
    for index, address in enumerate(servers):
        yield from address_errors(address, path / "nameservers" / index, version)
    if len(searches) > _MOST_SEARCHES:
        yield _too_many(path / "searches", searches, f"{_MOST_SEARCHES} search paths")
    if len(" ".join(searches).encode("utf-8", "surrogatepass")) > _LONGEST_SEARCHES:
        yield _too_many(
            path / "searches", searches, f"{_LONGEST_SEARCHES} characters (including spaces) in the search list"
        )
    for index, search in enumerate(searches):
        errors = search_domain_errors(search, relaxed=version.relaxed_search_domains)
        yield from all_invalid(path / "searches" / index, search.removesuffix("."), errors, "invalid-name")
    for index, option in enumerate(mappings(config.get("options"))):
        if not text(option.get("name")):
            yield _required(path / "options" / index, "must not be empty")


def _required(path: FieldPath, reason: str) -> FieldError:
    return FieldError(path, f"Required value: {reason}", "required-field-missing")


def _too_many(path: FieldPath, entries: list[str], most: str) -> FieldError:
    return FieldError(path, f"Invalid value: {to_json(entries)}: must not have more than {most}", "long-list")
