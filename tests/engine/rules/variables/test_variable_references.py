"""References to undefined variables: the place of the definition, and suggestions."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, apply_edits
from playground.engine.rules.variables.variable_references import MOST_MATES
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


def find_undefined(text: str) -> list[Diagnostic]:
    return find_diagnostics(text, "ENV501")


def test_a_name_of_another_container_is_reported_with_that_container() -> None:
    text = pod("args: [$(DIR)]", "  initContainers: [{name: first, image: a/b, env: [{name: DIR, value: x}]}]\n")
    assert [item.hint for item in find_undefined(text)] == [
        "Container `first` defines `DIR`, but each container has its own `env`: define `DIR` here, too."
    ]


def test_a_name_is_searched_in_the_whole_pod() -> None:
    many = "".join(pod("args: [$(DIR)]") + "---\n" for _ in range(MOST_MATES))
    text = many + pod("args: [$(DIR)]", "  initContainers: [{name: first, image: a/b, env: [{name: DIR, value: x}]}]\n")
    assert [item.hint for item in find_undefined(text)][-1].startswith("Container `first` defines ")


def test_two_pods_with_the_same_mistake_are_both_reported() -> None:
    document = pod("env: [{name: A, value: $(B)$(B)}, {name: B, value: x}]")
    diagnostics = find_diagnostics(f"{document}---\n{document}", "ENV502")
    assert [item.span.start.line for item in diagnostics] == [
        diagnostics[0].span.start.line,
        diagnostics[0].span.start.line + document.count("\n") + 1,
    ]


def test_on_one_line_the_column_of_the_definition_is_named() -> None:
    on_lines = pod("env: [{name: A, value: $(B)},\n  {name: B, value: x}]")
    on_one = pod("env: [{name: A, value: $(B)}, {name: B, value: x}]")
    diagnostics = {text: find_diagnostic(text, "ENV502") for text in (on_lines, on_one)}
    assert "but `B` is defined later (line 12)." in diagnostics[on_lines].message
    column = diagnostics[on_one].related[0].span.start.column
    assert f"but `B` is defined later (column {column})." in diagnostics[on_one].message


def test_a_parameter_in_the_form_of_a_variable_is_written_as_a_parameter() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: DIR, value: x}]\nobjects:\n"
        "- {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: a, args: ['$(DIR)']}]}}\n"
    )
    (diagnostic,) = find_undefined(text)
    assert diagnostic.hint == "`DIR` is a parameter: write `${DIR}`."
    assert diagnostic.fix is not None
    assert "args: ['${DIR}']" in apply_edits(text, diagnostic.fix.edits)


def test_a_shell_command_without_a_shell_is_recognised() -> None:
    (diagnostic,) = find_undefined(pod("args: ['--since=$(date +%s)']"))
    assert diagnostic.hint.startswith(
        "Kubernetes runs no commands: start a shell with `sh -c`, or write `$$(date +%s)` "
    )


def test_a_skipped_variable_is_not_searched_in_other_containers() -> None:
    secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n---\n"
    source = "valueFrom: {secretKeyRef: {name: s, key: k, optional: true}}"
    (diagnostic,) = find_undefined(secret + pod(f"env: [{{name: A, {source}}}, {{name: B, value: $(A)}}]"))
    assert diagnostic.hint.startswith("The source of `A` is optional and absent")
    assert [fix.title for fix in diagnostic.fixes] == ["Write $$(A)"]


@pytest.mark.parametrize(
    ("reference", "mended"),
    [("$(PORT:-80)", "$(PORT)"), ("$(PORT-80)/a", "$(PORT)/a"), ("$((PORT))", "$(PORT)"), ("$((PORT)", "$(PORT)")],
)
def test_shell_defaults_are_replaced_by_plain_references(reference: str, mended: str) -> None:
    text = pod(f"env: [{{name: PORT, value: '80'}}]\nargs: ['{reference}']")
    (diagnostic,) = find_undefined(text)
    assert diagnostic.fix is not None
    assert f"args: ['{mended}']" in apply_edits(text, diagnostic.fix.edits)


SERVICES = """apiVersion: v1
kind: Service
metadata: {name: db, namespace: NAMESPACE}
spec: {FIELDS ports: [{port: 5432}, {port: 80, name: http}]}
---
"""


@pytest.mark.parametrize(
    ("namespace", "fields", "name", "more", "why"),
    [
        ("other", "", "DB_SERVICE_HOST", "", "it is in namespace `other`, and the pod in `shop`"),
        ("shop", "", "DB_SERVICE_HOST", "  enableServiceLinks: false", "the pod has `enableServiceLinks: false`"),
        ("shop", "", "DB_SERVICE_PORT_HTTPS", "", "it has no such port, only 5432, `http` 80"),
        ("shop", "clusterIP: None,", "DB_SERVICE_HOST", "", "it is headless and has no cluster IP"),
        ("shop", "type: ExternalName,", "DB_SERVICE_HOST", "", "it is an ExternalName and has no cluster IP"),
    ],
)
def test_the_hint_says_why_an_existing_service_gives_no_variable(
    namespace: str, fields: str, name: str, more: str, why: str
) -> None:
    text = SERVICES.replace("NAMESPACE", namespace).replace("FIELDS", fields) + pod(f"args: [$({name})]", more)
    diagnostic = find_diagnostic(text, "ENV506")
    assert diagnostic.message == f"The Service `db` does not set `{name}`: {why}."


def test_a_name_that_not_every_version_takes_is_not_suggested() -> None:
    for name, titles in (('HOST"', []), ("HOST", ["Write $(HOST)"])):
        (diagnostic,) = find_undefined(pod(f"args: [$(HOTS)]\nenv: [{{name: '{name}', value: b}}]"))
        assert [fix.title for fix in diagnostic.fixes] == [*titles, "Add HOTS to env", "Write $$(HOTS)"]


def test_spaces_inside_a_reference_are_removed_by_its_fix() -> None:
    text = pod("env: [{name: A, value: b}]\nargs: ['$( A )', '$( B )']")
    first, second = find_undefined(text)
    assert first.hint == "Did you mean `$(A)`?"
    assert first.fix is not None
    assert "args: ['$(A)'" in apply_edits(text, first.fix.edits)
    assert second.hint.startswith("Kubernetes runs no commands")


def test_a_variable_that_extends_its_own_value_of_the_image_cannot() -> None:
    (diagnostic,) = find_undefined(pod("env: [{name: JAVA_OPTS, value: $(JAVA_OPTS) -x}]"))
    assert diagnostic.hint.startswith("Kubernetes does not know the image's value")


def test_arithmetic_is_not_to_be_defined_as_a_variable() -> None:
    diagnostic = find_diagnostic(pod("args: ['$((1+2))']"), "ENV501")
    assert diagnostic.hint.startswith("Kubernetes runs no commands: start a shell with `sh -c`")
