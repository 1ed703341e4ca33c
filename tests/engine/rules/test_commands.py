"""Which first words of a command are surely several, and how they are split."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate, read_plain
from tests.engine.environments import pod


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
    found = [item for item in evaluate(text).diagnostics if item.code == "POD608"]
    assert len(found) == (words is not None)
    for diagnostic in found:
        assert diagnostic.fix is not None
        container = read_plain(apply_edits(text, diagnostic.fix.edits))["spec"]["containers"][0]
        assert (container.get("command") or container["livenessProbe"]["exec"]["command"]) == words


def test_what_a_variable_makes_of_the_first_word_counts() -> None:
    text = pod('env: [{name: RUN, value: "sh -c date"}]\ncommand: [$(RUN)]')
    (found,) = [item for item in evaluate(text).diagnostics if item.code == "POD608"]
    assert found.message.startswith("`sh` and its arguments")
    assert found.fix is None


def test_a_quote_that_does_not_close_gets_no_fix() -> None:
    (found,) = [item for item in evaluate(pod('command: ["sh -c \'date"]')).diagnostics if item.code == "POD608"]
    assert (found.fix, found.hint) == (None, "Write a word an entry.")
