"""Our own deployment is a Template without diagnostics, and fits the Pod Security Standard "restricted"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from playground import __version__
from playground.engine import Evaluation, Inputs, evaluate

TEMPLATE = Path(__file__).resolve().parents[2] / "deploy" / "playground.yaml"
VALUES = {"HOST": "playground.example.org", "DATABASE_URL": "postgres://user:password@db.example.org/playground"}


@cache
def evaluation() -> Evaluation:
    return evaluate(TEMPLATE.read_text(), Inputs(values=VALUES))


def objects() -> list[dict[str, Any]]:
    return [item.value for item in evaluation().objects]


def only(kind: str) -> dict[str, Any]:
    (match,) = (item for item in objects() if item["kind"] == kind)
    return match


def pod_specs() -> Iterator[dict[str, Any]]:
    for kind in ("Job", "Deployment"):
        yield only(kind)["spec"]["template"]["spec"]


def containers() -> Iterator[dict[str, Any]]:
    for spec in pod_specs():
        yield from spec["containers"]


def test_our_own_rules_find_nothing_in_it() -> None:
    assert [f"{diagnostic.code} {diagnostic.message}" for diagnostic in evaluation().diagnostics] == []


def test_every_object_carries_the_labels_and_no_reference_is_left() -> None:
    assert [item["kind"] for item in objects()] == [
        "Secret",
        "ConfigMap",
        "Job",
        "Deployment",
        "Service",
        "Ingress",
        "PodDisruptionBudget",
        "NetworkPolicy",
    ]
    for item in objects():
        assert item["metadata"]["labels"]["app.kubernetes.io/instance"] == "playground"
    assert "${" not in str(objects())
    assert only("Deployment")["spec"]["replicas"] == 2


def test_it_names_the_image_of_this_version() -> None:
    images = {container["image"] for container in containers()}
    assert f"registry.example.org/template-playground:{__version__}" in images


def test_the_generated_key_is_long_and_random() -> None:
    key = only("Secret")["stringData"]["secret-key"]
    other_key = evaluate(TEMPLATE.read_text(), Inputs(values=VALUES)).objects[0].value["stringData"]["secret-key"]
    assert len(key) == 64
    assert key != other_key


def test_pods_are_restricted_as_the_pod_security_standard_says() -> None:
    for spec in pod_specs():
        assert spec["securityContext"]["runAsNonRoot"] is True
        assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert spec["automountServiceAccountToken"] is False
        assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec)
        assert all(volume.keys() & {"configMap", "emptyDir"} for volume in spec.get("volumes", []))
    for container in containers():
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["limits"]["memory"]
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}


def test_secrets_come_from_the_secret_only() -> None:
    for container in containers():
        for variable in container.get("env", []):
            assert ("valueFrom" in variable) == (variable["name"] in ("DATABASE_URL", "SECRET_KEY"))


def test_the_service_and_the_budget_select_the_pods() -> None:
    labels = only("Deployment")["spec"]["template"]["metadata"]["labels"]
    for selector in (
        only("Service")["spec"]["selector"],
        only("PodDisruptionBudget")["spec"]["selector"]["matchLabels"],
        only("NetworkPolicy")["spec"]["podSelector"]["matchLabels"],
        only("Deployment")["spec"]["selector"]["matchLabels"],
    ):
        assert selector.items() <= labels.items()


def seconds_before_the_end(name: str) -> int:
    """How long the container ``name`` goes on when its pod is to end."""
    (container,) = (candidate for candidate in containers() if candidate["name"] == name)
    command = " ".join(container["lifecycle"]["preStop"]["exec"]["command"])
    return int(re.search(r"sleep (\d+)", command)[1])  # type: ignore[index]


def test_requests_in_progress_are_answered_before_the_server_ends() -> None:
    spec = only("Deployment")["spec"]["template"]["spec"]
    assert 0 < seconds_before_the_end("nginx") < seconds_before_the_end("playground")
    assert seconds_before_the_end("playground") + gunicorn("graceful_timeout") < spec["terminationGracePeriodSeconds"]


def test_all_threads_together_may_connect_to_postgresql() -> None:
    spec = only("Deployment")["spec"]
    servers = spec["replicas"] + spec["strategy"]["rollingUpdate"]["maxSurge"]
    (container,) = (container for container in containers() if container["command"][0] == "gunicorn")
    variables = {variable["name"]: variable.get("value", "") for variable in container["env"]}
    threads = int(variables["GUNICORN_CMD_ARGS"].removeprefix("--threads "))
    assert servers * int(variables["WORKERS"]) * threads < 100 - 3  # three are for the superuser


def gunicorn(name: str) -> int:
    """A number of seconds in gunicorn's settings."""
    return int(re.search(rf"^{name} = (\d+)\b", (TEMPLATE.parents[1] / "gunicorn.conf.py").read_text(), re.M)[1])  # type: ignore[index]


@pytest.mark.parametrize("name", ["name", "version", "host"])
def test_parameters_reach_their_fields(name: str) -> None:
    values = {**VALUES, name.upper(): "other-1"}
    assert "other-1" in str([item.value for item in evaluate(TEMPLATE.read_text(), Inputs(values=values)).objects])
