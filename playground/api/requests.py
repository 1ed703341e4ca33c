"""What a request says: its body, who sent it, which form of answer it takes, its options.

Kubernetes API conventions; RFC 9110 §12 for ``Accept``; RFC 6750 for the token.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
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
_NUMBER = re.compile(r"[0-9]{1,18}")
_DRY_RUN = "All"


def body_text(request: HttpRequest, types: frozenset[str] = OBJECT_BODIES) -> str:
    """The body as text. Raises StatusError (400, 415); how large it may be was asked before."""
    # as the real server, we take a body that does not say what it is for JSON: some clients send none
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
    """The body as plain values, with ``unique`` only when no key stands twice in it. Raises StatusError."""
    return plain(body_text(request, types), unique=unique)


def plain(text: str, *, unique: bool = False) -> Any:
    """The first document of ``text``. Raises StatusError with the place of what cannot be read."""
    try:
        return read_plain(text, unique=unique)
    except SourceError as error:
        raise bad_request(f"the body of the request cannot be read: {error}") from None


def _only_json(text: str) -> None:
    """Nothing, unless ``text`` is no JSON (RFC 8259): StatusError 400. How deep it is, and how large, is seen later."""
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
    """Refuse ``NaN`` and its like, which Python writes and JSON does not know."""
    raise ValueError(f"{word} is no value of JSON")


def options_of(request: HttpRequest) -> dict[str, Any]:
    """The DeleteOptions in the body of a DELETE; most clients send none or nearly none."""
    if not request.body:
        return {}
    value = body_value(request)
    if value is not None and not isinstance(value, dict):
        raise bad_request("the body of the request is no DeleteOptions")
    return value or {}


def workspace_of(request: HttpRequest) -> Workspace:
    """The Workspace that the request's token opens. Cookies are never looked at. Raises StatusError 401."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    workspace = open_workspace(token.strip()) if scheme.lower() == "bearer" else None
    if workspace is None:
        raise unauthorized()
    return workspace


def own_workspace(request: HttpRequest, group: Group, namespace: str | None, resource: str, verb: str) -> Workspace:
    """The Workspace of the request, which must be ``namespace`` (None: whichever it is). Raises 401 and 403."""
    if request.method != "GET" and request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise refused(403, "a page of another site may not write here")
    workspace = workspace_of(request)
    if namespace not in (None, workspace.name):
        raise forbidden(group, resource, verb, str(namespace))
    return workspace


def wanted_form(request: HttpRequest, *forms: str) -> str:
    """The first of ``forms`` that ``Accept`` names (``as=…``), or "" for plain JSON; what comes first counts.

    Raises StatusError 406 for who takes neither, as those who take protobuf only.
    """
    for media, parameters in _accepted(request):
        form = parameters.get("as", "")
        if form in forms and parameters.get("v") in ("v1", "v1beta1", "v2", "v2beta1"):
            return form
        if not form and media in ("application/json", "application/*", "*/*"):
            return ""
    raise refused(406, "only the following media types are accepted: application/json")


def number_of(request: HttpRequest, name: str) -> int | None:
    """A number of the query; None when it isn't there. Raises StatusError 400."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not text.isascii() or not _NUMBER.fullmatch(text):
        raise bad_request(f'unable to parse query parameter "{name}" as a number')
    return int(text)


def switched_on(request: HttpRequest, name: str) -> bool:
    """A yes-or-no of the query, as Go parses one."""
    return request.GET.get(name, "").lower() in ("1", "t", "true")


def is_dry_run(request: HttpRequest, options: dict[str, Any] | None = None) -> bool:
    """Whether nothing is to be stored; DELETE says so in its body. Raises StatusError 422-like as 400."""
    said = [*request.GET.getlist("dryRun")]
    in_body = (options or {}).get("dryRun")
    said += [str(word) for word in in_body] if isinstance(in_body, list) else []
    wrong = [word for word in said if word not in (_DRY_RUN, "")]
    if wrong:
        raise bad_request('dryRun: Unsupported value: supported values: "All"')
    return _DRY_RUN in said


def _accepted(request: HttpRequest) -> Iterator[tuple[str, dict[str, str]]]:
    for part in request.headers.get("Accept", "*/*").split(","):
        media, *parameters = (piece.strip() for piece in part.split(";"))
        yield media.lower(), {name: value for name, _, value in (piece.partition("=") for piece in parameters)}
