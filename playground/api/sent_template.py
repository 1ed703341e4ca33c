"""Decodes a Template that a client sent, as the real server does, and validates it before it is stored.

apimachinery ``runtime/serializer/json``, ``api/validation``; kube-apiserver's ``fieldValidation``; OpenShift
``pkg/template/apis/template/validation``: ValidateTemplate and -Update.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from playground.api.conversion import mapping_of, stored_group
from playground.api.protocol.groups import GROUPS, Group
from playground.api.protocol.status_errors import (
    INVALID,
    REQUIRED,
    Cause,
    StatusError,
    bad_request,
    invalid,
    out_of_time,
)
from playground.engine import (
    Deadline,
    Dialect,
    Document,
    OutOfTimeError,
    Problem,
    Source,
    decode,
    decoding_problems_in,
    go_quote,
    label_value_errors,
    qualified_name_errors,
    read,
    subdomain_errors,
)
from playground.web.configured_limits import site_limits
from playground.web.status import status_body


@dataclass(frozen=True, slots=True)
class DecodedTemplate:
    """A Template from a request, without unknown and null fields, with its problems and the warnings for the client.

    ``group`` is the group version in which the Template is stored and processed: that of the request, unless the
    Template came from this server, where it was stored in another group version.
    """

    value: dict[str, Any]
    group: Group
    problems: tuple[Problem, ...]
    warnings: tuple[str, ...]

    @property
    def metadata(self) -> Mapping[str, Any]:
        """``metadata`` of the Template, including the fields that the server owns."""
        return mapping_of(self.value.get("metadata"))

    @property
    def name(self) -> str:
        """``metadata.name``; "" if there is none."""
        return str(self.metadata.get("name") or "")


class UndecodableError(StatusError):
    """400: the body of the request is no Template; ``why`` is the decoder's error."""

    def __init__(self, kind: str, version: str, why: str) -> None:
        message = f'{kind} in version "{version}" cannot be handled as a Template: {why}'
        super().__init__(400, status_body(400, message))
        self.why = why


def decode_template(
    text: str, group: Group, validation: str, dialect: Dialect | None = None, *, deadline: Deadline
) -> DecodedTemplate:
    """The Template in ``text``, decoded as the real server does. Raises StatusError.

    ``validation`` is a ``fieldValidation``: Strict refuses unknown and duplicate fields, Warn reports them, Ignore does
    neither. Unknown fields are always dropped. ``dialect`` decides which fields are known: an update passes the dialect
    of the stored text. The default is the dialect of the group version in which the Template was stored, else that of
    ``group``.
    """
    source = _read(text, deadline)
    document = _only_document(source)
    _check_kind(document.value, group)
    stored, types = stored_group(document.value)
    problems = decoding_problems_in(decode(document), dialect or (stored or group).dialect)
    wrong_type = next((problem for problem in problems if problem.pattern == "wrong-type"), None)
    if wrong_type is not None:
        raise UndecodableError("Template", group.version, wrong_type.error)
    unknown = [problem for problem in problems if problem.pattern == "unknown-field"]
    warnings = (*(f'unknown field "{problem.path}"' for problem in unknown), *_duplicate_fields(source))
    if warnings and validation == "Strict":
        raise UndecodableError("Template", group.version, f"strict decoding error: {', '.join(warnings)}")
    fields = _without(unknown, document.value) | {"kind": "Template", "apiVersion": group.api_version}
    value = {key: item for key, item in fields.items() if item is not None}  # Go decodes null as a missing field
    value |= _with_types(value, types)
    return DecodedTemplate(value, stored or group, problems, warnings if validation == "Warn" else ())


def _with_types(value: Mapping[str, Any], types: Mapping[str, str]) -> dict[str, Any]:
    """The field `parameters` of ``value``, with ``types`` for Parameters that have no type; {} without ``types``."""
    parameters = value.get("parameters") if types else None
    if not parameters:
        return {}
    typed = [
        {"type": types[parameter["name"]], **parameter} if mapping_of(parameter).get("name") in types else parameter
        for parameter in parameters
    ]
    return {"parameters": typed}


def check_namespace(template: DecodedTemplate, namespace: str) -> None:
    """Raise StatusError 400 if ``template`` names another namespace than the URL."""
    if template.metadata.get("namespace") not in (None, "", namespace):
        raise bad_request("the namespace of the provided object does not match the namespace sent on the request")


