"""The options of a request, in its query or in the body of a DELETE.

apimachinery ``apis/meta/v1/validation`` and ``apis/meta/internalversion/validation``: all that is wrong with them is
refused at once, before the object is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest

from playground.api.patches import APPLY
from playground.api.status import FORBIDDEN, NOT_SUPPORTED, REQUIRED, TOO_LONG, Cause, invalid_options
from playground.engine import go_json, go_quote

_DRY_RUN = "All"
_VALIDATIONS = ("", "Ignore", "Strict", "Warn")
_PROPAGATIONS = ("Foreground", "Background", "Orphan", "nil")
_LONGEST_MANAGER = 128  # bytes
_EXACT, _NOT_OLDER = "Exact", "NotOlderThan"


def is_dry_run(request: HttpRequest, kind: str, body: Mapping[str, Any] | None = None) -> bool:
    """Whether nothing is to be stored, by options of ``kind``, such as `CreateOptions`; raises StatusError 422.

    ``body`` are the DeleteOptions of a DELETE; then the query counts only if there are none.
    """
    in_body = body.get("dryRun") if body else None
    dry = [str(word) for word in in_body] if isinstance(in_body, list) else request.GET.getlist("dryRun")
    causes = (*_causes(request, kind, body or {}), *_dry_run_causes(dry))
    if kind != "DeleteOptions":
        causes = (*causes, *_validation_causes(request.GET.get("fieldValidation", "")))
    if causes:
        raise invalid_options(kind, causes)
    return bool(dry)


def check_list_options(request: HttpRequest, *, watching: bool) -> None:
    """Raise StatusError 422 if options of a list or a watch do not go together."""
    causes = (*(_watch_causes if watching else _list_causes)(request),)
    if causes:
        raise invalid_options("ListOptions", causes)


def _list_causes(request: HttpRequest) -> Iterator[Cause]:
    match, version = request.GET.get("resourceVersionMatch", ""), request.GET.get("resourceVersion", "")
    if match and not version:
        yield _forbidden("resourceVersionMatch is forbidden unless resourceVersion is provided")
    if match and request.GET.get("continue"):
        yield _forbidden("resourceVersionMatch is forbidden when continue is provided")
    if match not in ("", _EXACT, _NOT_OLDER):
        yield _unmatched(match, (_EXACT, _NOT_OLDER, ""))
    if match == _EXACT and version == "0":
        yield _forbidden('resourceVersionMatch "exact" is forbidden for resourceVersion "0"')
    if "sendInitialEvents" in request.GET:
        words = "Forbidden: sendInitialEvents is forbidden for list"
        yield Cause("sendInitialEvents", words, FORBIDDEN)


def _watch_causes(request: HttpRequest) -> Iterator[Cause]:
    match, initial = request.GET.get("resourceVersionMatch", ""), "sendInitialEvents" in request.GET
    if initial and match != _NOT_OLDER:
        yield _forbidden(f"sendInitialEvents requires setting resourceVersionMatch to {_NOT_OLDER}")
    if match and not initial:
        yield _forbidden("resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided")
    if match not in ("", _NOT_OLDER):
        yield _unmatched(match, (_NOT_OLDER,))
    if match and request.GET.get("continue"):
        yield _forbidden("resourceVersionMatch is forbidden when continue is provided")


def _forbidden(words: str) -> Cause:
    return Cause("resourceVersionMatch", f"Forbidden: {words}", FORBIDDEN)


def _unmatched(match: str, words: tuple[str, ...]) -> Cause:
    return Cause("resourceVersionMatch", f"Unsupported value: {go_quote(match)}: {_supported(words)}", NOT_SUPPORTED)


def _causes(request: HttpRequest, kind: str, body: Mapping[str, Any]) -> Iterator[Cause]:
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
    for at, character in enumerate(manager):
        if not character.isprintable():
            words = f"invalid character U+{ord(character):04X} (at position {at})"
            yield Cause("fieldManager", f"Invalid value: {go_quote(manager)}: {words}")


def _propagation_causes(policy: Any, body: Mapping[str, Any]) -> Iterator[Cause]:
    if policy is None:
        return
    field, value = "propagationPolicy", go_quote(str(policy))
    if body.get("orphanDependents") is not None:
        yield Cause(field, f"Invalid value: {value}: orphanDependents and deletionPropagation cannot be both set")
    if policy not in _PROPAGATIONS[:-1]:
        yield Cause(field, f"Unsupported value: {value}: {_supported(_PROPAGATIONS)}", NOT_SUPPORTED)


def _dry_run_causes(dry: list[str]) -> Iterator[Cause]:
    if any(word != _DRY_RUN for word in dry):
        yield Cause("dryRun", f"Unsupported value: {go_json(dry)}: {_supported((_DRY_RUN,))}", NOT_SUPPORTED)


def _validation_causes(directive: str) -> Iterator[Cause]:
    if directive not in _VALIDATIONS:
        words = f"Unsupported value: {go_quote(directive)}: {_supported(_VALIDATIONS)}"
        yield Cause("fieldValidation", words, NOT_SUPPORTED)


def _supported(words: tuple[str, ...]) -> str:
    return f"supported values: {', '.join(map(go_quote, words))}"
