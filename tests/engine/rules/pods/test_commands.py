"""Commands written as one word, and how they are split."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate, read_plain
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("sh -c 'echo hi'", ["sh", "-c", "echo hi"]),
        ("python app.py", ["python", "app.py"]),
        ("/usr/bin/server --port 80", ["/usr/bin/server", "--port", "80"]),
        ("/bin/sh -c $(SCRIPT)", ["/bin/sh", "-c", "$(SCRIPT)"]),
        ("/opt/My App/run", None),
        ("/opt/My - App/run", None),
        ("my tool", None),
        ("python3", None),
        ("$(PROGRAM)", None),
    ],
)
@pytest.mark.parametrize("field", ["command: [WORD]", "command:\n- WORD", "livenessProbe: {exec: {command: [WORD]}}"])
def test_several_words_in_one_are_split(word: str, words: list[str] | None, field: str) -> None:
    text = pod(field.replace("WORD", f'"{word}"'))
    diagnostics = find_diagnostics(text, "POD608")
    assert len(diagnostics) == (words is not None)
    for diagnostic in diagnostics:
        assert diagnostic.fix is not None
        container = read_plain(apply_edits(text, diagnostic.fix.edits))["spec"]["containers"][0]
        assert (container.get("command") or container["livenessProbe"]["exec"]["command"]) == words


def test_the_expanded_first_word_is_examined() -> None:
    text = pod('env: [{name: RUN, value: "sh -c date"}]\ncommand: [$(RUN)]')
    diagnostic = find_diagnostic(text, "POD608")
    assert diagnostic.message.startswith("`sh` and its arguments")
    assert diagnostic.fix is None


def test_a_quote_that_does_not_close_gets_no_fix() -> None:
    diagnostic = find_diagnostic(pod('command: ["sh -c \'date"]'), "POD608")
    assert (diagnostic.fix, diagnostic.hint) == (None, "Write each word as an entry of its own.")


def mend_command(text: str, code: str) -> list[str]:
    """The command and arguments of the first container after the first fix."""
    diagnostic = find_diagnostics(text, code)[0]
    assert diagnostic.fix is not None
    after = apply_edits(text, diagnostic.fix.edits)
    assert find_diagnostics(after, code) == find_diagnostics(text, code)[1:] or find_diagnostics(after, code) == []
    container = read_plain(after)["spec"]["containers"][0]
    return [*container.get("command", ()), *container.get("args", ())]


def test_a_shell_command_in_one_word_is_passed_to_a_shell() -> None:
    text = pod("command: ['echo hello && sleep 10']")
    assert mend_command(text, "POD608") == ["sh", "-c", "echo hello && sleep 10"]
    hint = find_diagnostic(text, "POD608").hint
    assert hint == 'Start a shell for the line: `["sh", "-c", "echo hello && sleep 10"]`.'
    assert mend_command(pod("command: [\"sh -c 'a | b'\"]"), "POD608") == ["sh", "-c", "a | b"]


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("args: ['--port 8080', -v]", ["--port", "8080", "-v"]),
        ("args:\n- -c conf/x.rb -E development", ["-c", "conf/x.rb", "-E", "development"]),
        ("command: [java, -Xmx1g -Xms1g]", ["java", "-Xmx1g", "-Xms1g"]),
    ],
)
def test_an_option_and_its_value_are_parted(field: str, words: list[str]) -> None:
    assert mend_command(pod(field), "POD614") == words


@pytest.mark.parametrize(
    "field",
    [
        "args: ['--name=a b']",
        "args: ['--port', '80 80']",
        "command: [sh, -c, '-x foo']",
        "command: [bash, -c, 'echo a > b']",
        'args: ["- a", "-Da=b c", "-"]',
        "args:\n- |\n  --a b\n  --c d",
    ],
)
def test_what_is_one_argument_on_purpose_is_left_alone(field: str) -> None:
    assert [item.code for item in evaluate(pod(field)).diagnostics] == []


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("command: [echo, hello, '&&', sleep, '10']", ["sh", "-c", "echo hello && sleep 10"]),
        ("command: [run, a b, '>', $(LOG)]\nenv: [{name: LOG, value: x}]", ["sh", "-c", "run 'a b' > $(LOG)"]),
        ("command: [run]\nargs: ['|', tee]", None),
        ("command:\n- run\n- '&&'\n- stop", None),
    ],
)
def test_operators_need_a_shell(field: str, words: list[str] | None) -> None:
    text = pod(field)
    if words is None:
        diagnostic = find_diagnostic(text, "POD615")
        assert diagnostic.fix is None
    else:
        assert mend_command(text, "POD615") == words


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("command: [sh, -c, echo, hello, $(date)]", ["sh", "-c", "echo hello $(date)"]),
        ("command: [/bin/bash, -ec, exec, server]", ["/bin/bash", "-ec", "exec server"]),
        ("command: [sh, 'echo hi']", ["sh", "-c", "echo hi"]),
        ("command: [/bin/sh]\nargs:\n- echo hi", ["/bin/sh", "-c", "echo hi"]),
    ],
)
def test_a_script_in_pieces_is_put_together(field: str, words: list[str]) -> None:
    assert mend_command(pod(field), "POD616") == words


@pytest.mark.parametrize(
    "field",
    [
        "command: [bash, -c, 'echo $1', x]",
        "command: [sh, -c, /run.sh]",
        "command: [sh, /run.sh, a b]",
        "command: [bash, -x, /run.sh]",
        "command: [busybox, 'echo hi']",
    ],
)
def test_scripts_that_are_whole_are_left_alone(field: str) -> None:
    assert find_diagnostics(pod(field), "POD616") == []
