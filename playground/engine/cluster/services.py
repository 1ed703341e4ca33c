"""Services and the variables that the kubelet derives from them, such as `DB_SERVICE_HOST`.

Kubernetes v1.36 ``pkg/kubelet/envvars/envvars.go`` and ``getServiceEnvVarMap``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from playground.engine.cluster.environment import OriginKind, Variable, VariableOrigin
from playground.engine.cluster.provenance import Provenance
from playground.engine.kubernetes.names import service_name_errors
from playground.engine.kubernetes.pods import field_at, mapping_at, mappings, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record

MASTER = ("default", "kubernetes")  # the one Service whose variables every pod in every namespace gets


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
    spec, metadata = mapping_at(value, ("spec",)), mapping_at(value, ("metadata",))
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


def linked_services(services: Iterable[Service], namespace: str, links: bool) -> tuple[Service, ...]:
    """The Services whose variables a pod of ``namespace`` gets; ``links`` is its `enableServiceLinks`."""
    known = [
        (service.namespace if service.namespace is not None else namespace, service)
        for service in services
        if service.has_variables
    ]
    masters = (service for home, service in known if (home, service.name) == MASTER)
    master = min(masters, key=lambda service: tuple(Provenance).index(service.provenance), default=None)
    found = {} if master is None else {master.name: master}
    # Of two with one name the later counts, and those that were pasted come last.
    own = {service.name: service for home, service in known if links and home == namespace}
    return tuple((found | own | (found if namespace == MASTER[0] else {})).values())


def service_values(service: Service) -> Iterator[tuple[str, str]]:
    """The names and values that a Service gives, in the kubelet's order.

    >>> db = Service("my-db", None, "10.0.0.7", "ClusterIP", (ServicePort("", 80, "TCP"),), Provenance.GIVEN)
    >>> list(service_values(db))[:3]
    [('MY_DB_SERVICE_HOST', '10.0.0.7'), ('MY_DB_SERVICE_PORT', '80'), ('MY_DB_PORT', 'tcp://10.0.0.7:80')]
    """
    prefix, first = _upper(service.name), service.ports[0]
    yield f"{prefix}_SERVICE_HOST", service.cluster_ip
    yield f"{prefix}_SERVICE_PORT", str(first.port)
    for port in service.ports:
        if port.name:
            yield f"{prefix}_SERVICE_PORT_{_upper(port.name)}", str(port.port)
    yield f"{prefix}_PORT", _url(service, first)
    for port in service.ports:
        name = f"{prefix}_PORT_{port.port}_{port.protocol.upper()}"
        yield name, _url(service, port)
        yield f"{name}_PROTO", port.protocol.lower()
        yield f"{name}_PORT", str(port.port)
        yield f"{name}_ADDR", service.cluster_ip


def service_variables(services: Sequence[Service]) -> Mapping[str, Variable]:
    """All variables of some Services by name.

    Where two Services give one name different values the kubelet takes either, as its maps happen to be ordered:
    the variable is marked random, and names its rivals.
    """
    found: dict[str, Variable] = {}
    for service in services:
        origin = VariableOrigin(
            OriginKind.SERVICE, f"Service {service.name}", service.assumed, object=service.object, source=service.path
        )
        for name, value in dict(service_values(service)).items():
            rival = found.get(name)
            if rival is None:
                found[name] = Variable(name, value, origin)
            elif rival.value != value:
                rivals = (*rival.rivals, Variable(name, value, origin))
                found[name] = replace(rival, rivals=rivals, random=True)
    return found


def _upper(name: str) -> str:
    return name.upper().replace("-", "_")


def _url(service: Service, port: ServicePort) -> str:
    host = f"[{service.cluster_ip}]" if ":" in service.cluster_ip else service.cluster_ip
    return f"{port.protocol.lower()}://{host}:{port.port}"
