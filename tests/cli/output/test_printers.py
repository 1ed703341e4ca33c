"""The printer for each combination of options of `process`, and its output."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from playground.cli.options import COMPARISONS, PROCESS_FORMATS
from playground.cli.output import printers
from playground.cli.output.printers import Format, choose_format
from tests.cli.running import items, process
from tests.texts import TEMPLATE


@pytest.mark.parametrize(
    ("output", "template", "form"),
    [
        (None, None, Format("json")),
        (None, "", Format("json")),
        ("KYaml", None, Format("kyaml")),
        ("describe", "{{.}}", Format("describe")),
        ("yaml", "{{.}}", Format("yaml")),
        ("jsonpath=a=b", None, Format("jsonpath", "a=b")),
        ("jsonpath-as-json", "x", Format("jsonpath-as-json", "x")),
    ],
)
def test_output_has_precedence_over_template(output: str | None, template: str | None, form: Format) -> None:
    assert choose_format(output, template) == form


@pytest.mark.parametrize(
    ("output", "template"), [(None, "{{.a}}"), ("go-template", "{{.a}}"), ("template={{.a}}", None)]
)
def test_a_go_template_may_be_given_in_either_option(output: str | None, template: str | None) -> None:
    form = choose_format(output, template)
    assert form.name == "go-template"
    assert form.template is not None
    assert form.template.text == "{{.a}}"


@pytest.mark.parametrize(
    "name", [name for name in PROCESS_FORMATS if not name.endswith("…") and name not in COMPARISONS]
)
def test_every_format_that_is_named_has_a_printer(name: str) -> None:
    assert choose_format(name, None).name == name


def test_the_file_of_a_template_is_read_once(
    template: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    contents = iter(["{{.kind}}"])  # as a pipe, which is empty the second time
    monkeypatch.setattr(printers, "read_text", lambda _: next(contents))
    assert process(capsys, "-f", template, "--from", "CODE=b", "-o", "go-template-file=pipe")[:2] == (0, "List")


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


def test_names_are_those_of_the_items_of_a_list(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


_UNMATCHED = "unable to match a printer suitable for the output format"
_LIST_NAMES = "list types are not supported by name printing: *v1.List"


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("-o", "kyaml=x"), f'{_UNMATCHED} "kyaml=x", allowed formats are: go-template,go-template-file,json,'),
        (("-o", "jsonpath=x", "--template", "y"), f'{_UNMATCHED} "jsonpath=x", allowed'),
        (("-o", "a\nb"), f'{_UNMATCHED} "a\\nb", allowed'),
        (("-o", "template"), "template format specified but no template given\n"),
        (("-o", "jsonpath="), "template format specified but no template given\n"),
        (("-o", "NAME"), f"{_LIST_NAMES}\n"),
        (("-o", ""), f"{_LIST_NAMES}\n"),
        (("-o", "JSONPATH={.kind}"), f'{_UNMATCHED} "JSONPATH={{.kind}}", allowed'),
        (("-o", "jsonpath-file=/nope"), "error reading --template /nope, open /nope: no such file or directory\n"),
        (("-o", "go-template={{.a"), "error parsing template {{.a, template: output:1: unclosed action\n"),
        (("-o", "templatefile=/no/x"), "error reading --template /no/x, open /no/x: no such file or directory\n"),
    ],
)
def test_an_unknown_output_format_is_refused(
    template: str, argv: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = process(capsys, "-f", template, *argv, "--from", "CODE=b")
    assert (status, out) == (1, "")
    assert err.startswith(f"error: {message}")


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        (("-o", "go-template={{.kind}} {{len .items}}"), "List 1"),
        (("-o", "template={{range .items}}{{.data.port}}{{.nope}}{{end}}"), "80<no value>"),
        (("--template", "{{.kind}}"), "List"),
        (("--template", "{{.kind}}", "-o", "go-template"), "List"),
        (("--template", "{.kind}", "-o", "jsonpath"), "List"),
        (("--template", "FILE", "-o", "go-template-file"), "ConfigMap\n"),
        (("-o", "templatefile=FILE"), "ConfigMap\n"),
        (("-o", "jsonpath-file=PATH"), "cm"),
        (("-o", "jsonpath-as-json={.items[*].kind}"), '[\n    "ConfigMap"\n]\n'),
        (("--raw", "--template", "{{.kind}},"), "ConfigMap,"),
        (("--raw", "-o", "jsonpath={.kind} {.data.port}"), "ConfigMap 80"),
        (("--raw", "-o", "NAME"), "configmap/cm\n"),
    ],
)
def test_templates_print_the_list_or_each_object(
    template: str,
    argv: tuple[str, ...],
    printed: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text("{{(index .items 0).kind}}\n")
    (tmp_path / "PATH").write_text("{.items[0].metadata.name}")
    assert process(capsys, "-f", template, *argv, "--from", "CODE=b")[:2] == (0, printed)


@pytest.mark.parametrize(
    ("argv", "status", "out", "error"),
    [
        (("--raw", "-o", "wide"), 0, "", ""),
        (("--raw", "-o", "go-template={{"), 0, "", ""),
        (("-o", "name"), 0, "", ""),
        (("-o", "wide"), 1, "", "unable to match a printer suitable for the output format"),
    ],
)
def test_a_printer_is_chosen_for_the_first_object(
    argv: tuple[str, ...], status: int, out: str, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "template.yaml"
    file.write_text("apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\n")
    answer = process(capsys, "-f", str(file), *argv)
    assert answer[:2] == (status, out)
    assert error in answer[2]


def test_an_empty_format_prints_that_each_object_is_processed(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("-f", template, "--from", "CODE=b", "--raw", "-o", "")
    assert process(capsys, *argv)[:2] == (0, "configmap/cm processed\n")


NUMBERS = """apiVersion: template.openshift.io/v1
kind: Template
parameters: [{name: P, value: "1e15"}, {name: Q, value: '{"a": [1000000]}'}]
objects:
- {kind: A, m: 1e6, b: 7208682094025397248.0, low: -9223372036854775809, p: "${{P}}", q: "${{Q}}", t: "${P}"}
"""


@pytest.mark.parametrize(
    ("argv", "printed"),
    [
        (("--raw", "-o", "jsonpath={.m} {.b} {.low}"), "1000000 7208682094025397000 -9.223372036854776e+18"),
        (("--raw", "-o", "jsonpath={.p} {.q.a[0]} {.t}"), "1e+15 1e+06 1e15"),
        (("-o", "jsonpath={.items[0].m} {.items[0].p}"), "1e+06 1e+15"),
        (("--raw", "-o", "go-template={{.m}} {{.p}} {{.low}}"), "1000000 1000000000000000 -9.223372036854776e+18"),
        (("-o", "go-template={{range .items}}{{.b}}{{end}}"), "7208682094025397000"),
    ],
)
def test_numbers_have_the_types_of_go(
    argv: tuple[str, ...], printed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "template.yaml"
    file.write_text(NUMBERS)
    assert process(capsys, "-f", str(file), *argv)[:2] == (0, printed)


def test_numbers_of_a_json_template_are_doubles_as_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "template.json"
    head = '{"apiVersion": "template.openshift.io/v1", "kind": "Template", "objects": '
    file.write_text(f'{head}[{{"kind": "A", "m": 1e6, "i": 1000000}}]}}')
    assert process(capsys, "-f", str(file), "--raw", "-o", "jsonpath={.m} {.i}")[:2] == (0, "1e+06 1000000")


def test_what_was_printed_before_an_error_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "template.yaml"
    objects = "objects:\n- {apiVersion: v1, kind: A, l: [1]}\n- {apiVersion: v1, kind: B, l: {a: 1}}\n"
    file.write_text(f"apiVersion: template.openshift.io/v1\nkind: Template\n{objects}")
    status, out, err = process(capsys, "-f", str(file), "--raw", "-o", "jsonpath={.l[0]}")
    assert (status, out) == (1, "1")
    why = "Error executing template: map[string]interface {} is not array or slice"
    assert err.startswith(f'error: error executing jsonpath "{{.l[0]}}": {why}\n')


@pytest.mark.parametrize(
    ("argv", "error"),
    [
        (("-o", "go-template={{.nope}}"), 'at <.nope>: map has no entry for key "nope"'),
        (("-o", "jsonpath={.nope}"), 'error executing jsonpath "{.nope}": Error executing template: nope is not found'),
        (("-o", "go-template={{.kind}}"), ""),
        (("-o", "jsonpath={.items[*].kind}"), ""),
    ],
)
def test_fields_may_be_missing_unless_forbidden(
    argv: tuple[str, ...], error: str, template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("-f", template, "--from", "CODE=b", *argv)
    assert process(capsys, *argv)[0] == 0
    status, _, err = process(capsys, *argv, "--allow-missing-template-keys=false")
    assert status == bool(error)
    assert error in err


@pytest.mark.parametrize(("key", "is_readable"), [("k" * 1022, True), ("k" * 1023, False), ("<" * 171, False)])
def test_a_key_that_goyaml_cannot_read_in_json_is_an_error(
    key: str, is_readable: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "template.yaml"
    objects = f'objects: [{{kind: A, x: {{? "{key}" : v}}}}]'
    file.write_text(f"apiVersion: template.openshift.io/v1\nkind: Template\n{objects}\n")
    for argv in ((), ("--raw",)):
        for form, words in (("json", None), ("yaml", ""), ("kyaml", "error decoding: ")):
            status, out, err = process(capsys, "-f", str(file), "-o", form, *argv)
            refused = not is_readable and words is not None
            assert (status, bool(out)) == (int(refused), not refused)
            message = f"error: {words}yaml: did not find expected ',' or '}}'\n"
            assert not refused or err.startswith(message)


def test_the_error_of_a_go_template_includes_its_data(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("-f", template, "--dialect", "openshift", "--from", "CODE=b", "--template", 'a{{.items.x}}"')
    status, out, err = process(capsys, *argv)
    wrong = 'template: output:1:9: executing "output" at <.items.x>: can\'t evaluate field x in type interface {}'
    assert status == 1
    assert err.startswith(f'error: error executing template "a{{{{.items.x}}}}\\"": {wrong}\n')
    message, _, dump = out.partition("\traw data was:\n\t\t")
    assert message == (
        f"aError executing template: {wrong}. Printing more information for debugging the template:\n"
        '\ttemplate was:\n\t\ta{{.items.x}}"\n'
    )
    raw, _, data = dump.partition("\n\tobject given to template engine was:\n\t\t")
    assert raw.startswith('{"kind":"List","apiVersion":"v1","metadata":{},"items":[{"apiVersion":"v1","data":{"')
    assert data.startswith("map[apiVersion:v1 items:[map[apiVersion:v1 data:map[")
    assert data.endswith("] kind:List metadata:map[]]\n\n")
    told_of_object = process(capsys, *argv[:-1], "{{.kind.x}}", "--raw")[1]
    assert '\traw data was:\n\t\t{"apiVersion":"v1","data":{' in told_of_object


def test_invalid_utf_8_becomes_the_replacement_character(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("-f", template, "--from", "CODE=b", "--template", '{{base64decode "/w=="}}')
    assert process(capsys, *argv)[:2] == (0, "\ufffd")


def test_managed_fields_are_left_out_unless_requested(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "template.yaml"
    metadata = "metadata: {name: a, managedFields: [{manager: x}]}"
    file.write_text(
        f"""apiVersion: template.openshift.io/v1
