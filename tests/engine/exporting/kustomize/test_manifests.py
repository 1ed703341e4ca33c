"""The file of an Object: the author's text, in YAML that all readers read alike."""

from __future__ import annotations

import pytest

from tests.engine.exporting.kustomize.program import kustomization_of

HEAD = (
    "apiVersion: template.openshift.io/v1\nkind: Template\n"
    "objects:\n- apiVersion: v1\n  kind: A\n  metadata: {name: a}\n"
)


def lines_of(lines: str, *parameters: str) -> str:
    """The lines of an Object's file below its metadata."""
    declared = "parameters:\n" + "".join(f"- {{name: {name}, value: '8080'}}\n" for name in parameters)
    text = kustomization_of(f"{HEAD}{lines}{declared}").files["base/01-a.yaml"]
    return text.removeprefix("apiVersion: v1\nkind: A\nmetadata: {name: a}\n")


@pytest.mark.parametrize(
    ("written", "file"),
    [
        ("yes", "true"),
        ("Off", "false"),
        ("0777", "511"),
        ("1_000", "1000"),
        ("1:30", '"1:30"'),
        ("~", "null"),
        ("0o17", "15"),
        ("2001-01-01", '"2001-01-01"'),
        ("1.50", "1.50"),
        ("512Mi", "512Mi"),
        ("50%", "50%"),
        ("10.0.0.1", "10.0.0.1"),
        ("'yes'", "'yes'"),
        ("a b:c", "a b:c"),
        ("é", '"é"'),
        ("", ""),
    ],
)
def test_a_scalar_is_written_as_yaml_1_1_and_1_2_both_read_it(written: str, file: str) -> None:
    assert lines_of(f"  a: {written}  # why\n") == f"a: {file}  # why\n"


def test_keys_are_written_as_both_read_them() -> None:
    assert lines_of("  é: {ok: c, a'b: d}\n") == '"é": {ok: c, a\'b: d}\n'
    assert lines_of("  80: a\n  yes: b\n").endswith('\n"80": a\n"true": b\n')


def test_a_block_that_kustomize_would_change_gets_quotes_and_keeps_its_comment() -> None:
    lines = "  a: >- # why\n    x\n\n    y\n  b: >- # why\n    x\n      y\n"
    lines += "  # below\n  c: |2\n    \ta\n  d: |\n    a\n     b\n"
    assert lines_of(lines) == ('a: >- # why\n  x\n\n  y\nb: "x\\n  y" # why\n# below\nc: "\\ta\\n"\nd: |\n  a\n   b\n')


def test_values_have_quotes_only_where_they_need_them() -> None:
    lines = "  port: ${PORT}\n  host: a${PORT}\n  flow: ['a${PORT}', '${PORT}']\n  text: |\n    a ${PORT} b\n"
    assert lines_of(lines, "PORT") == ('port: "8080"\nhost: a8080\nflow: [a8080, "8080"]\ntext: |\n  a 8080 b\n')


@pytest.mark.parametrize(
    "lines", ["  a: &x {b: c}\n  d: *x\n", "  a: !!str 1\n", "  a: {<<: {b: c}}\n", "  a: '\u2028'\n"]
)
def test_what_readers_may_read_differently_is_printed_anew(lines: str) -> None:
    assert not any(sign in lines_of(lines) for sign in ("&", "*", "!", "<<", "\u2028"))


def test_a_field_whose_value_is_null_is_left_out() -> None:
    text = f"{HEAD}  a: ${{{{P}}}}\n  b: 1\nparameters: [{{name: P, value: 'null'}}]\n"
    assert kustomization_of(text).files["base/01-a.yaml"].endswith("b: 1\n")
    assert "a:" not in kustomization_of(text).files["base/01-a.yaml"].replace("metadata:", "")
