"""A fix replaces a whole key or value, with quotes where YAML needs them."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("apiVersion:\nkind: Template", "apiVersion: template.openshift.io/v1\nkind: Template"),
        ("apiVersion: &a\nkind: Template", "apiVersion: &a template.openshift.io/v1\nkind: Template"),
        ("apiVersion:\n- a\n- b\nkind: Template", None),
        ("apiVersion: |\n  v2\nkind: Template", "apiVersion: template.openshift.io/v1\nkind: Template"),
        ("apiVersion: 'v2'\nkind: Template", "apiVersion: 'template.openshift.io/v1'\nkind: Template"),
        ('{"apiVersion": "v2", "kind": "Template"}', '{"apiVersion": "template.openshift.io/v1", "kind": "Template"}'),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ':1'}",
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: '1'}",
        ),
        (
            "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: _0X1F}",
            'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "0x1f"}',
        ),
    ],
)
def test_what_is_written_is_text_in_the_quotes_that_are_there(text: str, mended: str | None) -> None:
    fixes = [
        fix for diagnostic in evaluate(text).diagnostics for fix in diagnostic.fixes if fix.title.startswith("Write")
    ]
    assert [apply_edits(text, fix.edits) for fix in fixes] == ([] if mended is None else [mended])


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (pod("env: [{name: A, value: &a 0x1F}]"), 'value: &a "0x1F"}'),
        (pod("terminationGracePeriodSeconds: &a 0x1F\nenv: [{name: A, value: *a}]"), 'value: "31"}'),
        ("x: &a yes\nkind: Template\nparameters: [{name: A, value: *a}]\nobjects: []\n", 'value: "true"}'),
    ],
)
def test_of_an_alias_the_value_is_put_in_quotes_not_its_name(text: str, mended: str) -> None:
    (fix,) = [
        fix
        for diagnostic in evaluate(text).diagnostics
        for fix in diagnostic.fixes
        if fix.title == "Put quotes around the value"
    ]
    assert mended in apply_edits(text, fix.edits)


@pytest.mark.parametrize(("name", "offered"), [("A_1", ["Write name: A_1"]), ("a b", []), ("[a-z]{8}", [])])
def test_a_text_among_the_parameters_becomes_a_name_if_it_is_one(name: str, offered: list[str]) -> None:
    text = f"apiVersion: template.openshift.io/v1\nkind: Template\nparameters: ['{name}']\nobjects: []\n"
    assert [fix.title for diagnostic in evaluate(text).diagnostics for fix in diagnostic.fixes] == offered


HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: HOST, value: a}]\nobjects:\n"
POD = "- kind: Pod\n  apiVersion: v1\n  metadata: {name: a}\n  spec: {containers: [{name: a, args: [b, $(HOST)/é]}]}\n"


@pytest.mark.parametrize(
    ("code", "source", "after"),
    [
        ("REF403", "- {kind: X, x: $(HOST)}\n", '- {kind: X, x: "${HOST}"}\n'),
        ("REF403", "- {kind: X, x: '$(HOST)'}\n", "- {kind: X, x: '${HOST}'}\n"),
        ("REF403", "- kind: X\n  x: a $(HOST)\n", "- kind: X\n  x: a ${HOST}\n"),
        ("REF407", "- {kind: X, x: $HOST}\n", '- {kind: X, x: "${HOST}"}\n'),
        ("ENV501", POD, POD.replace("$(HOST)/é", '"${HOST}/é"')),
    ],
)
def test_the_reference_gets_quotes_where_braces_would_end_the_text(code: str, source: str, after: str) -> None:
    diagnostic = find_diagnostic(HEAD + source, code)
    assert diagnostic.fix is not None
    assert diagnostic.fix.title == "Write ${HOST}"
    assert apply_edits(HEAD + source, diagnostic.fix.edits) == HEAD + after
    assert evaluate(HEAD + after).readable


def test_a_value_of_several_lines_is_left_to_its_author() -> None:
    diagnostic = find_diagnostic(HEAD + "- {kind: X, x: a\n    $(HOST)}\n", "REF403")
    assert diagnostic.fix is None
