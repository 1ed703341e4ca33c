"""The API server's errors for the annotations of a pod that Kubernetes itself reads."""

from __future__ import annotations

import pytest

from tests.engine.validation.pods import DEPLOYMENT, pod_errors

_COST = "controller.kubernetes.io/pod-deletion-cost"
_MIRROR = "kubernetes.io/config.mirror"
_SECCOMP = "seccomp.security.alpha.kubernetes.io"
_APP_ARMOR = "container.apparmor.security.beta.kubernetes.io"


def annotated(annotations: str) -> str:
    return f"kind: Pod\nmetadata: {{name: p, annotations: {{{annotations}}}}}"


@pytest.mark.parametrize("cost", ["0", "-1", "-007", "2147483647", "-2147483648"])
def test_the_cost_of_deleting_a_pod_is_a_number_of_32_bits(cost: str) -> None:
    assert pod_errors("volumes: []", head=annotated(f"{_COST}: '{cost}'")) == []


@pytest.mark.parametrize("cost", ["", "+1", "007", "1.5", "2147483648", "high", "9" * 5000])
def test_another_cost_is_refused_in_the_api_servers_words(cost: str) -> None:
    error = f'metadata.annotations[{_COST}]: Invalid value: "{cost}": must be a 32bit integer'
    assert pod_errors("volumes: []", head=annotated(f"{_COST}: '{cost}'")) == [error]


def test_the_path_of_a_pod_template_is_printed_without_its_metadata() -> None:
    head = DEPLOYMENT.replace("labels: {app: web}", f"annotations: {{{_COST}: high}}")
    error = f'annotations[{_COST}]: Invalid value: "high": must be a 32bit integer'
    assert pod_errors("volumes: []", head=head) == [error]


def test_the_copy_of_a_static_pod_has_a_node() -> None:
    error = (
        f'metadata.annotations[{_MIRROR}]: Invalid value: "x": must set spec.nodeName if mirror pod annotation is set'
    )
    assert pod_errors("volumes: []", head=annotated(f"{_MIRROR}: x")) == [error]
    assert pod_errors("nodeName: node-1", head=annotated(f"{_MIRROR}: x")) == []


def test_profiles_in_annotations_are_refused_in_the_api_servers_words() -> None:
    profiles = (
        f"{_SECCOMP}/pod: unknown, container.{_SECCOMP}/a: localhost/../b, {_APP_ARMOR}/a: default,"
        f" {_APP_ARMOR}/b: runtime/default, container.{_SECCOMP}/c: docker/default"
    )
    assert pod_errors("volumes: []", head=annotated(profiles)) == [
        f"metadata.annotations{error}"
        for error in (
            f'.{_SECCOMP}/pod: Invalid value: "unknown": must be a valid seccomp profile',
            f".container.{_SECCOMP}/a: Invalid value: \"../b\": must not contain '..'",
            f'[{_APP_ARMOR}/a]: Invalid value: "default": invalid AppArmor profile name: "default"',
            f'[{_APP_ARMOR}/b]: Invalid value: "b": container not found',
        )
    ]


def test_a_profile_in_an_annotation_and_in_a_field_is_the_same() -> None:
    annotations = f"{_SECCOMP}/pod: unconfined, container.{_SECCOMP}/a: localhost/x, {_APP_ARMOR}/a: runtime/default"
    pod = "securityContext: {seccompProfile: {type: RuntimeDefault}, appArmorProfile: {type: Unconfined}}"
    local = "securityContext: {seccompProfile: {type: Localhost, localhostProfile: other}}"
    fields = (
        f"containers: [{{name: a, image: i, {local.replace('{s', '{appArmorProfile: {type: Unconfined}, s')}}}], {pod}"
    )
    seccomp, app_armor = (f"{kind} type in annotation and field must match" for kind in ("seccomp", "apparmor"))
    file = "seccomp profile in annotation and field must match"
    assert pod_errors(fields, head=annotated(annotations)) == [
        f"securityContext.seccompProfile.type: Forbidden: {seccomp}",
        f"containers[0].securityContext.seccompProfile.localhostProfile: Forbidden: {file}",
        f"containers[0].securityContext.appArmorProfile.type: Forbidden: {app_armor}",
    ]
    same = "securityContext: {seccompProfile: {type: Unconfined}, appArmorProfile: {type: RuntimeDefault}}"
    equal = f"containers: [{{name: a, image: i, {local.replace('other', 'x')}}}], {same}"
    assert pod_errors(equal, head=annotated(annotations)) == []
