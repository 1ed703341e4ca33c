"""Error pages: what happened, what to do, and the text that was sent."""

from __future__ import annotations

import math
from dataclasses import replace

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

from playground.engine import evaluate
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.reading import read_draft
from playground.pages.markup import prose
from playground.pages.playground.responses import page_response, refusal_response
from playground.web.requests import request_id
from playground.web.status import answer, is_for_the_api, status_body

_MEGABYTE = 1024 * 1024
_RETRY_UNAVAILABLE = 5  # seconds; a database that was restarted is back by then
_RETRY_OVERTAKEN = 1  # seconds; a change takes a few milliseconds
_RETRY_FULL = 60  # seconds; space is freed when something is deleted or expires
_COMMAND = "template-playground process -f FILE"
_FORGED = (
    "Nothing was saved or changed: the page was open for too long, or cookies are switched off. "
    "Your text is kept; send it again."
)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request cannot be read."""
    if isinstance(exception, RequestDataTooBig):
        return body_too_large(request)
    if isinstance(exception, TooManyFieldsSent):
        limit = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        message = f"The form has more than {limit} fields. Use the command line: `{_COMMAND}`."
        return _error(request, 400, "Too many fields", message)
    return _error(request, 400, "Unreadable request", "Go back and try again; the address may be incomplete.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: this browser may not change the Share."""
    message = (
        "Only the browser that shared this text can change or delete it. "
        "Any other browser needs the token of that browser's workspace."
    )
    return _error(request, 403, "Not allowed", message)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: there is nothing at this address."""
    if is_for_the_api(request):
        return answer(status_body(404, "the server could not find the requested resource"), 404)
    return _error(
        request, 404, "Nothing here", "There is no page at this address. If it was a shared link, check it is complete."
    )


def not_allowed(request: HttpRequest, methods: str) -> HttpResponse:
    """405: this URL allows ``methods`` only."""
    response = _error(request, 405, "Wrong method", f"This address accepts only {methods}.")
    response["Allow"] = methods
    return response


def gone(request: HttpRequest, why: str) -> HttpResponse:
    """410: a Share that was deleted or has expired, as ``why`` says."""
    return _error(request, 410, "No longer shared", why)


def length_required(request: HttpRequest) -> HttpResponse:
    """411: the request has no Content-Length."""
    return _error(request, 411, "Length missing", "Send the request with a Content-Length.")


def body_too_large(request: HttpRequest) -> HttpResponse:
    """413: the body is larger than REQUEST_BYTES. It was not read, so the message suggests the command line."""
    size = request.META.get("CONTENT_LENGTH") or "0"
    # A Content-Length of 18 digits or more is made up, so the message leaves the number out.
    excess = f"has {int(size) / _MEGABYTE:.1f} MB" if len(size) < 18 else "is too large"
    limit = settings.REQUEST_BYTES / _MEGABYTE
    message = f"The request {excess}; the limit is {limit:.1f} MB. Use the command line: `{_COMMAND}`."
    return _error(request, 413, "Too large", message)


def other_charset(request: HttpRequest) -> HttpResponse:
    """415: the request names another charset than UTF-8, or an unknown one."""
    return _error(request, 415, "Not in UTF-8", "Send the form in UTF-8, or without a charset.")


def body_compressed(request: HttpRequest) -> HttpResponse:
    """415: the body is compressed; its size is known only once it is unpacked."""
    return _error(request, 415, "Compressed", "Send the request uncompressed, without a Content-Encoding.")


def not_utf8(request: HttpRequest) -> HttpResponse:
    """400: the form contains bytes that are not UTF-8; stored, they would come back as other characters."""
    message = "The text holds bytes that are not UTF-8. Nothing was saved or changed: send it again in UTF-8."
    return _error(request, 400, "Not UTF-8", message, request.POST.get("source", ""))


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a bug of ours. Shows the text that was sent, so that it is not lost; does not use the database."""
    message = "This is our mistake, not yours."
    try:
        text = request.POST.get("source", "")
    except UnreadablePostError:  # the client has disconnected; nobody will read this
        text = ""
    advice = " Your text is shown below: copy it before you leave this page." if text else ""
    log_entry = f" The site's log calls this request {request_id(request)}."
    return _error(request, 500, "Something broke here", f"{message}{advice}{log_entry}", text)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form has no valid CSRF token. Its content is shown again, ready to be sent.

    Nothing of it is evaluated, because any site could make its visitors send such forms.
    """
    return _page_with_form(request, 403, "Not accepted", _FORGED)


def too_many_requests(request: HttpRequest, wait: float) -> HttpResponse:
    """429: the client must wait ``wait`` seconds. The form is shown again, not evaluated."""
    seconds = math.ceil(wait)
    wait_text = spoken(seconds)
    again = "Send the form again" if request.method == "POST" else "Open this address again"
    message = f"Nothing was done: too many requests came from your network. {again} in {wait_text}."
    return _page_with_form(request, 429, "Paused", message, retry_after=seconds)


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: the database does not answer. Evaluating does not need it, so only sharing is affected."""
    message = "The database does not answer just now. Nothing was saved or changed; try again in a moment."
    return _page_with_form(request, 503, "Not just now", message, retry_after=_RETRY_UNAVAILABLE)


def overtaken(request: HttpRequest) -> HttpResponse:
    """503: at each attempt, another request changed the same thing first."""
    message = "Somebody else is changing the same thing. Nothing was saved or changed; try again in a moment."
    return _page_with_form(request, 503, "Not just now", message, retry_after=_RETRY_OVERTAKEN)


def storage_full(request: HttpRequest) -> HttpResponse:
    """507: the storage limit is reached, or the disk is full. Reading, evaluating and deleting go on."""
    message = (
        "Nothing was saved: the storage for shared texts is full. Links work as before. Download the text and try "
        "again later, or delete what you no longer need in My shares: its space is free again within two hours."
    )
    return _page_with_form(request, 507, "Storage is full", message, retry_after=_RETRY_FULL)


def spoken(seconds: int) -> str:
    """A duration in words, in hours, minutes or seconds, rounded up.

    >>> spoken(6), spoken(61), spoken(7000)
    ('6 s', '2 minutes', '2 hours')
    """
    for size, unit in ((3600, "hours"), (60, "minutes")):
        if seconds > size:
            return f"{math.ceil(seconds / size)} {unit}"
    return f"{seconds} s"


def _page_with_form(
    request: HttpRequest, status: int, title: str, message: str, *, retry_after: int | None = None
) -> HttpResponse:
    """The page with the form that was sent, and ``message`` above the form. The form is shown, not evaluated.

    API clients, requests of the page's scripts and requests without a form get ``_error``.
    ``retry_after``: the seconds after which the request may be sent again.
    """
    if is_for_the_api(request) or HtmxDetails(request) or "source" not in request.POST:
        response = _error(request, status, title, message)
    else:
        reading = read_draft(request.POST)
        evaluated = PageEvaluation(reading.draft, evaluate(""))
        response = page_response(request, evaluated, replace(reading, errors=(*reading.errors, message), status=status))
    if retry_after is not None:
        response["Retry-After"] = str(retry_after)
    return response


def _error(request: HttpRequest, status: int, title: str, message: str, text: str = "") -> HttpResponse:
    """An error page; for htmx a banner in the page; for API clients a Status."""
    if is_for_the_api(request):
        return answer(status_body(status, message), status)
    if HtmxDetails(request):
        return refusal_response(request, [message], status)
    context = {"status": status, "title": title, "message": prose(message), "text": text}
    return render(request, "errors.html", context, status=status)
