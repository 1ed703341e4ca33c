"""The lines of a text that look like secrets, for the confirmation before sharing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString

from playground.engine import Evaluation, SourceText, WrittenSecret, written_secrets
from playground.pages.markup import Panel, prose
from playground.pages.output.lines import edits_text, line_words
from playground.pages.output.problems import FixButton

MOST_LISTED = 20
REPLACE = "replace-"  # begins the value that a fix's button sends without scripts; the secret's number follows


@dataclass(frozen=True, slots=True)
class SecretItem(Panel):
    """One line that looks like a secret."""

    place: str  # "Line 3"
    description: SafeString  # the name of the field, or what the secret looks like
    fix: FixButton | None


@dataclass(frozen=True, slots=True)
class SecretsPanel(Panel):
    """What must be confirmed before a text is shared; empty if nothing looks like a secret."""

    items: tuple[SecretItem, ...] = ()
    more: int = 0
    advice: str = ""


def secrets_panel(evaluation: Evaluation) -> SecretsPanel:
    """The lines that look like secrets, each with its fix, or advice if one has no fix."""
    secrets = written_secrets(evaluation)
    if not secrets:
        return SecretsPanel()
    items = tuple(_items(secrets[:MOST_LISTED], evaluation.source.text))
    advice = "" if all(item.fix for item in items) else _advice(evaluation)
    return SecretsPanel(items, max(0, len(secrets) - MOST_LISTED), advice)


def _items(secrets: Iterable[WrittenSecret], text: SourceText) -> Iterable[SecretItem]:
    for number, secret in enumerate(secrets):
        fix = secret.fix
        button = FixButton(f"{REPLACE}{number}", prose(fix.title), edits_text(fix.edits)) if fix else None
        description = prose(f"`{secret.name}`") if secret.name else prose("a key, a token or a password in an address")
        yield SecretItem(line_words(text, secret.line), description, button)


def _advice(evaluation: Evaluation) -> str:
    if evaluation.processed is not None:
        return "In a line without a button, replace the secret by a reference to a parameter."
    return "Put them into a Secret that is not part of the text, or make the text a Template with parameters."
