"""`process`: what it prints and refuses beyond the calls of the real program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from playground.cli import main
from playground.engine import read_plain

TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: demo}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: cm}
  data: {a: "${A}", port: "${{PORT}}", $(A): "1e3"}
parameters:
- {name: A, value: default}
- {name: PORT, value: "80"}
- {name: CODE, generate: expression, from: "[a]{2}x"}
"""


@pytest.fixture
def template(tmp_path: Path) -> str:
    file = tmp_path / "template.yaml"
    file.write_text(TEMPLATE)
    return str(file)


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    try:
        status = main(["process", *argv])
    except SystemExit as end:
        status = int(end.code or 0)
    written = capsys.readouterr()
    return status, written.out, written.err


def items(text: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = read_plain(text)["items"]
    return found


def test_the_answer_is_a_list_in_json_unless_asked_otherwise(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "-f", template, "--dialect", "proposal", "--from", "CODE=[b]{3}")
    assert status == 0
    assert err.startswith(f"{template}:8:27: error POD601 ")
    assert json.loads(out)["items"] == [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "cm"},
            "data": {"a": "default", "port": 80, "default": "1e3"},
        }
    ]
    assert items(run(capsys, "-f", template, "-o", "yaml", "--from", "CODE=b")[1])[0]["data"] == {
        "a": "default",
        "port": 80,
        "$(A)": "1e3",
    }


