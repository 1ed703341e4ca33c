"""Status objects for API clients (apimachinery, ``meta/v1/types.go``)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from json.encoder import encode_basestring_ascii
from typing import Any

from django.http import HttpRequest, JsonResponse

from playground.engine import Deadline

# Keeps browsers from interpreting an answer with user text as a page.
HEADERS = {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox"}
REASONS: Mapping[int, str] = {
    400: "BadRequest",
    401: "Unauthorized",
    403: "Forbidden",
    404: "NotFound",
    405: "MethodNotAllowed",
    406: "NotAcceptable",
    409: "Conflict",
    410: "Expired",
    411: "LengthRequired",
    413: "RequestEntityTooLarge",
    415: "UnsupportedMediaType",
    422: "Invalid",
    429: "TooManyRequests",
    500: "InternalError",
    503: "ServiceUnavailable",
    504: "Timeout",
    507: "InsufficientStorage",
}
LONGEST_ANSWER = 32 * 1024 * 1024  # bytes
_BESIDE = 4  # bytes that an entry takes about, besides its key and text
_CHARACTERS = 10_000  # that take about as long as one step
_API_PATHS = re.compile(r"/(apis?|openapi|version)(/|\Z)")


def is_for_the_api(request: HttpRequest) -> bool:
    """Whether the client expects a Status, not a page."""
    return _API_PATHS.match(request.path_info) is not None


def status_body(
    code: int, message: str, *, reason: str = "", details: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """A Status of failure. Without ``kind`` and ``apiVersion``, `oc` would print only `unknown`."""
    body: dict[str, Any] = {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure"}
    body |= {"message": message, "reason": reason or REASONS.get(code, "Unknown")}
    if details:
        body["details"] = dict(details)
    return body | {"code": code}


def answer(body: Mapping[str, Any], status: int = 200, headers: Mapping[str, str] | None = None) -> JsonResponse:
    """``body`` as JSON, with headers that keep browsers from interpreting it as a page."""
    return JsonResponse(body, status=status, headers={**HEADERS, **(headers or {})})


class AnswerTooLongError(Exception):
    """An answer would be longer than its limit; nothing was written."""


def check_length(body: Any, deadline: Deadline, most: int = LONGEST_ANSWER) -> None:
    """Raise AnswerTooLongError if ``body`` as JSON has more than ``most`` bytes, OutOfTimeError if the time is up."""
    size, waiting = 0, [body]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            length = len(encode_basestring_ascii(item))
        elif isinstance(item, dict):
            length = sum(len(encode_basestring_ascii(key)) + _BESIDE for key in item)
            waiting += item.values()
        elif isinstance(item, list | tuple):
            length = len(item) * _BESIDE
            waiting += item
        else:
            length = _BESIDE
        size += length
        deadline.spend(1 + length // _CHARACTERS)
        if size > most:
            raise AnswerTooLongError


def field_causes(causes: Sequence[tuple[str, str, str]]) -> list[dict[str, str]]:
    """``(reason, message, field)`` triples as the causes of a Status."""
    return [{"reason": reason, "message": message, "field": field} for reason, message, field in causes]
