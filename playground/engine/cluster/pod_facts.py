"""The facts of a pod before its containers start: names, labels, addresses and volumes.

Facts that a controller, the scheduler or the node would add are assumed, and marked so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

from playground.engine.cluster import Cluster
from playground.engine.cluster.provenance import Fact, Provenance
from playground.engine.kubernetes.names import LONGEST_LABEL
from playground.engine.kubernetes.pods import (
    CONTAINER_LISTS,
    PodPlace,
    field_at,
    mapping,
    mapping_at,
    mappings,
    name_of,
    sequence,
    text,
)
from playground.engine.model.location import FieldPath
from playground.engine.model.records import WithCache, record

# Assumed, in place of the values that a cluster would choose.
UID = "00000000-0000-4000-8000-000000000000"
_OWNER_UID = "00000000-0000-4000-8000-000000000001"
_DEFAULT_NAMESPACE = Fact("default", Provenance.ASSUMED)
_TEMPLATE_HASH = "5d4f8b7c9"
_RANDOM_SUFFIX = "x7k2p"
_JOB_OF_CRONJOB = "{owner}-29123456"  # the scheduled time, in minutes since 1970
_POD_NAMES = {  # the name that a controller gives its first pod, by the controller's kind
    "StatefulSet": "{owner}-{ordinal}",
    "Deployment": f"{{owner}}-{_TEMPLATE_HASH}-{_RANDOM_SUFFIX}",
    "DeploymentConfig": f"{{owner}}-1-{_RANDOM_SUFFIX}",
    "CronJob": f"{_JOB_OF_CRONJOB}-{_RANDOM_SUFFIX}",
}
_OWNER_UID_LABELS = dict.fromkeys(("controller-uid", "batch.kubernetes.io/controller-uid"), _OWNER_UID)
_JOB_NAME_LABELS = ("job-name", "batch.kubernetes.io/job-name")
_ADDED_LABELS: Mapping[str, Mapping[str, str]] = {  # the labels that a controller adds to its pods, by its kind
    "Deployment": {"pod-template-hash": _TEMPLATE_HASH},  # the ReplicaSet of the Deployment adds no others
    "DeploymentConfig": {"deployment": "{owner}-1", "deploymentconfig": "{owner}"},
    "StatefulSet": {
        "apps.kubernetes.io/pod-index": "{ordinal}",
        "statefulset.kubernetes.io/pod-name": "{pod}",
        "controller-revision-hash": _TEMPLATE_HASH,
    },
    "DaemonSet": {"controller-revision-hash": _TEMPLATE_HASH, "pod-template-generation": "1"},
    "Job": {**dict.fromkeys(_JOB_NAME_LABELS, "{owner}"), **_OWNER_UID_LABELS},
    "CronJob": {**dict.fromkeys(_JOB_NAME_LABELS, _JOB_OF_CRONJOB), **_OWNER_UID_LABELS},
}
# The annotations that a controller adds to its pods, by its kind: OpenShift ``MakeDeployment`` (appsutil).
_ADDED_ANNOTATIONS: Mapping[str, Mapping[str, str]] = {
    "DeploymentConfig": {
        "openshift.io/deployment.name": "{owner}-1",
        "openshift.io/deployment-config.name": "{owner}",
        "openshift.io/deployment-config.latest-version": "1",
    },
}
_JOB_SPEC_PATHS: Mapping[str, tuple[str, ...]] = {"Job": ("spec",), "CronJob": ("spec", "jobTemplate", "spec")}
JOB_INDEX_LABEL = "batch.kubernetes.io/job-completion-index"
FIRST_INDEX = "0"


@record()
class PodFacts(WithCache):
    """One pod in its cluster. Facts are computed on first use, because most pods need only a few."""

    place: PodPlace  # the pod spec and the Object around it
    cluster: Cluster
    remembered: dict[object, Any] = field(default_factory=dict, compare=False)

    @property
    def spec(self) -> Mapping[str, Any]:
        return self.place.spec

    @property
    def namespace(self) -> Fact[str]:
        return self.once("namespace", lambda: _namespace(self.place, self.cluster))

    @property
    def name(self) -> Fact[str]:
        """The pod's name; assumed if a controller makes the pod."""
        return self.once("name", lambda: _name(self.place, _owner_name(self.place), self.cluster))

    @property
    def uid(self) -> Fact[str]:
        return _fact_of_field(text(self.place.metadata.get("uid")), UID, self.cluster, "podUID")

    @property
    def node_name(self) -> Fact[str]:
        name = text(self.spec.get("nodeName"))
        return Fact(name, Provenance.PASTED) if name else self.cluster.node_name

    @property
    def service_account(self) -> Fact[str]:
        account = text(self.spec.get("serviceAccountName")) or text(self.spec.get("serviceAccount"))
        return _fact_of_field(account, "default", self.cluster, "serviceAccountName")

    def own_entries(self, path: str) -> Mapping[str, str]:
        """The entries of the pod's own ``metadata.labels`` or ``metadata.annotations``; ``path`` says which."""
        key = "labels" if path == "metadata.labels" else "annotations"
        return self.once(key, lambda: _texts(self.place.metadata, key))

    def assumed_entries(self, path: str) -> Mapping[str, str]:
        """The entries that a controller would add to the pod's ``metadata.labels`` or ``metadata.annotations``."""
        by_kind = _ADDED_LABELS if path == "metadata.labels" else _ADDED_ANNOTATIONS
        return self.once(("assumed", path), lambda: _assumed_entries(self.place, self.name.value, by_kind))

    @property
    def indexed(self) -> bool:
        """Whether the pod belongs to an Indexed Job, which numbers its pods."""
        return _is_indexed(self.place)

    @property
    def ports(self) -> Sequence[Mapping[str, Any]]:
        """The ports of all containers."""
        return self.once("ports", lambda: tuple(_ports(self.spec)))

    @property
    def has_host_ports(self) -> bool:
        """Whether any container port may also be a port of the host."""
        return self.spec.get("hostNetwork") is True or any("hostPort" in port for port in self.ports)

    @property
    def has_images(self) -> bool:
        """Whether any container has a name and an image; if none has, the text is a fragment of a pod."""
        lists = dict(CONTAINER_LISTS)
        return self.once(
            "has images",
            lambda: any(item.get("image") and item.get("name") for item in _containers_in(self.spec, *lists)),
        )

    @property
    def volumes(self) -> Mapping[str, Mapping[str, Any]]:
        """The volumes by their names. A StatefulSet's claim takes the place of a volume with the same name."""
        return self.once("volumes", lambda: _volumes_by_name(self.spec.get("volumes"), self.volume_claims))

    @property
    def volume_claims(self) -> Mapping[str, FieldPath]:
        """The names in the `volumeClaimTemplates` of a StatefulSet, each with the path of its metadata."""
        return self.once("volume claims", lambda: _volume_claims(self.place))

    @property
    def validated_on_creation(self) -> bool:
        """Whether the API server validates the pod, or the pod template, when its Object is created."""
        return self.place.kind != "StatefulSet" or self.cluster.version.validates_stateful_sets

    @property
    def containers(self) -> Mapping[str, tuple[Mapping[str, Any], bool]]:
        """By name: the container, and whether the node's allocatable amount stands in for a missing limit."""
        return self.once("containers", lambda: _containers_by_name(self.spec))

    @property
    def enable_service_links(self) -> bool | None:
        """The pod's ``enableServiceLinks``, by default true; None if absent and the API server sets no defaults."""
        value = self.spec.get("enableServiceLinks")
        if isinstance(value, bool):
            return value
        return True if self.cluster.defaulting else None

    @property
    def static(self) -> bool:
        """Whether the pod comes from a file of the node, not from the API server."""
        source = self.own_entries("metadata.annotations").get("kubernetes.io/config.source")
        return source is not None and source != "api"


