"""`check` of a named file or folder passes over all that is no Kubernetes text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run

COMPOSE = "services:\n  web: {image: nginx}\n"
WORKFLOW = "on: push\njobs:\n  a:\n    steps:\n    - run: |\n        apiVersion: v1\n        kind: Pod\n"
CHART = "apiVersion: v2\nname: shop\nversion: 0.1.0\n"
KUSTOMIZATION = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [a.yaml]\n"
VALUES = "apiVersion: playground/v1\nkind: Values\ntemplate: t.yaml\n"
HELM = 'apiVersion: v1\nkind: Service\nmetadata:\n{{- include "a" . }}\n  name: {{ .Release.Name }}\n'
PASSED_OVER = (
    "0 files checked; 1 file passed over\n"
    "A file that is no Kubernetes text is passed over. With -f it is checked whatever it holds.\n"
)
PACKAGE = '{"name": "a", "version": "1", "kind": "x",\n "broken": }\n'


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", COMPOSE, WORKFLOW, CHART, KUSTOMIZATION, VALUES, HELM, PACKAGE, "a: [\n", "- 1\n", "x"]
)
def test_other_yaml_and_json_is_passed_over_and_counted(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text)
    for name in (file, tmp_path):
        assert run(capsys, "check", str(name)) == (0, "", PASSED_OVER)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("apiVersion: v1\nkind: Pod\nmetadata: [\n", "3:11: SRC111"),  # it cannot be read
        ('{"apiVersion": "v1",\n "kind": }\n', "1:2: SCH801"),
        ("apiVerison: v1\nkind: Pod\nmetadata: {name: a}\n", "1:1: SCH802"),  # a key is misspelt
        ("apiVersion: v1\nknid: Pod\nmetadata: {name: a}\n", "2:1: SCH801"),
        (f"{COMPOSE}---\napiVersion: v1\nkind: Pod\nmetadata: {{name: 1}}\n", "1:1: SCH801"),  # of two documents one
    ],
)
def test_a_kubernetes_text_with_an_error_is_not_passed_over(
    text: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(text)
    status, out, err = run(capsys, "check", str(file))
    assert (status, err.partition(":")[0]) == (1, "1 file checked")
    assert f"{file}:{place}" in out


def test_the_templates_of_a_chart_are_passed_over_also_if_they_can_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'apiVersion: v1\nkind: Pod\nmetadata: {name: "{{ .Release.Name }}"}\n'
    folder = tmp_path / "shop" / "templates" / "tests"
    folder.mkdir(parents=True)
    (folder / "pod.yaml").write_text(text)
    assert run(capsys, "check", str(folder))[0] == 1
    (tmp_path / "shop" / "Chart.yaml").write_text(CHART)
    monkeypatch.chdir(folder)
    assert run(capsys, "check", "pod.yaml") == (0, "", PASSED_OVER)
    assert run(capsys, "check", "-f", "pod.yaml")[0] == 1


def test_a_huge_text_of_another_kind_is_passed_over_and_one_of_ours_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long = "a" * 17_000_000
    (tmp_path / "a.json").write_text(f'["{long}"]\n')
    (tmp_path / "b.json").write_text(f'{{"apiVersion": "v1", "kind": "ConfigMap", "data": {{"a": "{long}"}}}}\n')
    status, out, err = run(capsys, "check", str(tmp_path))
    assert (status, err) == (2, "0 files checked; 1 file could not be read; 1 file passed over\n")
    reason = "the file has more than 16,777,216 bytes, which is the limit"
    assert out == f"{tmp_path / 'b.json'}: cannot be read: {reason} [error]\n"
