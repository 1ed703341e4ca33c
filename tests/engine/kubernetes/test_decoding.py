"""Decoding errors for values of the wrong type."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.kubernetes.decoding import base64_error, cannot_handle, decoding_findings
from playground.engine.kubernetes.kinds import Kinds

NEWEST = Kinds(36)


def messages(spec: Any) -> list[str]:
    """The errors in the spec of a Pod."""
    return [f"{error.path}: {error.message}" for error in decoding_findings({"spec": spec}, NEWEST, "Pod").errors]


_REGEX = r"'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
_KEY_REF = "containers.env.valueFrom.configMapKeyRef.optional"


@pytest.mark.parametrize(
    ("container", "place", "message"),
    [
        ({"env": [{"value": 8080}]}, ".env[0].value", "number into EnvVar.spec.containers.env.value of type string"),
        ({"env": [{"name": True}]}, ".env[0].name", "bool into EnvVar.spec.containers.env.name of type string"),
        ({"args": ["a", ["b"]]}, ".args[1]", "array into Container.spec.containers.args of type string"),
        (
            {"env": [{"valueFrom": {"configMapKeyRef": {"optional": "yes"}}}]},
            ".env[0].valueFrom.configMapKeyRef.optional",
            f"string into ConfigMapKeySelector.spec.{_KEY_REF} of type bool",
        ),
        ({"env": {"A": "1"}}, ".env", "object into Container.spec.containers.env of type []v1.EnvVar"),
        ("app", "", "string into PodSpec.spec.containers of type v1.Container"),
        (
            {"ports": [{"containerPort": "80"}]},
            ".ports[0].containerPort",
            "string into ContainerPort.spec.containers.ports.containerPort of type int32",
        ),
        (
            {"resources": {"limits": []}},
            ".resources.limits",
            "array into ResourceRequirements.spec.containers.resources.limits of type v1.ResourceList",
        ),
        (
            {"lifecycle": {"preStop": {"exec": {"command": "x"}}}},
            ".lifecycle.preStop.exec.command",
            "string into ExecAction.spec.containers.lifecycle.preStop.exec.command of type []string",
        ),
        (
            {"restartPolicy": True},
            ".restartPolicy",
            "bool into Container.spec.containers.restartPolicy of type v1.ContainerRestartPolicy",
        ),
    ],
)
def test_a_message_has_the_words_of_the_api_server(container: Any, place: str, message: str) -> None:
    expected = message.replace(" into ", " into Go struct field ")
    assert messages({"containers": [container]}) == [f"spec.containers[0]{place}: json: cannot unmarshal {expected}"]


_VOLUME = "spec.volumes.VolumeSource.emptyDir"
_HTTP = "HTTPGetAction.spec.containers.livenessProbe.ProbeHandler.httpGet"
_REF = "ConfigMapKeySelector.spec.containers.env.valueFrom.configMapKeyRef.LocalObjectReference"
_LABELS = "LabelSelector.spec.topologySpreadConstraints.labelSelector.matchLabels of type map[string]string"
_COMMON = "spec.ephemeralContainers.EphemeralContainerCommon"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ({"volumes": [{"emptyDir": 1}]}, f"number into Volume.{_VOLUME} of type v1.EmptyDirVolumeSource"),
        (
            {"volumes": [{"emptyDir": {"medium": 5}}]},
            f"number into EmptyDirVolumeSource.{_VOLUME}.medium of type v1.StorageMedium",
        ),
        ({"volumes": [{"name": 5}]}, "number into Volume.spec.volumes.name of type string"),
        ({"containers": [{"livenessProbe": {"httpGet": {"port": True}}}]}, f"bool into {_HTTP}.port of type int32"),
        (
            {"containers": [{"env": [{"valueFrom": {"configMapKeyRef": {"name": 5}}}]}]},
            f"number into {_REF}.name of type string",
        ),
        ({"ephemeralContainers": [{"env": [{"value": 5}]}]}, f"number into EnvVar.{_COMMON}.env.value of type string"),
    ],
)
def test_a_path_names_the_embedded_struct_of_a_field(spec: Any, message: str) -> None:
    (error,) = decoding_findings({"spec": spec}, NEWEST, "Pod").errors
    assert error.message == "json: cannot unmarshal " + message.replace(" into ", " into Go struct field ")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            {"securityContext": {"runAsUser": "1"}},
            "string into PodSecurityContext.spec.securityContext.runAsUser of type int64",
        ),
        ({"tolerations": {}}, "object into PodSpec.spec.tolerations of type []v1.Toleration"),
        ({"imagePullSecrets": ["a"]}, "string into PodSpec.spec.imagePullSecrets of type v1.LocalObjectReference"),
        ({"nodeSelector": {"gpu": True}}, "bool into PodSpec.spec.nodeSelector of type string"),
        ({"topologySpreadConstraints": [{"labelSelector": {"matchLabels": []}}]}, f"array into {_LABELS}"),
    ],
)
def test_every_field_of_a_pod_has_a_type(spec: Any, message: str) -> None:
    (error,) = decoding_findings({"spec": spec}, NEWEST, "Pod").errors
    assert error.message == "json: cannot unmarshal " + message.replace(" into ", " into Go struct field ")


@pytest.mark.parametrize(("seconds", "fits"), [(30.0, True), (30.5, False), (2**63 - 1, True), (2**63, False)])
def test_a_whole_float_is_an_integer(seconds: float, fits: bool) -> None:
    assert (messages({"terminationGracePeriodSeconds": seconds}) == []) == fits


def test_a_type_with_a_decoder_of_its_own_ends_the_decoding() -> None:
    errors = messages({"activeDeadlineSeconds": "x", "containers": [{"resources": {"limits": {"cpu": "much"}}}]})
    assert [message.partition(":")[0] for message in errors] == [
        "spec.containers[0].resources.limits.cpu",
        "spec.activeDeadlineSeconds",
    ]


def test_an_object_as_a_whole_is_a_value_and_no_field() -> None:
    errors = [error.message for error in decoding_findings(["x"], NEWEST, "Secret").errors]
    assert errors == ["json: cannot unmarshal array into Go value of type v1.Secret"]


def test_an_ephemeral_container_has_a_field_more() -> None:
    (error,) = messages({"ephemeralContainers": [{"targetContainerName": 1}]})
    place = "EphemeralContainer.spec.ephemeralContainers.targetContainerName"
    assert error.endswith(f"json: cannot unmarshal number into Go struct field {place} of type string")


def test_a_quantity_has_words_of_its_own() -> None:
    (error,) = messages({"containers": [{"resources": {"limits": {"cpu": "much"}}}]})
    assert error == f"spec.containers[0].resources.limits.cpu: quantities must match the regular expression {_REGEX}"


def test_keys_are_read_in_sorted_order() -> None:
    errors = messages({"nodeName": 1, "containers": 2, "hostNetwork": "x"})
    assert [message.partition(":")[0] for message in errors] == ["spec.containers", "spec.hostNetwork", "spec.nodeName"]


def test_null_always_fits() -> None:
    assert messages({"containers": [None, {"env": None, "args": [None]}], "volumes": None}) == []


def test_unknown_fields_are_not_looked_at() -> None:
    assert messages({"future": 1, "containers": [{"future": []}]}) == []


def test_a_port_says_which_number_does_not_fit() -> None:
    service = {"spec": {"ports": [{"port": 1.5}]}}
    (error,) = decoding_findings(service, NEWEST, "Service").errors
    assert error.message.endswith("number 1.5 into Go struct field ServicePort.spec.ports.port of type int32")


def test_named_go_types_are_called_by_their_names() -> None:
    (error,) = decoding_findings({"metadata": {"uid": 5, "generateName": "a"}}, NEWEST, "Pod").errors
    assert error.message.endswith("number into Go struct field ObjectMeta.metadata.uid of type types.UID")


@pytest.mark.parametrize(("port", "fits"), [(2**31 - 1, True), (2**31, False), (-(2**31), True), (False, False)])
def test_a_port_is_a_32_bit_number(port: int, fits: bool) -> None:
    assert (list(decoding_findings({"spec": {"ports": [{"port": port}]}}, NEWEST, "Service").errors) == []) == fits


def test_the_refusal_names_the_version_without_its_group() -> None:
    assert (
        cannot_handle("Deployment", "apps/v1", "x") == 'Deployment in version "v1" cannot be handled as a Deployment: x'
    )


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("aGk=", None),
        ("aG\nk=", None),
        ("YQ=\r\n=\n", None),
        ("", None),
        ("a!", 1),
        ("abc", 0),
        ("abcdef", 4),
        ("é", 0),
        ("=", 0),
        ("abcd==", 4),
        ("ab=", 3),
        ("ab=c", 2),
        ("ab=\nc", 3),
        ("abc=d", 4),
        ("ab==\nd", 5),
        ("ab\nc", 1),
    ],
)
def test_base64_is_checked_as_go_does(text: str, place: int | None) -> None:
    assert base64_error(text) == place
