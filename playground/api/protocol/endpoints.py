"""The parts that every view of the API shares: dispatch by method, errors as Status, rate limits, warnings."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from playground.api.protocol.status_errors import StatusError, bad_request, refused
from playground.web.client_rates import wait_for_preview, wait_for_save
from playground.web.status import answer

View = Callable[..., HttpResponseBase]
_LONGEST_WARNINGS = 4096  # characters of the header
_ROOM_FOR_REST = 100  # characters, enough for "and N more"
_BUSY = "the server has received too many requests and has asked us to try again later"


def endpoint(**views: View) -> View:
    """A view that dispatches a request by its method, and turns StatusError and ValidationError into a Status.

    The API ignores cookies, so it needs no CSRF token. Where https is required, plain http is refused instead of
    redirected: the client has already sent its token unencrypted, and its user should notice.
    """

    def handle(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        try:
            if settings.SECURE_SSL_REDIRECT and not request.is_secure():
                raise refused(403, "the API answers only over https; a token sent over http is no longer secret")
            view = views.get(request.method or "")
            if view is None:
                message = "the server does not allow this method on the requested resource"
                raise refused(405, message, headers={"Allow": ", ".join(sorted(views))})
            return view(request, **arguments)
        except ValidationError as error:
            refusal = bad_request(" ".join(error.messages))
        except StatusError as error:
            refusal = error
        return answer(refusal.body, refusal.code, refusal.headers)

    return csrf_exempt(handle)


def count_save(request: HttpRequest) -> None:
    """Count one more save for this client. Raises StatusError 429 if it has to wait."""
    _refuse_while_waiting(wait_for_save(request))


def count_preview(request: HttpRequest) -> None:
    """Count one more evaluation for this client. Raises StatusError 429 if it has to wait."""
    _refuse_while_waiting(wait_for_preview(request))


def _refuse_while_waiting(seconds: float) -> None:
    if seconds:
        raise refused(429, _BUSY, headers={"Retry-After": str(math.ceil(seconds))})


def warning_headers(warnings: Sequence[str], most_characters: int = _LONGEST_WARNINGS) -> dict[str, str]:
    """``warnings`` as one `Warning` header (RFC 7234 §5.5: 299, no agent, quoted text), which clients print.

    The number of the remaining warnings replaces those beyond ``most_characters``.
    """
    values, used = [], 0
    for number, text in enumerate(warnings):
        value = f'299 - "{_quotable(text)}"'
        if used + len(value) > most_characters - _ROOM_FOR_REST:
            values.append(f'299 - "and {len(warnings) - number} more"')
            break
        values.append(value)
        used += len(value) + len(", ")
    return {"Warning": ", ".join(values)} if values else {}


def _quotable(text: str) -> str:
    """``text`` for a quoted string: spaces for control characters, quotes escaped, other characters as UTF-8 bytes."""
    plain = "".join(character if character.isprintable() else " " for character in text)
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return escaped.encode().decode("latin-1")