def _owner_name(place: PodPlace) -> str:
    return text(field_at(place.owner, ("metadata", "name")))


def _assumed_entries(place: PodPlace, pod_name: str, by_kind: Mapping[str, Mapping[str, str]]) -> Mapping[str, str]:
    """The entries that ``by_kind`` (_ADDED_LABELS or _ADDED_ANNOTATIONS) has for the pod's controller, filled in."""
    values = {"owner": _owner_name(place), "pod": pod_name, "ordinal": _ordinal(place)}
    entries = {key: pattern.format_map(values) for key, pattern in by_kind.get(place.kind, {}).items()}
    if _is_indexed(place):
        entries[JOB_INDEX_LABEL] = FIRST_INDEX
    return entries


def _ordinal(place: PodPlace) -> int:
    """The number of the first pod of a StatefulSet."""
    start = field_at(place.owner, ("spec", "ordinals", "start"))
    return start if isinstance(start, int) else 0


def _is_indexed(place: PodPlace) -> bool:
    path = _JOB_SPEC_PATHS.get(place.kind)
    return path is not None and field_at(place.owner, (*path, "completionMode")) == "Indexed"


def _containers_in(spec: Mapping[str, Any], *lists: str) -> Iterator[Mapping[str, Any]]:
    """The containers in these ``lists`` of a pod spec."""
    return (container for list_ in lists for container in mappings(spec.get(list_)))


