"""Service variables are made once per namespace, and not at all if there are too many."""

from __future__ import annotations

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.containers.links import Links
from playground.engine.containers.tracing import Budget
from playground.engine.kubernetes.pods import pod_places
from playground.engine.reading import Limits, read
from tests.engine.environments import cluster_of

SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {clusterIP: 10.0.0.7, ports: [{port: 80}]}\n"


def facts(namespace: str) -> PodFacts:
    pod = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: a, namespace: {namespace}}}\nspec: {{containers: []}}\n"
    (place,) = pod_places(read(pod).documents[0].value)
    return PodFacts(place, cluster_of(SERVICE))


def test_pods_of_one_namespace_share_the_variables() -> None:
    links = Links(cluster_of(SERVICE).services, Budget())
    one, other = links.variables(facts("a")), links.variables(facts("a"))
    assert one is other
    assert one
    assert one["DB_SERVICE_HOST"].value == "10.0.0.7"
    assert links.variables(facts("b")) is not one


def test_too_many_variables_are_not_made() -> None:
    services = cluster_of(SERVICE).services
    needed = sum(1 + len(service.ports) for service in services)
    assert Links(services, Budget(Limits(inherited_variables=needed))).variables(facts("a")) is not None
    assert Links(services, Budget(Limits(inherited_variables=needed - 1))).variables(facts("a")) is None
