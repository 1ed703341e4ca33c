"""A place belongs to the first rule that wants it, and a place that cannot be edited to none."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from playground.engine import Deadline, evaluate, suggest
from tests.cost import steps
from tests.engine.authoring.suggestions.texts import (
    container,
    documents,
    parameters,
    suggestions,
    template,
    workload,
)

SECRETS = "kind: Secret\nmetadata: {name: shop}\nstringData:\n"
GROWING: Mapping[str, Callable[[int], str]] = {
    "words in one text": lambda n: "kind: Service\nmetadata: {name: shop, labels: {app: " + "shop-" * n + "x}}\n",
    "secrets": lambda n: SECRETS + "".join(f"  key{i}: secret{i}x\n" for i in range(n)),
    "secrets of one key": lambda n: "---\n".join(f"{SECRETS}  key: secret{i}x\n" for i in range(n)),
}


def test_the_first_rule_gets_the_place() -> None:
    route = "apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: {name: web}\nspec: {host: web.example}\n"
    text = documents(route, workload("Deployment", "web", container("web", "a", env=[("TOKEN", "web.example")])))
    assert "TOKEN" not in parameters(text)


def test_two_rules_may_share_a_text() -> None:
    account = "kind: ServiceAccount\nmetadata: {name: web, namespace: prod}\n"
    url = "redis://me:hunter2@db.prod.svc/"
    pods = workload("Deployment", "web", container("web", "a", env=[("PASSWORD", "hunter2"), ("URL", url)]))
    by_key = {item.key: item for item in suggestions(documents(account, pods)).items}
    assert [place.path[1][-1] for place in by_key["PASSWORD"].places] == ["value", "value"]
    assert [place.path[1][-1] for place in by_key["NAMESPACE"].places] == ["value"]
    assert "URL" not in by_key


def test_a_part_that_is_written_with_escapes_follows() -> None:
    text = 'kind: Service\nmetadata:\n  name: web\n  labels: {x: "w\\u0065b-1"}\n---\nkind: B\nmetadata: {name: web}\n'
    (name,) = suggestions(text).items
    assert [place.path[1][-1] for place in name.places] == ["name", "x", "name"]
    assert 'labels: {x: "${NAME}-1"}' in template(text).text


def cost(text: str) -> int:
    evaluation = evaluate(text)
    return steps(lambda: suggest(evaluation, Deadline()))


@pytest.mark.nightly
@pytest.mark.parametrize("name", GROWING)
def test_many_suggestions_cost_what_their_text_is_long(name: str) -> None:
    cost(GROWING[name](1))  # what is remembered for all texts
    assert cost(GROWING[name](800)) < 5 * cost(GROWING[name](200))
