"""Reading a request: its body, whose token it has, which representation it accepts, its query parameters.

Kubernetes API conventions; RFC 9110 §12 for ``Accept``; RFC 6750 for the token.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Never

from django.http import HttpRequest

from playground.api.groups import Group
from playground.api.status import bad_request, forbidden, refused, unauthorized
from playground.engine import SourceError, read_plain
from playground.models import Workspace
from playground.shares.workspaces import open_workspace

OBJECT_BODIES = frozenset({"application/json", "application/yaml"})
TABLE = "Table"
AGGREGATED = "APIGroupDiscoveryList"
_QUALITY = re.compile(r"[01](?:\.[0-9]{0,3})?")
_NUMBER = re.compile(r"[0-9]{1,18}")


def body_text(request: HttpRequest, types: frozenset[str] = OBJECT_BODIES) -> str:
    """The body as text. Raises StatusError 400 and 415; the middleware has already checked its size."""
    # Like the real server, we take a body without a Content-Type for JSON: some clients send none.
    if request.content_type and request.content_type not in types:
        listed = ", ".join(sorted(types))
        raise refused(415, f"the body of the request was in an unknown format - accepted media types include: {listed}")
    try:
        text = request.body.decode()
    except UnicodeDecodeError:
        raise bad_request("the body of the request is not UTF-8") from None
    if "\0" in text:
        raise bad_request("the body of the request holds a NUL character")
    if text.strip() and not str(request.content_type).endswith("yaml"):
        _only_json(text)
    return text


def body_value(request: HttpRequest, types: frozenset[str] = OBJECT_BODIES, *, unique: bool = False) -> Any:
    """The body as plain values; with ``unique``, a duplicate key is an error. Raises StatusError."""
    return plain(body_text(request, types), unique=unique)


def plain(text: str, *, unique: bool = False) -> Any:
    """The first document of ``text``. Raises StatusError 400 with line and column if it cannot be read."""
    try:
        return read_plain(text, unique=unique)
    except SourceError as error:
        raise bad_request(f"the body of the request cannot be read: {error}") from None


def _only_json(text: str) -> None:
    """Raise StatusError 400 unless ``text`` is JSON (RFC 8259). The reader checks depth and size later."""
    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_no_constant)
    except RecursionError:
        return
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise bad_request(f"the body of the request cannot be read: {at}: {error.msg} (it is not JSON)") from None
    except ValueError as error:
        raise bad_request(f"the body of the request cannot be read: {error}") from None


def _no_constant(word: str) -> Never:
    """Refuse ``NaN`` and ``Infinity``, which Python's parser accepts and JSON does not have."""
    raise ValueError(f"{word} is no value of JSON")


def options_of(request: HttpRequest) -> dict[str, Any]:
    """The DeleteOptions in the body of a DELETE; empty if there is no body. Raises StatusError 400."""
    if not request.body:
        return {}
    value = body_value(request)
    if value is not None and not isinstance(value, dict):
        raise bad_request("the body of the request is no DeleteOptions")
    return value or {}


def workspace_of(request: HttpRequest) -> Workspace:
    """The Workspace that the request's token opens. Cookies are ignored. Raises StatusError 401."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    workspace = open_workspace(token.strip()) if scheme.lower() == "bearer" else None
    if workspace is None:
        raise unauthorized()
    return workspace


def own_workspace(
    request: HttpRequest, group: Group, namespace: str | None, resource: str, verb: str, name: str = ""
) -> Workspace:
    """The Workspace of the request, which must be ``namespace`` (None: whichever it is). Raises 401 and 403.

    ``name`` is that of the object, if the request is about one.
    """
    if request.method != "GET" and request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise refused(403, "a page of another site may not write here")
    workspace = workspace_of(request)
    if namespace not in (None, workspace.name):
        raise forbidden(group, resource, verb, str(namespace), name)
    return workspace


def wanted_form(request: HttpRequest, *forms: str) -> str:
    """The representation that ``Accept`` asks for first: one of ``forms`` (``as=…``), or "" for plain JSON.

    Raises StatusError 406 if it accepts neither, like clients of protobuf only.
    """
    for media, parameters in _accepted(request):
        form = parameters.get("as", "")
        if form in forms and parameters.get("v") in ("v1", "v1beta1", "v2", "v2beta1"):
            return form
        if not form and media in ("application/json", "application/*", "*/*"):
            return ""
    raise refused(406, "only the following media types are accepted: application/json")


def number_of(request: HttpRequest, name: str) -> int | None:
    """A whole number in the query; None if it is missing. Raises StatusError 400."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not text.isascii() or not _NUMBER.fullmatch(text):
        raise bad_request(f'unable to parse query parameter "{name}" as a number')
    return int(text)


def switched_on(request: HttpRequest, name: str) -> bool:
    """A boolean in the query: true unless it is missing, `false` or `0` (apimachinery ``runtime/conversion.go``)."""
    return name in request.GET and request.GET.getlist(name)[0].lower() not in ("0", "false")


def _accepted(request: HttpRequest) -> Iterator[tuple[str, dict[str, str]]]:
    """The media types of ``Accept`` with their parameters, preferred ones first; wildcards come last."""
    found = []
    for part in (request.headers.get("Accept") or "*/*").split(","):
        media, *parameters = (piece.strip() for piece in part.split(";"))
        found.append(
            (media.lower(), {name: value for name, _, value in (piece.partition("=") for piece in parameters)})
        )
    yield from sorted(found, key=lambda one: (-_quality(one[1]), one[0].count("*")))


def _quality(parameters: Mapping[str, str]) -> float:
    text = parameters.get("q", "1")
    return float(text) if _QUALITY.fullmatch(text) else 0.0
