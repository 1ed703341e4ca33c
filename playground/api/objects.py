"""A Template as the API shows it, and as its Share stores it.

What the server owns (uid, resourceVersion, namespace, …) is added on the way out and left out on the way in;
OpenShift ``pkg/template/apiserver/registry/template``, apimachinery ``registry/rest``.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from playground.api.groups import Group
from playground.api.status import INVALID, REQUIRED, Cause, StatusError, bad_request, invalid, refused
from playground.deadlines import deadline
from playground.described import described
from playground.engine import (
    Dialect,
    Evaluation,
    Problem,
    evaluate,
    go_quote,
    object_text,
    qualified_name_errors,
    read_plain,
    subdomain_errors,
)
from playground.models import TEXT_CHARACTERS, Contents, Revision, Share
from playground.shares.making import Described

SHARE_LINK = "playground/share"  # the annotation with the address of the Share
SERVERS_OWN = (
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "managedFields",
    "selfLink",
)
EXPIRES = "playground/expires"  # the annotation that says until when it is kept
_OWN_ANNOTATIONS = frozenset({SHARE_LINK, EXPIRES})
_LABEL_VALUE = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?")
_LABEL_WORDS = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and"
    " end with an alphanumeric character, and have no more than 63 of them"
)
_VALIDATIONS = ("Strict", "Warn", "Ignore")


@dataclass(frozen=True, slots=True)
class Received:
    """A Template that a client sent: its own part as plain values, and what is to be said about the rest."""

    value: dict[str, Any]
    metadata: Mapping[str, Any]  # as it was sent, with the server's part
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name it asks for; "" when it leaves that to the server."""
        return str(self.metadata.get("name") or "")


def shown(share: Share, revision: Revision, group: Group, request: HttpRequest) -> dict[str, Any]:
    """The object that ``share`` is, as it was with ``revision``, in the words of ``group``."""
    value = read_plain(revision.text)
    own = value if isinstance(value, dict) else {}
    metadata = {key: item for key, item in _mapping(own.get("metadata")).items() if key not in SERVERS_OWN}
    annotations = {**_mapping(metadata.get("annotations")), SHARE_LINK: share_address(share, request)}
    if share.expires:
        annotations[EXPIRES] = _time(share.expires)
    metadata |= {
        "name": share.object_name,
        "namespace": share.workspace.name if share.workspace else "",
        "uid": share.uid,
        "resourceVersion": str(share.version),
        "generation": revision.number,
        "creationTimestamp": _time(share.created),
        "annotations": annotations,
    }
    rest = {key: item for key, item in own.items() if key not in ("kind", "apiVersion", "metadata")}
    rest["objects"] = rest.get("objects") or []
    return {"kind": "Template", "apiVersion": group.api_version, "metadata": metadata, **rest}


def share_address(share: Share, request: HttpRequest) -> str:
    """Where a browser finds the Share."""
    path = reverse("shared", args=[share.slug])
    return f"{settings.PUBLIC_URL}{path}" if settings.PUBLIC_URL else request.build_absolute_uri(path)


def received(
    text: str, group: Group, namespace: str, validation: str, dialect: Dialect | None = None, *, default: str = "Warn"
) -> Received:
    """The Template in ``text``, decoded as the real server does. Raises StatusError.

    ``dialect`` is that of the stored text, which decides which fields there are; by default the group's.
    ``validation`` is the query's ``fieldValidation``; Strict refuses unknown and repeated fields, Warn names them and
    Ignore does not. Fields that are not known are left out of what is stored.
    """
    validation = validation or default
    if validation not in _VALIDATIONS:
        raise bad_request(f'fieldValidation: Unsupported value: "{validation}": supported values: {_quoted_list()}')
    evaluation = evaluate(text, dialect=(dialect or group.dialect).value, deadline=deadline())
    value = copy.deepcopy(_template(evaluation, group))
    unknown = tuple(_unknown_fields(evaluation))
    warnings = (*(f'unknown field "{problem.path}"' for problem in unknown), *_repeated_fields(evaluation))
    if warnings and validation == "Strict":
        raise _undecodable(group, f"strict decoding error: {', '.join(warnings)}")
    for problem in unknown:
        _leave_out(value, problem.path)
    value = {key: item for key, item in value.items() if item is not None}  # as Go leaves out what is empty
    metadata = _mapping(value.get("metadata"))
    if metadata.get("namespace") not in (None, "", namespace):
        raise bad_request("the namespace of the provided object does not match the namespace sent on the request")
    return Received(value, metadata, warnings if validation == "Warn" else ())


def stored(value: Mapping[str, Any], name: str, api_version: str) -> str:
    """The text of a Share for the object ``value``: YAML as `kubectl` prints it, without what the server owns.

    Raises StatusError 413 when it is longer than a text may be.
    """
    metadata = {key: item for key, item in _mapping(value.get("metadata")).items() if key not in SERVERS_OWN}
    annotations = {
        key: item for key, item in _mapping(metadata.get("annotations")).items() if key not in _OWN_ANNOTATIONS
    }
    metadata.pop("annotations", None)
    metadata.pop("generateName", None)
    metadata |= {"name": name, **({"annotations": annotations} if annotations else {})}
    made = {**value, "kind": "Template", "apiVersion": api_version, "metadata": metadata}
    text = object_text(made, "yaml")
    if len(text) > TEXT_CHARACTERS:
        raise refused(413, f"the object is longer than {TEXT_CHARACTERS:,} characters, which is the limit")
    return text if read_plain(text) == made else object_text(made, "json")


