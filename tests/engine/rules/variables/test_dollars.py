"""Dollar signs in commands, arguments and scripts."""

from __future__ import annotations

import pytest

from playground.engine import Diagnostic, Severity, apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


def find_commands(text: str) -> list[Diagnostic]:
    return find_diagnostics(text, "ENV505")


def test_a_script_of_many_commands_gets_one_hint_with_one_fix() -> None:
    text = pod("command: [sh, -c, 'echo $(date) $(hostname) $(id -u)']")
    (diagnostic,) = find_commands(text)
    assert diagnostic.message == (
        "The shell runs `$(date)`: no variable has that name. The same holds for 2 more references in this container."
    )
    assert [item.message for item in diagnostic.related] == ["`$(hostname)`, too.", "`$(id -u)`, too."]
    assert diagnostic.fix is not None
    mended = apply_edits(text, diagnostic.fix.edits)
    assert "echo $$(date) $$(hostname) $$(id -u)" in mended
    assert find_commands(mended) == []


def test_a_variable_with_the_name_of_a_command_is_an_alternative() -> None:
    text = pod("env: [{name: date, value: today}]\ncommand: [sh, -c, 'echo $(date) $(id)']")
    messages = [item.message for item in find_commands(text)]
    assert messages == [
        "Kubernetes replaces `$(date)` by the variable of that name; the shell does not run it.",
        "The shell runs `$(id)`: no variable has that name.",
    ]


def test_a_default_of_the_shells_form_is_not_expanded_either() -> None:
    text = pod("env: [{name: PORT, value: '80'}]\nargs: ['${PORT:-90}']")
    assert [item.message for item in find_diagnostics(text, "ENV503")] == [
        "Kubernetes does not expand `${PORT:-90}`, and no shell reads this text."
    ]


def test_a_command_is_reported_even_with_unknown_sources() -> None:
    text = pod("envFrom: [{configMapRef: {name: c}}]\ncommand: [sh, -c, 'echo $(date +%F) $(hostname)']")
    diagnostic = find_diagnostic(text, "ENV505")
    assert diagnostic.message.startswith("The shell runs `$(date +%F)`")  # `hostname` may be a key


def find_incomplete(text: str) -> list[Diagnostic]:
    return find_diagnostics(text, "ENV504")


def test_the_reference_to_a_variable_is_closed_behind_its_name() -> None:
    text = pod("env: [{name: PORT, value: '80'}]\nargs: ['--port=$(PORT --verbose']")
    (diagnostic,) = find_incomplete(text)
    assert diagnostic.fix is not None
    assert "--port=$(PORT) --verbose" in apply_edits(text, diagnostic.fix.edits)


def test_an_unknown_name_may_be_text_and_has_no_fix() -> None:
    (diagnostic,) = find_incomplete(pod("args: ['a $(b']"))
    assert diagnostic.fix is None


def test_in_a_script_only_variables_of_the_container_are_reported() -> None:
    text = pod("env: [{name: PORT, value: '80'}]\ncommand: [sh, -c, 'serve $(PORT', '$(date']")
    assert [item.message for item in find_incomplete(text)] == [
        "`$(PORT` has no closing `)`, so Kubernetes leaves it as it is."
    ]


def test_a_bracket_of_another_kind_is_replaced() -> None:
    text = pod("env: [{name: PORT, value: '80'}]\nargs: ['--port=$(PORT}']")
    (diagnostic,) = find_incomplete(text)
    assert diagnostic.fix is not None
    assert "'--port=$(PORT)'" in apply_edits(text, diagnostic.fix.edits)


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ("env: [{name: PATH, value: '/opt/bin:$PATH'}]", "`$(PATH)` would not work either: Kubernetes does not know"),
        ("env: [{name: DB, value: '${DB}'}]", "`$(DB)` would not work either: a variable cannot refer"),
        ("env: [{name: A, value: $HOME/x}]", "`$(HOME)` would not work either: the image or the runtime"),
        ("env: [{name: DB, value: a}, {name: DB, value: $DB b}]", "Write `$(DB)`."),
        (
            (
                "env: [{name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]\n"
                "livenessProbe: {exec: {command: [check, $IP]}}"
            ),
            "Let a shell read the variable: ",
        ),
        ("env: [{name: A, value: b}]\nlivenessProbe: {exec: {command: [check, '${A}']}}", "Write `$(A)`."),
    ],
)
def test_shell_syntax_is_replaced_only_for_known_variables(fields: str, hint: str) -> None:
    diagnostic = find_diagnostic(pod(fields), "ENV503")
    assert diagnostic.hint.startswith(hint)
    assert bool(diagnostic.fix) == hint.startswith("Write")


@pytest.mark.parametrize(
    "fields",
    [
        "args: ['${HOME}/x']",  # programs read this form themselves
        "command: [sh, -c, 'ls $HOME']",
        "env: [{name: A, value: b}]\nlivenessProbe: {exec: {command: [sh, -c, 'check $A']}}",
        "args: ['$$HOME']",
    ],
)
def test_references_that_a_shell_or_program_reads_are_left_alone(fields: str) -> None:
    assert "ENV503" not in [item.code for item in evaluate(pod(fields)).diagnostics]


@pytest.mark.parametrize(
    ("fields", "field", "severity"),
    [
        ("args: ['echo $$']", "args[0]", Severity.HINT),
        ("command: [sh, -c, 'kill $$']", "command[2]", Severity.WARNING),
        ("livenessProbe: {exec: {command: [sh, -c, 'kill -0 $$']}}", "livenessProbe.exec.command[2]", Severity.HINT),
        ("volumeMounts: [{mountPath: /a, subPathExpr: a$$b}]", "volumeMounts[0].subPathExpr", Severity.HINT),
    ],
)
def test_dollars_are_halved_wherever_kubernetes_expands(fields: str, field: str, severity: Severity) -> None:
    diagnostic = find_diagnostic(pod(fields), "ENV507")
    assert (diagnostic.field, diagnostic.severity) == (f"spec.containers[0].{field}", severity)


@pytest.mark.parametrize(
    ("text", "advice"), [("$(A}", "Write `)` in place of `}`."), ("$(A", "Write `)` after the name.")]
)
def test_the_advice_names_a_wrong_bracket(text: str, advice: str) -> None:
    (diagnostic,) = find_diagnostics(pod(f"env: [{{name: A, value: b}}]\nargs: ['{text}']"), "ENV504")
    assert diagnostic.hint == f"{advice} If you mean these characters, write `$$(`."
