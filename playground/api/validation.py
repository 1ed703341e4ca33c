"""Validation of a decoded Template before it is stored.

OpenShift ``pkg/template/apis/template/validation``: ValidateTemplate and -Update; apimachinery ``api/validation``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from playground.api.groups import Group
from playground.api.objects import mapping_of
from playground.api.received import problems_of, refuse_stopped
from playground.api.status import INVALID, REQUIRED, Cause, invalid
from playground.deadlines import limits
from playground.described import described
from playground.engine import (
    Deadline,
    Evaluation,
    Problem,
    evaluate,
    go_quote,
    label_value_errors,
    qualified_name_errors,
    subdomain_errors,
)
from playground.shares.creating import Described


def checked(text: str, group: Group, name: str, *, is_new: bool, until: Deadline) -> Described:
    """Describe the Template in ``text``, which ``objects.stored`` made. Raises StatusError 422 if it is invalid.

    For a Template that is not new, only name and metadata are validated, as in OpenShift. ``until`` is the deadline of
    the request.
    """
    evaluation = evaluate(text, limits=limits(), deadline=until)
    refuse_stopped(evaluation)
    causes = (
        *_name_causes(name),
        *_metadata_causes(evaluation),
        *(parameter_causes(problems_of(evaluation)) if is_new else ()),
    )
    if causes:
        raise invalid(group, name, causes)
    found = described(evaluation)
    return replace(found, requested_name=name)


def _name_causes(name: str) -> Iterator[Cause]:
    if not name:
        yield Cause("metadata.name", "Required value: name or generateName is required", REQUIRED)
        return
    for error in subdomain_errors(name):
        yield Cause("metadata.name", f"Invalid value: {go_quote(name)}: {error}")


def _metadata_causes(evaluation: Evaluation) -> Iterator[Cause]:
    """Invalid labels and keys of annotations (``ValidateObjectMeta``)."""
    documents = evaluation.source.documents
    metadata = mapping_of(documents[0].value.get("metadata")) if documents else {}
    for field in ("labels", "annotations"):
        for key in mapping_of(metadata.get(field)):
            for error in qualified_name_errors(key.lower() if field == "annotations" else key):
                yield Cause(f"metadata.{field}", f"Invalid value: {go_quote(key)}: {error}")
    for value in mapping_of(metadata.get("labels")).values():
        for error in label_value_errors(value) if isinstance(value, str) else ():
            yield Cause("metadata.labels", f"Invalid value: {go_quote(value)}: {error}")


def parameter_causes(problems: Iterable[Problem]) -> list[Cause]:
    """Invalid names of Parameters among ``problems`` (OpenShift's ``ValidateTemplate``)."""
    return [cause_of(words) for problem in problems if (words := problem.detail.get("server"))]


def cause_of(words: str) -> Cause:
    """A server's message, ``field: Invalid value: …``, as a Cause."""
    field, _, message = words.partition(": ")
    return Cause(field, message, REQUIRED if message.startswith("Required value") else INVALID)
