"""The confirmation before a text is stored whose lines look like secrets."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest

from playground.engine import Evaluation, WrittenSecret, apply_edits, written_secrets
from playground.storage.models import Share
from playground.views.evaluations import Evaluated, evaluated
from playground.views.panels.secrets import REPLACE

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
