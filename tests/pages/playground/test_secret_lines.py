"""The lines that are confirmed before a text is shared, with a button where there is a fix."""

from __future__ import annotations

import json

from playground.engine import evaluate
from playground.pages.playground.secret_lines import MOST_LISTED, SecretsPanel, secrets_panel

SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: hunter2}\n"
TEMPLATE = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n- " + SECRET.replace("\n", "\n  ").rstrip(
    " "
)


def test_a_text_without_secrets_needs_no_confirmation() -> None:
    assert secrets_panel(evaluate("kind: Pod\n")) == SecretsPanel()


def test_a_secret_outside_a_template_comes_with_advice() -> None:
    panel = secrets_panel(evaluate(SECRET))
    (item,) = panel.items
    assert (item.place, item.description, item.fix) == ("Line 4", "<code>password</code>", None)
    assert panel.advice.startswith("Put them into a Secret")


def test_a_secret_in_a_template_comes_with_a_button() -> None:
    panel = secrets_panel(evaluate(TEMPLATE))
    (item,) = panel.items
    assert item.fix is not None
    assert (item.fix.number, item.fix.title) == ("replace-0", "Replace with the parameter PASSWORD")
    assert json.loads(item.fix.edits)[0]["text"] == '"${PASSWORD}"'
    assert panel.advice == ""


def test_a_long_list_is_cut_and_says_how_long_it_is() -> None:
    panel = secrets_panel(evaluate("# https://me:hunter2@git.example/\n" * (MOST_LISTED + 3)))
    assert (len(panel.items), panel.more) == (MOST_LISTED, 3)
