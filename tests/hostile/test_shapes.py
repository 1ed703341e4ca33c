"""A value of another type than Kubernetes requires is a finding, wherever it is, and never stops the evaluation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from playground.engine import evaluate, read_plain

TEXT = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop, labels: {a: b}}
labels: {app: shop}
parameters:
- {name: P, value: "1", required: true}
- {name: Q, generate: expression, from: "[a-z]{8}"}
objects:
- apiVersion: v1
  kind: Service
  metadata: {name: shop, namespace: x}
  spec: {selector: {app: shop, role: web}, ports: [{name: http, port: 80}]}
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: shop, labels: {role: web}, annotations: {a: b}}
  spec:
    replicas: "${{P}}"
    selector: {matchLabels: {role: web}}
    template:
      metadata: {labels: {role: web, app: shop, tier: a}, annotations: {a: $(A)}}
      spec:
        restartPolicy: Always
        volumes: [{name: data, configMap: {name: shop}}, {name: more, emptyDir: {sizeLimit: 1Gi}}]
        initContainers: [{name: first, image: registry.example/a:1, restartPolicy: Always}]
        containers:
        - name: web
          image: registry.example/web:1
          command: [sh, -c, "echo $(A) ${P}"]
          args: ["$(B)"]
          ports: [{name: http, containerPort: 8080}]
          envFrom: [{prefix: X_, configMapRef: {name: shop, optional: true}}, {secretRef: {name: shop}}]
          env:
          - {name: A, value: "${P} $(B)"}
          - {name: B, valueFrom: {secretKeyRef: {name: shop, key: a}}}
          - {name: C, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app']"}}}
          - {name: D, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m, containerName: web}}}
          resources: {limits: {cpu: 500m, memory: 1Gi}, requests: {cpu: 100m}}
          volumeMounts: [{name: data, mountPath: /data, subPathExpr: $(A)}]
          livenessProbe: {exec: {command: [test, $(A)]}, periodSeconds: 5}
          readinessProbe: {httpGet: {path: /, port: http}}
          lifecycle: {preStop: {exec: {command: [echo, $(A)]}}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: shop}, data: {A: $(B)}, binaryData: {c: YQ==}}
- {apiVersion: v1, kind: Secret, metadata: {name: shop}, data: {a: YQ==}, stringData: {b: "${Q}"}}
- apiVersion: v1
  kind: List
  items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata: {name: c}
    spec: {jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: c}]}}}}}
"""
WRONG = {"text": "${P} $(A)", "list": ["$(A)"], "number": 5}


def places(value: Any) -> Iterator[tuple[str | int, ...]]:
    """The path of every value inside ``value``."""
    for part, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (part,)
        yield from ((part, *inner_path) for inner_path in places(item))


def replaced(value: Any, place: tuple[str | int, ...], replacement: Any) -> Any:
    """``value`` with ``replacement`` at ``place``."""
    if not place:
        return replacement
    changed = value.copy()
    changed[place[0]] = replaced(value[place[0]], place[1:], replacement)
    return changed


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(wrong, id=kind, marks=[pytest.mark.nightly] if kind != "list" else [])
        for kind, wrong in WRONG.items()
    ],
)
def test_no_value_of_another_type_stops_the_evaluation(wrong: Any) -> None:
    template = read_plain(TEXT)
    for place in places(template):
        evaluation = evaluate(json.dumps(replaced(template, place, wrong)))
        assert evaluation.readable, place
