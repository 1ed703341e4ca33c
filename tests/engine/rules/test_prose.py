"""A dollar form that stands in a text for readers is no reference that failed."""

from __future__ import annotations

import pytest

from playground.engine import evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostics


def codes(text: str) -> list[tuple[str, str]]:
    return [(item.code, item.severity.value) for item in evaluate(text).diagnostics]


def template(data: str, more: str = "") -> str:
    return (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: NAME, value: x}]\nobjects:\n"
        f"- apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: '${{NAME}}'}}\n  data: {{{data}}}\n{more}"
    )


SENTENCE = "Set $LEVEL or ${LEVEL} before you start the program."


@pytest.mark.parametrize("field", ["env: [{name: LEVEL, value: x}, {name: A, value: '%s'}]", "args: ['%s']"])
def test_a_sentence_in_a_container_is_left_alone(field: str) -> None:
    fields = field if field.startswith("env") else f"{field}\nenv: [{{name: LEVEL, value: x}}]"
    assert codes(pod(fields % SENTENCE)) == []
    assert ("ENV503", "warning") in codes(pod(fields % "start $LEVEL"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use $(date) or $(50) in a script of your own.", []),
        ("Use $(VAR) to refer to a variable of your own.", [("ENV501", "hint")]),
        ("Use $(LEVLE) to refer to the variable of that name.", [("ENV501", "warning")]),
        ("use $(VAR)", [("ENV501", "warning")]),
    ],
)
def test_an_undefined_reference_in_a_sentence_is_at_most_a_hint(text: str, expected: list[tuple[str, str]]) -> None:
    assert codes(pod(f"env: [{{name: LEVEL, value: x}}]\nargs: ['{text}']")) == expected


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("README.md: 'url ${HOST}'", []),
        ("docs/notes.txt: '$(NAME)'", []),
        ("a: 'The operator replaces ${APP} in each file of the folder.'", []),
        ("description: 'the pattern of ${APP} or ${ NAME } or ${NAME:-x}'", []),
        ("a: 'url=${HOST}'", ["REF401"]),
        ("description: '${HOST}'", ["REF401"]),
        ("README.md: 'url of ${NAEM}'", ["REF401"]),
        ("a: '${{NAME}}-x'", ["REF402"]),
        ("a: 'Write ${{NAME}} for numbers in a template like this.'", []),
    ],
)
def test_the_references_of_documents_are_not_those_of_the_template(data: str, expected: list[str]) -> None:
    diagnostics = find_diagnostics(template(data), "REF401", "REF402", "REF403", "REF406", "REF409")
    assert [diagnostic.code for diagnostic in diagnostics] == expected


def test_the_message_is_prose_but_its_references_are_the_templates() -> None:
    text = template("a: b", "message: 'Set ${HOME} to the folder of ${{NAME}} then.'\n")
    assert sorted(codes(text)) == [("REF401", "hint"), ("REF402", "warning")]


def test_many_references_in_one_text_are_looked_at_once() -> None:
    text = template("a: 'The words of a long sentence, " + "${APP} " * 20_000 + "end here.'")
    assert codes(text) == []


@pytest.mark.parametrize(
    "command",
    [
        '["powershell", "-Command", "Write-Host $LEVEL $(Get-Date) ${LEVEL}"]',
        '["C:\\\\Windows\\\\System32\\\\WindowsPowerShell\\\\v1.0\\\\powershell.exe", "$x = $(ls); $LEVEL"]',
        '["pwsh", "-c", "foreach ($i in $(Get-Item)) { $LEVEL }"]',
        '["cmd.exe", "/S", "/C", "echo %LEVEL% && echo $LEVEL > x"]',
        '["cmd", "/c", "prompt $P$G && $(date)"]',
    ],
)
def test_a_script_of_windows_has_dollar_forms_of_its_own(command: str) -> None:
    assert codes(pod(f"env: [{{name: LEVEL, value: x}}]\ncommand: {command}")) == []


@pytest.mark.parametrize("command", ['["/app/cmd", "$LEVEL"]', '["/app/cmd", "/config", "$LEVEL"]', '["sh", "$LEVEL"]'])
def test_a_program_without_a_script_is_no_shell(command: str) -> None:
    assert codes(pod(f"env: [{{name: LEVEL, value: x}}]\ncommand: {command}")) == [("ENV503", "warning")]


@pytest.mark.parametrize(
    "command",
    [
        '["tini", "-g", "--", "/bin/sh", "-c", "echo $LEVEL"]',
        '["gosu", "postgres", "bash", "-ec", "echo $LEVEL"]',
        '["timeout", "5", "sh", "-c", "echo $LEVEL"]',
        '["fish", "-c", "echo $LEVEL"]',
        '["su", "-", "app", "-c", "echo $LEVEL"]',
    ],
)
def test_a_shell_may_be_started_by_another_program(command: str) -> None:
    assert codes(pod(f"env: [{{name: LEVEL, value: x}}]\ncommand: {command}")) == []
