"""Sharing: storing a text under a random slug, the page filled in with it, and further Revisions."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground.engine import KUBERNETES_VERSIONS
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft, evaluate_with_fix
from playground.pages.form.draft import Draft
from playground.pages.form.reading import Reading, read_draft, read_link
from playground.pages.new_template.offer import with_template
from playground.pages.playground.responses import page_response
from playground.pages.rate_limits import limit_previews, limit_saves
from playground.pages.sharing.access import owns, revision_number, share_to_read, why_gone
from playground.pages.sharing.panel import ConflictPanel, diff_of, share_panel
from playground.pages.sharing.saving.answers import names_left_out, saved, unsaved
from playground.pages.sharing.saving.confirmation import ask, asks_first, public_share, question_before_sharing
from playground.pages.sharing.saving.terms import Terms, read_terms
from playground.pages.sharing.workspace_cookie import keep_token, own_workspace
from playground.pages.storable import Storable, storable_of
from playground.storage import clock
from playground.storage.models import Revision, Share
from playground.storage.shares.changing import Conflict, Full, Gone, Revised, rename, revise, set_terms
from playground.storage.shares.contents import contents_of
from playground.storage.shares.finding import find_share
from playground.storage.shares.identity import identify, title_of
from playground.storage.shares.saving import save
from playground.storage.transactions import with_retries
from playground.web.configured_limits import storage_quota

_ANOTHER = "another"  # begins the value of the button that asks for a new link
_NOT_YOURS = "Only the browser that shared this can update it. Your text is kept: save it as a copy."
_FULL = "This link cannot have more revisions. Your text is kept: save it as a copy."
_GONE = "{} Your text is kept: share it again."


@require_POST
def create(request: HttpRequest) -> HttpResponse:
    """Store the form's content without its secrets and redirect to the Share; if that fails, show the page again."""
    limit_saves(request)
    reading = read_draft(request.POST)
    evaluated = evaluate_draft(reading.draft)
    if reading.errors:
        return _unsaved_page(request, evaluated, public_share(request), reading)
    if (question := question_before_sharing(request, evaluated, reading)) is not None:
        return question
    storable = storable_of(evaluated)
    try:
        share, token = _save(request, evaluated, storable)
    except ValidationError as error:
        reading = Reading(evaluated.draft, tuple(error.messages), 400)
        return _unsaved_page(request, evaluated, public_share(request), reading)
    response = saved(request, share, storable.left_out)
    keep_token(response, token)
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The page as it was shared, with the values that the link adds (`?param.NAME=value`)."""
    limit_previews(request)
    share = share_to_read(slug)
    return _page(request, share, share.latest)


@require_safe
def revision(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """The page of one Revision; the text at its address never changes."""
    limit_previews(request)
    share = share_to_read(slug)
    stored = share.revisions.filter(number=int(number)).first()
    if stored is None:
        raise Http404
    return _page(request, share, stored)


@require_POST
def update(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a Revision with the form's content; if that fails, show the page with that content again."""
    limit_saves(request)
    share = find_share(slug)
    if share is None:
        raise Http404
    reading = read_draft(request.POST)
    evaluated = evaluate_draft(reading.draft)
    if reading.errors:
        return _unsaved_page(request, evaluated, share, reading)
    if share.is_gone(clock.now()):
        return _unsaved_page(request, evaluated, None, Reading(evaluated.draft, (_GONE.format(why_gone(share)),), 410))
    if not owns(request, share):
        return _unsaved_page(request, evaluated, share, Reading(evaluated.draft, (_NOT_YOURS,), 403))
    if asks_first(request, evaluated.evaluation, share):
        return ask(request, evaluated, reading, asks_before_update=True)
    storable = storable_of(evaluated)
    outcome = _save_revision(request, share, evaluated, storable)
    return (
        saved(request, outcome.share, storable.left_out)
        if isinstance(outcome, Revised)
        else _refused(request, share, evaluated, outcome)
    )


def _save(request: HttpRequest, evaluated: PageEvaluation, storable: Storable) -> tuple[Share, str]:
    """The Share that holds ``storable``, in this browser's Workspace, and the Workspace's token."""
    now, random, terms = clock.now(), SystemRandom(), read_terms(request.POST)
    contents, identity = terms.cut(storable.contents), identify(evaluated.evaluation)
    quota = storage_quota()

    def change() -> tuple[Share, str]:
        workspace, token = own_workspace(request, now, random)
        share = save(
            workspace,
            contents,
            identity,
            now,
            random,
            title=storable.title,
            expires=terms.lifetime.after(now),
            parent=_original(request, workspace.pk),
            quota=quota,
            reuse=not request.POST.get("action", "").startswith(_ANOTHER),
        ).share
        set_terms(share, keeps_values=terms.values, keeps_assumed=terms.assumed)
        return share, token

    return with_retries(change)


