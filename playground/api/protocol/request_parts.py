"""Reads the parts of a request: its body, the owner of its token, the representation it accepts, its options.

Kubernetes API conventions; RFC 9110 §12 for ``Accept``; RFC 6750 for the token; apimachinery
``apis/meta/v1/validation`` and ``apis/meta/internalversion/validation`` for the options: one answer lists all invalid
options, before the object is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Never

from django.http import HttpRequest

from playground.api.protocol.groups import Group
from playground.api.protocol.patches import APPLY
from playground.api.protocol.status_errors import (
    FORBIDDEN,
    NOT_SUPPORTED,
    REQUIRED,
    TOO_LONG,
    Cause,
    bad_request,
    forbidden,
    invalid_options,
    refused,
    unauthorized,
)
from playground.engine import SourceError, go_json, go_quote, read_plain
from playground.storage.models import Workspace
from playground.storage.workspaces import open_workspace

OBJECT_BODIES = frozenset({"application/json", "application/yaml"})
TABLE = "Table"
AGGREGATED = "APIGroupDiscoveryList"
_QUALITY = re.compile(r"[01](?:\.[0-9]{0,3})?")
_NUMBER = re.compile(r"[0-9]{1,18}")  # 18 digits fit into the 64 bits of the database's integers
_DRY_RUN = "All"
_VALIDATIONS = ("", "Ignore", "Strict", "Warn")
_PROPAGATIONS = ("Foreground", "Background", "Orphan")
_LONGEST_MANAGER = 128  # bytes
_EXACT, _NOT_OLDER = "Exact", "NotOlderThan"


def body_text(request: HttpRequest, types: frozenset[str] = OBJECT_BODIES) -> str:
    """The body as text. Raises StatusError 400 and 415; the middleware has already checked its size."""
    # As on the real server, a body without a Content-Type is JSON: some clients send none.
    if request.content_type and request.content_type not in types:
        listed = ", ".join(sorted(types))
        raise refused(415, f"the body of the request was in an unknown format - accepted media types include: {listed}")
    try:
        text = request.body.decode()
    except UnicodeDecodeError:
        raise bad_request("the body of the request must be UTF-8") from None
    if "\0" in text:
        raise bad_request("the body of the request contains a NUL character")
    if text.strip() and not str(request.content_type).endswith("yaml"):  # the caller judges an empty body
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
        # The values are dropped. `str` keeps numbers as texts: Python refuses to convert thousands of digits.
        json.loads(text, parse_int=str, parse_float=str, parse_constant=_no_constant)
    except RecursionError:
        return
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        advice = "send JSON, or YAML with Content-Type: application/yaml"
        raise bad_request(f"the body of the request cannot be read: {place}: {error.msg}; {advice}") from None
    except ValueError as error:
        raise bad_request(f"the body of the request cannot be read: {error}") from None


def _no_constant(word: str) -> Never:
    """Refuse ``NaN`` and ``Infinity``: Python's parser accepts them, but they are not JSON."""
    raise ValueError(f"JSON has no value {word}")


def delete_options(request: HttpRequest) -> dict[str, Any]:
    """The DeleteOptions in the body of a DELETE; empty if there is no body. Raises StatusError 400."""
    if not request.body:
        return {}
    value = body_value(request)
    if value is not None and not isinstance(value, dict):
        raise bad_request("the body of a DELETE request must be a DeleteOptions object")
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
    """The Workspace of the request's token, which must be ``namespace`` unless that is None.

    ``name`` is the name of the object if the request is about a single object. Raises StatusError 401 and 403.
    """
    if request.method != "GET" and request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise refused(403, "a page of another site may only read; change objects from this site or without a browser")
    workspace = workspace_of(request)
    if namespace not in (None, workspace.name):
        raise forbidden(group, resource, verb, str(namespace), name)
    return workspace


def wanted_form(request: HttpRequest, *forms: str) -> str:
    """The representation that ``Accept`` prefers: one of ``forms`` (``as=…``), or "" for plain JSON.

    Raises StatusError 406 if ``Accept`` has neither; some clients accept only protobuf.
    """
    for media, parameters in _accepted(request):
        form = parameters.get("as", "")
        # Table has the versions v1 and v1beta1, APIGroupDiscoveryList the versions v2 and v2beta1.
        if form in forms and parameters.get("v") in ("v1", "v1beta1", "v2", "v2beta1"):
            return form
        if not form and media in ("application/json", "application/*", "*/*"):
            return ""
    raise refused(406, "only the following media types are accepted: application/json")


def field_validation(request: HttpRequest, default: str) -> str:
    """The query's ``fieldValidation``, or ``default``."""
    return request.GET.get("fieldValidation") or default


