"""Differences between versions of Kubernetes, seen in whole evaluations."""

from __future__ import annotations

import pytest

from playground.engine import KUBERNETES_VERSIONS, Evaluation, Inputs, Severity, evaluate
from playground.engine.kubernetes.versions import NEWEST, version_named
from tests.engine.environments import pod, values

SETTINGS = '---\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {2b: "2", a.b-c: d, 1a: "1"}\n'
FROM = pod("envFrom: [{configMapRef: {name: c}, prefix: ''}]", SETTINGS)


def only_values(evaluation: Evaluation) -> dict[str, str | None]:
    (container,) = evaluation.containers
    return values(container)


def errors(text: str, kubernetes: str) -> list[str]:
    return [problem.error for problem in evaluate(text, Inputs(kubernetes=kubernetes)).problems if problem.error]


def test_the_versions_are_those_that_can_be_chosen_and_the_newest_comes_first() -> None:
    assert KUBERNETES_VERSIONS == ("1.36", "1.35", "1.34", "1.33", "1.32", "1.31", "1.30", "1.29")
    assert [str(version_named(name)) for name in KUBERNETES_VERSIONS] == list(KUBERNETES_VERSIONS)
    assert version_named("1.36") == NEWEST == evaluate("").cluster.version


@pytest.mark.parametrize("name", ["1.28", "1.37", "1.036", "", "1.x"])
def test_another_version_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"is not one of 1\.36, 1\.35"):
        version_named(name)


@pytest.mark.parametrize("kubernetes", KUBERNETES_VERSIONS)
def test_only_1_29_skips_the_keys_that_are_no_names(kubernetes: str) -> None:
    skips = kubernetes == "1.29"
    evaluation = evaluate(FROM, Inputs(kubernetes=kubernetes))
    assert only_values(evaluation) == ({"a.b-c": "d"} if skips else {"2b": "2", "a.b-c": "d", "1a": "1"})
    assert [event.reason for event in evaluation.events] == (["InvalidEnvironmentVariableNames"] if skips else [])


def test_the_event_of_1_29_is_the_pods_and_sorts_the_keys_with_their_prefix() -> None:
    text = FROM.replace("prefix: ''", "prefix: '0'")
    (event,) = evaluate(text, Inputs(kubernetes="1.29")).events
    assert event.message == (
        "Keys [01a, 02b, 0a.b-c] from the EnvFrom configMap shop/c were skipped "
        "since they are considered invalid environment variable names."
    )
    assert (event.type, event.involved_object.field_path, event.involved_object.name) == ("Warning", "", "web-0")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("1A", "must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex"),
        ("A B", "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.'"),
        ("..", "must not be '..'"),
        ("..A", "must not start with '..'"),
    ],
)
@pytest.mark.parametrize("kubernetes", KUBERNETES_VERSIONS)
def test_names_are_strict_before_1_32(kubernetes: str, name: str, message: str) -> None:
    for fields in (f'env: [{{name: "{name}", value: x}}]', f'envFrom: [{{prefix: "{name}", secretRef: {{name: s}}}}]'):
        messages = errors(pod(fields), kubernetes)
        if kubernetes in ("1.29", "1.30", "1.31"):
            assert len(messages) == 1
            assert message in messages[0]
        else:
            assert messages == []


@pytest.mark.parametrize("kubernetes", KUBERNETES_VERSIONS)
def test_a_dollar_before_a_character_beyond_ascii_damages_it_up_to_1_33(kubernetes: str) -> None:
    text = pod('env: [{name: A, value: "$£ $$£ $(A)£ $€ £$ $(B"}]\nargs: ["$(A", "$£"]')
    (container,) = evaluate(text, Inputs(kubernetes=kubernetes)).containers
    args = [item.result for item in container.args]
    if kubernetes in ("1.29", "1.30", "1.31", "1.32", "1.33"):
        assert values(container)["A"] == "$Â\ufffd $£ $(A)£ $â\ufffd\ufffd £$ $(B"
        assert args == ["$(A", "$Â\ufffd"]
    else:
        assert values(container)["A"] == "$£ $£ $(A)£ $€ £$ $(B"
        assert args == ["$(A", "$£"]


@pytest.mark.parametrize("kubernetes", KUBERNETES_VERSIONS)
def test_damage_is_a_warning_in_the_versions_that_have_it(kubernetes: str) -> None:
    evaluation = evaluate(pod('args: ["$£"]'), Inputs(kubernetes=kubernetes))
    (diagnostic,) = [item for item in evaluation.diagnostics if item.code == "ENV520"]
    assert diagnostic.severity is (Severity.HINT if kubernetes == "1.36" else Severity.WARNING)
    assert ("from starting" in diagnostic.message) == (kubernetes in ("1.34", "1.35"))


@pytest.mark.parametrize("kubernetes", KUBERNETES_VERSIONS)
def test_a_service_may_start_with_a_digit_since_1_36(kubernetes: str) -> None:
    named = "---\nkind: Service\nmetadata: {name: 3scale, namespace: shop}\n"
    service = f"{named}spec: {{clusterIP: 10.0.0.3, ports: [{{port: 80}}]}}"
    evaluation = evaluate(pod("", service), Inputs(kubernetes=kubernetes))
    refusals = errors(pod("", service), kubernetes)
    if kubernetes == "1.36":
        assert only_values(evaluation)["3SCALE_SERVICE_HOST"] == "10.0.0.3"
        assert refusals == []
    else:
        assert only_values(evaluation) == {}
        assert refusals[0].startswith('metadata.name: Invalid value: "3scale": a DNS-1035 label must')
        assert "POD602" in [item.code for item in evaluation.diagnostics]


@pytest.mark.parametrize("kubernetes", KUBERNETES_VERSIONS)
def test_values_from_files_exist_since_1_35(kubernetes: str) -> None:
    source = "fileKeyRef: {volumeName: v, path: f, key: K}"
    text = pod(f"env: [{{name: A, valueFrom: {{{source}}}}}]", "  volumes: [{name: v, emptyDir: {}}]")
    evaluation = evaluate(text, Inputs(kubernetes=kubernetes, cluster={"files": {"v": {"f": "K='1'\n"}}}))
    refusals = errors(text, kubernetes)
    if kubernetes in ("1.35", "1.36"):
        assert only_values(evaluation) == {"A": "1"}
        assert refusals == []
    else:
        assert only_values(evaluation) == {"A": ""}
        assert refusals[0].startswith('spec.containers[0].env[0].valueFrom: Invalid value: "": must specify one of: ')
        assert "fileKeyRef" not in refusals[0]  # what is switched off is not offered


@pytest.mark.parametrize(("kubernetes", "limit"), [("1.34", "2"), ("1.33", "4")])
def test_a_pods_own_limits_count_since_1_34(kubernetes: str, limit: str) -> None:
    entry = "env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}]"
    text = pod(entry, "  resources: {limits: {cpu: 2}}\n")
    assert only_values(evaluate(text, Inputs(kubernetes=kubernetes))) == {"A": limit}
