"""The addresses of a Share for programs and other sites: its text, its output, and a page to frame."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from playground.engine import LONGEST_OUTPUT, OutputTooLongError, output_lines, refusal
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.reading import Reading, read_link
from playground.pages.markup import prose
from playground.pages.output.download import file_response, output_title, source_title, stem_of
from playground.pages.output.output_text import TOO_LONG, file_of, lines_of
from playground.pages.playground.summary import first_refusal
from playground.pages.rate_limits import limit_previews
from playground.pages.sharing.access import share_to_read
from playground.pages.sharing.embedded import embedded_panel
from playground.pages.sharing.panel import share_panel
from playground.pages.sharing.views import filled_in
from playground.storage.models import Share
from playground.web.invisible_in_pages import invisible_codes
from playground.web.requests import public_url
from playground.web.status import HEADERS

# Any site may frame the embedded page, so the page has no scripts and no forms: a click can change nothing.
_FRAME_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
_NO_PARAMETERS = "The text is no Template, so it has no parameters."


@require_safe
def raw(_request: HttpRequest, slug: str) -> HttpResponse:
    """The shared text, unchanged; a header lists the invisible characters in it."""
    text = share_to_read(slug).latest.text
    response = _plain(text)
    if codes := invisible_codes(text):
        response["Warning"] = f'299 - "The text contains invisible characters: {", ".join(codes)}"'
    return response


@require_safe
def source(request: HttpRequest, slug: str, syntax: str) -> HttpResponse:
    """The shared text as a file in ``syntax``, converted if necessary; 422 if it cannot be read or written."""
    limit_previews(request)
    evaluated, _ = _evaluated(request, share_to_read(slug))
    if not evaluated.evaluation.readable:
        return _refused(first_refusal(evaluated.evaluation))
    try:
        text = _source_text(evaluated, syntax)
    except OutputTooLongError:
        return _refused(TOO_LONG)
    return file_response(text, source_title(stem_of(evaluated)), syntax, HEADERS)


@require_safe
def processed(request: HttpRequest, slug: str, syntax: str) -> HttpResponse:
    """The processed Objects for `kubectl apply -f`, with values from the query; 422 if processing fails."""
    limit_previews(request)
    evaluated, reading = _evaluated(request, share_to_read(slug))
    if reason := _why_not(evaluated, reading):
        return _refused(reason)
    shape = "list" if syntax == "json" else "documents"
    draft = replace(evaluated.draft, stage="processed", syntax=syntax, shape=shape)
    try:
        text = file_of(lines_of(evaluated.evaluation, draft).texts)
    except OutputTooLongError:
        return _refused(TOO_LONG)
    return file_response(text, output_title(stem_of(evaluated)), syntax, HEADERS)


@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """A read-only view of text and output that any site may frame: without cookies, scripts and forms."""
    limit_previews(request)
    share = share_to_read(slug)
    evaluated, reading = _evaluated(request, share)
    panel = share_panel(share, share.latest, owned=False)
    address = public_url(request, reverse("shared", args=[share.slug]))
    context = {
        "share": panel,
        "panel": embedded_panel(evaluated.evaluation, evaluated.draft),
        "address": address,
        "notices": [prose(notice) for notice in (*reading.errors, *evaluated.notices)],
        "unlisted": True,
    }
    response = render(request, "sharing/embed.html", context)
    response["Content-Security-Policy"] = _FRAME_POLICY
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _evaluated(request: HttpRequest, share: Share) -> tuple[PageEvaluation, Reading]:
    reading = read_link(request.GET)
    stored = filled_in(share, share.latest, reading.draft)
    return evaluate_draft(stored, prefilled=reading.draft.values), reading


def _why_not(evaluated: PageEvaluation, reading: Reading) -> str:
    """Why there is no output, in words for people; "" if there is one."""
    evaluation = evaluated.evaluation
    if reading.errors:
        return "\n".join(reading.errors)
    if not evaluation.readable:
        return first_refusal(evaluation)
    if evaluation.processed is None:
        return _NO_PARAMETERS if reading.draft.values or reading.draft.set else ""
    return "\n".join(evaluated.notices) or refusal(evaluation.processed, "the shared text").rstrip("\n")


def _source_text(evaluated: PageEvaluation, syntax: str) -> str | bytes:
    """The text unchanged if all its documents are in ``syntax``, else their values in ``syntax``."""
    documents = evaluated.evaluation.source.documents
    if all(document.syntax == syntax for document in documents):
        return evaluated.draft.source
    values = [document.value for document in documents]
    return file_of(output_lines(values, syntax=syntax, longest=LONGEST_OUTPUT).texts)


def _refused(reason: str) -> HttpResponse:
    return _plain(f"{reason}\n", status=422)


def _plain(text: str, status: int = 200) -> HttpResponse:
    """An answer that browsers neither execute nor frame."""
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status, headers=HEADERS)
