"""What the server wrote goes, and Objects that others create are left out."""

from __future__ import annotations

import json

from tests.engine.authoring.suggestions.texts import (
    body,
    documents,
    parameters,
    processed,
    refusal,
    suggestions,
    template,
)

EXPORTED = """\
apiVersion: v1
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    annotations:
      deployment.kubernetes.io/revision: "3"
      kubectl.kubernetes.io/last-applied-configuration: |
        {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"}}
    creationTimestamp: "2024-01-01T00:00:00Z"
    generation: 4
    managedFields:
    - apiVersion: apps/v1
      operation: Update
    name: web # ours
    resourceVersion: "12"
    selfLink: /x
    uid: abc
  spec:
    template:
      metadata:
        creationTimestamp: null
      spec:
        containers:
        - image: a
          name: web
  status:
    replicas: 2
    conditions:
    - message: a & b
- apiVersion: v1
  kind: Service
  metadata: {uid: x, name: web-db, annotations: {a: b}}
  spec:
    clusterIP: 10.0.0.1
    clusterIPs: [10.0.0.1]
    ports: [{port: 80}]
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata:
    name: web-123
    ownerReferences:
    - {apiVersion: apps/v1, kind: Deployment, name: web, uid: abc}
- apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: web
    uid: y
    annotations: {pv.kubernetes.io/bind-completed: "yes", keep: this}
  spec: {volumeName: pvc-1, accessModes: [ReadWriteOnce]}
kind: List
metadata:
  resourceVersion: ""
"""
CLEAN = """\
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: ${NAME} # ours
  spec:
    template:
      spec:
        containers:
        - image: ${IMAGE}
          name: ${NAME}
- apiVersion: v1
  kind: Service
  metadata: {name: "${NAME}-db", annotations: {a: b}}
  spec:
    ports: [{port: 80}]
- apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: ${NAME}
    annotations: {keep: this}
  spec: {accessModes: [ReadWriteOnce]}
"""


def test_a_list_of_the_cluster_is_cleaned() -> None:
    assert body(EXPORTED) == CLEAN
    assert body(EXPORTED.replace("\n", "\r\n")) == CLEAN.replace("\n", "\r\n")


def test_json_of_the_cluster_is_cleaned() -> None:
    text = json.dumps(json.loads(json.dumps(_value(EXPORTED))), indent=4)
    new = template(text)
    values = [item.value for item in processed(new).objects]
    assert [value["kind"] for value in values] == ["Deployment", "Service", "PersistentVolumeClaim"]
    assert values[0]["metadata"] == {"name": "web"}
    assert values[2]["spec"] == {"accessModes": ["ReadWriteOnce"]}


def _value(text: str) -> object:
    return suggestions(text).evaluation.source.documents[0].value


def test_each_kind_of_line_can_be_kept() -> None:
    assert "\n    uid: abc\n" in body(EXPORTED, without=["server:metadata.uid"])
    kept = body(EXPORTED, without=["owned:ReplicaSet/web-123"])
    assert "name: web-123\n" in kept
    assert "ownerReferences" not in kept


def test_places_are_those_of_keys_and_values() -> None:
    (uid,) = (item for item in suggestions(EXPORTED).items if item.key == "server:metadata.uid")
    source = suggestions(EXPORTED).evaluation.source.text
    assert [source.slice(place.span) for place in uid.places] == ["uid: abc", "uid: x", "uid: y"]


def test_an_author_may_have_written_what_the_server_fills_in() -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: dns}\nspec: {clusterIP: 10.0.0.10}\n"
    (field,) = (item for item in suggestions(service).items if item.rule == "server")
    assert (field.key, field.is_on) == ("server:spec.clusterIP:by-hand", False)
    assert "spec: {clusterIP: 10.0.0.10}" in body(service)
    assert "clusterIP" not in body(service, field.key)


def test_a_headless_service_stays_headless() -> None:
    service = (
        "apiVersion: v1\nkind: Service\nmetadata: {name: db, uid: a}\nspec: {clusterIP: None, clusterIPs: [None]}\n"
    )
    assert "spec: {clusterIP: None, clusterIPs: [None]}" in body(service)


def test_the_labels_that_tie_a_job_to_its_pods_go() -> None:
    job = """\
apiVersion: batch/v1
kind: Job
metadata:
  name: run
  uid: a
  labels:
    controller-uid: a
spec:
  selector:
    matchLabels:
      batch.kubernetes.io/controller-uid: a
  template:
    metadata:
      labels: {controller-uid: a, batch.kubernetes.io/controller-uid: a, job-name: run}
    spec:
      nodeName: node-1
"""
    text = body(job)
    assert "controller-uid" not in text
    assert "selector" not in text
    assert 'labels: {job-name: "${NAME}"}' in text
    assert "nodeName: node-1" in text  # of a pod template, an author wrote it


def test_the_node_of_a_pod_goes() -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  uid: a\n  name: run\nspec:\n  nodeName: node-1\n  containers: []\n"
    assert body(pod) == "- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: ${NAME}\n  spec:\n    containers: []\n"


def test_if_all_objects_have_owners_none_is_left_out() -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: web-1\n  ownerReferences: [{kind: ReplicaSet, name: web}]\n"
    listed = suggestions(pod)
    assert [item.key for item in listed.items] == ["server:metadata.ownerReferences", "NAME"]
    assert "ownerReferences" not in body(pod)


def test_documents_are_left_out_and_their_comments_stay() -> None:
    pod = "kind: Pod\napiVersion: v1\nmetadata: {name: web-1, ownerReferences: [{kind: ReplicaSet, name: web}]}\n"
    text = documents("# first\n" + pod, "# second\nkind: Service\napiVersion: v1\nmetadata: {name: web}\n", pod)
    assert body(text) == '# first\n# second\n- kind: Service\n  apiVersion: v1\n  metadata: {name: "${NAME}"}\n'
    in_row = '{"kind": "Pod", "metadata": {"name": "a", "ownerReferences": [{"kind": "X"}]}} {"kind": "Service"}'
    assert body(in_row).split() == ["-", '{"kind":', '"Service"}']


def test_two_left_out_objects_of_one_name_have_keys_of_their_own() -> None:
    pod = "kind: Pod\nmetadata: {name: a, ownerReferences: [{kind: X, name: y}]}\n"
    keys = [item.key for item in suggestions(documents(pod, pod, "kind: Service\n")).items]
    assert keys == ["server:metadata.ownerReferences", "owned:Pod/a", "owned:Pod/a:1"]


def test_fields_of_an_anchor_are_not_offered_at_its_aliases() -> None:
    text = documents(
        "kind: A\nmetadata: &m\n  name: a\n  uid: x\n",
        "kind: B\nmetadata: {name: b, uid: z}\n",
    )
    assert "uid" not in body(text)
    aliased = "kind: List\nitems:\n- {kind: A, metadata: &m {name: a, uid: x}}\n- kind: B\n  metadata: *m\n"
    answer = refusal(aliased)
    assert "without a change of other fields" in answer.refusal.reason
    assert answer.suspect == "server:metadata.uid"
    assert str(answer.refusal.span) == "4:3"


def test_nothing_is_looked_for_in_what_goes() -> None:
    assert set(parameters(EXPORTED)) == {"NAME", "IMAGE"}