def _original(request: HttpRequest, workspace_key: int) -> Share | None:
    """The Share that the form's text is a copy of; None if the text is no copy.

    It is a copy if another Workspace than that of ``workspace_key`` owns the Share, or the user pressed the button that
    saves a copy.
    """
    original = public_share(request)
    if original is None:
        return None
    is_copy = request.POST.get("action", "").startswith("copy") or original.workspace_id != workspace_key
    return original if is_copy else None


def _page(request: HttpRequest, share: Share, stored: Revision) -> HttpResponse:
    """The page of a Share: with ``stored``, or with the form that a browser without scripts has sent."""
    panel = share_panel(share, stored, owned=owns(request, share))
    if request.method == "POST":
        reading = read_draft(request.POST)
        evaluated = with_template(evaluate_with_fix(reading.draft))
        return page_response(request, evaluated, reading, share=panel, unlisted=True)
    reading = read_link(request.GET)
    evaluated = evaluate_draft(filled_in(share, stored, reading.draft), prefilled=reading.draft.values)
    evaluated = _without_given_title(evaluated)
    return page_response(request, evaluated, reading, share=panel, left_out=names_left_out(request), unlisted=True)


def _without_given_title(evaluated: PageEvaluation) -> PageEvaluation:
    """``evaluated`` without a title that is only the name of its Template or object, which the text may change."""
    if evaluated.draft.title != title_of(evaluated.evaluation):
        return evaluated
    return replace(evaluated, draft=replace(evaluated.draft, title=""))


def filled_in(share: Share, stored: Revision, link: Draft) -> Draft:
    """The Draft of ``stored``, a Revision of ``share``, with the values and choices that the link adds."""
    contents = contents_of(stored)
    return replace(
        link,
        source=contents.text,
        title=share.title,
        dialect=contents.dialect if link.dialect == "auto" else link.dialect,
        kubernetes=contents.kubernetes if link.kubernetes == KUBERNETES_VERSIONS[0] else link.kubernetes,
        values={**contents.values, **link.values},
        # A value in the link has priority, also over the value of the set that the link chooses.
        sets={
            name: {**values, **link.values} if name == link.set else values for name, values in contents.sets.items()
        },
        expressions=contents.expressions,
        assumed=contents.assumed,
        cluster=contents.cluster,
    )


def _save_revision(
    request: HttpRequest, share: Share, evaluated: PageEvaluation, storable: Storable
) -> Revised | Conflict | Gone | Full | ValidationError:
    """Save a Revision and return the outcome; a new title alone makes no Revision."""
    terms, identity = Terms(values=share.keeps_values, assumed=share.keeps_assumed), identify(evaluated.evaluation)
    based_on, title = revision_number(request.POST.get("based_on", "")), storable.title or identity.title
    try:
        outcome = revise(
            share,
            based_on,
            terms.cut(storable.contents),
            identity,
            clock.now(),
            SystemRandom(),
            storage_quota(),
        )
        if isinstance(outcome, Revised) and title != outcome.share.title:
            rename(outcome.share, title)
    except ValidationError as error:
        return error
    return outcome


def _refused(
    request: HttpRequest, share: Share, evaluated: PageEvaluation, outcome: Conflict | Gone | Full | ValidationError
) -> HttpResponse:
    """The page that says why there is no new Revision."""
    match outcome:
        case Conflict():
            return _conflict(request, outcome.share, evaluated)
        case ValidationError():
            return _unsaved_page(request, evaluated, share, Reading(evaluated.draft, tuple(outcome.messages), 400))
        case Full():
            return _unsaved_page(request, evaluated, share, Reading(evaluated.draft, (_FULL,), 400))
        case Gone():
            message = _GONE.format("The text at this link is gone.")
            return _unsaved_page(request, evaluated, None, Reading(evaluated.draft, (message,), 410))


def _conflict(request: HttpRequest, share: Share, evaluated: PageEvaluation) -> HttpResponse:
    """409: the page with the text of the form, and its differences from the stored text."""
    latest = share.latest
    conflict = ConflictPanel(latest.number, latest.created, diff_of(latest.text, evaluated.draft.source))
    reading = Reading(evaluated.draft, (), 409)
    return _unsaved_page(request, evaluated, share, reading, conflict=conflict)


def _unsaved_page(
    request: HttpRequest, evaluated: PageEvaluation, share: Share | None, reading: Reading, **more: object
) -> HttpResponse:
    """The page with the text that was not saved."""
    panel = share_panel(share, share.latest, owned=owns(request, share)) if share else None
    return unsaved(request, evaluated, reading, share=panel, unlisted=True, **more)
