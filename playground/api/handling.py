"""What every view of the API shares: dispatch by method, errors as Status, rate limits, JSON answers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from playground.api.status import StatusError, bad_request, refused
from playground.web.limits import wait_for_preview, wait_for_save
from playground.web.status import HEADERS, status_response

View = Callable[..., HttpResponseBase]
Wait = Callable[[HttpRequest], float]


def endpoint(**views: View) -> View:
    """A view that dispatches a request by its method, and turns StatusError and ValidationError into a Status.

    The API ignores cookies, so a forged form gains nothing and no CSRF token is needed. Where https is required, plain
    http is refused, not redirected: the client has already sent its token in the clear and should notice.
    """

    def handle(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        try:
            if settings.SECURE_SSL_REDIRECT and not request.is_secure():
                raise refused(403, "the API is open over https only")
            view = views.get(request.method or "")
            if view is None:
                raise refused(
                    405,
                    "the server does not allow this method on the requested resource",
                    headers={"Allow": ", ".join(sorted(views))},
                )
            return view(request, **arguments)
        except ValidationError as error:
            refusal = bad_request(" ".join(error.messages))
        except StatusError as error:
            refusal = error
        return status_response(refusal.code, refusal.body, refusal.headers)

    return csrf_exempt(handle)


def limited(view: View, wait_for: Wait) -> View:
    """``view``, but 429 for a client that ``wait_for`` says has to wait."""

    def handle(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        seconds = math.ceil(wait_for(request))
        if seconds:
            words = "the server has received too many requests and has asked us to try again later"
            raise refused(429, words, headers={"Retry-After": str(seconds)})
        return view(request, **arguments)

    return handle


def saves(view: View) -> View:
    """``view``, limited by how often a client may save."""
    return limited(view, wait_for_save)


def previews(view: View) -> View:
    """``view``, limited by how often a client may have something evaluated."""
    return limited(view, wait_for_preview)


def answer(body: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> HttpResponse:
    """``body`` as JSON, with headers that keep browsers from interpreting it as a page."""
    return JsonResponse(body, status=status, headers={**HEADERS, **(headers or {})})


def warning_headers(warnings: tuple[str, ...], most_characters: int = 4096) -> dict[str, str]:
    """``warnings`` as one `Warning` header (RFC 7234 §5.5: 299, no agent, quoted text), which clients print.

    Warnings beyond ``most_characters`` are replaced by their number.
    """
    written, used = [], 0
    for number, text in enumerate(warnings):
        one = f'299 - "{_quotable(text)}"'
        if used + len(one) > most_characters - 100:
            written.append(f'299 - "and {len(warnings) - number} more"')
            break
        written.append(one)
        used += len(one) + 2
    return {"Warning": ", ".join(written)} if written else {}


def _quotable(text: str) -> str:
    """``text`` as the inside of a quoted string: no control characters, the rest of Unicode as UTF-8 bytes."""
    plain = "".join(character if character.isprintable() else " " for character in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return escaped.encode().decode("latin-1")
