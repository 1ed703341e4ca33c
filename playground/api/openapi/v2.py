"""The OpenAPI 2 description: the kinds of the version 3 description, in protobuf.

OpenAPI 2.0 in protobuf (gnostic, ``openapiv2/OpenAPIv2.proto``; kube-openapi ``util/proto/document.go`` reads it).
`kubectl` reads this description for `explain --output=plaintext-openapiv2`, and before it sends a `List`. Before its
version 1.24, `kubectl` read the description before it sent any object.
"""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse

from playground.api.openapi.schemas import Schema, kinds
from playground.api.protocol.protobuf import field
from playground.api.protocol.status_errors import refused
from playground.engine import go_json

PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"
# Clients ask with `@`; the Content-Type of the answer is PROTOBUF, as from the real server.
_ASKED_AS = ("application/com.github.proto-openapi.spec.v2@v1.0+protobuf", PROTOBUF)
# The numbers of the fields of protobuf messages.
_SWAGGER, _INFO, _PATHS, _DEFINITIONS = 1, 2, 8, 9  # of a Document
_TITLE, _VERSION = 1, 2  # of an Info
_NAME, _VALUE = 1, 2  # of a NamedSchema and a NamedAny
_YAML = 2  # of an Any
_ONLY = 1  # of messages that have a single field, such as the list of definitions
# of a Schema
_REFERENCE, _FORMAT, _DESCRIPTION, _REQUIRED, _ADDITIONAL, _TYPE, _ITEMS, _PROPERTIES = 1, 2, 4, 19, 21, 22, 23, 25
_EXTENSION = 31
# The extensions that `kubectl` reads, and so the only ones that are written.
_EXTENSIONS = ("x-kubernetes-group-version-kind", "x-kubernetes-preserve-unknown-fields")


@cache
def document() -> bytes:
    """A Document with a definition of each kind."""
    info = field(_TITLE, "Template Playground") + field(_VERSION, "v1")
    head = field(_SWAGGER, "2.0") + field(_INFO, info) + field(_PATHS, b"")
    return head + field(_DEFINITIONS, _named_schemas(kinds()))


def _named_schemas(schemas: dict[str, Schema]) -> bytes:
    named = (field(_NAME, name) + field(_VALUE, _schema(schema)) for name, schema in schemas.items())
    return b"".join(field(_ONLY, schema) for schema in named)


def _schema(schema: Schema) -> bytes:
    """A Schema. Some keywords of version 3, such as `nullable`, have no counterpart."""
    if "$ref" in schema:
        return field(_REFERENCE, schema["$ref"].replace("#/components/schemas/", "#/definitions/"))
    parts = [
        field(number, schema[keyword])
        for number, keyword in ((_FORMAT, "format"), (_DESCRIPTION, "description"))
        if keyword in schema
    ]
    parts += [field(_REQUIRED, name) for name in schema.get("required", ())]
    if "additionalProperties" in schema:
        parts.append(field(_ADDITIONAL, field(_ONLY, _schema(schema["additionalProperties"]))))
    if "type" in schema:
        parts.append(field(_TYPE, field(_ONLY, schema["type"])))
    if "items" in schema:
        parts.append(field(_ITEMS, field(_ONLY, _schema(schema["items"]))))
    if "properties" in schema:
        parts.append(field(_PROPERTIES, _named_schemas(schema["properties"])))
    for name in _EXTENSIONS:
        if name in schema:
            parts.append(field(_EXTENSION, field(_NAME, name) + field(_VALUE, field(_YAML, go_json(schema[name])))))
    return b"".join(parts)


def description(request: HttpRequest) -> HttpResponse:
    """GET /openapi/v2, in protobuf only: clients parse any answer as protobuf."""
    if not any(form in request.headers.get("Accept", "") for form in _ASKED_AS):
        raise refused(406, f"only the following media types are accepted: {PROTOBUF}")
    return HttpResponse(document(), content_type=PROTOBUF, headers={"Vary": "Accept"})
