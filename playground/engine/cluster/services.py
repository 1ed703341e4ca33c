"""The Services that a pod finds, as far as containers receive something of them.

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
    """A Service, as far as a container's environment is concerned."""

    name: str
    namespace: str | None  # None: none was written, so it is in the pod's
    cluster_ip: str  # "" while the cluster has not allocated one, "None" when headless
    type: str
    ports: tuple[ServicePort, ...]
    provenance: Provenance
    ip_assumed: bool = False
    object: int | None = None  # when pasted
    path: FieldPath = ROOT

    @property
    def assumed(self) -> bool:
        return self.ip_assumed or self.provenance is Provenance.ASSUMED

    @property
    def full_name(self) -> str:
        """Its name, after its namespace where one is written: `shop/db`."""
        return self.name if self.namespace is None else f"{self.namespace}/{self.name}"

    @property
    def has_variables(self) -> bool:
        """Whether the kubelet makes variables of it: not when headless, external or still without an address."""
        return self.cluster_ip not in ("", "None") and bool(self.ports)


def service_from(value: Any, provenance: Provenance, index: int | None = None, path: FieldPath = ROOT) -> Service:
    """The Service that a plain value describes, whatever its shape."""
    service = mapping(value)
    spec, metadata = mapping(service.get("spec")), mapping(service.get("metadata"))
    # The API server copies the first of them into clusterIP, so a manifest may leave that out; the kubelet looks
    # at clusterIP alone.
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
    """Why a Service of that name, which starts with a digit, cannot be there; "" if it can."""
    if version.relaxed_service_names or not name[:1].isdigit():
        return ""
    return next(iter(service_name_errors(name)), "")


def with_assumed_address(service: Service, number: int, given: str = "") -> Service:
    """The Service with the ``given`` address, or the one that a cluster might allocate to the ``number``-th of them."""
    if service.cluster_ip or service.type == "ExternalName":
        return service
    address = given or f"10.96.{100 + number // 250 % 100}.{number % 250 + 1}"
    return Service(  # `replace` would take four times as long
        service.name,
        service.namespace,
        address,
        service.type,
        service.ports,
        service.provenance,
        not given,
        service.object,
        service.path,
    )
