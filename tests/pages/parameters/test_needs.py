"""What the pods need from outside: the panel, and the fields of facts about the cluster."""

from __future__ import annotations

import json

from django.template.loader import render_to_string

from playground.engine import Inputs, OriginKind, evaluate
from playground.pages.allowance import Allowance
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.form.facts import service_fact
from playground.pages.parameters.needs import (
    MOST_SERVICES,
    FactItem,
    NeedsPanel,
    fact_items,
    needs_panel,
    variables_in_use,
)

POD = """\
kind: Pod
apiVersion: v1
metadata: {name: p, namespace: n}
spec:
  containers:
  - name: one
    args: ["$(WHO)", "$(date +%F)", "$(KUBERNETES_SERVICE_HOST)", "$(LATER)", "$$(ESCAPED)"]
    env:
    - {name: EARLY, value: $(LATER)}
    - {name: LATER, value: "1"}
    - name: IP
      valueFrom: {fieldRef: {fieldPath: status.podIP}}
    - name: KEY
      valueFrom: {secretKeyRef: {name: s, key: k}}
  - name: two
    args: ["$(WHO)"]
"""


def panel(**draft: object) -> NeedsPanel:
    assumed: dict[str, str] = draft.get("assumed", {})  # type: ignore[assignment]
    needs = needs_panel(evaluate(POD, Inputs(assumed=assumed)), Draft(source=POD, assumed=assumed))
    assert needs is not None
    return needs


def test_an_assumed_name_can_be_added_to_env_and_an_empty_one_cannot() -> None:
    item, _ = panel(assumed={"WHO": "me"}).assumed
    assert [edit["text"].count('value: "me"') for edit in json.loads(item.edits)] == [1, 1]
    assert panel().assumed[0].edits == ""


def test_every_undefined_name_has_a_field() -> None:
    assert [(item.name, item.containers) for item in panel().assumed] == [("WHO", "one, two"), ("KEY", "one")]


def test_a_variable_whose_secret_is_absent_keeps_its_field_and_is_not_declared_twice() -> None:
    fields = panel(assumed={"KEY": "k"}).assumed
    assert [(item.name, item.value, item.edits) for item in fields] == [("WHO", "", ""), ("KEY", "k", "")]


def test_assumed_name_stays_to_be_changed() -> None:
    fields = panel(assumed={"WHO": "me"}).assumed
    assert [(item.name, item.value, item.containers) for item in fields] == [
        ("WHO", "me", "one, two"),
        ("KEY", "", "one"),
    ]


def test_field_stays_where_it_is_when_its_value_is_assumed() -> None:
    source = "kind: Pod\napiVersion: v1\nspec: {containers: [{name: c, args: ['$(A)$(B)$(C)']}]}\n"
    for assumed in ({}, {"B": "b"}, {"C": "c", "Z": ""}):
        needs = needs_panel(evaluate(source, Inputs(assumed=assumed)), Draft(source=source, assumed=assumed))
        assert needs is not None
        assert [item.name for item in needs.assumed] == ["A", "B", "C"]


def test_variables_from_outside_are_listed_and_those_of_services_if_used() -> None:
    needed = {item.name: item for item in panel().needed}
    assert set(needed) == {"KUBERNETES_SERVICE_HOST", "IP", "KEY"}
    assert needed["IP"].assumed
    assert needed["IP"].origin == "status.podIP"
    assert needed["KEY"].secret
    assert not needed["KEY"].is_known


def test_what_is_too_much_to_show_is_clipped_and_counted() -> None:
    env = "".join(f"    - {{name: A{n}, valueFrom: {{configMapKeyRef: {{name: m, key: k}}}}}}\n" for n in range(300))
    source = f"kind: ConfigMap\napiVersion: v1\nmetadata: {{name: m}}\ndata: {{k: {'v' * 5000}}}\n---\n"
    source += f"kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    args: [$(B)]\n    env:\n{env}"
    source += "".join(f"  - {{name: c{n}, args: [$(B)]}}\n" for n in range(30))
    needs = needs_panel(evaluate(source), Draft(source=source))
    assert needs is not None
    assert (len(needs.needed), needs.needed_left_out) == (200, 100)
    assert needs.needed[0].value.endswith("v… and 904 more characters")
    assert needs.assumed[0].containers == "c, c0, c1, c2, c3, c4, c5, c6, c7, c8 and 21 more"


