"""The question before a text with secrets is stored, and its buttons."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse

from playground.engine import Evaluation, WrittenSecret, apply_edits, written_secrets
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.reading import Reading
from playground.pages.playground.secret_lines import REPLACE
from playground.pages.sharing.access import owns, share_named
from playground.pages.sharing.panel import share_panel
from playground.pages.sharing.saving.answers import unsaved
from playground.storage import clock
from playground.storage.models import Share

_ANYWAY = "-anyway"  # ends the value of the button that confirms
_MOST_DIGITS = 2  # of a secret's number; a page lists 20 secrets


def question_before_sharing(request: HttpRequest, evaluated: PageEvaluation, reading: Reading) -> HttpResponse | None:
    """The page that asks what will be stored; None once the user has answered."""
    if (replacement := replace_secret(request, evaluated)) is not None:
        return ask(request, replacement, reading)
    # The header's button sends `share` and always asks first. The buttons of the question send other actions.
    if request.POST.get("action") == "share" or asks_first(request, evaluated.evaluation, public_share(request)):
        return ask(request, evaluated, reading)
    return None


def asks_first(request: HttpRequest, evaluation: Evaluation, public: Share | None = None) -> bool:
    """Whether to ask for confirmation: a line looks like a secret, and the Share ``public`` does not show it already.

    A button that confirms ends the question.
    """
    if request.POST.get("action", "").endswith(_ANYWAY):
        return False
    secrets = written_secrets(evaluation)
    if not secrets or public is None:
        return bool(secrets)
    public_lines = set(public.latest.text.splitlines())
    lines = evaluation.source.text.text.splitlines()
    return any(_line(lines, secret) not in public_lines for secret in secrets)


def _line(lines: list[str], secret: WrittenSecret) -> str:
    number = secret.line
    return lines[number - 1] if number <= len(lines) else ""


def ask(request: HttpRequest, evaluated: PageEvaluation, reading: Reading, **more: object) -> HttpResponse:
    """The page with the confirmation of what will be stored; nothing is stored yet."""
    share, action = public_share(request), request.POST.get("action")
    panel = share_panel(share, share.latest, owned=owns(request, share)) if share else None
    context = {"asks_before_sharing": True, "asks_before_copy": action == "copy", "share": panel}
    return unsaved(request, evaluated, reading, unlisted=bool(share), **context, **more)


def public_share(request: HttpRequest) -> Share | None:
    """The Share whose page the form is on, if it is still there."""
    share = share_named(request.POST.get("of", ""))
    return None if share is None or share.is_gone(clock.now()) else share


def replace_secret(request: HttpRequest, evaluated: PageEvaluation) -> PageEvaluation | None:
    """``evaluated`` with the secret of the pressed button replaced by a Parameter; None for any other button.

    The button holds the number of the secret in the text that the page showed. If the text has changed since, nothing
    is replaced.
    """
    action = request.POST.get("action", "")
    number = action.removeprefix(REPLACE)
    if number == action:
        return None
    secrets = written_secrets(evaluated.evaluation)
    index = int(number) if number.isascii() and number.isdigit() and len(number) <= _MOST_DIGITS else len(secrets)
    fix = secrets[index].fix if index < len(secrets) and evaluated.draft.is_as_shown else None
    if fix is None:
        return evaluated
    return evaluate_draft(replace(evaluated.draft, source=apply_edits(evaluated.draft.source, fix.edits)))
