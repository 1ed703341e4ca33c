"""The variables that the kubelet derives from Services, such as `DB_SERVICE_HOST`.

Kubernetes v1.36 ``pkg/kubelet/envvars/envvars.go`` and ``getServiceEnvVarMap``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.cluster.provenance import Provenance
from playground.engine.cluster.services import Service, ServicePort
from playground.engine.containers.budget import Budget
from playground.engine.containers.environment import OriginKind, Variable, VariableOrigin
from playground.engine.model.records import record

MASTER = ("default", "kubernetes")  # the Service whose variables every pod in every namespace gets


@record()
class ServiceLinks:
    """The variables that pods get from Services. Pods with equal namespace and `enableServiceLinks` share a mapping."""

    services: tuple[Service, ...]
    budget: Budget
    shared: dict[tuple[str, bool], Mapping[str, Variable] | None] = field(default_factory=dict)

    def variables(self, facts: PodFacts) -> Mapping[str, Variable] | None:
        """The variables from Services for a pod's containers; None if there are more than the budget allows."""
        namespace_and_setting = facts.namespace.value, facts.enable_service_links is True
        if namespace_and_setting not in self.shared:
            self.shared[namespace_and_setting] = self._new_variables(*namespace_and_setting)
        return self.shared[namespace_and_setting]

    def _new_variables(self, namespace: str, enabled: bool) -> Mapping[str, Variable] | None:
        # A low estimate that is quick to count: one for each Service and port. A port gives four variables and more.
        estimate = sum(1 + len(service.ports) for service in self.services)
        if not self.budget.take_inherited(estimate):
            return None
        return service_variables(linked_services(self.services, namespace, enabled))


def linked_services(services: Iterable[Service], namespace: str, enabled: bool) -> tuple[Service, ...]:
    """The Services whose variables a pod of ``namespace`` gets; ``enabled`` is its `enableServiceLinks`."""
    with_namespaces = [
        (service.namespace if service.namespace is not None else namespace, service)
        for service in services
        if service.has_variables
    ]
    masters = (service for service_namespace, service in with_namespaces if (service_namespace, service.name) == MASTER)
    master = min(masters, key=lambda service: tuple(Provenance).index(service.provenance), default=None)
    linked = {} if master is None else {master.name: master}
    if enabled:
        # Of two Services with one name the later counts. Pasted Services come last, so they count before given ones.
        linked |= {
            service.name: service for service_namespace, service in with_namespaces if service_namespace == namespace
        }
    if master is not None and namespace == MASTER[0]:
        # The assumed Service `kubernetes` comes last: the update above has put it in the place of a pasted one.
        linked[master.name] = master
    return tuple(linked.values())


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

    If two Services give one name different values, the kubelet takes either, as its maps happen to be ordered. Then the
    variable is marked random and has the others as its rivals.
    """
    variables: dict[str, Variable] = {}
    for service in services:
        origin = VariableOrigin(
            OriginKind.SERVICE, f"Service {service.name}", service.assumed, object=service.object, source=service.path
        )
        for name, value in dict(service_values(service)).items():
            rival = variables.get(name)
            if rival is None:
                variables[name] = Variable(name, value, origin)
            elif rival.value != value:
                rivals = (*rival.rivals, Variable(name, value, origin))
                variables[name] = replace(rival, rivals=rivals, random=True)
    return variables


def _upper(name: str) -> str:
    return name.upper().replace("-", "_")


def _url(service: Service, port: ServicePort) -> str:
    host = f"[{service.cluster_ip}]" if ":" in service.cluster_ip else service.cluster_ip
    return f"{port.protocol.lower()}://{host}:{port.port}"
