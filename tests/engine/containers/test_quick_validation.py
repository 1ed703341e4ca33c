"""A pod passes the quick check only if the detailed ones find nothing."""

from __future__ import annotations

import ast
from copy import deepcopy
from itertools import product
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from playground.engine import KUBERNETES_VERSIONS, containers, evaluate, read_plain
from playground.engine.cluster import cluster_for
from playground.engine.cluster.pod_decoding import pods_of
from playground.engine.containers import expand_containers, pod_validation, with_pod_problems
from playground.engine.containers.quick_validation import is_plain
from playground.engine.kubernetes.versions import version_named
from playground.engine.objects import TracedObject
from tests.engine.edited import edit
from tests.engine.environments import objects_of

_EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "playground/examples").glob("*.yaml"))
_SPEC = """
  restartPolicy: Always
  dnsPolicy: Default
  hostNetwork: false
  serviceAccountName: web
  nodeName: node-1
  hostname: web
  nodeSelector: {example.com/zone: a}
  imagePullSecrets: [{name: one}, {name: other}]
  volumes:
  - {name: settings, configMap: {name: settings}}
  - {name: data, persistentVolumeClaim: {claimName: data}}
  initContainers:
  - {name: wait, image: registry.example/wait}
  containers:
  - name: web
    image: registry.example/web:1
    imagePullPolicy: Always
    terminationMessagePolicy: File
    ports: [{containerPort: 8080, name: http}, {containerPort: 53, protocol: UDP}]
    env:
    - {name: PORT, value: "8080"}
    - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
    - {name: MEMORY, valueFrom: {resourceFieldRef: {resource: limits.memory}}}
    - {name: KEY, valueFrom: {secretKeyRef: {name: keys, key: web.key}}}
    envFrom: [{configMapRef: {name: settings}}]
    resources: {limits: {memory: 1Gi, cpu: 2}, requests: {memory: 512Mi, cpu: 500m}}
    volumeMounts:
    - {name: settings, mountPath: /settings, subPath: a/b}
    - {name: data, mountPath: /data}
    livenessProbe: {httpGet: {path: /, port: http, scheme: HTTP}, periodSeconds: 3, successThreshold: 1}
    readinessProbe: {tcpSocket: {port: 8080}}
  - name: log
    image: registry.example/log
    ports: [{containerPort: 9000, name: metrics}]
    volumeMounts: [{name: data, mountPath: /data}]
    startupProbe: {exec: {command: [ls]}}
"""
_POD = f"apiVersion: v1\nkind: Pod\nmetadata: {{name: web, namespace: shop, annotations: {{a/B: c}}}}\nspec:{_SPEC}"
_TEMPLATE = f"template:\n  metadata: {{labels: {{app: web}}}}\n  spec:{_SPEC.replace(chr(10), chr(10) + '  ')}"
_OTHERS = [
    f"apiVersion: apps/v1\nkind: {kind}\nmetadata: {{name: web}}\nspec:\n  {_TEMPLATE.replace(chr(10), chr(10) + '  ')}"
    for kind in ("Deployment", "StatefulSet")
]
_KEYS = (
    "name value valueFrom prefix protocol subPath exec httpGet tcpSocket grpc requests limits secret emptyDir command"
    " readinessProbe hostNetwork containerPort fieldPath resource apiVersion divisor"
).split()
_VALUES: list[Any] = [
    *(
        "web",
        "data",
        "a b",
        "",
        "a.b",
        "A",
        "1A",
        ".A",
        "..",
        "/a",
        "a/../b",
        "a-",
        "é",
        " i",
        "x" * 64,
        "http",
        "8080",
    ),
    *("3Gi", "100m", "-1", "limits.cpu", "metadata.labels['a b']", "Never", "TCP", "HTTPS", "IfNotPresent"),
    *(0, 1, -1, 53, 8080, 70_000, True, False, None, [], {}, {"port": 1}, {"name": "data"}, {"a b": "c"}, {"cpu": 9}),
]
_BAD = """
activeDeadlineSeconds: 0
annotations: {a b: c}
configMapRef: {name: a b}
containers: [null]
divisor: 3Gi
dnsPolicy: x
env: [{name: A}, {name: A}]
envFrom: [{prefix: a=, configMapRef: {name: a}}]
envFrom: [{secretRef: {name: a b}}]
ephemeralContainers: [{name: debug, image: debug, targetContainerName: x}]
failureThreshold: -1
fieldPath: spec.x
generateName: A
hostAliases: [{ip: 10.0.0.1}, {ip: 10.0.0.1}]
hostIP: 10.0.0.1
{hostNetwork: true, containers: [{name: a, image: i, ports: [{containerPort: 1, hostPort: 2}]}]}
hostPort: 70000
hostname: a.b
httpHeaders: [{name: a b}]
image: " i"
imagePullPolicy: x
imagePullSecrets: [{name: a}, {name: a}]
initContainers: [{name: a, image: i}, {name: a, image: i}]
initialDelaySeconds: -1
key: a b
labels: {a: b c}
lifecycle: {postStart: {}}
livenessProbe: {}
name: A
namespace: A
nodeName: A
nodeSelector: {a b: c}
periodSeconds: -1
ports: [{containerPort: 1, hostPort: 1}, {containerPort: 2, hostPort: 1}]
ports: [{containerPort: 1, name: http}, {containerPort: 1, name: http}]
priorityClassName: A
readinessProbe: {exec: {command: [ls]}, tcpSocket: {port: 1}}
resource: x
resources: {claims: [], limits: {cpu: 1m}, requests: {cpu: 2m}}
resources: {limits: {example.com/device: 500m, hugepages-2Mi: 3Mi}}
resources: {limits: {example.com/device: 1, memory: 100m}, requests: {example.com/device: 2}}
restartPolicy: x
runtimeClassName: A
scheme: x
serviceAccountName: A
startupProbe: {grpc: {port: 0}}
subPathExpr: /a
subdomain: a.b
successThreshold: 2
terminationGracePeriodSeconds: 0
terminationMessagePolicy: x
timeoutSeconds: -1
valueFrom: {configMapKeyRef: {name: a}}
valueFrom: {fileKeyRef: {key: A, path: a, volumeName: settings}}
valueFrom: {fileKeyRef: {}}
valueFrom: {secretKeyRef: {key: a}}
valueFrom: {}
volumeMounts: [{name: data, mountPath: /a}, {name: data, mountPath: /a}]
volumes: [{name: data}, {name: data}]
"""
_PLACES = {"FieldError": 2, "all_invalid": 3, "duplicate": 2, "_warning": 2}  # of the argument that is the pattern


