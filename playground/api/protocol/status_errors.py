"""Errors of the API as Status objects, with the real server's messages.

apimachinery ``pkg/api/errors/errors.go`` and ``pkg/util/validation/field/errors.go``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.api.protocol.groups import RESOURCE, Group
from playground.engine import Deadline, go_quote
from playground.web.status import field_causes, status_body

REQUIRED, INVALID = "FieldValueRequired", "FieldValueInvalid"
FORBIDDEN, NOT_SUPPORTED, TOO_LONG = "FieldValueForbidden", "FieldValueNotSupported", "FieldValueTooLong"
_MOST_CAUSES = 100  # invalid fields that one answer names


class StatusError(Exception):
    """The server refuses a request: with an HTTP status, a Status object and headers."""

    def __init__(self, code: int, body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.code, self.body, self.headers = code, body, headers or {}


@dataclass(frozen=True, slots=True)
class Cause:
    """One invalid field; ``message`` does not repeat the field."""

    field: str
    message: str
    reason: str = INVALID


def refused(code: int, message: str, *, headers: Mapping[str, str] | None = None) -> StatusError:
    """A StatusError with any HTTP status and message."""
    return StatusError(code, status_body(code, message), headers)


def out_of_time(deadline: Deadline) -> StatusError:
    """413: the request takes more than the time of ``deadline``."""
    return refused(413, f"The evaluation took more than {deadline.seconds:g} s and was stopped.")


def bad_request(message: str) -> StatusError:
    """400: the body or the query cannot be understood."""
    return refused(400, message)


def unauthorized() -> StatusError:
    """401: the token is missing or unknown."""
    return refused(401, "Unauthorized", headers={"WWW-Authenticate": "Bearer"})


def forbidden(group: Group, resource: str, verb: str, namespace: str, name: str = "") -> StatusError:
    """403: the namespace is not the token's own; the message does not reveal whether it exists.

    ``namespace`` is "" for a resource without namespaces. ``name`` is the name of the object if the request is about a
    single object.
    """
    where = f'in the namespace "{namespace}"' if namespace else "at the cluster scope"
    action = f'cannot {verb} resource "{resource}" in API group "{group.name}" {where}'
    named = f' "{name}"' if name else ""
    message = f"{group.qualified(resource)}{named} is forbidden: the token {action}"
    return StatusError(403, status_body(403, message, details=_details(group, name, resource)))


def not_found(group: Group, name: str) -> StatusError:
    """404: no object has this name."""
    return _about(group, 404, name, "not found")


def already_exists(group: Group, name: str) -> StatusError:
    """409: an object has this name."""
    return _about(group, 409, name, "already exists", reason="AlreadyExists")


def conflict(
    group: Group,
    name: str,
    why: str = "the object has been modified; please apply your changes to the latest version and try again",
    kind: str = RESOURCE,
) -> StatusError:
    """409: the object has changed meanwhile, or a precondition is not met.

    The message names the resource; for a precondition of a DELETE, the real server names the ``kind`` instead.
    """
    message = f'Operation cannot be fulfilled on {group.qualified(kind)} "{name}": {why}'
    return StatusError(409, status_body(409, message, details=_details(group, name, kind)))


def too_large_version(version: int, current: int) -> StatusError:
    """504: a list at a version that does not exist yet."""
    cause = {"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}
    message = f"Timeout: Too large resource version: {version}, current: {current}"
    details = {"causes": [cause], "retryAfterSeconds": 1}
    return StatusError(504, status_body(504, message, details=details), {"Retry-After": "1"})


def invalid(group: Group, name: str, causes: Sequence[Cause]) -> StatusError:
    """422: the object is invalid."""
    return _invalid(f'{group.qualified("Template")} "{name}"', _details(group, name, "Template"), causes)


def invalid_kind(kind: str, group: Group, causes: Sequence[Cause]) -> StatusError:
    """422: an object of another kind than Template, without a name, is invalid."""
    return _invalid(f'{group.qualified(kind)} ""', {"group": group.name, "kind": kind}, causes)


def invalid_options(kind: str, causes: Sequence[Cause]) -> StatusError:
    """422: the options of the request are invalid; ``kind`` is their kind, such as `ListOptions`."""
    return _invalid(f'{kind}.meta.k8s.io ""', {"group": "meta.k8s.io", "kind": kind}, causes)


def invalid_patch(patched: str, why: str) -> StatusError:
    """422: ``patched``, the object as JSON, is no Template. As on the real server, the message names no kind."""
    return _invalid(' ""', {}, [Cause("patch", f"Invalid value: {go_quote(patched)}: {why}")])


def _invalid(subject: str, details: dict[str, Any], causes: Sequence[Cause]) -> StatusError:
    messages = [f"{cause.field}: {cause.message}" for cause in causes[:_MOST_CAUSES]]
    listed = messages[0] if len(messages) == 1 else f"[{', '.join(messages)}]"
    details["causes"] = field_causes([(cause.reason, cause.message, cause.field) for cause in causes[:_MOST_CAUSES]])
    return StatusError(422, status_body(422, f"{subject} is invalid: {listed}", details=details))


def _about(group: Group, code: int, name: str, state: str, reason: str = "") -> StatusError:
    message = f'{group.qualified(RESOURCE)} "{name}" {state}'
    return StatusError(code, status_body(code, message, reason=reason, details=_details(group, name, RESOURCE)))


def _details(group: Group, name: str, kind: str) -> dict[str, Any]:
    named = {"name": name, "group": group.name, "kind": kind}
    return {field: text for field, text in named.items() if text}  # as Go's `omitempty`
