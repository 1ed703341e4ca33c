"""Decoding a Template that a client sent, as the real server does.

apimachinery ``runtime/serializer/json``; kube-apiserver's ``fieldValidation``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.api.groups import GROUPS, Group
from playground.api.objects import mapping_of
from playground.api.status import StatusError, bad_request, refused
from playground.deadlines import limits
from playground.engine import Deadline, Dialect, Evaluation, Problem, evaluate, go_json
from playground.statuses import status_body


@dataclass(frozen=True, slots=True)
class Received:
    """A decoded Template, without unknown and null fields, and the warnings about what was sent."""

    value: dict[str, Any]
    metadata: Mapping[str, Any]  # as it was sent, including fields that the server owns
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """``metadata.name``; "" if there is none."""
        return str(self.metadata.get("name") or "")


class UndecodableError(StatusError):
    """400: what was sent is no Template; ``why`` is the decoder's error."""

    def __init__(self, kind: str, version: str, why: str) -> None:
        message = f'{kind} in version "{version}" cannot be handled as a Template: {why}'
        super().__init__(400, status_body(400, message))
        self.why = why


def received(
    text: str,
    group: Group,
    namespace: str | None,
    validation: str,
    dialect: Dialect | None = None,
    *,
    until: Deadline,
    default: str = "Warn",
) -> Received:
    """The Template in ``text``, decoded as the real server does. Raises StatusError.

    ``namespace`` is that of the URL, with which the object's must agree; None: the caller compares them.
    ``dialect`` decides which fields are known: that of the stored text for an update, by default the group's.
    ``validation`` is the query's ``fieldValidation``, or ``default`` if that is empty: Strict refuses unknown and
    duplicate fields, Warn reports them, Ignore does neither. Unknown fields are dropped in any case.
    ``until`` is the deadline of the request, which all its evaluations share.
    """
    validation = validation or default
    sent = evaluate(text, dialect=(dialect or group.dialect).value, limits=limits(), deadline=until)
    evaluation = _typed(sent, group, until)
    value = copy.deepcopy(evaluation.source.documents[0].value)
    unknown = tuple(_unknown_fields(evaluation))
    warnings = (*(f'unknown field "{problem.path}"' for problem in unknown), *_repeated_fields(sent))
    if warnings and validation == "Strict":
        raise UndecodableError("Template", group.version, f"strict decoding error: {', '.join(warnings)}")
    for problem in unknown:
        _leave_out(value, problem.path)
    value = {key: item for key, item in value.items() if item is not None}  # as Go leaves out what is empty
    metadata = mapping_of(value.get("metadata"))
    if namespace is not None and metadata.get("namespace") not in (None, "", namespace):
        raise bad_request("the namespace of the provided object does not match the namespace sent on the request")
    return Received(value, metadata, warnings if validation == "Warn" else ())


def refuse_stopped(evaluation: Evaluation) -> None:
    """Raise StatusError 413 if the evaluation was stopped because it took too long."""
    if evaluation.stopped is not None:
        raise refused(413, evaluation.diagnostics[0].message)


def _typed(evaluation: Evaluation, group: Group, until: Deadline) -> Evaluation:
    """The Evaluation of the Template; a missing kind or apiVersion follows from ``group``. Raises StatusError 400."""
    value = _object(evaluation)
    version, kind = value.get("apiVersion") or group.api_version, value.get("kind") or "Template"
    if kind != "Template" or version not in (one.api_version for one in GROUPS):
        why = f'no kind "{kind}" is registered for version "{version}"'
        raise UndecodableError(str(kind), str(version).rpartition("/")[2], why)
    if version != group.api_version:
        words = f"the API version in the data ({version}) does not match the expected API version"
        raise bad_request(f"{words} ({group.api_version})")
    if value.get("kind") != "Template" or value.get("apiVersion") != group.api_version:
        named = {**value, "kind": "Template", "apiVersion": group.api_version}
        dialect = evaluation.inputs.dialect
        text = go_json(named, sort_keys=False)  # messages may quote a part
        return _typed(evaluate(text, dialect=dialect, limits=limits(), deadline=until), group, until)
    wrong = [problem for problem in problems_of(evaluation) if problem.pattern == "wrong-type"]
    if wrong:
        raise UndecodableError("Template", group.version, wrong[0].error)
    return evaluation


def _object(evaluation: Evaluation) -> dict[str, Any]:
    """The value of the only document, a mapping. Raises StatusError 400 and 413."""
    refuse_stopped(evaluation)
    refusals = [problem for problem in evaluation.source.problems if problem.refused]
    if refusals:
        place = refusals[0].span.start
        where = f"line {place.line}, column {place.column}"
        raise bad_request(f"the body of the request cannot be read: {where}: {refusals[0].message}")
    documents = evaluation.source.documents
    value = documents[0].value if documents else None
    if not isinstance(value, dict) or len(documents) != 1:
        raise bad_request("the body of the request is not one object")
    return value


def problems_of(evaluation: Evaluation) -> tuple[Problem, ...]:
    """The Problems of the processed Template; none if the text holds no Template."""
    return evaluation.processed.problems if evaluation.processed else ()


def _unknown_fields(evaluation: Evaluation) -> Iterator[Problem]:
    return (problem for problem in problems_of(evaluation) if problem.pattern == "unknown-field")


def _repeated_fields(evaluation: Evaluation) -> Iterator[str]:
    return (f'duplicate field "{one.field}"' for one in evaluation.source.problems if one.pattern == "duplicate-key")


def _leave_out(value: Any, path: tuple[str | int, ...]) -> None:
    """Delete the field at ``path`` from ``value``, in place: the caller has copied it."""
    for part in path[:-1]:
        value = value[part]
    value.pop(path[-1], None)
