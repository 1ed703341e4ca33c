"""Status objects for API clients (apimachinery, ``meta/v1/types.go``)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, JsonResponse

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


def field_causes(causes: Sequence[tuple[str, str, str]]) -> list[dict[str, str]]:
    """``(reason, message, field)`` triples as the causes of a Status."""
    return [{"reason": reason, "message": message, "field": field} for reason, message, field in causes]