def checked(text: str, group: Group, name: str) -> Described:
    """What ``text``, made by ``stored``, is. Raises StatusError 422 for what is no valid Template."""
    evaluation = evaluate(text, deadline=deadline())
    _refuse_stopped(evaluation)
    causes = (*_name_causes(name), *_metadata_causes(evaluation), *_causes(evaluation))
    if causes:
        raise invalid(group, name, causes)
    found = described(evaluation)
    return replace(found, wished=name)


def contents_with(text: str, revision: Revision | None) -> Contents:
    """``text`` beside what ``revision`` holds besides its own."""
    return replace(revision.contents, text=text) if revision else Contents(text)


def stored_version(revision: Revision, group: Group) -> str:
    """The ``apiVersion`` that the stored text has: which of the two it was first written in stays so."""
    value = read_plain(revision.text)
    version = value.get("apiVersion") if isinstance(value, dict) else None
    return version if isinstance(version, str) else group.api_version


def _refuse_stopped(evaluation: Evaluation) -> None:
    """StatusError 413 for a text that took too long."""
    if evaluation.stopped is not None:
        raise refused(413, evaluation.diagnostics[0].message)


def _template(evaluation: Evaluation, group: Group) -> dict[str, Any]:
    """The only document, if it is a Template of ``group`` that can be decoded."""
    _refuse_stopped(evaluation)
    refusals = [problem for problem in evaluation.source.problems if problem.refused]
    if refusals:
        place = refusals[0].span.start
        where = f"line {place.line}, column {place.column}"
        raise bad_request(f"the body of the request cannot be read: {where}: {refusals[0].message}")
    documents = evaluation.source.documents
    value = documents[0].value if documents else None
    if not isinstance(value, dict) or len(documents) != 1:
        raise bad_request("the body of the request is not one object")
    for field, wanted in (("apiVersion", group.api_version), ("kind", "Template")):
        if value.get(field) not in (None, "", wanted):
            words = f"the {field} in the data ({value[field]}) does not match the expected {field} ({wanted})"
            raise bad_request(words)
    if value.get("kind") != "Template" or value.get("apiVersion") != group.api_version:
        return _template(
            evaluate(object_text({**value, **_type(group)}), dialect=group.dialect.value, deadline=deadline()), group
        )
    wrong = [problem for problem in _problems(evaluation) if problem.pattern == "wrong-type"]
    if wrong:
        raise _undecodable(group, wrong[0].error)
    return value


def _type(group: Group) -> dict[str, str]:
    return {"kind": "Template", "apiVersion": group.api_version}


def _undecodable(group: Group, why: str) -> StatusError:
    return bad_request(f'Template in version "{group.version}" cannot be handled as a Template: {why}')


def _problems(evaluation: Evaluation) -> tuple[Problem, ...]:
    return evaluation.processed.problems if evaluation.processed else ()


def _unknown_fields(evaluation: Evaluation) -> Iterator[Problem]:
    return (problem for problem in _problems(evaluation) if problem.pattern == "unknown-field")


def _repeated_fields(evaluation: Evaluation) -> Iterator[str]:
    return (f'duplicate field "{one.field}"' for one in evaluation.source.problems if one.pattern == "duplicate-key")


def _leave_out(value: Any, path: tuple[str | int, ...]) -> None:
    """Take the field at ``path`` out of ``value``, which was made from the body and is nobody else's."""
    for part in path[:-1]:
        value = value[part]
    value.pop(path[-1], None)


def _name_causes(name: str) -> Iterator[Cause]:
    if not name:
        yield Cause("metadata.name", "Required value: name or generateName is required", REQUIRED)
        return
    for error in subdomain_errors(name):
        yield Cause("metadata.name", f"Invalid value: {go_quote(name)}: {error}")


def _metadata_causes(evaluation: Evaluation) -> Iterator[Cause]:
    """Keys that no label or annotation can have, as ``ValidateObjectMeta`` refuses them."""
    documents = evaluation.source.documents
    metadata = _mapping(documents[0].value.get("metadata")) if documents else {}
    for field in ("labels", "annotations"):
        for key in _mapping(metadata.get(field)):
            for error in qualified_name_errors(key.lower() if field == "annotations" else key):
                yield Cause(f"metadata.{field}", f"Invalid value: {go_quote(key)}: {error}")
    for value in _mapping(metadata.get("labels")).values():
        if isinstance(value, str) and not _LABEL_VALUE.fullmatch(value):
            yield Cause("metadata.labels", f"Invalid value: {go_quote(value)}: {_LABEL_WORDS}")


def _causes(evaluation: Evaluation) -> Iterator[Cause]:
    """What OpenShift's ``ValidateTemplate`` refuses: the names of Parameters."""
    for problem in _problems(evaluation):
        server = problem.detail.get("server", "") if isinstance(problem.detail, Mapping) else ""
        if server:
            yield cause_of(server)


def cause_of(words: str) -> Cause:
    """``field: Invalid value: …`` as a Cause."""
    field, _, message = words.partition(": ")
    return Cause(field, message, REQUIRED if message.startswith("Required value") else INVALID)


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _quoted_list() -> str:
    return ", ".join(f'"{word}"' for word in _VALIDATIONS)
