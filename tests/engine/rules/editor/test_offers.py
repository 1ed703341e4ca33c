"""What can be written at a place: fields, values and names, in Templates and Lists too."""

from __future__ import annotations

import pytest

from playground.engine import Deadline, Limits, TypedPlace, kind_at, offered_fields, offered_values, read, typed_places

TEXT = """\
kind: List
apiVersion: v1
items:
- kind: ConfigMap
  apiVersion: v1
  metadata: {name: settings}
  data: {LEVEL: debug}
- kind: Secret
  apiVersion: v1
  metadata: {name: keys}
  stringData: {KEY: x}
- kind: Service
  apiVersion: v1
  metadata: {name: web}
  spec: {ports: [{name: http, port: 80}]}
- kind: Pod
  apiVersion: v1
  spec:
    volumes:
    - {name: data, secret: {secretName: keys, items: [{key: AT}]}}
    containers:
    - name: c
      ports: [{name: metrics, containerPort: 9090}]
"""


def place(typed: str, text: str = TEXT) -> TypedPlace:
    """The last place at the mark `|` of ``typed``, which follows the text."""
    whole = text + typed
    position = read(whole).text.position(whole.index("|"))
    (*_, last) = typed_places(whole.replace("|", "", 1), position, Limits(), Deadline())
    return last


@pytest.mark.parametrize(
    ("typed", "values"),
    [
        ("      envFrom: [{configMapRef: {name: |}}]", ["settings"]),
        ("      envFrom: [{secretRef: {name: |}}]", ["keys"]),
        ("      env: [{valueFrom: {configMapKeyRef: {name: settings, key: |}}}]", ["LEVEL"]),
        ("      env: [{valueFrom: {secretKeyRef: {name: keys, key: |}}}]", ["KEY"]),
        ("      env: [{valueFrom: {secretKeyRef: {name: other, key: |}}}]", []),
        ("      volumeMounts: [{name: |}]", ["data"]),
        ("      livenessProbe: {httpGet: {port: |}}", ["metrics", "9090"]),
        ("      imagePullPolicy: |", ["Always", "Never", "IfNotPresent"]),
        ("      stdin: |", ["true", "false"]),
        ("      image: |", []),
        ("- {kind: Ingress, apiVersion: networking.k8s.io/v1, spec: {defaultBackend: {service: {name: |}}}}", []),
        ("- {kind: Service, apiVersion: v1, spec: {ports: [{targetPort: |}]}}", ["metrics", "9090"]),
        ("- {kind: X, apiVersion: a/v1, spec: {backend: {service: {name: |}}}}", ["web"]),
        ("- {kind: X, apiVersion: a/v1, spec: {backend: {service: {port: {number: |}}}}}", ["80"]),
        ("- {kind: X, apiVersion: a/v1, spec: {backend: {service: {port: {name: |}}}}}", ["http"]),
    ],
)
def test_values_are_those_of_the_field_or_names_of_the_text(typed: str, values: list[str]) -> None:
    assert [value for value, _ in offered_values(place(typed), 36)] == values


def test_a_key_of_a_volume_is_one_of_its_secret() -> None:
    marked = TEXT.replace("AT", "|")
    assert offered_values(place("", marked), 36) == [("KEY", "key of Secret")]


def test_fields_leave_out_those_that_are_there_and_begin_with_the_required_ones() -> None:
    typed = place("      volumeMounts: [{name: data, |}]")
    fields = offered_fields(typed, 36)
    assert kind_at(typed) == "Pod"
    assert next(iter(fields)) == "mountPath"
    assert "name" not in fields
    assert "recursiveReadOnly" in fields
    assert "recursiveReadOnly" not in offered_fields(typed, 29)
    assert offered_fields(place("- {kind: Unknown, apiVersion: v1, |}"), 36) == {}


def test_kinds_and_versions_fit_each_other() -> None:
    assert "Deployment" in dict(offered_values(place("- {apiVersion: apps/v1, kind: |}"), 36))
    assert "Pod" not in dict(offered_values(place("- {apiVersion: apps/v1, kind: |}"), 36))
    assert offered_values(place("- {kind: CronJob, apiVersion: |}"), 36) == [("batch/v1", "CronJob")]