def test_assignments_stand_anywhere(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (("A=x", "-f", template, "PORT=1"), ("-f", template, "A=x", "--local", "-p", "PORT=1")):
        status, out, err = run(capsys, *argv, "--from", "CODE=b")
        assert status == 0
        assert err.startswith(f"{template}:8:27: error POD601 ")
        assert items(out)[0]["data"] == {"a": "x", "port": 1, "$(A)": "1e3"}


def test_an_expression_of_the_template_is_overridden(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "-f", template)
    assert (status, out) == (1, "")
    assert "malformed expresion syntax" in err
    assert run(capsys, "-f", template, "--from", "CODE=plain")[0] == 0


def test_the_text_outweighs_a_bad_assignment_and_that_an_unknown_name(
    tmp_path: Path, template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("a: b: c\n")
    assert "error parsing" in run(capsys, "-f", str(bad), "-p", "P")[2]
    refused = run(capsys, "-f", template, "-p", "NOPE=1", "-p", "P")[2]
    assert refused.startswith('error: invalid parameter assignment in "P", []\n')
    assert run(capsys, "-f", template, "-p", "NOPE=1")[2].startswith('error: unknown parameter name "NOPE"\n')


def test_usage_errors_end_with_1_as_with_oc(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (
        (),
        ("-f", template, "--bogus"),
        ("-f",),
        ("-f", template, "--dialect", "other"),
        ("name", "-f", template),
    ):
        status, out, err = run(capsys, *argv)
        assert (status, out) == (1, "")
        assert err.startswith("error: ")
        assert "process -h' for help and examples\n" in err


def test_a_list_of_templates_and_a_text_that_is_no_object_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    for text, words in (
        ("kind: List\napiVersion: v1\nitems: []\n", f'unable to parse "{file}", not a valid Template but *v1.List\n\n'),
        (
            "kind: Deployment\napiVersion: apps/v1\n",
            f'unable to parse "{file}", not a valid Template but *v1.Deployment\n\n',
        ),
        ("kind: Bar\napiVersion: foo/v1\n", 'no kind "Bar" is registered for version "foo/v1" in scheme '),
        ("b: 1\na: <\n", 'Object \'Kind\' is missing in \'{"a":"<","b":1}\'\n'),
        ("- 1\n", "Object 'Kind' is missing in '[1]'\n"),
        ("\n", f'"{file}" holds no object\n'),
    ):
        file.write_text(text)
        status, out, err = run(capsys, "-f", str(file))
        assert (status, out) == (1, "")
        assert words in err


def test_only_the_first_template_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text(f"{TEMPLATE}---\nkind: ConfigMap\napiVersion: v1\n")
    status, out, _ = run(capsys, "-f", str(file), "-o", "name", "-p", "CODE=1")
    assert (status, out) == (0, "2 input templates found, but only the first will be processed\nconfigmap/cm\n")


def test_a_warning_about_the_template_does_not_change_the_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(TEMPLATE.replace("[a]{2}x", "constant"))
    status, out, err = run(capsys, "-f", str(file), "-o", "name")
    assert (status, out) == (0, "configmap/cm\n")
    assert f"{file}:12:" in err
    assert "warning GEN" in err


def test_of_a_folder_the_first_text_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = f"error: error reading [{tmp_path}]: recognized file extensions are [.json .yaml .yml]\n"
    assert run(capsys, "-f", str(tmp_path)) == (1, "", words)
    (tmp_path / "a.txt").write_text("no text")
    (tmp_path / "b.yaml").write_text(TEMPLATE)
    (tmp_path / "c.yaml").write_text("a: b: c")
    assert run(capsys, "-f", str(tmp_path), "-o", "name", "--from", "CODE=b")[:2] == (0, "configmap/cm\n")


def test_a_template_that_names_its_namespace_fits_no_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: t, namespace: tn}\n")
    assert run(capsys, "-f", str(file))[0] == 0
    assert "must pass '--namespace=tn'" in run(capsys, "-f", str(file), "-n", "tn")[2]
    file.write_text("kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: t}\n")
    assert run(capsys, "-f", str(file), "-n", "tn")[0] == 0


def test_the_table_of_parameters_names_what_generates(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "-f", template, "--parameters")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "NAME                DESCRIPTION         GENERATOR           VALUE",
        "A                                                           default",
        "PORT                                                        80",
        "CODE                                    expression          [a]{2}x",
    ]


def test_labels_that_cannot_be_read_come_before_unknown_parameters(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = run(capsys, "-f", template, "-l", "a", "-p", "NOPE=1")
    assert refused[:2] == (1, "")
    assert refused[2].startswith("error: error parsing labels: unexpected label spec: a\n")
    out = run(capsys, "-f", template, "-l", "x=${A},y=", "--from", "CODE=b")[1]
    assert items(out)[0]["metadata"] == {"name": "cm", "labels": {"x": "default", "y": ""}}


def test_objects_one_by_one_are_documents(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = TEMPLATE.replace("parameters:", "- {apiVersion: v1, kind: Secret, metadata: {name: s}}\nparameters:")
    Path(template).write_text(text)
    out = run(capsys, "-f", template, "--raw", "-o", "yaml", "--from", "CODE=b")[1]
    assert [part.count("kind:") for part in out.split("---\n")] == [1, 1]
    assert run(capsys, "-f", template, "--raw", "--from", "CODE=b")[1].count("\n}\n{\n") == 1


@pytest.mark.parametrize("output", ["kyaml", "describe", "go-template={{.kind}}", "bogus", "jsonpath", "yaml=x"])
def test_an_output_that_is_not_to_be_had_is_refused(
    template: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "-f", template, "-o", output, "--from", "CODE=b")
    assert (status, out) == (1, "")
    assert err.startswith("error: ")


def test_the_aligned_output_is_the_text_with_its_values(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "-f", template, "-o", "aligned", "--dialect", "openshift", "--from", "CODE=b")
    assert status == 0
    assert out == TEMPLATE.replace('"${A}"', '"default"').replace('"${{PORT}}"', "80")
    assert "warning: printed" not in err


def test_what_cannot_be_aligned_is_printed_as_yaml_with_a_word_why(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("-f", template, "-l", "a=b", "--from", "CODE=b")
    _, out, err = run(capsys, *argv, "-o", "aligned")
    assert out == run(capsys, *argv, "-o", "yaml")[1]
    assert err.startswith("warning: printed as yaml, because processing adds `objects[0].metadata.labels`\n")
