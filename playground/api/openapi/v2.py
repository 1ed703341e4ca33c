"""The OpenAPI 2 description. It defines no kinds, so clients leave validation to the server.

OpenAPI 2.0 in protobuf (gnostic, ``openapiv2/OpenAPIv2.proto``). `kubectl` reads it before it sends a `List`;
versions before 1.24 read it before they send any object.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from playground.api.protocol.status_errors import refused

PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"
_ASKED_AS = ("application/com.github.proto-openapi.spec.v2@v1.0+protobuf", PROTOBUF)
_SWAGGER, _INFO, _PATHS = 1, 2, 8  # of a Document
_TITLE, _VERSION = 1, 2  # of an Info
_LENGTH_FOLLOWS = 2  # the wire type of texts and messages


def _field(number: int, value: bytes) -> bytes:
    """A field of a protobuf message; its number must be below 16, and its value below 128 bytes."""
    return bytes(((number << 3) | _LENGTH_FOLLOWS, len(value))) + value


def document() -> bytes:
    """A Document without definitions."""
    info = _field(_TITLE, b"Template Playground") + _field(_VERSION, b"v1")
    return _field(_SWAGGER, b"2.0") + _field(_INFO, info) + _field(_PATHS, b"")


def description(request: HttpRequest) -> HttpResponse:
    """GET /openapi/v2, in protobuf only: clients parse any answer as protobuf."""
    if not any(form in request.headers.get("Accept", "") for form in _ASKED_AS):
        raise refused(406, f"only the following media types are accepted: {PROTOBUF}")
    return HttpResponse(document(), content_type=PROTOBUF, headers={"Vary": "Accept"})
