"""The rules `replicas`, `storage`, `resources` and `schedule`."""

from __future__ import annotations

import pytest

from tests.engine.authoring.suggestions.texts import body, container, documents, parameters, workload

CLAIM = """\
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {{name: {name}}}
spec: {{storageClassName: {storage_class}, resources: {{requests: {{storage: {capacity}}}}}}}
"""


def claim(name: str, storage_class: str, capacity: str) -> str:
    return CLAIM.format(name=name, storage_class=storage_class, capacity=capacity)


def deployment(name: str, replicas: int, resources: str = "") -> str:
    return workload("Deployment", name, container(name, "a", resources=resources), replicas=replicas)


def chosen(text: str, *words: str) -> dict[str, str | None]:
    return {name: value for name, value in parameters(text).items() if any(word in name for word in words)}


def test_replicas_stay_a_number() -> None:
    assert "  replicas: ${{REPLICAS}}\n" in body(deployment("web", 3))
    in_json = '{"kind": "Deployment", "apiVersion": "apps/v1", "metadata": {"name": "a"}, "spec": {"replicas": 2}}'
    assert '"replicas": "${{REPLICAS}}"' in body(in_json)


@pytest.mark.parametrize("value", ["'3'", "true", "1.5", "null"])
def test_what_is_no_whole_number_of_pods_stays(value: str) -> None:
    text = deployment("web", 3).replace("replicas: 3", f"replicas: {value}")
    assert chosen(text, "REPLICAS") == {}


def test_the_object_names_the_amounts_of_several_workloads() -> None:
    text = documents(deployment("shop", 1), deployment("shop-db", 2, "{limits: {memory: 1Gi}}"))
    assert chosen(text, "REPLICAS", "MEMORY") == {"REPLICAS": "1", "DB_REPLICAS": "2", "DB_MEMORY_LIMIT": "1Gi"}


def test_a_text_that_looks_like_a_number_stays_a_text() -> None:
    text = body(deployment("web", 1, '{limits: {cpu: "2", memory: 1Gi}}'))
    assert '{limits: {cpu: "${CPU_LIMIT}", memory: "${MEMORY_LIMIT}"}}' in text


def test_amounts_that_are_numbers_and_those_of_quotas_stay() -> None:
    assert chosen(deployment("web", 1, "{limits: {cpu: 2}}"), "CPU") == {}
    quota = "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\nspec: {hard: {limits.cpu: '4'}}\n"
    assert chosen(quota, "CPU") == {}


def test_the_container_names_the_amounts_of_a_pod_with_several() -> None:
    pods = "".join(container(name, "a", resources="{requests: {cpu: 1m}}") for name in ("web", "side"))
    assert chosen(workload("Deployment", "web", pods), "CPU") == {"CPU_REQUEST": "1m", "SIDE_CPU_REQUEST": "1m"}


def test_claims_have_a_capacity_and_a_class() -> None:
    assert chosen(claim("data", "fast", "1Gi"), "VOLUME", "STORAGE") == {
        "VOLUME_CAPACITY": "1Gi",
        "STORAGE_CLASS": "fast",
    }
    two = documents(claim("web-data", "fast", "1Gi"), claim("web-logs", "slow", "2Gi"))
    assert chosen(two, "VOLUME", "STORAGE") == {
        "DATA_VOLUME_CAPACITY": "1Gi",
        "LOGS_VOLUME_CAPACITY": "2Gi",
        "DATA_STORAGE_CLASS": "fast",
        "LOGS_STORAGE_CLASS": "slow",
    }


def test_a_volume_is_no_claim() -> None:
    volume = "apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: a}\n"
    assert parameters(f"{volume}spec: {{storageClassName: fast, capacity: {{storage: 1Gi}}}}\n") == {}


def test_only_a_cron_job_has_a_schedule() -> None:
    job = "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: a}\nspec: {schedule: '0 3 * * *'}\n"
    assert chosen(job, "SCHEDULE") == {"SCHEDULE": "0 3 * * *"}
    assert chosen(job.replace("CronJob", "Backup"), "SCHEDULE") == {}


def test_the_same_name_with_another_value_gets_a_number() -> None:
    text = documents(deployment("web", 1), deployment("web", 2))
    assert chosen(text, "REPLICAS") == {"REPLICAS": "1", "REPLICAS_2": "2"}
