"""Updating a Share: a new Revision, or the page with the reason why not."""

from __future__ import annotations

from random import SystemRandom

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from playground.forms import Reading, read_draft
from playground.storage import clock
from playground.storage.changing import Conflict, Full, Gone, Revised, rename, revise
from playground.storage.described import described
from playground.storage.finding import find_share
from playground.storage.models import Share
from playground.terms import Terms, revision_number
from playground.views.access import owns, why_gone
from playground.views.confirmation import asks_first
from playground.views.contents import kept
from playground.views.evaluations import Evaluated, evaluated
from playground.views.panels.revisions import ConflictPanel, diff_of
from playground.views.panels.shares import share_panel
from playground.views.rates import saves
from playground.views.shares import ask, shared_at
from playground.views.whole import page_response
from playground.web.limits import storage_quota

_NOT_YOURS = "Only the browser that shared this can update it. Your text is kept: save it as a copy."
_FULL = "This link has as many revisions as one can have. Your text is kept: save it as a copy."
_GONE = "{} Your text is kept: share it anew."


@require_POST
@saves
def update(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a Revision with the form's content; if that fails, show the page with that content again."""
    reading, share = read_draft(request.POST), find_share(slug)
    found = evaluated(reading.draft)
    if share is None:
        raise Http404
    if reading.errors:
        return _kept(request, found, share, reading)
    if share.is_gone(clock.now()):
        return _kept(request, found, None, Reading(found.draft, (_GONE.format(why_gone(share)),), 410))
    if not owns(request, share):
        return _kept(request, found, share, Reading(found.draft, (_NOT_YOURS,), 403))
    if asks_first(request, found.evaluation, share):
        return ask(request, found, reading, asks_before_update=True)
    return _answer(request, share, found, _revised(request, share, found))


def _revised(
    request: HttpRequest, share: Share, found: Evaluated
) -> Revised | Conflict | Gone | Full | ValidationError:
    """Save a Revision and return the outcome; a new title alone makes no Revision."""
    terms = Terms(values=share.keeps_values, assumed=share.keeps_assumed)
    contents, title = kept(found)
    based_on = revision_number(request.POST.get("based_on", ""))
    try:
        outcome = revise(
            share,
            based_on,
            terms.cut(contents),
            described(found.evaluation),
            clock.now(),
            SystemRandom(),
            storage_quota(),
        )
        if isinstance(outcome, Revised) and title != outcome.share.title:
            rename(outcome.share, title)
    except ValidationError as error:
        return error
    return outcome


def _answer(
    request: HttpRequest, share: Share, found: Evaluated, outcome: Revised | Conflict | Gone | Full | ValidationError
) -> HttpResponse:
    match outcome:
        case Revised():
            return shared_at(outcome.share, found)
        case Conflict():
            return _conflict(request, outcome.share, found)
        case ValidationError():
            return _kept(request, found, share, Reading(found.draft, tuple(outcome.messages), 400))
        case Full():
            return _kept(request, found, share, Reading(found.draft, (_FULL,), 400))
        case Gone():
            words = _GONE.format("What was shared here is gone.")
            return _kept(request, found, None, Reading(found.draft, (words,), 410))


def _conflict(request: HttpRequest, share: Share, found: Evaluated) -> HttpResponse:
    """409: the page with both texts, the stored one beside the one in the form."""
    latest = share.latest
    conflict = ConflictPanel(latest.number, latest.created, diff_of(latest.text, found.draft.source))
    reading = Reading(found.draft, (), 409)
    return _kept(request, found, share, reading, conflict=conflict)


def _kept(
    request: HttpRequest, found: Evaluated, share: Share | None, reading: Reading, **more: object
) -> HttpResponse:
    """The page with the text that was not saved."""
    panel = share_panel(share, share.latest, owned=owns(request, share)) if share else None
    return page_response(request, found, reading, share=panel, unlisted=True, **more)
