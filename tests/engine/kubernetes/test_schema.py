"""The fields of every type equal those of the API's OpenAPI description; other fields are reported."""

from __future__ import annotations

import kubernetes.client

from playground.engine import read_plain
from playground.engine.kubernetes.decoding import decoding_findings
from playground.engine.kubernetes.schema import NAMED, TYPES, struct_of

OPENSHIFTS = {"DeploymentConfig", "DeploymentConfigSpec"}


def unknown_fields(text: str) -> list[str]:
    value = read_plain(text)
    return [f"{field.struct} {field.path}" for field in decoding_findings(value, str(value["kind"])).unknown]


def test_the_fields_of_each_type_match_its_openapi_description() -> None:
    for kind in sorted(TYPES.keys() - OPENSHIFTS):
        model = f"CoreV1{kind}" if kind == "ResourceClaim" else f"V1{kind}"
        assert set(TYPES[kind]) == set(getattr(kubernetes.client, model).attribute_map.values()), kind


def test_every_nested_type_is_known() -> None:
    go_types = {go_type for fields in TYPES.values() for go_type in fields.values()}
    simple = {"", "string", "bool", "int32", "int64", "intstr.IntOrString", "resource.Quantity", *NAMED}
    maps = {"map[string]string", "map[string][]uint8"}
    others = {go_type for go_type in go_types if not struct_of(go_type)}
    assert {go_type.removeprefix("[]") for go_type in others} == simple | maps


def test_unknown_fields_are_found_at_every_level() -> None:
    text = """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {nmae: web, labels: {any: thing}}
    replicas: 2
    spec:
      replica: 2
      template:
        metadata: {label: {}}
        spec:
          container: []
          containers:
          - name: a
            envs: []
            env:
            - {name: A, valuefrom: {}}
            - {name: B, valueFrom: {secretRef: {name: a}, secretKeyRef: {name: a, keys: b}}}
            envFrom: [{configMapKeyRef: {name: c}}]
            resources: {limit: {cpu: 1}, limits: {any: 1}}
          volumes: [{name: a, configmap: {}}]
    """
    assert unknown_fields(text) == [
        "ObjectMeta metadata.nmae",
        "Deployment replicas",
        "DeploymentSpec spec.replica",
        "ObjectMeta spec.template.metadata.label",
        "PodSpec spec.template.spec.container",
        "Container spec.template.spec.containers[0].envs",
        "EnvVar spec.template.spec.containers[0].env[0].valuefrom",
        "EnvVarSource spec.template.spec.containers[0].env[1].valueFrom.secretRef",
        "SecretKeySelector spec.template.spec.containers[0].env[1].valueFrom.secretKeyRef.keys",
        "EnvFromSource spec.template.spec.containers[0].envFrom[0].configMapKeyRef",
        "ResourceRequirements spec.template.spec.containers[0].resources.limit",
        "Volume spec.template.spec.volumes[0].configmap",
    ]


def test_unknown_groups_kinds_and_shapes_are_ignored() -> None:
    for text in (
        "{apiVersion: example.com/v1, kind: Pod, any: thing}",
        "{apiVersion: v1, kind: Route, any: thing}",
        "{apiVersion: 1, kind: [], any: thing}",
        "{apiVersion: v1, kind: Pod, spec: text}",
        "{apiVersion: v1, kind: Pod, spec: {containers: {any: a}}}",
        "{apiVersion: v1, kind: Pod, spec: [{any: a}]}",
        "{apiVersion: v1, kind: Pod, spec: {containers: [{env: {A: b}}]}}",
        "{apiVersion: v1, kind: Pod, spec: {containers: [null, 1, [{any: a}]]}}",
    ):
        assert unknown_fields(text) == []