def _ports(spec: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for container in _containers_in(spec, *dict(CONTAINER_LISTS)):
        yield from mappings(container.get("ports"))


def _volumes_by_name(volumes: Any, claims: Iterable[str]) -> Mapping[str, Mapping[str, Any]]:
    by_name = {text(volume.get("name")): volume for volume in mappings(volumes)}
    return by_name | {name: claim_volume(name) for name in claims}


def _volume_claims(place: PodPlace) -> Mapping[str, FieldPath]:
    if place.kind != "StatefulSet":
        return {}
    path = FieldPath(("spec", "volumeClaimTemplates"))
    names = [name_of(claim) for claim in mappings(field_at(place.owner, path))]
    # In reverse order, so that a repeated name gets the path of its first claim.
    return {name: path.join((index, "metadata")) for index, name in reversed(list(enumerate(names)))}


def claim_volume(name: str) -> Mapping[str, Any]:
    """The volume that a StatefulSet's pods have for its claim of this ``name``."""
    return {"name": name, "persistentVolumeClaim": {"claimName": name}}


def _containers_by_name(spec: Mapping[str, Any]) -> Mapping[str, tuple[Mapping[str, Any], bool]]:
    """The containers that ``resourceFieldRef`` finds: regular before init, the first of each name, none ephemeral.

    With each, whether the node's allocatable amount stands in for a missing limit.
    """
    by_name: dict[str, tuple[Mapping[str, Any], bool]] = {}
    for list_, node_is_limit in (("containers", True), ("initContainers", False)):
        for container in mappings(spec.get(list_)):
            by_name.setdefault(text(container.get("name")), (container, node_is_limit))
    return by_name


def _texts(metadata: Mapping[str, Any], key: str) -> Mapping[str, str]:
    return {text(name): text(value) for name, value in mapping_at(metadata, (key,)).items()}


def _fact_of_field(field_value: str, otherwise: str, cluster: Cluster, key: str) -> Fact[str]:
    """The value of the pod's field, else the value given under ``key``.

    Without either, the value is "" if the given cluster is complete, else it is assumed: ``otherwise``.
    """
    if not field_value and key in cluster.pod:
        return Fact(cluster.pod[key], Provenance.GIVEN)
    if field_value or cluster.complete:
        return Fact(field_value, Provenance.PASTED)
    return Fact(otherwise, Provenance.ASSUMED)


def _name(place: PodPlace, owner_name: str, cluster: Cluster) -> Fact[str]:
    if place.kind == "Pod":
        prefix = text(place.metadata.get("generateName"))
        generated_name = _shortened(f"{prefix or 'pod-'}{_RANDOM_SUFFIX}")
        return _fact_of_field(text(place.metadata.get("name")), generated_name, cluster, "podName")
    if "podName" in cluster.pod:
        return Fact(cluster.pod["podName"], Provenance.GIVEN)
    pattern = _POD_NAMES.get(place.kind, f"{{owner}}-{_RANDOM_SUFFIX}")
    if _is_indexed(place):
        pattern = pattern.replace(_RANDOM_SUFFIX, f"{FIRST_INDEX}-{_RANDOM_SUFFIX}")
    return Fact(_shortened(pattern.format(owner=owner_name or "pod", ordinal=_ordinal(place))), Provenance.ASSUMED)


def _shortened(name: str) -> str:
    """A generated ``name``, with its beginning cut so that it fits into a label (the API server's ``GenerateName``)."""
    start, suffix, _ = name.rpartition(_RANDOM_SUFFIX)
    return start[: LONGEST_LABEL - len(_RANDOM_SUFFIX)] + suffix if suffix else name


def _namespace(place: PodPlace, cluster: Cluster) -> Fact[str]:
    name = text(field_at(place.owner, ("metadata", "namespace"))) or text(place.metadata.get("namespace"))
    if name:
        return Fact(name, Provenance.PASTED)
    if cluster.namespace:
        return Fact(cluster.namespace, Provenance.GIVEN)
    return _DEFAULT_NAMESPACE


Address = IPv4Address | IPv6Address


def parse_address(address_text: str) -> Address | None:
    """The address as Kubernetes reads it, None if it is invalid. An IPv4 octet is decimal even if it starts with 0."""
    parts = address_text.split(".")
    # Python refuses leading zeros. An octet of 20 digits is no octet, and `int` would refuse thousands of digits.
    if len(parts) == 4 and all(part.isascii() and part.isdigit() and len(part) < 20 for part in parts):
        address_text = ".".join(str(int(part)) for part in parts)
    try:
        address = ip_address(address_text) if "%" not in address_text else None
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def first_of_each_family(addresses: list[Address], first: int) -> tuple[str, ...]:
    """The first address of IP version ``first``, then the first of the other version; () without addresses."""
    versions = (4, 6) if first == 4 else (6, 4)
    chosen = (next((item for item in addresses if item.version == version), None) for version in versions)
    return tuple(str(item) for item in chosen if item is not None)


def host_ips(cluster: Cluster) -> Fact[tuple[str, ...]]:
    """The node's addresses for ``status.hostIPs``: internal before external, at most one of each family."""
    listed = cluster.node_addresses
    addresses = [
        address
        for kind in ("InternalIP", "ExternalIP")
        for type_, address_text in listed.value
        if type_ == kind and (address := parse_address(address_text)) is not None
    ]
    return Fact(first_of_each_family(addresses, addresses[0].version) if addresses else (), listed.provenance)


def pod_ips(facts: PodFacts) -> Fact[tuple[str, ...]]:
    """The pod's addresses: at most one of each IP version, and the version of the node's first address comes first.

    They come from the pod's status, else from the given cluster, else they are assumed. A pod on the host network has
    the node's addresses instead of assumed ones.
    """
    status_ips = _status_ips(facts.place)
    listed = Fact(status_ips, Provenance.PASTED) if status_ips else facts.cluster.pod_ips
    if facts.spec.get("hostNetwork") is True and listed.assumed:
        return host_ips(facts.cluster)
    node_addresses = [address for ip in facts.cluster.node_ips.value if (address := parse_address(ip)) is not None]
    first = node_addresses[0].version if node_addresses else 4
    addresses = [address for ip in listed.value if (address := parse_address(ip)) is not None]
    return Fact(first_of_each_family(addresses, first), listed.provenance)


def _status_ips(place: PodPlace) -> tuple[str, ...]:
    """The addresses in the `status` of a Pod; a pod template has none."""
    status = mapping_at(place.owner, ("status",)) if place.kind == "Pod" else {}
    listed = tuple(text(mapping(item).get("ip")) for item in sequence(status.get("podIPs")))
    return tuple(filter(None, listed or (text(status.get("podIP")),)))
