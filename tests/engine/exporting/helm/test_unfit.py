"""Templates that no chart fits are refused with their place; values that no chart takes are refused by Helm."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.engine import Refusal, helm_chart
from tests.engine.exporting.helm.program import HELMS, NEWEST, HelmError, chart_of, objects, rendered
from tests.engine.exporting.helm.proof import REFUSABLE
from tests.engine.exporting.texts import processed

HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\n"
PARAMETERS = "parameters:\n- {name: A, value: a}\n"
LABELS = "labels: {x: '1'}\n"
HUNGRY = f"""\
{HEAD}objects:
- apiVersion: v1
  kind: ConfigMap
  text: ${{TEXT}}
  json: ${{{{JSON}}}}
  block: |
    x ${{BLOCK}}
    end
  both: ['x${{BOTH}}', '${{{{BOTH}}}}']
parameters:
- {{name: TEXT, required: true}}
- {{name: JSON, value: '1'}}
- {{name: BLOCK, value: b}}
- {{name: BOTH, value: b}}
- {{name: SECRET, generate: expression, from: '[a-z]{{4}}'}}
"""
GIVEN = {"text": "t", "json": 1, "block": "b", "both": "b", "secret": "s"}


@pytest.mark.parametrize(
    ("text", "reason", "place"),
    [
        ("objects:\n- null\n", "An object is `null`.", (4, 3)),
        ("objects:\n- {kind: A, metadata: 1}\n", "`metadata` is no mapping", (4, 23)),
        ("objects:\n- {kind: A, metadata: {annotations: '${A}'}}\n", "`metadata.annotations` is no mapping", (4, 37)),
        ("objects:\n- {kind: A, metadata: {name: {}}}\n", "`metadata.name` is no text", (4, 30)),
        ("objects:\n- {kind: A, metadata: {annotations: {a: [b]}}}\n", "`metadata.annotations.a` is no text", (4, 41)),
        ("objects:\n- {apiVersion: v1, kind: '${A}'}\n", "The kind decides about the group", (4, 26)),
        ("objects:\n- {apiVersion: '${A}', kind: '${A}'}\n", "The kind decides about the group", (4, 30)),
        ("objects:\n- {apiVersion: a/v1, kind: '${{A}}'}\n", "The kind is a JSON value", (4, 28)),
        ("objects:\n- {apiVersion: '${A}', kind: Route}\n", "Some apiVersions of Route get a group.", (4, 16)),
        (
            f"{LABELS}objects:\n- {{apiVersion: v1, kind: A, metadata: {{labels: {{b: '${{{{A}}}}'}}}}}}\n",
            "The Template's labels depend on what this JSON value is.",
            (5, 52),
        ),
        (
            f"{LABELS}objects:\n- {{apiVersion: v1, kind: A, metadata: '${{{{A}}}}'}}\n",
            "The Template's labels",
            (5, 39),
        ),
        ("objects:\n- {apiVersion: v1, kind: A, '${{A}}': a}\n", "A key is a JSON value", (4, 29)),
        ("objects:\n- {apiVersion: v1, kind: A, a: ['${{A}}'], 'x${{A}}${A}': a}\n", "", None),
        ("objects:\n- {apiVersion: apps/v1, kind: '${A}'}\n", "", None),
        ("objects:\n- {apiVersion: '${A}', kind: Deployment}\n", "", None),
        ("objects:\n- {apiVersion: 'apps.openshift.io/${A}', kind: DeploymentConfig}\n", "", None),
    ],
)
def test_an_object_whose_shape_depends_on_a_value_is_refused(
    text: str, reason: str, place: tuple[int, int] | None
) -> None:
    refusal = helm_chart(processed(f"{HEAD}{text}{PARAMETERS}"))
    if place is None:
        assert not isinstance(refusal, Refusal)
    else:
        assert isinstance(refusal, Refusal)
        assert refusal.reason.startswith(reason)
        assert refusal.hint
        assert refusal.span is not None
        assert refusal.span.start == place


@pytest.mark.parametrize(
    ("parameter", "reason", "place"),
    [
        ("{name: A, type: int, value: x}", "The value of `A` is not of type int: character 1 is not a digit", (5, 31)),
        ("{name: A, value: 'null'}", "The value of `A` is or has a `null`", (5, 3)),
        ('{name: A, value: \'{"a": {"b": null}}\'}', "The value of `A` is or has a `null`", (5, 3)),
    ],
)
def test_a_value_that_helm_would_lose_is_refused(parameter: str, reason: str, place: tuple[int, int]) -> None:
    text = "apiVersion: v1\nkind: Template\nobjects: [{kind: A, apiVersion: v1, b: '${{A}}'}]\nparameters:\n- "
    refusal = helm_chart(processed(f"{text}{parameter}\n"))
    assert isinstance(refusal, Refusal)
    assert refusal.reason.startswith(reason)
    assert refusal.span is not None
    assert refusal.span.start == place


@pytest.mark.parametrize("helm", HELMS, ids=lambda path: path.name)
def test_helm_refuses_all_missing_values_at_once(helm: Path, tmp_path: Path) -> None:
    with pytest.raises(HelmError) as refusal:
        rendered(helm, tmp_path, [chart_of(HUNGRY)], {})
    assert "text" in str(refusal.value)
    assert "secret" in str(refusal.value)


@pytest.mark.parametrize("helm", HELMS, ids=lambda path: path.name)
@pytest.mark.parametrize("change", [{"text": 8080}, {"json": None}, {"text": None}, {"block": True}, {"text": ""}])
def test_helm_refuses_what_the_chart_does_not_take(helm: Path, change: dict[str, object], tmp_path: Path) -> None:
    with pytest.raises(HelmError, match=next(iter(change))):
        rendered(helm, tmp_path, [chart_of(HUNGRY)], {"web": {**GIVEN, **change}})


@pytest.mark.skipif(not NEWEST, reason="Helm is not here")
@pytest.mark.parametrize("value", REFUSABLE, ids=ascii)
def test_what_yaml_cannot_write_in_a_block_or_in_json_is_refused_and_never_changed(value: str, tmp_path: Path) -> None:
    given = {**GIVEN, "text": value}
    (content,) = objects(rendered(NEWEST[0], tmp_path, [chart_of(HUNGRY)], {"web": given})["web"])
    assert content["text"] == value
    refusals: list[str] = []
    for number, (name, inside) in enumerate(
        [("block", value), ("json", value), ("json", {"a": [value]}), ("json", {value: 1})]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        try:
            texts = rendered(NEWEST[0], folder, [chart_of(HUNGRY)], {"web": {**GIVEN, name: inside}})["web"]
        except HelmError as error:
            refusals.append(str(error))
        else:
            (content,) = objects(texts)
            assert content[name] == (f"x {inside}\nend\n" if name == "block" else inside)
    assert refusals
    assert all("pattern" in refusal for refusal in refusals)


@pytest.mark.skipif(not NEWEST, reason="Helm is not here")
def test_long_values_arrive(tmp_path: Path) -> None:
    value = "x y: " * 10_000 + "z"
    (content,) = objects(
        rendered(NEWEST[0], tmp_path, [chart_of(HUNGRY)], {"web": {**dict.fromkeys(GIVEN, value), "json": [value]}})[
            "web"
        ]
    )
    assert (content["text"], content["json"], content["block"]) == (value, [value], f"x {value}\nend\n")
    assert content["both"] == [f"x{value}", value]


@pytest.mark.skipif(not NEWEST, reason="Helm is not here")
def test_helm_merges_a_mapping_with_that_of_the_chart(tmp_path: Path) -> None:
    chart = chart_of(HUNGRY.replace("value: '1'", 'value: \'{"a": 1, "b": 2}\''))
    (content,) = objects(rendered(NEWEST[0], tmp_path, [chart], {"web": {**GIVEN, "json": {"b": 3}}})["web"])
    assert content["json"] == {"a": 1, "b": 3}  # `oc process -p` replaces it: the difference is documented


@pytest.mark.skipif(not HELMS, reason="Helm is not here")
@pytest.mark.parametrize("head", ["name: 1", "annotations: {a: 1, b: true, c: null}", "annotations: null", "labels: 1"])
def test_helm_takes_scalars_for_texts(tmp_path: Path, head: str) -> None:
    chart = chart_of(f"{HEAD}objects:\n- {{apiVersion: v1, kind: A, metadata: {{{head}}}}}\n{PARAMETERS}")
    for number, program in enumerate(HELMS):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert rendered(program, folder, [chart], {})["web"]
