"""An Object passes the quick check only if the detailed ones find nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from playground.engine import evaluate, read_plain
from playground.engine.kubernetes.fields import TYPES, type_of, unknown_fields
from playground.engine.kubernetes.go_types import NAMED, STRUCTS
from playground.engine.kubernetes.pods import pod_places
from playground.engine.kubernetes.quick_check import NO_TEXT, OWN_NAMES, is_sound
from playground.engine.kubernetes.types import decode_errors
from playground.engine.location import ROOT
from tests.engine.edited import edit

_EXAMPLES = sorted((Path(__file__).resolve().parents[3] / "playground/examples").glob("*.yaml"))
_DEPLOYMENT = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 2
  selector: {matchLabels: {app: web, replicas: "2"}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1}}
  template:
    metadata: {labels: {app: web}}
    spec:
      initContainers:
      - {name: wait, image: registry.example/wait, env: [{name: HOST, value: db}, {name: PORT}]}
      containers:
      - name: web
        image: registry.example/web:1
        args: ["--port=$(PORT)"]
        env:
        - {name: PORT, value: "8080"}
        - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
        ports: [{containerPort: 8080}]
        resources: {limits: {memory: 1Gi, cpu: 2}}
        livenessProbe: {httpGet: {path: /, port: http}, periodSeconds: 3}
      volumes:
      - {name: settings, configMap: {name: settings, defaultMode: 420}}
"""
_KEYS = ("other", "replicas", "env", "defaultMode", "stdin")
_VALUES: tuple[Any, ...] = ("8080", "true", 7, True, None, [], {}, [{"replicas": "2"}], {"tty": "x"})
_SERVICE = """
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: http}]}
"""


def _mistakes(value: Any) -> list[Any]:
    """All that the three find: what cannot be decoded, what is not known, and text where none may be."""
    found: list[Any] = list(unknown_fields(value, ROOT))
    for place in pod_places(value):
        found += decode_errors(place.metadata, "v1.ObjectMeta", "X", ROOT)
        found += decode_errors(place.spec, "v1.PodSpec", "X", ROOT)
    if value["kind"] in ("Service", "ConfigMap", "Secret"):
        found += decode_errors(value, f"v1.{value['kind']}", "X", ROOT)
    return [*found, *_texts(value.get("spec"))]


def _texts(value: Any) -> list[str]:
    """The fields that are numbers or booleans and hold text."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [str(key) for key, item in parts if isinstance(item, str) and key in NO_TEXT]
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return found + [text for key, item in parts if key not in OWN_NAMES for text in _texts(item)]


@pytest.mark.parametrize("text", [_DEPLOYMENT, _SERVICE])
def test_an_object_that_passes_has_no_errors(text: str) -> None:
    assert is_sound(read_plain(text))
    random, answers = Random(text), set()
    for _ in range(1_000):
        value = read_plain(text)
        for _ in range(random.choice([1, 1, 2])):
            edit(random, value, _KEYS, _VALUES)
        if "kind" in value and isinstance(value["kind"], str):
            answers.add(is_sound(value))
            assert not (is_sound(value) and _mistakes(value)), value
    assert answers == {True, False}


def test_most_objects_of_the_examples_pass() -> None:
    objects = [item.value for example in _EXAMPLES for item in evaluate(example.read_text()).objects]
    known = [value for value in objects if isinstance(value, dict) and type_of(value)]
    assert sum(map(is_sound, known)) > 0.8 * len(known) > 10


@pytest.mark.parametrize("value", [None, [], "text", {}, {"kind": "Pod"}, {"apiVersion": "v1", "kind": "Node"}])
def test_an_object_of_an_unknown_type_does_not_pass(value: Any) -> None:
    assert not is_sound(value)


def test_nested_types_agree_with_the_go_types() -> None:
    for kind, fields in TYPES.items():
        for name, inner in fields.items():
            go_type = STRUCTS.get(f"v1.{kind}", {}).get(name, "")
            assert not inner or NAMED.get(go_type, go_type).replace("v1.", "") in ("", inner)