kind: Template
objects:
- {{apiVersion: v1, kind: Secret, {metadata}}}
- {{apiVersion: v1, kind: SecretList, items: [{{apiVersion: v1, kind: Secret, {metadata}}}]}}
- null
"""
    )
    base = ("-f", str(file))
    for form in ("json", "YAML", "kyaml"):
        assert process(capsys, *base, "-o", form)[1].count("managedFields") == 1  # within a list it stays
        assert process(capsys, *base, "-o", form, "--raw")[1].count("managedFields") == 0
        assert process(capsys, *base, "-o", form, "--show-managed-fields")[1].count("managedFields") == 2
    assert process(capsys, *base, "-o", "go-template={{.}}")[1].count("managedFields") == 2


def test_names_of_some_outputs_may_be_written_in_capitals(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("json", "yaml", "kyaml"):
        argv = ("-f", template, "--from", "CODE=b", "-o")
        assert process(capsys, *argv, name.upper())[:2] == process(capsys, *argv, name)[:2]


def test_the_aligned_output_is_the_text_with_its_values(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = process(capsys, "-f", template, "-o", "aligned", "--dialect", "openshift", "--from", "CODE=b")
    assert status == 0
    assert out == TEMPLATE.replace('"${A}"', '"default"').replace('"${{PORT}}"', "80")
    assert "warning: printed" not in err


def test_what_cannot_be_aligned_is_printed_as_yaml_with_the_reason(
    template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ("-f", template, "-l", "a=b", "--from", "CODE=b")
    _, out, err = process(capsys, *argv, "-o", "aligned")
    assert out == process(capsys, *argv, "-o", "yaml")[1]
    assert err.startswith("warning: printed as yaml, because processing adds `objects[0].metadata.labels`\n")
