"""A Template's own fields, beyond the examples in the rules' manuals."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


@pytest.mark.parametrize(
    ("version", "namespace", "reported"),
    [
        ("template.openshift.io/v1", "tools", ["metadata.namespace"]),
        ("template.openshift.io/v1", '""', []),
        ("template.openshift.io/v1", "5", []),  # refused, with an error of its own
        ("v1", "tools", []),  # the proposal's Templates are stored in a namespace
    ],
)
def test_only_a_namespace_that_oc_compares_is_reported(version: str, namespace: str, reported: list[str]) -> None:
    text = f"apiVersion: {version}\nkind: Template\nmetadata: {{name: t, namespace: {namespace}}}\nobjects: []\n"
    assert [item.field for item in find_diagnostics(text, "TPL213")] == reported


@pytest.mark.parametrize(
    ("name", "right"),
    [("items: []", "objects"), ("objects: []\nparameters:\n- {name: A, default: b}", "value")],
)
def test_a_field_name_of_other_formats_is_replaced(name: str, right: str) -> None:
    text = f"apiVersion: template.openshift.io/v1\nkind: Template\nmessage: ${{A}}\n{name}\n"
    diagnostic = find_diagnostic(text, "TPL203")
    assert (diagnostic.hint, diagnostic.fix.title if diagnostic.fix else "") == (
        f"Did you mean `{right}`?",
        f"Write {right}",
    )


def test_a_field_whose_right_name_is_taken_is_not_renamed() -> None:
    text = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\nitems: []\n"
    diagnostic = find_diagnostic(text, "TPL203")
    assert diagnostic.fix is None


HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nmessage: ${A}\n"


@pytest.mark.parametrize(
    "source",
    [
        "objects: []\nparameters:\n  A: b\n",
        "objects: []\nparameters: {A: b}\n",
        "objects: []\nparameters:\n  name: A\n  value: b\n",
        "objects: []\nparameters:\n- A\n",
        'objects: []\nparameters:\n- {name: A, value: b, required: "true"}\n',
        "parameters: [{name: A, value: b}]\nobjects:\n  apiVersion: v1\n  kind: ConfigMap\n",
    ],
)
def test_a_wrong_type_is_fixed_if_the_intention_is_clear(source: str) -> None:
    diagnostic = find_diagnostic(HEAD + source, "PAR310")
    assert diagnostic.fix is not None
    after = evaluate(apply_edits(HEAD + source, diagnostic.fix.edits))
    assert after.diagnostics == ()
    assert after.template is not None
    assert [parameter.name for parameter in after.template.parameters] == ["A"]


def test_only_existing_quotes_are_removed() -> None:
    source = "objects: []\nparameters:\n- {name: A, value: b, required: !!str true}\n"
    diagnostic = find_diagnostic(HEAD + source, "PAR310")
    assert diagnostic.fix is None


def test_of_a_template_in_a_list_its_own_version_is_written() -> None:
    for version, offered in (("", 0), ("  apiVersion: v1\n", 1)):
        text = f"kind: List\napiVersion: v1\nitems:\n- kind: Template\n{version}  objects: []\n"
        fixes = [
            fix for diagnostic in evaluate(text).diagnostics if diagnostic.code == "TPL201" for fix in diagnostic.fixes
        ]
        assert len(fixes) == offered
        for fix in fixes:
            assert apply_edits(text, fix.edits) == text.replace(version, "  apiVersion: template.openshift.io/v1\n")


@pytest.mark.parametrize(
    ("value", "actual"),
    [
        ("8080", "is a number here"),
        ("true", "is `true` without quotes"),
        ("on", "Kubernetes reads `on` as true"),
        ("[a]", "is a list here"),
    ],
)
def test_the_type_of_a_field_is_named_as_the_text_has_it(value: str, actual: str) -> None:
    diagnostic = find_diagnostic(f"{HEAD}objects: []\nparameters:\n- {{name: A, value: {value}}}\n", "PAR310")
    assert diagnostic.message == f"`parameters[0].value` must be text, but {actual}."


def test_the_hint_about_a_quoted_boolean_is_what_its_fix_does() -> None:
    text = f"{HEAD}objects: []\nparameters:\n- {{name: A, value: b, required: 'true'}}\n"
    diagnostic = find_diagnostic(text, "PAR310")
    assert diagnostic.fix is not None
    assert (diagnostic.hint, diagnostic.fix.title) == ("Remove the quotes.", "Remove the quotes")


@pytest.mark.parametrize(("version", "subject"), [("", "a Template without an"), ("apiVersion: v1\n", "its")])
def test_a_template_without_a_version_is_not_said_to_have_one(version: str, subject: str) -> None:
    diagnostic = find_diagnostic(f"{version}kind: Template\nobjects: []\n", "TPL201")
    assert diagnostic.message.endswith(f"`oc` 4.17 and later refuse {subject} apiVersion.")
    assert diagnostic.hint.startswith("Write `apiVersion: " if not version else "Write `template.openshift.io/v1`")


@pytest.mark.parametrize(
    ("value", "generate", "message"),
    [
        ("  ", "", "The value of `A` is 2 spaces, which is not empty."),
        (" ", "generate: expression, ", "The value of `A` is 1 space, which is not empty. No value is generated."),
        ("\\t ", "", "The value of `A` is 2 white-space characters, which is not empty."),
    ],
)
def test_a_value_of_white_space_is_not_called_empty(value: str, generate: str, message: str) -> None:
    parameters = f'parameters: [{{name: A, {generate}value: "{value}"}}]\nobjects: []\n'
    assert find_diagnostic(HEAD + parameters, "PAR308").message == message


TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\n"
CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n"


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        (f"{CONFIG_MAP}---\n{TEMPLATE}", f"{TEMPLATE}---\n{CONFIG_MAP}"),
        (f"{CONFIG_MAP}\n---\n{TEMPLATE}---\nkind: List\n", f"{TEMPLATE}---\n{CONFIG_MAP}---\nkind: List\n"),
        (f"---\n{CONFIG_MAP}---\n---\n{TEMPLATE}".replace("\n", "\r\n"), ""),
        (f"{CONFIG_MAP}# why\n---\n{TEMPLATE}", ""),
    ],
)
def test_a_template_that_is_not_first_is_moved_to_the_front(text: str, mended: str) -> None:
    diagnostic = find_diagnostic(text, "TPL214")
    assert (apply_edits(text, diagnostic.fix.edits) if diagnostic.fix else "") == mended


@pytest.mark.parametrize("text", [f"# null\n---\n{TEMPLATE}", f"{TEMPLATE}---\n{CONFIG_MAP}", CONFIG_MAP])
def test_a_template_that_is_first_has_no_finding(text: str) -> None:
    assert not find_diagnostics(text, "TPL214")


@pytest.mark.parametrize("other", ["  kind: ConfigMap", "kind: ConfigMap"])
def test_an_indented_document_is_not_moved(other: str) -> None:
    template = "kind: Template\napiVersion: template.openshift.io/v1\nobjects: []\n"
    template = template if other.startswith(" ") else f" {template.rstrip().replace(chr(10), chr(10) + ' ')}\n"
    assert find_diagnostic(f"{other}\n---\n{template}", "TPL214").fix is None


def test_no_two_fields_get_the_same_name() -> None:
    parameter = "{{name: A, value: x{more}}}"
    head = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\nparameters:\n- "
    (beside,) = find_diagnostics(head + parameter.format(more=", nmae: B"), "TPL203")
    assert (beside.hint, beside.fix) == ("`name` is there already: remove `nmae`.", None)
    fixes = [diagnostic.fix for diagnostic in find_diagnostics(head + "{nmae: A, namee: B}", "TPL203")]
    assert (len(fixes), fixes.count(None)) == (2, 1)
