"""Sources of variables: references to keys, files and whole objects."""

from __future__ import annotations

from typing import Any

import pytest

from playground.engine.containers.environment import OriginKind
from tests.engine.environments import environment, patterns, pod, values

_CLUSTER: dict[str, Any] = {"services": []}
_BOTH = """
---
kind: ConfigMap
metadata: {name: c}
data: {user: joe, empty: "", ref: $(user)}
---
kind: Secret
metadata: {name: s}
stringData: {pass: p$$w}
"""


def ref(kind: str, key: str, name: str = "c", more: str = "") -> str:
    return (
        f"env:\n- name: A\n  valueFrom: {{{kind}: {{name: {name}, key: {key}{more}}}}}\n- {{name: B, value: '[$(A)]'}}"
    )


def test_a_pasted_key_is_found_with_its_place() -> None:
    container = environment(pod(ref("configMapKeyRef", "user"), _BOTH))
    variable = container.variables[-2]
    assert (variable.name, variable.value, variable.origin.kind) == ("A", "joe", OriginKind.CONFIG_MAP_KEY)
    assert (variable.origin.object, str(variable.origin.source)) == (1, "data.user")
    assert (variable.origin.label, variable.origin.detail) == ("env[0]", "key user of ConfigMap c")


def test_a_secret_is_marked_and_its_value_is_inserted_verbatim() -> None:
    container = environment(pod(ref("secretKeyRef", "pass", "s"), _BOTH))
    assert values(container) == {"A": "p$$w", "B": "[p$$w]"}
    assert container.variables[-2].origin.secret


def test_a_present_but_empty_key_sets_an_empty_variable() -> None:
    assert values(environment(pod(ref("configMapKeyRef", "empty"), _BOTH))) == {"A": "", "B": "[]"}


@pytest.mark.parametrize(("kind", "word"), [("configMapKeyRef", "configmap"), ("secretKeyRef", "secret")])
def test_an_object_that_was_not_pasted_is_unknown_and_in_a_given_cluster_an_error(kind: str, word: str) -> None:
    absent = environment(pod(ref(kind, "k", "nope")))
    assert (values(absent), absent.error) == ({"A": None, "B": "[$(A)]"}, "")
    assert patterns(absent) == [f"absent-{word}"]
    missing = environment(pod(ref(kind, "k", "nope")), _CLUSTER)
    assert (missing.error, missing.waiting_reason) == (f'{word} "nope" not found', "CreateContainerConfigError")
    assert missing.event == f'Warning Failed Error: {word} "nope" not found'


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("configMapKeyRef: {name: 'a\"b', key: k}", r'configmap "a\"b" not found'),
        (
            "fileKeyRef: {volumeName: 'a\\b', path: p, key: k}",
            r'cannot find the volume "a\\b" referenced by FileKeyRef',
        ),
        (
            "fileKeyRef: {volumeName: v, path: '\"p', key: '\"'}",
            r'environment variable key "\"" not found in file "<volumes>/v/\"p"',
        ),
    ],
)
def test_the_kubelet_quotes_names_as_go_does(source: str, error: str) -> None:
    cluster = {**_CLUSTER, "files": {"v": {'"p': ""}}}
    text = pod(f"env: [{{name: A, valueFrom: {{{source}}}}}]", "  volumes: [{name: v, emptyDir: {}}]\n")
    assert environment(text, cluster).error == error


def test_an_optional_object_that_is_absent_is_skipped_with_a_problem_only_while_nobody_gave_a_cluster() -> None:
    text = pod(ref("configMapKeyRef", "k", "nope", ", optional: true"))
    assert (values(environment(text)), patterns(environment(text))) == ({"B": "[$(A)]"}, ["absent-configmap"])
    assert (values(environment(text, _CLUSTER)), patterns(environment(text, _CLUSTER))) == ({"B": "[$(A)]"}, [])


def test_a_missing_key_is_an_error_that_names_the_namespace() -> None:
    container = environment(pod(ref("configMapKeyRef", "nope"), _BOTH))
    assert container.error == "couldn't find key nope in ConfigMap shop/c"
    assert (container.problems[-1].pattern, container.problems[-1].detail["key"]) == ("missing-key", "nope")


def test_of_several_sources_the_kubelet_takes_the_first() -> None:
    source = "{configMapKeyRef: {name: c, key: user}, fieldRef: {fieldPath: metadata.name}}"
    assert values(environment(pod(f"env: [{{name: A, valueFrom: {source}}}]", _BOTH))) == {"A": "web-0"}


@pytest.mark.parametrize(
    ("path", "key", "optional", "error"),
    [
        ("app.env", "A", "false", ""),
        ("./x/../app.env", "A", "false", ""),
        ("app.env", "NOPE", "false", 'environment variable key "NOPE" not found in file "<volumes>/cfg/app.env"'),
        ("app.env", "NOPE", "true", ""),
        ("nope.env", "A", "true", "couldn't parse env file"),
        ("bad.env", "A", "true", "couldn't parse env file"),
    ],
)
def test_a_file_key_is_read_from_a_given_volume(path: str, key: str, optional: str, error: str) -> None:
    reference = f"{{volumeName: cfg, path: {path}, key: {key}, optional: {optional}}}"
    text = pod(
        f"env: [{{name: A, valueFrom: {{fileKeyRef: {reference}}}}}]", "  volumes: [{name: cfg, emptyDir: {}}]\n"
    )
    container = environment(text, {"files": {"cfg": {"app.env": "A='1'", "bad.env": "A=1"}}})
    assert container.error == error
    assert values(container).get("A") == ("1" if not error and key == "A" else None)


def test_without_given_files_a_file_key_is_unknown() -> None:
    entry = "{name: A, valueFrom: {fileKeyRef: {volumeName: cfg, path: f, key: K}}}"
    container = environment(pod(f"env: [{entry}]", "  volumes: [{name: cfg, emptyDir: {}}]\n"))
    assert (values(container), container.error, patterns(container)) == ({"A": None}, "", ["absent-file"])


def test_a_label_that_the_pod_does_not_have_is_empty_and_noted() -> None:
    container = environment(pod("""env: [{name: A, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app']"}}}]"""))
    assert (values(container), container.error, patterns(container)) == ({"A": ""}, "", ["absent-label"])


def test_a_value_computed_from_an_assumption_is_marked_as_assumed() -> None:
    fields = "env:\n- {name: A, valueFrom: {fieldRef: {fieldPath: status.podIP}}}\n"
    fields += "- {name: B, valueFrom: {fieldRef: {fieldPath: metadata.name}}}\n"
    fields += "- {name: C, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}"
    container = environment(pod(fields))
    assert [item.origin.assumed for item in container.declared] == [True, False, True]
    container = environment(pod(fields), {"podIPs": ["10.0.0.9"], "allocatable": {"cpu": "2"}})
    assert [(item.value, item.origin.assumed) for item in container.declared] == [
        ("10.0.0.9", False),
        ("web-0", False),
        ("2", False),
    ]