def check_template(template: DecodedTemplate, group: Group, name: str, *, is_new: bool) -> None:
    """Raise StatusError 422 if ``template`` cannot be stored as ``name``.

    As in OpenShift, an update validates only name and metadata; a new Template also needs valid Parameter names.
    """
    causes = (
        *_name_causes(name),
        *_metadata_causes(template.metadata),
        *(parameter_causes(template.problems) if is_new else ()),
    )
    if causes:
        raise invalid(group, name, causes)


def parameter_causes(problems: Iterable[Problem]) -> list[Cause]:
    """A Cause for each invalid Parameter name in ``problems`` (OpenShift's ``ValidateTemplate``).

    ``detail["server"]`` of such a problem is the real server's error.
    """
    return [cause_of(error) for problem in problems if (error := problem.detail.get("server"))]


def cause_of(error: str) -> Cause:
    """The Cause of a server's message ``field: Invalid value: …``."""
    field, _, message = error.partition(": ")
    return Cause(field, message, REQUIRED if message.startswith("Required value") else INVALID)


def _read(text: str, deadline: Deadline) -> Source:
    """Read ``text``. Raises StatusError 400 for an unreadable text, and 413 if reading takes too long."""
    try:
        source = read(text, limits=site_limits(), deadline=deadline)
    except OutOfTimeError:
        raise out_of_time(deadline) from None
    refusal = next((problem for problem in source.problems if problem.refused), None)
    if refusal is not None:
        start = refusal.span.start
        place = f"line {start.line}, column {start.column}"
        raise bad_request(f"the body of the request cannot be read: {place}: {refusal.message}")
    return source


def _only_document(source: Source) -> Document:
    """The only Document of ``source``, a mapping. Raises StatusError 400."""
    documents = source.documents
    if len(documents) != 1 or not isinstance(documents[0].value, dict):
        raise bad_request("the body of the request must be exactly one object")
    return documents[0]


def _check_kind(value: Mapping[str, Any], group: Group) -> None:
    """Raise StatusError 400 for another kind than Template or another version than the group's; both may be missing."""
    version, kind = value.get("apiVersion") or group.api_version, value.get("kind") or "Template"
    if kind != "Template" or version not in (served.api_version for served in GROUPS):
        why = f'no kind "{kind}" is registered for version "{version}"'
        raise UndecodableError(str(kind), str(version).rpartition("/")[2], why)
    if version != group.api_version:
        mismatch = f"the API version in the data ({version}) does not match the expected API version"
        raise bad_request(f"{mismatch} ({group.api_version})")


def _duplicate_fields(source: Source) -> Iterator[str]:
    return (f'duplicate field "{problem.field}"' for problem in source.problems if problem.pattern == "duplicate-key")


def _without(unknown: Iterable[Problem], value: dict[str, Any]) -> dict[str, Any]:
    """A copy of ``value`` without the ``unknown`` fields."""
    remaining = copy.deepcopy(value)
    for problem in unknown:
        parent: Any = remaining
        for part in problem.path[:-1]:
            parent = parent[part]
        parent.pop(problem.path[-1], None)
    return remaining


def _name_causes(name: str) -> Iterator[Cause]:
    if not name:
        yield Cause("metadata.name", "Required value: name or generateName is required", REQUIRED)
        return
    for error in subdomain_errors(name):
        yield Cause("metadata.name", f"Invalid value: {go_quote(name)}: {error}")


def _metadata_causes(metadata: Mapping[str, Any]) -> Iterator[Cause]:
    """A Cause for each invalid label and each invalid key of an annotation (``ValidateObjectMeta``)."""
    for field in ("labels", "annotations"):
        for key in sorted(mapping_of(metadata.get(field))):
            # As in ``ValidateAnnotations``, upper case in the key of an annotation is no error.
            for error in qualified_name_errors(key.lower() if field == "annotations" else key):
                yield Cause(f"metadata.{field}", f"Invalid value: {go_quote(key)}: {error}")
    for _, value in sorted(mapping_of(metadata.get("labels")).items()):
        for error in label_value_errors(value) if isinstance(value, str) else ():
            yield Cause("metadata.labels", f"Invalid value: {go_quote(value)}: {error}")
