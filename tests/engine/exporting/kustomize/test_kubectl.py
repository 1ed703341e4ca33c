"""What the real `kubectl kustomize` builds of our files is what processing gives, for the base and every overlay."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.engine import Refusal, kustomization
from playground.engine.text.yaml import double_quoted
from tests.engine.exporting.kustomize.program import (
    KEPT,
    UNFIT,
    built,
    check_built,
    check_everything,
    kustomization_of,
)
from tests.engine.exporting.texts import Text, corpus, processed, vectors, write

HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: shop}\n"
SHOP = f"""{HEAD}labels: {{app: shop}}
objects:
# the web
- apiVersion: apps/v1
  kind: Deployment
  metadata: {{name: '${{NAME}}', annotations: {{a/b~c: '${{HOST}}', empty: }}}}
  spec:
    replicas: ${{{{COUNT}}}}
    paused: no
    mode: 0777
    template: {{spec: {{containers: [{{name: web, env: [{{name: PASSWORD, value: 'x${{PASSWORD}}'}}]}}]}}}}
- apiVersion: v1
  kind: Secret
  metadata: {{name: '${{NAME}}-db', namespace: '${{SPACE}}'}}
  stringData: {{password: '${{PASSWORD}}', key: "-----\\n${{PASSWORD}}\\n"}}
- apiVersion: v1
  kind: List
  items:
  - {{apiVersion: v1, kind: ConfigMap, metadata: {{name: settings}}, data: {{'${{HOST}}': x, host: '${{HOST}}'}}}}
  - {{apiVersion: v1, kind: ServiceList, items: [{{apiVersion: v1, kind: Service, metadata: {{name: '${{NAME}}'}}}}]}}
