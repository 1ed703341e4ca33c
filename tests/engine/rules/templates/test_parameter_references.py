"""A reference that a shell reads is a hint, not a warning; only near names are suggested."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: SECRET_STORE, value: a}]\nobjects:\n"


def severities_and_hints(container: str) -> list[tuple[str, str]]:
    spec = f"{{containers: [{{name: a, image: b/c, {container}}}]}}"
    text = f"{HEAD}- {{apiVersion: v1, kind: Pod, metadata: {{name: a}}, spec: {spec}}}\n"
    return [(item.severity.value, item.hint) for item in find_diagnostics(text, "REF401")]


@pytest.mark.parametrize(
    ("command", "severity"), [("[/bin/sh, -i, -c, 'psql ${DB_USER}']", "hint"), ("[psql, '${DB_USER}']", "warning")]
)
def test_a_shell_in_a_probe_is_recognised(command: str, severity: str) -> None:
    assert [reported for reported, _ in severities_and_hints(f"readinessProbe: {{exec: {{command: {command}}}}}")] == [
        severity
    ]


def test_a_name_that_only_begins_alike_is_not_suggested() -> None:
    assert severities_and_hints("args: ['${SECRET_KEY}']") == [("warning", "Declare `SECRET_KEY` under `parameters`.")]


def test_in_a_script_in_a_config_map_a_name_may_belong_to_the_shell() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n- apiVersion: v1\n  kind: ConfigMap\n"
        "  metadata: {name: a}\n  data: {run: '#!/bin/sh\n\n      echo ${HOME}', plain: '${HOME}'}\n"
    )
    severities = [item.severity.value for item in find_diagnostics(text, "REF401")]
    assert sorted(severities) == ["hint", "warning"]


def test_a_parameter_whose_name_is_none_is_not_suggested() -> None:
    head = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\n"
    text = f"{head}parameters: [{{name: '${{HOST}}'}}]\nmessage: ${{HOST}}\n"
    (diagnostic,) = find_diagnostics(text, "REF401")
    assert diagnostic.hint == "Declare `HOST` under `parameters`."


def test_a_variables_value_is_not_for_the_shell_of_its_container() -> None:
    fields = "command: [sh, -c, 'echo $A'], env: [{name: A, value: '${B}'}, {name: B, value: b}]"
    ((_, hint),) = severities_and_hints(fields)
    assert hint == "Write `$(B)` for the container's variable, or declare a parameter of that name."


def test_a_misspelt_reference_and_its_unused_parameter_name_each_other() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters:\n- {name: DATABASE_HOST, value: x}\n"
        "- {name: OTHER, value: x}\nobjects:\n- {apiVersion: v1, kind: ConfigMap, data: {a: 'at ${DATABSE_HOST}'}}\n"
    )
    reference, used = find_diagnostic(text, "REF401"), find_diagnostics(text, "PAR306")
    assert reference.hint == "Did you mean `DATABASE_HOST`?"
    assert [(str(item.span.start), item.message) for item in reference.related] == [
        ("4:10", "Nothing refers to the parameter `DATABASE_HOST`.")
    ]
    assert [item.hint for item in used] == [
        "Did you mean this parameter where the text has `${DATABSE_HOST}`?",
        "Remove the parameter, or look for a misspelt reference.",
    ]
    assert used[0].related[0].span == reference.span
    assert used[0].fix == reference.fix
    assert used[0].fix is not None
    assert apply_edits(text, used[0].fix.edits) == text.replace("DATABSE", "DATABASE")
    assert used[1].fix is None
