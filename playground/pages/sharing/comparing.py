"""The page that compares two Shares, or a Share with the text of the form: their texts, values and outputs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from playground.engine import Origin, OutputTooLongError, dialect_of
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.draft import Draft, GeneratedValue, made_from
from playground.pages.form.reading import Reading, read_draft
from playground.pages.markup import Panel, prose
from playground.pages.output.lines_panel import LONGEST_COMPARED
from playground.pages.output.output_text import lines_of
from playground.pages.playground.responses import page_response
from playground.pages.playground.summary import first_refusal
from playground.pages.rate_limits import limit_previews
from playground.pages.sharing.access import GoneError, owns, share_to_read
from playground.pages.sharing.mine import ShareRow, share_rows
from playground.pages.sharing.panel import DiffPanel, choices_diff, diff_of, diff_of_lines, display_title, share_panel
from playground.pages.sharing.views import filled_in
from playground.pages.sharing.workspace_cookie import workspace_of
from playground.pages.storable import storable_of
from playground.storage import clock
from playground.storage.models import Share
from playground.storage.shares.contents import Contents, contents_of
from playground.storage.shares.finding import shares_of

_LINK = re.compile(r"(?:^|/s/)(?P<slug>[A-Za-z0-9_-]{22})(?:$|[/?#.])")
_LONGEST_LINK = 2_000  # characters of a pasted link
_NO_LINK = "This is no link of a shared text. Such a link ends with `/s/` and 22 letters, digits, `-` or `_`."
_UNKNOWN = "No text is shared at this link. Check that the link is complete."
_MOST_OWN = 10  # Shares of the browser that the page offers
_LEFT_OUT = "Its values that are secret or generated are left out, as in a link."
_TOO_LONG = "An output is too large to be compared here. Download both, and compare them in another program."


@dataclass(frozen=True, slots=True)
class Side(Panel):
    """One of the two texts."""

    title: str
    slug: str  # "" for the text of the form
    contents: Contents
    evaluated: PageEvaluation


@dataclass(frozen=True, slots=True)
class ComparedPanel(Panel):
    """The differences from one text to the other."""

    before: Side
    after: Side
    text: DiffPanel
    choices: DiffPanel | None  # of the values and choices; None if they are the same
    output: DiffPanel | None
    no_output: tuple[SafeString, ...]  # why the outputs are not compared
    note: str


@dataclass(frozen=True, slots=True)
class LinkRefusal(Panel):
    """A pasted link that leads to no text."""

    link: str
    message: str
    status: int

    @property
    def words(self) -> SafeString:
        """The message as HTML."""
        return prose(self.message)


@require_safe
def shares(request: HttpRequest, slug: str, other: str) -> HttpResponse:
    """The differences from the latest Revision of one Share to that of another."""
    limit_previews(request)
    share, other_share = share_to_read(slug), share_to_read(other)
    before = _side_of(share, evaluate_draft(filled_in(share, share.latest, Draft())))
    draft = _with_same_generated(filled_in(other_share, other_share.latest, Draft()), before.evaluated)
    after = _side_of(other_share, evaluate_draft(draft, until=before.evaluated.deadline))
    return _page(request, share, compared_panel(before, after))


@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """POST: a Share and the text of the form. GET: leads to the Share in `?with=`, or asks for one."""
    limit_previews(request)
    if request.method == "POST":
        return _with_form(request, slug)
    share, link = share_to_read(slug), request.GET.get("with", "").strip()[:_LONGEST_LINK]
    if not link:
        return _page(request, share)
    named = _LINK.search(link)
    if named is None:
        return _page(request, share, refusal=LinkRefusal(link, _NO_LINK, 400))
    try:
        return redirect("compare-shares", share.slug, share_to_read(named["slug"]).slug)
    except Http404:
        return _page(request, share, refusal=LinkRefusal(link, _UNKNOWN, 404))
    except GoneError as gone:
        return _page(request, share, refusal=LinkRefusal(link, str(gone), 410))


def _with_form(request: HttpRequest, slug: str) -> HttpResponse:
    """The differences from a Share to what a Share of the form's text would hold."""
    reading = read_draft(request.POST)
    evaluated = evaluate_draft(reading.draft)
    try:
        share = share_to_read(slug)
    except GoneError as gone:
        reading = Reading(evaluated.draft, (f"{gone} Your text is kept.",), 410)
        return page_response(request, evaluated, reading, unlisted=True)
    if reading.errors:
        panel = share_panel(share, share.latest, owned=owns(request, share))
        return page_response(request, evaluated, reading, share=panel, unlisted=True)
    contents, until = storable_of(evaluated).contents, evaluated.deadline
    before = _side_of(share, evaluate_draft(filled_in(share, share.latest, Draft()), until=until))
    public = replace(
        evaluated.draft,
        values=contents.values,
        expressions=contents.expressions,
        generated={},
        assumed=contents.assumed,
        cluster=contents.cluster,
        sets=contents.sets,
        set="",
    )
    after = evaluate_draft(_with_same_generated(public, before.evaluated), until=until)
    return _page(request, share, compared_panel(before, Side("the text on the page", "", contents, after), _LEFT_OUT))


