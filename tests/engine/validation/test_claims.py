"""The API server's errors for a pod's claims of resources, and for the claims that its containers name."""

from __future__ import annotations

import pytest

from playground.engine.cluster import cluster_for
from playground.engine.kubernetes.versions import version_named
from playground.engine.validation import validate
from tests.cost import steps
from tests.engine.environments import objects_of

_ONE_OF = "`resourceClaimName` or `resourceClaimTemplateName`"


def errors(spec: str, version: str = "1.36") -> list[str]:
    objects = objects_of(f"kind: Pod\nmetadata: {{name: p}}\nspec: {{{spec}}}")
    return [problem.error for problem in validate(objects, cluster_for(objects, None, version_named(version)))]


@pytest.mark.parametrize(
    ("claims", "messages"),
    [
        ("{name: a, resourceClaimName: b}", []),
        ("{resourceClaimName: b}", ["[0].name: Required value"]),
        (
            "{name: a, resourceClaimName: b}, {name: a, resourceClaimTemplateName: c}",
            ['[1].name: Duplicate value: "a"'],
        ),
        (
            "{name: a}",
            [
                (
                    '[0]: Invalid value: {"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: '
                    "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"
                )
            ],
        ),
        (
            "{name: a, resourceClaimName: b, resourceClaimTemplateName: c}",
            [
                (
                    '[0]: Invalid value: {"Name":"a","ResourceClaimName":"b","ResourceClaimTemplateName":"c"}: '
                    f"at most one of {_ONE_OF} may be specified"
                )
            ],
        ),
    ],
)
def test_each_claim_of_a_pod_has_a_name_and_one_source(claims: str, messages: list[str]) -> None:
    spec = f"containers: [{{name: a, image: i}}], resourceClaims: [{claims}]"
    assert errors(spec) == [f"spec.resourceClaims{message}" for message in messages]


@pytest.mark.parametrize(
    ("claims", "messages"),
    [
        ("{name: a}, {name: b, request: x}, {name: b, request: z}", []),
        ("{request: x}", ["[0]: Required value"]),
        ("{name: a}, {name: a, request: x}", ['[1]: Duplicate value: "a"']),
        ("{name: a, request: x}, {name: a, request: x}", ['[1]: Duplicate value: "a/x"']),
        ("{name: a, request: x}, {name: a, request: z}, {name: a}", ['[2]: Duplicate value: "a"'] * 2),
        (
            "{name: c}",
            ['[0]: Not found: "c": must be one of the names in pod.spec.resourceClaims: a, b'],
        ),
    ],
)
def test_a_container_names_claims_of_its_pod(claims: str, messages: list[str]) -> None:
    pods_claims = "resourceClaims: [{name: b, resourceClaimName: b}, {name: a, resourceClaimName: a}]"
    spec = f"containers: [{{name: a, image: i, resources: {{claims: [{claims}]}}}}], {pods_claims}"
    assert errors(spec) == [f"spec.containers[0].resources.claims{message}" for message in messages]


def test_before_1_34_claims_are_dropped() -> None:
    spec = "containers: [{name: a, image: i, resources: {claims: [{name: c}]}}]"
    place = "spec.containers[0].resources.claims[0]"
    reason = "must be one of the names in pod.spec.resourceClaims which is empty"
    assert errors(spec) == [f'{place}: Not found: "c": {reason}']
    assert errors(spec, "1.33") == []


def test_a_message_lists_the_claims_up_to_a_limit() -> None:
    names = ", ".join(f"{{name: n{number:04}, resourceClaimName: c}}" for number in range(1000))
    spec = f"containers: [{{name: a, image: i, resources: {{claims: [{{name: c}}]}}}}], resourceClaims: [{names}]"
    (error,) = errors(spec)
    assert error.endswith(", n0141, …")


def test_many_claims_take_work_in_proportion() -> None:
    def spec_of(count: int) -> str:
        claims, named = ("{name: n, resourceClaimName: c}, " * count, "{name: n, request: r}, " * count)
        return f"containers: [{{name: a, image: i, resources: {{claims: [{named}]}}}}], resourceClaims: [{claims}]"

    few, many = (objects_of(f"kind: Pod\nmetadata: {{name: p}}\nspec: {{{spec_of(count)}}}") for count in (100, 400))
    cluster = cluster_for((), None, version_named("1.36"))
    assert steps(lambda: validate(many, cluster)) < 5 * steps(lambda: validate(few, cluster))
