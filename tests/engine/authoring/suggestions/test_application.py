"""The name of the application is what the names of its Objects share."""

from __future__ import annotations

import pytest

from playground.engine import Deadline
from playground.engine.authoring.suggestions.application import application_name


def name_of(*objects: str, labels: dict[str, str] | None = None) -> str:
    """The name for Objects given as `Kind/name`; the first has the ``labels``."""
    values = []
    for number, text in enumerate(objects):
        kind, _, name = text.partition("/")
        values.append({"kind": kind, "metadata": {"name": name, "labels": labels or {} if not number else {}}})
    return application_name(values, Deadline())


@pytest.mark.parametrize(
    ("objects", "expected"),
    [
        (["Deployment/front-end", "Service/front-end"], "front-end"),
        (["Deployment/carts", "Service/carts-db"], "carts"),
        (["Deployment/redis-master", "Service/redis-replica"], "redis"),
        (["Service/web-a", "Service/web-b", "StorageClass/fast", "ClusterRole/admin"], "web"),
        (["Deployment/my-web", "Service/prod-my-web-svc", "ConfigMap/my-web"], "my-web"),
        (["Shop/shop"], "shop"),
        (["Deployment/redis", "Service/redismaster"], ""),
        (["Deployment/a", "Service/b"], ""),
        (["Deployment/${ENV}-a", "Service/${ENV}-b"], ""),
        (["StorageClass/fast"], ""),
        (["ResourceQuota/quota", "LimitRange/limits"], ""),
        (["ResourceQuota/shop", "LimitRange/my-shop"], "shop"),
        (["Deployment/"], ""),
        ([], ""),
    ],
)
def test_it_is_the_beginning_or_a_word_of_all_names(objects: list[str], expected: str) -> None:
    assert name_of(*objects) == expected


def test_a_label_says_it_if_all_names_hold_its_value() -> None:
    objects = ("Deployment/api-shop", "Service/shop-db", "Shop/other")
    assert name_of(*objects, labels={"app": "shop"}) == "shop"
    assert name_of(*objects, labels={"app.kubernetes.io/part-of": "shop", "app": "api"}) == "shop"
    assert name_of(*objects, labels={"tier": "shop"}) == ""
    assert name_of(*objects, "Secret/login", labels={"app": "shop"}) == ""
