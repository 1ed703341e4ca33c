"""The lines of a text that look like secrets, for the confirmation before sharing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.utils.safestring import SafeString

from playground.engine import Evaluation, WrittenSecret, apply_edits, written_secrets
from playground.pages.evaluated import Evaluated, evaluated
from playground.pages.markup import prose
from playground.pages.playground.issues import FixButton, edits_text
from playground.storage.models import Share

MOST_LISTED = 20
REPLACE = "replace-"  # what the buttons without scripts say, followed by the secret's number


@dataclass(frozen=True, slots=True)
class SecretItem:
    """One line that looks like a secret."""

    line: int
    what: SafeString
    fix: FixButton | None


@dataclass(frozen=True, slots=True)
class SecretsPanel:
    """What must be confirmed before a text is shared; empty if nothing looks like a secret."""

    items: tuple[SecretItem, ...] = ()
    more: int = 0
    advice: str = ""


def secrets_panel(evaluation: Evaluation) -> SecretsPanel:
    """The lines of what was read that look like secrets, and what can be done about them."""
    found = written_secrets(evaluation)
    if not found:
        return SecretsPanel()
    items = tuple(_items(found[:MOST_LISTED]))
    advice = "" if all(item.fix for item in items) else _advice(evaluation)
    return SecretsPanel(items, max(0, len(found) - MOST_LISTED), advice)


def _items(found: Iterable[WrittenSecret]) -> Iterable[SecretItem]:
    for number, secret in enumerate(found):
        fix = secret.fix
        button = FixButton(f"{REPLACE}{number}", prose(fix.title), edits_text(fix.edits)) if fix else None
        what = prose(f"`{secret.name}`") if secret.name else prose("a key, a token or a password in an address")
        yield SecretItem(secret.span.start.line, what, button)


def _advice(evaluation: Evaluation) -> str:
    if evaluation.processed is not None:
        return "Where there is no button, put a reference to a parameter in its place."
    return "Put them into a Secret that is not part of the text, or make the text a Template with parameters."


_ANYWAY = "-anyway"  # the suffix of the action of the button that confirms


def asks_first(request: HttpRequest, evaluation: Evaluation, public: Share | None = None) -> bool:
    """Whether to ask for confirmation: a line looks like a secret and is not in ``public`` already."""
    if request.POST.get("action", "").endswith(_ANYWAY):
        return False
    found = written_secrets(evaluation)
    if not found or public is None:
        return bool(found)
    known = set(public.latest.text.splitlines())
    lines = evaluation.source.text.text.splitlines()
    return any(_line(lines, secret) not in known for secret in found)


def replaced(request: HttpRequest, found: Evaluated) -> Evaluated | None:
    """``found`` with the secret of the pressed button replaced by a Parameter; None for any other button.

    The button has the secret's number in the text that was shown: if the text has changed, nothing is replaced.
    """
    action = request.POST.get("action", "")
    number = action.removeprefix(REPLACE)
    if number == action:
        return None
    secrets = written_secrets(found.evaluation)
    index = int(number) if number.isascii() and number.isdigit() and len(number) < len("100") else len(secrets)
    fix = secrets[index].fix if index < len(secrets) and found.draft.is_as_shown else None
    if fix is None:
        return found
    return evaluated(replace(found.draft, source=apply_edits(found.draft.source, fix.edits)))


def _line(lines: list[str], secret: WrittenSecret) -> str:
    number = secret.span.start.line
    return lines[number - 1] if number <= len(lines) else ""