def _passes(item: TracedObject, version: str = "1.36", **given: Any) -> bool:
    (place,) = pods_of(item)
    return is_plain(item, place, cluster_for((item,), given, version_named(version)))


def _problems(value: Any, version: str) -> list[Any]:
    """All that decoding and the detailed checks find, of whatever stage."""
    (item,) = objects = (TracedObject(value, _DOCUMENT),)
    with patch.object(pod_validation, "is_plain", _never), patch.object(containers, "is_plain", _never):
        cluster = with_pod_problems(objects, cluster_for(objects, None, version_named(version)))
        made = expand_containers(objects, cluster, assumed={}, record=None)
    found = (*cluster.problems, *(problem for container in made for problem in container.problems))
    assert item.remembered
    return [problem for problem in found if problem.detail["stage"] != "kubelet"]


def _is_right(value: Any, version: str) -> bool:
    """Whether a pod passes; then nothing may be wrong with it."""
    item = TracedObject(value, _DOCUMENT)
    passes = bool(pods_of(item)) and _passes(item, version)
    assert not (passes and _problems(value, version)), (version, value)
    return passes


def _nested(value: Any) -> list[Any]:
    """Every mapping and list of an Object."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(inner for part in parts for inner in _nested(part))] if isinstance(value, dict | list) else []


def _holders(value: Any) -> list[dict[str, Any]]:
    return [holder for holder in _nested(value) if isinstance(holder, dict)]


def _never(*_: Any) -> bool:
    return False


_DOCUMENT = objects_of(_POD)[0].document


@pytest.mark.parametrize("text", [_POD, *_OTHERS], ids=["Pod", "Deployment", "StatefulSet"])
def test_a_pod_that_passes_has_no_problems(text: str) -> None:
    valid = read_plain(text)
    assert _passes(TracedObject(valid, _DOCUMENT))
    random, answers = Random(text), []
    for _ in range(3_000):
        value = deepcopy(valid)
        for _ in range(random.choice([1, 1, 2])):
            edit(random, value, _KEYS, _VALUES)
        answers.append(_is_right(value, random.choice(KUBERNETES_VERSIONS)))
    assert 0.1 < sum(answers) / len(answers) < 0.9


@pytest.mark.parametrize("line", _BAD.split("\n")[1:-1])
def test_a_pod_with_a_bad_field_does_not_pass(line: str) -> None:
    """The field is in turn in every mapping, also where it means nothing."""
    answers = []
    for index in range(len(_holders(read_plain(_POD)))):
        value = read_plain(_POD)
        _holders(value)[index].update(read_plain(line))
        answers.append(_is_right(value, "1.36"))
    assert False in answers


def test_the_bad_fields_have_every_error_that_the_detailed_checks_know() -> None:
    modules = Path(containers.__file__).parent.glob("*.py")
    nodes = [node for module in modules for node in ast.walk(ast.parse(module.read_text()))]
    calls = [(getattr(node.func, "id", ""), node.args) for node in nodes if isinstance(node, ast.Call)]
    arguments = [given[_PLACES[maker]] for maker, given in calls if maker in _PLACES]
    patterns = {argument.value for argument in arguments if isinstance(argument, ast.Constant)}
    assert len(patterns) > 30
    found = set()
    for line, start in product(_BAD.split("\n")[1:-1], range(4)):  # into every fourth mapping: one at a time is slow
        value = read_plain(_POD)
        for holder in _holders(value)[start::4]:
            holder.update(read_plain(line))
        found |= {problem.pattern for problem in _problems(value, "1.36")}
    assert patterns <= found


def test_most_pods_of_the_examples_pass() -> None:
    found = [
        is_plain(item, place, evaluation.cluster)
        for evaluation in (evaluate(example.read_text()) for example in _EXAMPLES)
        for item in evaluation.objects
        for place in pods_of(item)
    ]
    assert sum(found) > 0.8 * len(found) > 8


def test_none_passes_without_the_api_servers_defaults() -> None:
    (item,) = objects_of(_POD)
    assert not _passes(item, noDefaulting=True)
    assert _passes(item)
