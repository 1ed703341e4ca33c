"""Texts as files to save."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from playground.engine import LONGEST_OUTPUT, Evaluation, OutputTooLongError, output_lines, refusal
from playground.pages.access import with_share
from playground.pages.evaluated import Evaluated, evaluated
from playground.pages.form.reading import Reading, read_link
from playground.pages.output.download import file_response
from playground.pages.output.output import TOO_LONG, lines_of
from playground.pages.playground.page import first_refusal
from playground.pages.sharing.panel import share_panel
from playground.pages.sharing.views import filled_in
from playground.storage.models import Share
from playground.web.invisible import invisible_codes
from playground.web.requests import public_url
from playground.web.status import HEADERS

# Any site may frame it, so it has no scripts and no forms: a click can change nothing.
_FRAME_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"
)
_NO_PARAMETERS = "The text is no Template, so it has no parameters."


def _bounded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """``view``, but 422 with the reason where its output would be too long."""

    @wraps(view)
    def bounded(request: HttpRequest, /, *arguments: Any, **named: Any) -> HttpResponse:
        try:
            return view(request, *arguments, **named)
        except OutputTooLongError:
            return _plain(f"{TOO_LONG}\n", status=422)

    return bounded


@require_safe
@with_share
def raw(_request: HttpRequest, share: Share) -> HttpResponse:
    """The shared text, unchanged; a header lists the invisible characters in it."""
    text = share.latest.text
    response = _plain(text)
    if codes := invisible_codes(text):
        response["Warning"] = f'299 - "The text contains invisible characters: {", ".join(codes)}"'
    return response


@require_safe
@with_share
@_bounded
def source(request: HttpRequest, share: Share, syntax: str) -> HttpResponse:
    """The shared text as a file in ``syntax``, converted if necessary; 422 if it cannot be read or written."""
    found, _ = _evaluated(request, share)
    evaluation = found.evaluation
    if not evaluation.readable:
        return _plain(f"{first_refusal(evaluation)}\n", status=422)
    text = found.draft.source
    if any(document.syntax != syntax for document in evaluation.source.documents):
        values = [document.value for document in evaluation.source.documents]
        text = _text(output_lines(values, syntax=syntax, longest=LONGEST_OUTPUT).texts)
    return file_response(text, found.draft.title or "source", syntax, HEADERS)


@require_safe
@with_share
@_bounded
def processed(request: HttpRequest, share: Share, syntax: str) -> HttpResponse:
    """The processed Objects for `kubectl apply -f`, with values from the query; 422 if processing fails."""
    found, reading = _evaluated(request, share)
    if words := _why_not(found, reading):
        return _plain(f"{words}\n", status=422)
    shape = "list" if syntax == "json" else "documents"
    draft = replace(found.draft, stage="processed", syntax=syntax, shape=shape)
    return file_response(
        _text(lines_of(found.evaluation, draft).texts), found.draft.title or "processed", syntax, HEADERS
    )


@xframe_options_exempt
@require_safe
@with_share
@_bounded
def embed(request: HttpRequest, share: Share) -> HttpResponse:
    """A read-only view of text and output that any site may frame: without cookies, scripts and forms."""
    found, _ = _evaluated(request, share)
    readable = found.evaluation.readable
    output = _text(lines_of(found.evaluation, found.draft).texts) if readable else ""
    panel = share_panel(share, share.latest, owned=False)
    address = public_url(request, reverse("shared", args=[share.slug]))
    context = {"share": panel, "output": output, "address": address, "unlisted": True}
    response = render(request, "shares/embed.html", context)
    response["Content-Security-Policy"] = _FRAME_POLICY
    response["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


def _evaluated(request: HttpRequest, share: Share) -> tuple[Evaluated, Reading]:
    reading = read_link(request.GET)
    stored = filled_in(share, share.latest, reading.draft)
    return evaluated(stored, prefilled=reading.draft.values), reading


def _why_not(found: Evaluated, reading: Reading) -> str:
    """Why there is no output, in words for people; "" if there is one."""
    evaluation: Evaluation = found.evaluation
    if reading.errors:
        return "\n".join(reading.errors)
    if not evaluation.readable:
        return first_refusal(evaluation)
    if evaluation.processed is None:
        return _NO_PARAMETERS if reading.draft.values else ""
    return "\n".join(found.notices) or refusal(evaluation.processed, "the shared text").rstrip("\n")


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _plain(text: str, status: int = 200) -> HttpResponse:
    """An answer that browsers neither execute nor frame."""
    return HttpResponse(text, content_type="text/plain; charset=utf-8", status=status, headers=HEADERS)