parameters:
- {{name: NAME, value: web}}
- {{name: HOST, value: a.example.org}}
- {{name: SPACE, value: shop}}
- {{name: COUNT, value: "1"}}
- {{name: PASSWORD, generate: expression, from: '[a-z]{{8}}'}}
"""
NO_LABELS = SHOP.replace("labels: {app: shop}\n", "")


def check(text: str, folder: Path, **sets: dict[str, str]) -> None:
    """Fail unless kustomize builds the Objects of the Template for the base and for each of ``sets``."""
    base = processed(text)
    check_built(base, {name: processed(text, values, base) for name, values in sets.items()}, folder)


def test_values_names_namespaces_lists_and_secrets_are_those_of_the_set(tmp_path: Path) -> None:
    values = {"NAME": "shop", "HOST": "b/c~d", "SPACE": "prod", "COUNT": "5", "PASSWORD": "hunter2"}
    check(NO_LABELS, tmp_path, prod=values, same={}, less={"COUNT": "0"})
    text = (tmp_path / "base/kustomization.yaml").read_text()
    assert "order: fifo" in text


def test_objects_keep_their_order(tmp_path: Path) -> None:
    write(kustomization_of(NO_LABELS, prod={"NAME": "shop"}).files, tmp_path)
    kinds = [line for line in built(tmp_path / "overlays/prod").splitlines() if line.startswith("kind: ")]
    assert kinds == ["kind: Deployment", "kind: Secret", "kind: ConfigMap", "kind: Service"]


def test_without_its_secrets_nothing_is_built(tmp_path: Path) -> None:
    kustomized = kustomization_of(NO_LABELS, prod={"NAME": "shop"})
    write({name: text for name, text in kustomized.files.items() if name not in kustomized.secret_files}, tmp_path)
    for folder in ("base", "overlays/prod"):
        assert "no such file or directory" in built(tmp_path / folder)


def test_kinds_versions_and_names_may_differ_in_a_set(tmp_path: Path) -> None:
    objects = (
        "objects:\n- {apiVersion: '${G}/${V}', kind: '${K}', metadata: {name: '${N}'}, a: ['${N}', '${L}']}\n"
        "- {apiVersion: v1, kind: Service, metadata: {name: a}, n: '${N}'}\n"
        "- {apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: a}, n: '${N}'}\n"
        "- {apiVersion: v1, kind: Service, metadata: {name: a, namespace: '${S}'}, n: '${N}'}\n"
        "- {apiVersion: v1, kind: Service, metadata: {name: a.b}, n: '${N}'}\n"
        "- {apiVersion: v1, kind: Service, metadata: {name: a-b}, n: '${N}'}\n"
    )
    names = {"G": "apps", "V": "v1", "K": "Deployment", "N": "web$(x)[a]", "L": "x", "S": "other"}
    parameters = "".join(f"- {{name: '{name}', value: '{value}'}}\n" for name, value in names.items())
    changed = {name: f"{value}x" for name, value in names.items()}
    check(f"{HEAD}{objects}parameters:\n{parameters}", tmp_path, b=changed, c={**changed, "K": "StatefulSet"})


def test_a_name_that_another_object_still_uses_is_not_changed_there(tmp_path: Path) -> None:
    pod = "spec: {containers: [{name: a, envFrom: [{configMapRef: {name: settings}}]}], serviceAccountName: settings}"
    objects = (
        "objects:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: '${N}'}, data: {a: '${PASSWORD}'}}\n"
        f"- {{apiVersion: v1, kind: Pod, metadata: {{name: a}}, {pod}}}\n"
    )
    parameters = "parameters:\n- {name: N, value: settings}\n- {name: PASSWORD, value: a}\n"
    parameters = parameters.replace("name: N,", "name: 'N',")
    check(f"{HEAD}{objects}{parameters}", tmp_path, b={"N": "other", "PASSWORD": "b"})
    assert "$patch: delete" in (tmp_path / "overlays/b/kustomization.yaml").read_text()


def test_items_of_a_list_may_differ_in_number_in_the_proposal(tmp_path: Path) -> None:
    items = [f'{{"apiVersion":"v1","kind":"A","metadata":{{"name":"a{number}"}}}}' for number in range(3)]
    text = (
        f"{HEAD.replace('template.openshift.io/', '')}objects:\n"
        "- {apiVersion: v1, kind: List, items: '${{ITEMS}}'}\n"
        "- {apiVersion: v1, kind: A, metadata: {name: x}}\n"
        f"parameters:\n- {{name: ITEMS, value: '[{items[0]}]'}}\n"
    )
    check(text, tmp_path, none={"ITEMS": "[]"}, three={"ITEMS": f"[{','.join(items)}]"})


def test_a_required_value_may_be_given_by_the_sets_alone(tmp_path: Path) -> None:
    text = SHOP.replace("{name: NAME, value: web}", "{name: NAME, required: true}")
    check(text.replace("labels: {app: shop}\n", ""), tmp_path, prod={"NAME": "a"}, test={"NAME": "b"})


def test_any_text_is_kept(tmp_path: Path) -> None:
    texts = "".join(f"    a{number}: '${{T{number}}}'\n" for number in range(len(KEPT)))
    parameters = "".join(f"- {{name: T{number}, value: x}}\n" for number in range(len(KEPT)))
    objects = (
        "objects:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n  data:\n"
        f"{texts}    block: |\n      a ${{T2}}\n      ${{T5}} b\n    p: http://${{T1}}/${{T3}}\n    '${{T7}}': a\n"
    )
    text = f"{HEAD}{objects}parameters:\n{parameters}"
    values = {f"T{number}": value for number, value in enumerate(KEPT)}
    check(text, tmp_path, b=values)
    for name, value in values.items():  # and they may be in the base
        text = text.replace(f"{{name: {name}, value: x}}", f"{{name: {name}, value: {double_quoted(value)}}}")
    check(text, tmp_path / "base", b=dict.fromkeys(values, "x"))


def test_blocks_that_kustomize_would_change_are_kept(tmp_path: Path) -> None:
    texts = ("a", "a\n\nb", "a\n  b\nc", " a", "\na", "a\n", "a\n\tb", "\ta\nb", "\ta")
    blocks = "".join(
        f"    {name}{number}: {style}  # why\n"
        + "".join(f"      {line}\n".replace("      \n", "\n") for line in text.split("\n"))
        for number, text in enumerate(texts)
        for name, style in {"literal": "|2", "folded": ">2", "kept": ">2+"}.items()
    )
    printed = "- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {a: \"\\ta\\nb\", b: '${N}'}}\n"
    objects = f"objects:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: a}}\n  data:\n{blocks}{printed}"
    check(f"{HEAD}{objects}parameters:\n- {{name: 'N', value: x}}\n", tmp_path)


@pytest.mark.parametrize("value", UNFIT)
def test_what_kustomize_does_not_keep_is_refused(value: str) -> None:
    base = processed(NO_LABELS)
    refusal = kustomization(base, {"b": processed(NO_LABELS, {"HOST": value}, base)})
    assert isinstance(refusal, Refusal)
    assert refusal.reason.startswith("With the values of `b`: ")
    assert refusal.span is not None


@pytest.mark.parametrize("text", [*corpus()[::12], *vectors()[::14]], ids=lambda text: text.id)
def test_templates_are_built_as_they_are_processed(text: Text, tmp_path: Path) -> None:
    check_everything(text.text, tmp_path, rounds=1)
