"""The variables from Services, made once per namespace and shared by its pods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from playground.engine.cluster.environment import Variable
from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.cluster.services import Service, linked_services, service_variables
from playground.engine.containers.tracing import Budget
from playground.engine.model.records import record

Place = tuple[str, bool]  # a namespace, and whether the pod's `enableServiceLinks` is on


@record()
class Links:
    """The variables of Services by place; None: there would be too many."""

    services: tuple[Service, ...]
    budget: Budget
    made: dict[Place, Mapping[str, Variable] | None] = field(default_factory=dict)

    def variables(self, facts: PodFacts) -> Mapping[str, Variable] | None:
        """The variables from Services for a pod's containers."""
        place = facts.namespace.value, facts.links is True
        if place not in self.made:
            self.made[place] = self._made(*place)
        return self.made[place]

    def _made(self, namespace: str, links: bool) -> Mapping[str, Variable] | None:
        ports = sum(1 + len(service.ports) for service in self.services)
        if not self.budget.take_inherited(ports):
            return None
        return service_variables(linked_services(self.services, namespace, links))
