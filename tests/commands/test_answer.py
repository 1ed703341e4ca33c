"""What `process` prints, in each of its forms."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands.running import items, process
from tests.texts import TEMPLATE


def test_the_answer_is_a_list_in_json_unless_asked_otherwise(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = process(capsys, "-f", template, "--dialect", "proposal", "--from", "CODE=[b]{3}")
    assert status == 0
    assert err.startswith(f"{template}:8:27: POD601 ")
    assert json.loads(out)["items"] == [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "cm"},
            "data": {"a": "default", "port": 80, "default": "1e3"},
        }
    ]
    assert items(process(capsys, "-f", template, "-o", "yaml", "--from", "CODE=b")[1])[0]["data"] == {
        "a": "default",
        "port": 80,
        "$(A)": "1e3",
    }


def test_the_table_of_parameters_names_what_generates(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = process(capsys, "-f", template, "--parameters")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "NAME                DESCRIPTION         GENERATOR           VALUE",
        "A                                                           default",
        "PORT                                                        80",
        "CODE                                    expression          [a]{2}x",
    ]


def test_objects_one_by_one_are_documents(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEMPLATE.replace("parameters:", "- {apiVersion: v1, kind: Secret, metadata: {name: s}}\nparameters:")
    Path(template).write_text(text)
    out = process(capsys, "-f", template, "--raw", "-o", "yaml", "--from", "CODE=b")[1]
    assert [part.count("kind:") for part in out.split("---\n")] == [1, 1]
    assert process(capsys, "-f", template, "--raw", "--from", "CODE=b")[1].count("\n}\n{\n") == 1
    out = process(capsys, "-f", template, "--raw", "-o", "kyaml", "--from", "CODE=b")[1]
    assert (out.count("---\n{\n"), out.count("---"), out.count("\n}\n")) == (2, 2, 2)


_SCHEME = 'in scheme "k8s.io/kubectl/pkg/scheme/scheme.go:28"'
_ODD_OBJECTS = [
    ("null", f"and cannot assign it; no kind is registered for the type runtime.Unknown {_SCHEME}"),
    ('{kind: "${E}"}', "and cannot assign it; Object 'Kind' is missing in 'unstructured object has no kind'"),
]


@pytest.mark.parametrize(("odd", "why"), _ODD_OBJECTS)
@pytest.mark.parametrize("argv", [("-o", "name"), ("--raw",), ("--raw", "-o", "yaml"), ("--raw", "-o", "kyaml")])
def test_an_object_without_a_type_ends_what_is_printed_one_by_one(
    odd: str, why: str, argv: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "template.yaml"
    first, last = ("{apiVersion: v1, kind: Secret, metadata: {name: " + name + "}}" for name in "ab")
    head = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: E}]\nobjects:\n"
    file.write_text(f"{head}- {first}\n- {odd}\n- {last}\n")
    status, out, err = process(capsys, "-f", str(file), *argv)
    assert status == 1
    assert out.lower().count("secret") == 1
    assert err.startswith(f"error: missing apiVersion or kind {why}\n")
    assert process(capsys, "-f", str(file))[0] == 0


def test_names_are_those_of_a_list_s_items(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "template.yaml"
    file.write_text(
        """apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: E}]
objects:
- {apiVersion: v1, kind: List, items: [{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}}]}
- {apiVersion: v1, kind: SecretList, items: [{metadata: {name: b}}]}
- {apiVersion: v1, kind: "${E}", metadata: {name: c}}
- {apiVersion: /v1, kind: Foo}
- {apiVersion: v1, kind: List, items: []}
- {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: List, items: []}]}
"""
    )
    status, out, err = process(capsys, "-f", str(file), "-o", "name")
    assert (status, out) == (1, "deployment.apps/a\nsecret/b\n<unknown>/c\nfoo/<unknown>\n")
    assert err.startswith("error: list types are not supported by name printing: *unstructured.Unstructured\n")


@pytest.mark.parametrize(
    "output",
    [
        "kyaml=x",
        "go-template={{.kind}}",
        "template",
        "jsonpath-as-json",
        "bogus",
        "jsonpath",
        "yaml=x",
        "JSONPATH={.kind}",
        "NAME",
        "",
    ],
)
def test_an_output_that_is_not_to_be_had_is_refused(
    template: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = process(capsys, "-f", template, "-o", output, "--from", "CODE=b")
    assert (status, out) == (1, "")
    assert err.startswith("error: ")


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        (("-o", "jsonpath-as-json={.items[*].kind}"), '[\n    "ConfigMap"\n]\n'),
        (("-o", "jsonpath={.items[0].data.port}{.nope}"), "80"),
        (("--raw", "-o", "jsonpath={.kind} "), "ConfigMap "),
        (("--raw", "-o", "Name"), "configmap/cm\n"),
        (("-o", "jsonpath-file={0}"), "List\n"),
    ],
)
def test_paths_are_followed_in_the_list_or_in_each_object(
    argv: tuple[str, ...], printed: str, template: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "path"
    file.write_text("{.kind}\n")
    words = [word.replace("{0}", str(file)) for word in argv]
    status, out, _ = process(capsys, "-f", template, "--dialect", "openshift", "--from", "CODE=b", *words)
    assert (status, out) == (0, printed)


def test_names_of_some_outputs_may_be_written_in_capitals(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("json", "yaml", "kyaml"):
        argv = ("-f", template, "--from", "CODE=b", "-o")
        assert process(capsys, *argv, name.upper())[:2] == process(capsys, *argv, name)[:2]


def test_a_file_of_a_path_that_is_not_there_is_told_as_oc_does(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    err = process(capsys, "-f", template, "--from", "CODE=b", "-o", "jsonpath-file=/nope")[2]
    assert "error: error reading --template /nope, open /nope: no such file or directory\n" in err


def test_the_aligned_output_is_the_text_with_its_values(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = process(capsys, "-f", template, "-o", "aligned", "--dialect", "openshift", "--from", "CODE=b")
    assert status == 0
    assert out == TEMPLATE.replace('"${A}"', '"default"').replace('"${{PORT}}"', "80")
    assert "warning: printed" not in err


def test_what_cannot_be_aligned_is_printed_as_yaml_with_a_word_why(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("-f", template, "-l", "a=b", "--from", "CODE=b")
    _, out, err = process(capsys, *argv, "-o", "aligned")
    assert out == process(capsys, *argv, "-o", "yaml")[1]
    assert err.startswith("warning: printed as yaml, because processing adds `objects[0].metadata.labels`\n")
