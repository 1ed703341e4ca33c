"""The refusals of `process` and their precedence, beyond the recorded calls of the real program."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.cli.running import process


def test_errors_of_the_text_come_before_assignments_and_unknown_names(
    tmp_path: Path, template: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("a: b: c\n")
    assert "error parsing" in process(capsys, "-f", str(bad), "-p", "P")[2]
    refused = process(capsys, "-f", template, "-p", "NOPE=1", "-p", "P")[2]
    assert refused.startswith('error: invalid parameter assignment in "P", []\n')
    assert process(capsys, "-f", template, "-p", "NOPE=1")[2].startswith('error: unknown parameter name "NOPE"\n')


def test_usage_errors_end_with_1_as_with_oc(template: str, capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (
        (),
        ("-f", template, "--bogus"),
        ("-f",),
        ("-f", template, "--dialect", "other"),
        ("name", "-f", template),
    ):
        status, out, err = process(capsys, *argv)
        assert (status, out) == (1, "")
        assert err.startswith("error: ")
        assert "process -h' for help and examples\n" in err


def test_a_list_of_templates_and_a_text_that_is_no_object_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    for text, message in (
        ("kind: List\napiVersion: v1\nitems: []\n", f'unable to parse "{file}", not a valid Template but *v1.List\n\n'),
        (
            "kind: Deployment\napiVersion: apps/v1\n",
            f'unable to parse "{file}", not a valid Template but *v1.Deployment\n\n',
        ),
        ("kind: Bar\napiVersion: foo/v1\n", 'no kind "Bar" is registered for version "foo/v1" in scheme '),
        ("kind: Deployment\napiVersion: v1\n", 'no kind "Deployment" is registered for version "v1" in scheme '),
        ("kind: template\napiVersion: template.openshift.io/v1\n", 'no kind "template" is registered for version '),
        ("kind: Template\napiVersion: [a]\n", "unmarshal array into Go struct field .apiVersion of type string\n"),
        ("null\n---\n~\n", f'"{file}" contains no object\n'),
        ("b: 1\na: <\n", 'Object \'Kind\' is missing in \'{"a":"\\u003c","b":1}\'\n'),
        ("- 1\n", "json: cannot unmarshal array into Go value of type struct { APIVersion string "),
        ("kind: ConfigMap\n", "Object 'apiVersion' is missing in '{\"kind\":\"ConfigMap\"}'\n"),
        ('{"apiVersion": "a/b/c",\n"kind": "ConfigMap"}', "unexpected GroupVersion string: a/b/c\n"),
        ("\n", f'"{file}" contains no object\n'),
    ):
        file.write_text(text)
        status, out, err = process(capsys, "-f", str(file))
        assert (status, out) == (1, "")
        assert message in err


def test_every_document_is_decoded_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = "kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: t}\n"
    number = f"{good}parameters: [{{name: A, value: 8080}}]\n"
    misfit = "json: cannot unmarshal number into Go struct field Parameter.parameters.value of type string\n"
    unknown = "kind: Bar\napiVersion: foo/v1\n"
    file = tmp_path / "file"
    for texts, message in (
        ((good, number), misfit),
        ((good, number, unknown), misfit),
        ((number, unknown), misfit),
        ((good, unknown, number), 'no kind "Bar" is registered for version "foo/v1" in scheme '),
        ((good, "kind: Template\napiVersion: foo/v1\n"), 'no kind "Template" is registered for version "foo/v1"'),
    ):
        file.write_text("---\n".join(texts))
        status, out, err = process(capsys, "-f", str(file))
        assert (status, out) == (1, "")
        assert err.startswith(
            f'error: failed to read input object (not a Template?): unable to decode "{file}": {message}'
        )
    file.write_text(f"{good}---\n{good}")
    assert process(capsys, "-f", str(file))[0] == 0


# kubectl 1.36.3 gave these errors, with the same decoder.
@pytest.mark.parametrize(
    ("document", "error"),
    [
        ("apiVersion: apps/v1\nkind: Foo\n", 'no kind "Foo" is registered for version "apps/v1" in scheme '),
        ("apiVersion: config.openshift.io/v1\nkind: Ingress\n", 'no kind "Ingress" is registered for version '),
        (
            'apiVersion: "v1\\t"\nkind: "P\\"\\u200b"\n',
            r'no kind "P\"\u200b" is registered for version "v1\t" in scheme ',
        ),
        (
            "apiVersion: v1\nkind: Pod\nspec: 5\nmetadata: {name: 5}\n",
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.name of type string\n",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\ndata: [a]\nmetadata: x\n",
            "json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string\n",
        ),
        (
            "apiVersion: v1\nkind: Namespace\nmetadata: {labels: {a: 1}, deletionTimestamp: x}\n",
            'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"\n',
        ),
        (
            "apiVersion: apps/v1\nkind: Deployment\nspec: {template: {spec: {containers: 5}}}\n",
            "json: cannot unmarshal number into Go struct field PodSpec.spec.template.spec.containers of type []v1.Con",
        ),
    ],
)
def test_a_further_object_that_oc_does_not_know_or_cannot_decode_is_refused(
    document: str, error: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(f"kind: Template\napiVersion: template.openshift.io/v1\n---\n{document}")
    status, out, err = process(capsys, "-f", str(file))
    assert (status, out) == (1, "")
    assert err.startswith(f'error: failed to read input object (not a Template?): unable to decode "{file}": {error}')


@pytest.mark.parametrize(
    "document",
    [
        "apiVersion: v1\nkind: PodList\nmetadata: {name: 5}\nitems: []\n",
        "apiVersion: v1\nkind: List\nitems: [5]\n",
        "apiVersion: foo/v1\nkind: Status\n",
        "apiVersion: route.openshift.io/v1\nkind: Route\nmetadata: {name: r}\n",
        "Apiversion: v1\nKIND: Pod\nmetadata: {unknown: 5}\n",
    ],
)
def test_a_further_object_that_oc_decodes_is_ignored(
    document: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text(f"kind: Template\napiVersion: template.openshift.io/v1\n---\n{document}")
    status, out, _ = process(capsys, "-f", str(file))
    assert (status, out.partition("\n")[0]) == (0, "2 input templates found, but only the first will be processed")


def test_a_document_is_decoded_before_the_next_one_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = "kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {namespace: tn}\n"
    file = tmp_path / "file"
    for texts, message in (
        (("kind: Bar\napiVersion: foo/v1\n", "a: [\n"), f'unable to decode "{file}": no kind "Bar"'),
        ((good, "a: [\n", "kind: Bar\n"), f"error parsing {file}: error converting YAML to JSON: yaml: line 1"),
        (("a: [\n", "kind: Bar\n"), f"error parsing {file}: error converting YAML to JSON: yaml: line 1"),
        ((f"{good}message: 5\n", "a: [\n"), f'unable to decode "{file}": json: cannot unmarshal number into'),
    ):
        file.write_text("---\n".join(texts))
        err = process(capsys, "-f", str(file))[2]
        assert err.startswith(f"error: failed to read input object (not a Template?): {message}")
    file.write_text(f"{good}---\na: [\n")
    assert 'the namespace from the provided object "tn"' in process(capsys, "-f", str(file), "-n", "tn")[2]
    file.write_text(f"a: [\n---\n{good}")
    assert 'the namespace from the provided object "tn"' not in process(capsys, "-f", str(file), "-n", "tn")[2]


def test_a_template_with_another_namespace_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: t, namespace: tn}\n")
    assert process(capsys, "-f", str(file))[0] == 0
    assert "must pass '--namespace=tn'" in process(capsys, "-f", str(file), "-n", "tn")[2]
    file.write_text("kind: Template\napiVersion: template.openshift.io/v1\nmetadata: {name: t}\n")
    assert process(capsys, "-f", str(file), "-n", "tn")[0] == 0


UNPROCESSED = "The --parameters flag does not process the template, can't be used with"


def test_of_several_wrong_arguments_the_one_that_oc_reports_is_reported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    twice = ("-p", "P=1", "-p", "P=2")
    for argv, message in (
        (("a", "b", "--parameters", *twice), "template name must be specified only once: b"),
        (("a", "--parameters", *twice), UNPROCESSED),
        (("--parameters", "--raw=false", *twice), f"{UNPROCESSED} --param"),
        (("--parameters", "--raw=false"), f"{UNPROCESSED} --raw"),
        (("a", *twice), "You may only specify a local template file via -f"),
        (twice, "The following parameters were provided more than once: P"),
        ((), "Must pass a filename or name of stored template"),
    ):
        assert process(capsys, *argv)[2].startswith(f"error: {message}")


def test_the_standard_input_has_the_name_that_oc_gives_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, message in (
        ("a: [", "failed to read input object (not a Template?): error parsing STDIN: "),
        ("a: b", 'failed to read input object (not a Template?): unable to decode "STDIN": '),
        ("kind: Template\napiVersion: v2", 'failed to read input object (not a Template?): unable to decode "STDIN": '),
        ("kind: ConfigMap\napiVersion: v1", 'unable to parse "-", not a valid Template but *v1.ConfigMap'),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        status, out, err = process(capsys, "-f", "-", "--dialect", "openshift")
        assert (status, out) == (1, "")
        assert err.startswith(f"error: {message}")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("-t", "error: unknown shorthand flag: 't' in -t\n"),
        ("-xyz", "error: unknown shorthand flag: 'x' in -xyz\n"),
        ("--bogus", "error: unknown flag: --bogus\n"),
        ("--bogus=1", "error: unknown flag: --bogus\n"),
    ],
)
def test_unknown_options_are_refused_in_the_words_of_oc(
    template: str, word: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    help_words = "See 'oc process -h' for help and examples\n"
    assert process(capsys, "-f", template, word) == (1, "", message + help_words)


def test_null_documents_are_skipped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    template = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\n"
    file.write_text(f"null\n---\n{template}---\n~\n")
    assert process(capsys, "-f", str(file), "--raw") == (0, "", "")
    file.write_text(f"null\n---\n{template}---\n~\n---\n{template}")
    warning = "2 input templates found, but only the first will be processed\n"
    assert process(capsys, "-f", str(file), "--raw")[:2] == (0, warning)
