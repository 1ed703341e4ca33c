"""Templates and Parameters as a text declares them."""

from __future__ import annotations

import pytest

from playground.engine.reading import read
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Template, dialect_of, find_templates, version_problems

FULL = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
message: Open ${HOST}
labels: {app: shop}
objects:
- {apiVersion: v1, kind: ConfigMap}
parameters:
- name: HOST
  displayName: Host name
  description: Where it runs
  value: a.example
  required: true
- {name: PASSWORD, generate: expression, from: "[a-z]{8}", type: string}
"""


def template(text: str) -> Template:
    return find_templates(read(text).documents)[0]


def test_every_field_is_read() -> None:
    shop = template(FULL)
    assert (shop.api_version, shop.name, shop.message) == ("template.openshift.io/v1", "shop", "Open ${HOST}")
    assert (shop.labels, shop.objects) == ({"app": "shop"}, ({"apiVersion": "v1", "kind": "ConfigMap"},))
    host, password = shop.parameters
    assert (host.name, host.display_name, host.description) == ("HOST", "Host name", "Where it runs")
    assert (host.value, host.required, host.type, host.generate, host.from_) == ("a.example", True, "", "", "")
    assert (password.generate, password.from_, password.value) == ("expression", "[a-z]{8}", None)
    assert (password.type, password.required, password.index) == ("string", False, 1)
    assert str(password.path) == "parameters[1]"
    assert (shop.parameter(password.name), shop.parameter("NONE")) == (password, None)
    assert shop.problems == ()


def test_an_empty_template_has_nothing() -> None:
    empty = template("kind: Template")
    assert (empty.name, empty.parameters, empty.objects, empty.labels, empty.message) == ("", (), None, None, None)


def test_no_objects_are_not_the_same_as_no_list_of_objects() -> None:
    assert template("{kind: Template, objects: []}").objects == ()


def test_other_objects_are_not_templates() -> None:
    for text in ("", "x", "[]", "kind: ConfigMap", "kind: List\nitems: 5", "kind: [Template]", "Kinds: Template"):
        assert find_templates(read(text).documents) == ()


def test_templates_are_found_in_every_document_and_last_in_lists() -> None:
    listed = "kind: List\nitems: [{kind: Pod}, {kind: Template, message: c}]\n"
    text = f"{listed}---\nkind: Template\nmessage: a\n---\nkind: Template\nmessage: b\n"
    templates = find_templates(read(text).documents)
    assert [(item.message, str(item.path)) for item in templates] == [("a", ""), ("b", ""), ("c", "items[1]")]
    assert [(problem.pattern, problem.error) for problem in templates[2].problems] == [
        ("template-in-list", "not a valid Template but *v1.List")
    ]


def test_a_template_in_a_list_in_a_list_is_found() -> None:
    text = "kind: List\nitems: [{kind: List, items: [{}, {kind: Template, message: a, parameters: [{name: P}]}]}]"
    (nested,) = find_templates(read(text).documents)
    assert (str(nested.path), nested.message) == ("items[0].items[1]", "a")
    assert str(nested.parameters[0].path) == "items[0].items[1].parameters[0]"


def test_a_number_in_place_of_text_keeps_its_characters() -> None:
    parameter = template("kind: Template\nparameters: [{name: P, value: 0123, description: yes}]").parameters[0]
    assert (parameter.value, parameter.description) == ("0123", "yes")


def test_parameters_that_are_no_mappings_are_left_out_and_the_others_keep_their_numbers() -> None:
    parameters = template("kind: Template\nparameters: [x, null, {name: P}]").parameters
    assert [(parameter.index, parameter.name) for parameter in parameters] == [(1, ""), (2, "P")]


def test_names_that_the_server_refuses_are_recorded() -> None:
    problems = template("kind: Template\nparameters: [{name: A-B}, {name: ''}, {value: x}, {name: é}]").problems
    assert [(problem.pattern, problem.detail["server"]) for problem in problems] == [
        ("parameter-name-invalid", 'parameters[0].name: Invalid value: "A-B": does not match ^[a-zA-Z0-9_]+$'),
        ("parameter-name-missing", "parameters[1].name: Required value"),
        ("parameter-name-missing", "parameters[2].name: Required value"),
        ("parameter-name-invalid", 'parameters[3].name: Invalid value: "é": does not match ^[a-zA-Z0-9_]+$'),
    ]
    assert not any(problem.error for problem in problems)


def test_a_name_that_ends_in_a_line_end_is_invalid() -> None:
    assert [problem.pattern for problem in template('kind: Template\nparameters: [{name: "A\\n"}]').problems] == [
        "parameter-name-invalid"
    ]


def test_a_name_declared_twice_is_recorded_with_its_first_place() -> None:
    [problem] = template("kind: Template\nparameters: [{name: A}, {name: B}, {name: A}]").problems
    assert (problem.pattern, str(problem.path)) == ("duplicate-parameter", "parameters[2].name")
    assert str(problem.detail["first"]) == "parameters[0].name"


@pytest.mark.parametrize(
    ("version", "choice", "dialect"),
    [
        ("template.openshift.io/v1", "auto", Dialect.OPENSHIFT),
        ("v1", "auto", Dialect.PROPOSAL),
        ("", "auto", Dialect.PROPOSAL),
        ("foo/v1", "auto", Dialect.OPENSHIFT),
        ("v1", "openshift", Dialect.OPENSHIFT),
        ("template.openshift.io/v1", "proposal", Dialect.PROPOSAL),
    ],
)
def test_the_version_chooses_the_dialect_unless_the_user_does(version: str, choice: str, dialect: Dialect) -> None:
    assert dialect_of(template(f"kind: Template\napiVersion: '{version}'"), choice) is dialect


def test_a_choice_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(ValueError, match="helm"):
        dialect_of(template("kind: Template"), "helm")


NO_KIND = 'no kind "Template" is registered for version "{}" in scheme "k8s.io/kubectl/pkg/scheme/scheme.go:28"'


@pytest.mark.parametrize(
    ("version", "dialect", "expected"),
    [
        ("apiVersion: template.openshift.io/v1", Dialect.OPENSHIFT, []),
        ("apiVersion: template.openshift.io/v1", Dialect.PROPOSAL, []),
        ("apiVersion: v1", Dialect.OPENSHIFT, [("legacy-api-version", NO_KIND.format("v1"))]),
        ("apiVersion: v1", Dialect.PROPOSAL, [("legacy-api-version", "")]),
        ("apiVersion: foo/v2", Dialect.OPENSHIFT, [("unknown-api-version", NO_KIND.format("foo/v2"))]),
        ("apiVersion: foo/v2", Dialect.PROPOSAL, [("unknown-api-version", "")]),
        ("apiVersion: a/b/c", Dialect.OPENSHIFT, [("unknown-api-version", "unexpected GroupVersion string: a/b/c")]),
        ("apiVersion: a/b/", Dialect.OPENSHIFT, [("unknown-api-version", "unexpected GroupVersion string: a/b/")]),
        ("name: x", Dialect.PROPOSAL, []),
        (
            "name: x",
            Dialect.OPENSHIFT,
            [("api-version-missing", 'Object \'apiVersion\' is missing in \'{"kind":"Template","name":"x"}\'')],
        ),
        ("apiVersion: 5", Dialect.OPENSHIFT, []),  # decoding says it
    ],
)
def test_versions_are_checked_by_dialect(version: str, dialect: Dialect, expected: list[tuple[str, str]]) -> None:
    problems = version_problems(template(f"kind: Template\n{version}"), dialect)
    assert [(problem.pattern, problem.error) for problem in problems] == expected


def test_openshift_has_no_types() -> None:
    [problem] = version_problems(template(FULL), Dialect.OPENSHIFT)
    assert (problem.pattern, str(problem.path)) == ("unknown-field", "parameters[1].type")
