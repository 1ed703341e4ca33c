"""Assumed facts: which have a field, and what the field shows."""

from __future__ import annotations

from playground.engine import OriginKind
from playground.pages.evaluation import evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.form.facts import service_fact
from playground.pages.markup import Allowance
from playground.pages.playground.needs import MOST_SERVICES, FactItem, concerned, fact_items

POD = """\
kind: Service
apiVersion: v1
metadata: {name: db}
spec: {ports: [{port: 5432}]}
---
kind: Service
apiVersion: v1
metadata: {name: idle}
spec: {ports: [{port: 1}]}
---
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: c
    args: ["$(DB_SERVICE_HOST):$(DB_PORT)", "$(KUBERNETES_SERVICE_HOST)"]
    env:
    - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
"""


def items(source: str = POD, cluster: dict[str, str] | None = None) -> list[FactItem]:
    found = evaluate_draft(Draft(source=source, cluster=cluster or {}))
    return list(fact_items(found.evaluation, found.draft, Allowance()))


def test_every_fact_in_use_has_a_field_with_its_assumed_value() -> None:
    assert [(item.label, item.value, item.placeholder, item.variables) for item in items()] == [
        ("Node name", "", "node-1", "NODE"),
        ("Cluster IP of Service db", "", "10.96.100.1", "DB_SERVICE_HOST, DB_PORT"),
        ("Cluster IP of Service default/kubernetes", "", "10.96.0.1", "KUBERNETES_SERVICE_HOST"),
    ]


def test_an_assumed_address_is_used_and_its_field_stays_where_it_is() -> None:
    fact = service_fact("db")
    before, after = items(), items(cluster={fact: "10.9.9.9"})
    assert [item.name for item in before] == [item.name for item in after]
    assert (after[1].value, after[1].placeholder) == ("10.9.9.9", "10.9.9.9")
    (container,) = evaluate_draft(Draft(source=POD, cluster={fact: "10.9.9.9"})).evaluation.containers
    assert container.args[0].result == "10.9.9.9:tcp://10.9.9.9:5432"
    assert not any(item.origin.assumed for item in container.variables if item.name.startswith("DB_"))


def test_a_service_with_an_address_has_no_field() -> None:
    assert [
        item.label for item in items(POD.replace("{ports: [{port: 5432}]}", "{clusterIP: 1.2.3.4, ports: [{port: 1}]}"))
    ][1:] == ["Cluster IP of Service default/kubernetes"]


def test_an_address_is_kept_while_its_service_is_missing() -> None:
    (item,) = items("kind: ConfigMap\napiVersion: v1\n", {service_fact("db"): "10.9.9.9"})
    assert (item.label, item.value, item.variables) == ("Cluster IP of Service db", "10.9.9.9", "")


def test_the_number_of_fields_for_services_is_limited() -> None:
    service = "kind: Service\napiVersion: v1\nmetadata: {name: s%d}\nspec: {ports: [{port: 1}]}\n---\n"
    names = "".join(f"$(S{n}_SERVICE_HOST)" for n in range(MOST_SERVICES + 9))
    pod = f"kind: Pod\napiVersion: v1\nspec: {{containers: [{{name: c, args: ['{names}']}}]}}\n"
    assert len(items("".join(service % n for n in range(MOST_SERVICES + 9)) + pod)) == MOST_SERVICES


def test_variables_of_services_count_only_where_a_text_refers_to_them() -> None:
    own = POD.replace("args: [", 'args: ["$(NODE)"]\n    command: [').replace("$(DB_SERVICE_HOST):$(DB_PORT)", "x")
    hiding = POD.replace("env:", "env:\n    - {name: IDLE_PORT, value: mine}")
    none = own.replace("$(KUBERNETES_SERVICE_HOST)", "")
    for source in (POD, own, hiding, none, none.replace("env:", "env:\n    - {name: IDLE_PORT, value: mine}")):
        (container,) = evaluate_draft(Draft(source=source)).evaluation.containers
        texts = " ".join(text.text for text in container.texts)
        assert list(concerned(container)) == [
            item
            for item in container.variables
            if item.origin.kind is not OriginKind.SERVICE or f"$({item.name})" in texts
        ]
