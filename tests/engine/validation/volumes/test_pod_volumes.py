"""The API server's errors for volumes, in its words and order."""

from __future__ import annotations

import json
from textwrap import dedent

import pytest

from playground.engine.cluster import cluster_for
from playground.engine.validation import validate
from tests.engine.environments import objects_of, pod, problems_of


def refusals(fields: str, more: str = "") -> list[str]:
    return [item.error for item in problems_of(pod(fields, more)) if item.detail["stage"] == "validation"]


@pytest.mark.parametrize(
    ("volumes", "errors"),
    [
        ([{"name": "a"}, {"name": "b", "secret": {"secretName": "s"}}, {"name": "c", "emptyDir": {}}], []),
        ([{"emptyDir": {}}], ["[0].name: Required value"]),
        ([{"name": "a"}, {"name": "a"}], ['[1].name: Duplicate value: "a"']),
        ([{"name": "a", "secret": {"name": "s"}}], ["[0].secret.secretName: Required value"]),
        (
            [{"name": "a", "configMap": {"name": "c"}, "secret": {"secretName": "s"}}],
            ["[0].configMap: Forbidden: may not specify more than 1 volume type"],
        ),
        # Only a good volume takes its name.
        ([{"name": "a", "secret": {}}, {"name": "a"}], ["[0].secret.secretName: Required value"]),
    ],
)
def test_volumes_are_refused_in_the_api_servers_words(volumes: list[object], errors: list[str]) -> None:
    more = f"  volumes: {json.dumps(volumes)}\n"
    assert refusals("", more) == [f"spec.volumes{error}" for error in errors]


def test_a_stateful_sets_claims_are_volumes_before_those_of_its_pod_template() -> None:
    text = """
    kind: StatefulSet
    metadata: {name: db}
    spec:
      template:
        spec:
          volumes: [{name: data, secret: {}}, {name: Config}, {name: keys, secret: {}}]
          containers:
          - name: db
            image: i
            volumeMounts: [{name: data, mountPath: /data}, {name: keys, mountPath: /keys}]
      volumeClaimTemplates: [{metadata: {name: data}}, {metadata: {name: L}}, {metadata: {name: data}}]
    """
    label = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters"
    objects = objects_of(dedent(text))
    problems = validate(objects, cluster_for(objects, None))
    name, config, keys, mount = problems
    template = "spec.template.spec"
    assert [str(problem.path) for problem in problems] == [
        "spec.volumeClaimTemplates[1].metadata.name",
        f"{template}.volumes[1].name",
        f"{template}.volumes[2].secret.secretName",
        f"{template}.containers[0].volumeMounts[1].name",
    ]
    assert name.error.startswith(f'{template}.volumes[1].name: Invalid value: "L": {label}')
    assert config.error.startswith(f'{template}.volumes[2].name: Invalid value: "Config": {label}')
    assert keys.error == f"{template}.volumes[3].secret.secretName: Required value"
    # The API server does not find a volume with errors; no diagnostic repeats that.
    assert (mount.error, mount.detail["stage"]) == (f'{mount.path}: Not found: "keys"', "recorded")
