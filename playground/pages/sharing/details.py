"""The details page of a Share: differences between Revisions, addresses, title, expiry, deletion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from playground.engine import Dialect, Evaluation, Origin, refusal
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.markup import counted, frame, picture_link, prose
from playground.pages.rate_limits import limit_previews, limit_saves
from playground.pages.sharing.access import owns, revision_number, share_to_change, share_to_read
from playground.pages.sharing.panel import ComparisonPanel, SharePanel, comparison_panel, share_panel
from playground.pages.sharing.terms import read_terms
from playground.pages.sharing.views import SeeOther, filled_in
from playground.storage import clock
from playground.storage.models import Revision, Share
from playground.storage.shares.changing import delete as delete_share
from playground.storage.shares.changing import rename as rename_share
from playground.storage.shares.changing import set_expiry
from playground.storage.shares.contents import contents_of
from playground.web.requests import public_url

MOST_LISTED = 100  # Revisions; the others are reached by their numbers
_MOST_NAMES = 5  # of Parameters in an example command
_NAME = re.compile(r"[A-Za-z0-9_]{1,63}")
_OC_VERSION = "template.openshift.io/v1"  # the only version of Templates that `oc process` reads


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """One Revision in the list."""

    number: int
    saved: datetime
    size: str


@dataclass(frozen=True, slots=True)
class Command:
    """A line for a terminal, and what the line does."""

    purpose: SafeString
    line: str


@dataclass(frozen=True, slots=True)
class DetailsPanel:
    """The page of details."""

    share: SharePanel
    revisions: tuple[RevisionRow, ...]
    commands: tuple[Command, ...]
    markdown: str
    html: str
    frame: str


@require_safe
def details(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a Share's details; with `?from=1&to=2` it shows the differences between two Revisions."""
    limit_previews(request)
    return _page(request, share_to_read(slug))


@require_POST
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the title."""
    limit_saves(request)
    share = share_to_change(request, slug)
    try:
        rename_share(share, request.POST.get("title", "").strip())
    except ValidationError as error:
        return _page(request, share, " ".join(error.messages))
    return _back(share)


@require_POST
def expire(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the expiry, counted from now."""
    limit_saves(request)
    share = share_to_change(request, slug)
    set_expiry(share, read_terms(request.POST).lifetime.after(clock.now()))
    return _back(share)


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the Share; its URL answers 410 from now on."""
    limit_previews(request)
    share = share_to_change(request, slug)
    delete_share(share, clock.now())
    return SeeOther(f"{reverse('my-shares')}?deleted={share.slug}")


def _back(share: Share) -> HttpResponse:
    return SeeOther(reverse("share-details", args=[share.slug]))


def _page(request: HttpRequest, share: Share, error: str = "") -> HttpResponse:
    context = {
        "page": _panel(request, share),
        "comparison": _comparison(request, share),
        "error": error,
        "unlisted": True,
    }
    return render(request, "sharing/details.html", context, status=400 if error else 200)


def _comparison(request: HttpRequest, share: Share) -> ComparisonPanel | None:
    """The differences between the two Revisions in the query; None unless it names two."""
    numbers = [revision_number(request.GET.get(name, "")) for name in ("from", "to")]
    revisions = {revision.number: revision for revision in share.revisions.filter(number__in=numbers)}
    before, after = (revisions.get(number) for number in numbers)
    if before is None or after is None:
        return None
    return comparison_panel(before.number, contents_of(before), after.number, contents_of(after))


def _panel(request: HttpRequest, share: Share) -> DetailsPanel:
    latest = share.latest
    return details_panel(
        share_panel(share, latest, owned=owns(request, share)),
        tuple(share.revisions.order_by("-number")[:MOST_LISTED]),
        evaluate_draft(filled_in(share, latest, Draft())).evaluation,
        public_url(request, reverse("shared", args=[share.slug])),
        public_url(request, f"{settings.STATIC_URL}badge.svg"),
    )


def details_panel(
    share: SharePanel, revisions: Sequence[Revision], evaluation: Evaluation, address: str, badge: str
) -> DetailsPanel:
    """The details of a Share at ``address``; ``evaluation`` is that of its latest Revision.

    ``badge`` is the address of the picture that authors put on their pages as a link to the Share.
    """
    alt = "Open in Template Playground"
    return DetailsPanel(
        share=share,
        revisions=tuple(_revision_row(revision) for revision in revisions),
        commands=_commands(address, evaluation),
        markdown=f"[![{alt}]({badge})]({address})",
        html=picture_link(address, badge, alt),
        frame=frame(f"{address}/embed"),
    )


def _revision_row(revision: Revision) -> RevisionRow:
    return RevisionRow(revision.number, revision.created, counted(len(revision.text), "character"))


def _commands(address: str, evaluation: Evaluation) -> tuple[Command, ...]:
    """Commands that work once the missing values are filled in."""
    save = Command(prose("Save the text as a file"), f"curl -o shared.yaml {address}/raw")
    if not gives_output(evaluation):
        return (save,)
    if evaluation.processed is None:
        return save, Command(prose("Apply it"), apply_line(address, evaluation))
    local = Command(
        prose("Process it with `oc` on your machine"),
        f"oc process --local -f {address}.yaml{options_for_oc(evaluation)} | oc apply -f -",
    )
    return (
        save,
        Command(prose("Process it here and apply the result"), apply_line(address, evaluation)),
        *((local,) if _oc_reads(evaluation) else ()),
        Command(prose("See the result as a `v1` List"), f"curl '{address}/processed.json{_query(evaluation)}'"),
    )


def apply_line(address: str, evaluation: Evaluation) -> str:
    """The command that applies the Objects of the Share at ``address``."""
    query = _query(evaluation)
    return (
        f"kubectl apply -f '{address}/processed.yaml{query}'" if query else f"kubectl apply -f {address}/processed.yaml"
    )


def options_for_oc(evaluation: Evaluation) -> str:
    """The missing values as options of `oc process`, each after a space."""
    return "".join(f" -p {name}=VALUE" for name in _missing(evaluation))


def _query(evaluation: Evaluation) -> str:
    names = _missing(evaluation)
    return f"?{'&'.join(f'param.{name}=VALUE' for name in names)}" if names else ""


def gives_output(evaluation: Evaluation) -> bool:
    """Whether the text has output, at least once the missing values are filled in."""
    processed = evaluation.processed
    if not evaluation.readable or processed is None:
        return evaluation.readable
    return bool(_missing(evaluation)) or not refusal(processed, "-")  # `-`: the name of the file in the message


def _oc_reads(evaluation: Evaluation) -> bool:
    """Whether `oc process` gives the Template the same output."""
    template = evaluation.template
    return template is not None and template.api_version == _OC_VERSION and evaluation.dialect is Dialect.OPENSHIFT


def _missing(evaluation: Evaluation) -> tuple[str, ...]:
    """The first Parameters that need a value; only names that no shell changes."""
    values = evaluation.processed.values if evaluation.processed else ()
    missing = (value.parameter.name for value in values if value.parameter.required and value.origin is Origin.MISSING)
    return tuple(name for name in missing if _NAME.fullmatch(name))[:_MOST_NAMES]
