"""The Services that a pod finds, with the fields that give containers variables.

Kubernetes v1.36 core/v1 ``Service``; ``containers.service_links`` has the variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playground.engine.cluster.provenance import Provenance
from playground.engine.kubernetes.names import service_name_errors
from playground.engine.kubernetes.pods import field_at, mapping, mappings, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record


@record()
class ServicePort:
    """One port of a Service; the protocol is TCP by default."""

    name: str
    port: int
    protocol: str


@record()
class Service:
    """A Service, with the fields that a container's environment depends on."""

    name: str
    namespace: str | None  # None: not written; then the Service is in the pod's namespace
    cluster_ip: str  # "" if the cluster has not allocated one yet, "None" if headless
    type: str
    ports: tuple[ServicePort, ...]
    provenance: Provenance
    ip_assumed: bool = False
    # The index of the Object that is this Service, or of the List that contains it; None if not pasted.
    object: int | None = None
    path: FieldPath = ROOT  # in that Object

    @property
    def assumed(self) -> bool:
        """Whether the Service or its address is assumed."""
        return self.ip_assumed or self.provenance is Provenance.ASSUMED

    @property
    def full_name(self) -> str:
        """`namespace/name`, or `name` without a written namespace."""
        return self.name if self.namespace is None else f"{self.namespace}/{self.name}"

    @property
    def has_variables(self) -> bool:
        """Whether the kubelet makes variables of the Service: not if it is headless or has no address or no ports."""
        return self.cluster_ip not in ("", "None") and bool(self.ports)


def service_from(value: Any, provenance: Provenance, index: int | None = None, path: FieldPath = ROOT) -> Service:
    """The Service that ``value`` describes. Fields of a wrong shape count as missing."""
    service = mapping(value)
    spec, metadata = mapping(service.get("spec")), mapping(service.get("metadata"))
    # The kubelet reads clusterIP only. The API server copies the first of clusterIPs of a pasted manifest there; any
    # other Service is already stored.
    first_ip = field_at(spec, ("clusterIPs", 0)) if "clusterIPs" in spec and provenance is Provenance.PASTED else None
    return Service(
        name=text(metadata.get("name")),
        namespace=text(metadata.get("namespace")) or None,
        cluster_ip=text(spec.get("clusterIP")) or text(first_ip),
        type=text(spec.get("type")) or "ClusterIP",
        ports=tuple(_ports(spec.get("ports"))),
        provenance=provenance,
        object=index,
        path=path,
    )


def _ports(values: Any) -> Iterator[ServicePort]:
    for value in mappings(values):
        number = value.get("port")
        if isinstance(number, int) and not isinstance(number, bool):
            yield ServicePort(text(value.get("name")), number, text(value.get("protocol")) or "TCP")


def name_refusal(name: str, version: KubernetesVersion) -> str:
    """Why the API server refuses a Service whose ``name`` starts with a digit; "" if it accepts the name.

    Other faults of a name are not looked for: see ``rules.pods.refused_names``.
    """
    if version.relaxed_service_names or not name[:1].isdigit():
        return ""
    return next(iter(service_name_errors(name)), "")


def with_address(service: Service, index: int, given_address: str = "") -> Service:
    """The Service with ``given_address``; without that, with an assumed address.

    A Service with an address of its own, and one of type ExternalName, stay as they are. ``index`` counts the pasted
    Services, so that each (of the first 25,000) has another assumed address.
    """
    if service.cluster_ip or service.type == "ExternalName":
        return service
    # From 10.96.100.1 to 10.96.199.250: the range 10.96.0.0/12 is the default of kubeadm for Services.
    address = given_address or f"10.96.{100 + index // 250 % 100}.{index % 250 + 1}"
    return Service(  # `replace` would take four times as long
        name=service.name,
        namespace=service.namespace,
        cluster_ip=address,
        type=service.type,
        ports=service.ports,
        provenance=service.provenance,
        ip_assumed=not given_address,
        object=service.object,
        path=service.path,
    )