def number_of(request: HttpRequest, name: str) -> int | None:
    """A whole number in the query; None if it is missing. Raises StatusError 400."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not text.isascii() or not _NUMBER.fullmatch(text):
        raise bad_request(f'unable to parse query parameter "{name}" as a number')
    return int(text)


def switched_on(request: HttpRequest, name: str) -> bool:
    """Whether the query has ``name``, but not as `false` or `0` (apimachinery ``runtime/conversion.go``)."""
    return name in request.GET and request.GET.getlist(name)[0].lower() not in ("0", "false")


def _accepted(request: HttpRequest) -> Iterator[tuple[str, dict[str, str]]]:
    """The media types of ``Accept`` with their parameters, ordered by quality; of equal ones, wildcards come last."""
    accepted = []
    for part in (request.headers.get("Accept") or "*/*").split(","):
        media, *parameters = (piece.strip() for piece in part.split(";"))
        pairs = (parameter.partition("=") for parameter in parameters)
        accepted.append((media.lower(), {name: value for name, _, value in pairs}))
    yield from sorted(accepted, key=lambda pair: (-_quality(pair[1]), pair[0].count("*")))


def _quality(parameters: Mapping[str, str]) -> float:
    text = parameters.get("q", "1")
    return float(text) if _QUALITY.fullmatch(text) else 0.0


def is_dry_run(request: HttpRequest, kind: str, body: Mapping[str, Any] | None = None) -> bool:
    """Whether the options of ``kind``, such as `CreateOptions`, ask to store nothing.

    ``body`` has the DeleteOptions of a DELETE. If it has no `dryRun`, the `dryRun` of the query counts. Raises
    StatusError 422 if any option of ``kind`` is invalid.
    """
    in_body = body.get("dryRun") if body else None
    dry = [str(word) for word in in_body] if isinstance(in_body, list) else request.GET.getlist("dryRun")
    causes = (*_option_causes(request, kind, body or {}), *_dry_run_causes(dry))
    if kind != "DeleteOptions":
        causes = (*causes, *_validation_causes(request.GET.get("fieldValidation", "")))
    if causes:
        raise invalid_options(kind, causes)
    return bool(dry)


def check_list_options(request: HttpRequest, *, watching: bool) -> None:
    """Raise StatusError 422 if the options of a list or a watch are invalid or exclude each other."""
    causes = (*(_watch_causes if watching else _list_causes)(request),)
    if causes:
        raise invalid_options("ListOptions", causes)


def _list_causes(request: HttpRequest) -> Iterator[Cause]:
    match, version = request.GET.get("resourceVersionMatch", ""), request.GET.get("resourceVersion", "")
    if match and not version:
        yield _match_forbidden("resourceVersionMatch is forbidden unless resourceVersion is provided")
    if match and request.GET.get("continue"):
        yield _match_forbidden("resourceVersionMatch is forbidden when continue is provided")
    if match not in ("", _EXACT, _NOT_OLDER):
        yield _match_unsupported(match, (_EXACT, _NOT_OLDER, ""))
    if match == _EXACT and version == "0":
        yield _match_forbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
    if "sendInitialEvents" in request.GET:
        message = "Forbidden: sendInitialEvents is forbidden for list"
        yield Cause("sendInitialEvents", message, FORBIDDEN)


def _watch_causes(request: HttpRequest) -> Iterator[Cause]:
    match, initial = request.GET.get("resourceVersionMatch", ""), "sendInitialEvents" in request.GET
    if initial and match != _NOT_OLDER:
        yield _match_forbidden(f"sendInitialEvents requires setting resourceVersionMatch to {_NOT_OLDER}")
    if match and not initial:
        yield _match_forbidden("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided")
    if match not in ("", _NOT_OLDER):
        yield _match_unsupported(match, (_NOT_OLDER,))
    if match and request.GET.get("continue"):
        yield _match_forbidden("resourceVersionMatch is forbidden when continue is provided")


def _match_forbidden(why: str) -> Cause:
    return Cause("resourceVersionMatch", f"Forbidden: {why}", FORBIDDEN)


def _match_unsupported(match: str, choices: tuple[str, ...]) -> Cause:
    return Cause("resourceVersionMatch", f"Unsupported value: {go_quote(match)}: {_supported(choices)}", NOT_SUPPORTED)


def _option_causes(request: HttpRequest, kind: str, body: Mapping[str, Any]) -> Iterator[Cause]:
    if kind == "DeleteOptions":
        yield from _propagation_causes(body.get("propagationPolicy", request.GET.get("propagationPolicy")), body)
        return
    manager = request.GET.get("fieldManager", "")
    applies = request.content_type == APPLY
    if kind == "PatchOptions" and "force" in request.GET and not applies:
        yield Cause("force", "Forbidden: may not be specified for non-apply patch", FORBIDDEN)
    if kind == "PatchOptions" and applies and not manager:
        yield Cause("fieldManager", "Required value: is required for apply patch", REQUIRED)
    if len(manager.encode("utf-8", "replace")) > _LONGEST_MANAGER:
        yield Cause("fieldManager", f"Too long: may not be more than {_LONGEST_MANAGER} bytes", TOO_LONG)
    for position, character in enumerate(manager):
        if not character.isprintable():
            why = f"invalid character U+{ord(character):04X} (at position {position})"
            yield Cause("fieldManager", f"Invalid value: {go_quote(manager)}: {why}")


def _propagation_causes(policy: Any, body: Mapping[str, Any]) -> Iterator[Cause]:
    if policy is None:
        return
    field, value = "propagationPolicy", go_quote(str(policy))
    if body.get("orphanDependents") is not None:
        yield Cause(field, f"Invalid value: {value}: orphanDependents and deletionPropagation cannot be both set")
    if policy not in _PROPAGATIONS:
        yield Cause(field, f"Unsupported value: {value}: {_supported((*_PROPAGATIONS, 'nil'))}", NOT_SUPPORTED)


def _dry_run_causes(dry: list[str]) -> Iterator[Cause]:
    if any(word != _DRY_RUN for word in dry):
        yield Cause("dryRun", f"Unsupported value: {go_json(dry)}: {_supported((_DRY_RUN,))}", NOT_SUPPORTED)


def _validation_causes(directive: str) -> Iterator[Cause]:
    if directive not in _VALIDATIONS:
        message = f"Unsupported value: {go_quote(directive)}: {_supported(_VALIDATIONS)}"
        yield Cause("fieldValidation", message, NOT_SUPPORTED)


def _supported(choices: tuple[str, ...]) -> str:
    return f"supported values: {', '.join(map(go_quote, choices))}"