def compared_panel(before: Side, after: Side, note: str = "") -> ComparedPanel:
    """The differences of the texts, of what is stored beside them, and of their processed Objects."""
    output, why_not = _output_diff(before, after)
    return ComparedPanel(
        before,
        after,
        diff_of(before.contents.text, after.contents.text),
        choices_diff(before.contents, after.contents),
        output,
        tuple(prose(sentence) for sentence in why_not),
        note,
    )


def _output_diff(before: Side, after: Side) -> tuple[DiffPanel | None, list[str]]:
    """The differences of the processed Objects, or why there are none."""
    unread = [
        f"{side.title[:1].upper()}{side.title[1:]} has no output. {first_refusal(side.evaluated.evaluation)}"
        for side in (before, after)
        if not side.evaluated.evaluation.readable
    ]
    if unread:
        return None, unread
    try:
        old, new = _output_lines(before.evaluated), _output_lines(after.evaluated)
    except OutputTooLongError:
        return None, [_TOO_LONG]
    return diff_of_lines(old, new, "output"), []


def _output_lines(evaluated: PageEvaluation) -> Sequence[str]:
    """The processed Objects as YAML documents. Raises OutputTooLongError."""
    draft = replace(evaluated.draft, stage="processed", syntax="yaml", shape="documents")
    return lines_of(evaluated.evaluation, draft, longest=LONGEST_COMPARED).texts


def _side_of(share: Share, evaluated: PageEvaluation) -> Side:
    return Side(display_title(share), share.slug, contents_of(share.latest), evaluated)


def _with_same_generated(draft: Draft, before: PageEvaluation) -> Draft:
    """``draft`` with the generated values of ``before``: a value of the same expression is to differ in no line."""
    processed = before.evaluation.processed
    if processed is None:
        return draft
    dialect = dialect_of(processed.template, before.draft.dialect)
    return replace(
        draft,
        generated={
            name: GeneratedValue(
                value.text, made_from(before.draft.expressions.get(name, value.parameter.from_), dialect)
            )
            for value in processed.values
            for name in [value.parameter.name]
            if value.origin is Origin.GENERATED
        },
    )


def _page(
    request: HttpRequest, share: Share, panel: ComparedPanel | None = None, refusal: LinkRefusal | None = None
) -> HttpResponse:
    context = {
        "compared": panel,
        "slug": share.slug,
        "title": display_title(share),
        "refusal": refusal,
        "own": () if panel else _own_shares(request, share),
        "unlisted": True,
    }
    return render(request, "sharing/compare.html", context, status=refusal.status if refusal else 200)


def _own_shares(request: HttpRequest, but: Share) -> tuple[ShareRow, ...]:
    """The Shares of this browser that were changed last, without one."""
    workspace = workspace_of(request)
    shares = shares_of(workspace, clock.now()).exclude(pk=but.pk) if workspace else Share.objects.none()
    return tuple(share_rows(shares[:_MOST_OWN]))