def test_a_field_for_a_secret_name_is_masked_and_not_stored() -> None:
    source = "kind: Pod\napiVersion: v1\nspec: {containers: [{name: c, args: ['$(DB_PASSWORD)$(HOST)']}]}\n"
    needs = needs_panel(evaluate(source), Draft(source=source))
    assert needs is not None
    assert [(item.name, item.secret) for item in needs.assumed] == [("DB_PASSWORD", True), ("HOST", False)]
    page = render_to_string("parameters/_needs.html", {"panel": needs})
    assert [("data-secret" in field, "data-show" in field) for field in page.split("<label")[1:]] == [
        (True, True),
        (False, False),
    ]


def test_pod_that_needs_nothing_has_no_panel() -> None:
    source = "kind: Pod\napiVersion: v1\nspec: {containers: [{name: c, args: [a]}]}\n"
    assert needs_panel(evaluate(source), Draft(source=source)) is None


def test_a_fact_that_nobody_gave_can_be_assumed_and_stays_to_be_changed() -> None:
    before, *_ = panel().facts
    assert (before.name, before.label, before.variables) == ("podIPs", "Pod IPs", "IP")
    assert (before.value, before.placeholder) == ("", "10.1.2.3")
    draft = Draft(source=POD, cluster={"podIPs": "10.9.9.9"})
    evaluation = evaluate_draft(draft)
    after = needs_panel(evaluation.evaluation, evaluation.draft)
    assert after is not None
    assert [(item.name, item.value, item.variables) for item in after.facts] == [
        ("podIPs", "10.9.9.9", "IP"),
        ("service:default/kubernetes", "", "KUBERNETES_SERVICE_HOST"),
    ]
    assert [item.name for item in after.assumed] == ["WHO", "KEY"]
    assert {item.name: item.value for item in after.needed}["IP"] == "10.9.9.9"


POD_WITH_SERVICES = """\
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


def items(source: str = POD_WITH_SERVICES, cluster: dict[str, str] | None = None) -> list[FactItem]:
    evaluation = evaluate_draft(Draft(source=source, cluster=cluster or {}))
    return list(fact_items(evaluation.evaluation, evaluation.draft, Allowance()))


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
    (container,) = evaluate_draft(Draft(source=POD_WITH_SERVICES, cluster={fact: "10.9.9.9"})).evaluation.containers
    assert container.args[0].result == "10.9.9.9:tcp://10.9.9.9:5432"
    assert not any(item.origin.assumed for item in container.variables if item.name.startswith("DB_"))


def test_a_service_with_an_address_has_no_field() -> None:
    assert [
        item.label
        for item in items(
            POD_WITH_SERVICES.replace("{ports: [{port: 5432}]}", "{clusterIP: 1.2.3.4, ports: [{port: 1}]}")
        )
    ][1:] == ["Cluster IP of Service default/kubernetes"]


def test_a_fact_that_the_text_does_not_use_has_no_field() -> None:
    assert items("kind: ConfigMap\napiVersion: v1\n", {service_fact("db"): "10.9.9.9", "nodeName": "n"}) == []


def test_the_number_of_fields_for_services_is_limited() -> None:
    service = "kind: Service\napiVersion: v1\nmetadata: {name: s%d}\nspec: {ports: [{port: 1}]}\n---\n"
    names = "".join(f"$(S{n}_SERVICE_HOST)" for n in range(MOST_SERVICES + 9))
    pod = f"kind: Pod\napiVersion: v1\nspec: {{containers: [{{name: c, args: ['{names}']}}]}}\n"
    assert len(items("".join(service % n for n in range(MOST_SERVICES + 9)) + pod)) == MOST_SERVICES


def test_variables_of_services_count_only_where_a_text_refers_to_them() -> None:
    own = POD_WITH_SERVICES.replace("args: [", 'args: ["$(NODE)"]\n    command: [').replace(
        "$(DB_SERVICE_HOST):$(DB_PORT)", "x"
    )
    hiding = POD_WITH_SERVICES.replace("env:", "env:\n    - {name: IDLE_PORT, value: mine}")
    none = own.replace("$(KUBERNETES_SERVICE_HOST)", "")
    for source in (
        POD_WITH_SERVICES,
        own,
        hiding,
        none,
        none.replace("env:", "env:\n    - {name: IDLE_PORT, value: mine}"),
    ):
        (container,) = evaluate_draft(Draft(source=source)).evaluation.containers
        texts = " ".join(text.text for text in container.texts)
        assert list(variables_in_use(container)) == [
            item
            for item in container.variables
            if item.origin.kind is not OriginKind.SERVICE or f"$({item.name})" in texts
        ]
