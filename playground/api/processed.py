"""`/processedtemplates`: returns the Template in the body, processed; stores nothing.

OpenShift ``pkg/template/apiserver/registry/templateprocessing/rest.go``; for `v1`, the Kubernetes proposal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_exempt

from playground.api.protocol.endpoints import View, count_preview, warning_headers
from playground.api.protocol.groups import Group
from playground.api.protocol.request_parts import body_text, field_validation, is_dry_run, wanted_form
from playground.api.protocol.status_errors import Cause, invalid, out_of_time, refused
from playground.api.sent_template import cause_of, check_namespace, decode_template, parameter_causes
from playground.engine import (
    Deadline,
    Evaluation,
    Inputs,
    OutOfTimeError,
    ProcessedTemplate,
    Severity,
    evaluate,
    go_json,
    refusal,
)
from playground.web.configured_limits import deadline, site_limits
from playground.web.status import LONGEST_ANSWER, AnswerTooLongError, answer, check_length

# Requests need neither token nor cookie, so pages of any site may send them (CORS).
_OPEN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Warning",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_ESCAPED = 3  # bytes of a character's escape in ASCII, at most, for one byte of Go's JSON
_PREFLIGHT = {"Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Content-Type, Accept"}


def process(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """POST: the Template of the body, with values in its Parameters, and its objects substituted and labelled.

    The values come from its `parameters`. The `Warning` header has the diagnostics except hints, errors first.
    """
    count_preview(request)
    wanted_form(request)  # 406 for a client that does not accept JSON
    is_dry_run(request, "CreateOptions")  # only validates the options: nothing is stored anyway
    text, validation, time_limit = body_text(request), field_validation(request, "Ignore"), deadline()
    decoded = decode_template(text, group, validation, deadline=time_limit)
    check_namespace(decoded, namespace)
    # The real server processes the JSON of the decoded Template, whose keys it sorts if YAML was sent; its messages
    # quote that JSON.
    template = {**decoded.value, "apiVersion": decoded.group.api_version}
    # The text is read again, so its JSON is refused before it is written if it would be longer than a text may be.
    _check_length(template, time_limit, _ESCAPED * site_limits().text_bytes)
    template_json = go_json(template, sort_keys=str(request.content_type).endswith("yaml"))
    inputs = Inputs(dialect=decoded.group.dialect.value)
    evaluation = evaluate(template_json, inputs, limits=site_limits(), deadline=time_limit)
    body = _body(decoded.value, _processed(evaluation, group, decoded.name), group)
    _check_length(body, time_limit, LONGEST_ANSWER)
    return answer(body, 201, warning_headers((*decoded.warnings, *_warnings(evaluation))))


def _check_length(body: Any, time_limit: Deadline, most: int) -> None:
    try:
        check_length(body, time_limit, most)
    except AnswerTooLongError:
        raise refused(413, f"the Template as JSON, without YAML aliases, has more than {most:,} bytes") from None
    except OutOfTimeError:
        raise out_of_time(time_limit) from None


def _processed(evaluation: Evaluation, group: Group, name: str) -> ProcessedTemplate:
    """The processed Template. Raises StatusError 413 if it is too large, 422 if the real server would refuse it."""
    if evaluation.stopped is not None:
        raise refused(413, evaluation.diagnostics[0].message)
    if evaluation.processed is None:  # the Template was readable as it was sent, so its JSON is too large
        why = evaluation.diagnostics[0].message
        raise refused(413, f"the Template as JSON, without YAML aliases, is too large: {why}")
    causes = _causes(evaluation.processed)
    if causes:
        raise invalid(group, name, causes)
    return evaluation.processed


def preflight(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """OPTIONS: the preflight request that browsers send for a page of another site (CORS)."""
    return HttpResponse(status=204, headers=_PREFLIGHT)


def _causes(processed: ProcessedTemplate) -> list[Cause]:
    """The causes of the real server's refusal: invalid names of Parameters, or else errors of processing."""
    if causes := parameter_causes(processed.problems):
        return causes
    message = refusal(processed, "-")  # "-" stands for the file: the Template has no file name
    if not message:
        return []
    # The real server stops after the first stage with an error: only the problems whose error it quotes are causes.
    errors = [problem.error for problem in processed.problems if problem.error and problem.error in message]
    return [cause_of(error) for error in errors or [message.removeprefix("error: ")]]


def _warnings(evaluation: Evaluation) -> tuple[str, ...]:
    return tuple(
        f"{diagnostic.code} {diagnostic.message}"
        for diagnostic in evaluation.diagnostics
        if diagnostic.severity is not Severity.HINT
    )


def _body(value: dict[str, Any], processed: ProcessedTemplate, group: Group) -> dict[str, Any]:
    """The Template ``value`` with the objects, message, labels and Parameter values of ``processed``.

    Empty fields of the Template, its metadata and its Parameters are left out (Go's ``omitempty``).
    """
    identity = {"kind": "Template", "apiVersion": group.api_version}
    parameters = [dict(parameter or {}) for parameter in value.get("parameters") or ()]
    for parameter, parameter_value in zip(parameters, processed.values, strict=False):
        if parameter_value.settled:
            parameter["value"] = parameter_value.text
    results = {
        "message": processed.message,
        "labels": dict(processed.labels or {}),
        "parameters": [_without_empty(parameter) for parameter in parameters],
    }
    # kind and apiVersion come first, as in the real server's answers.
    return _without_empty({**identity, **value, **identity, **results}) | {
        "metadata": {"creationTimestamp": None, **_without_empty(value.get("metadata") or {})},
        "objects": None if processed.template.objects is None else [item.value for item in processed.objects],
    }


def _without_empty(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: field for name, field in fields.items() if field}


def open_to_all(view: View) -> View:
    """``view`` with headers that let pages of other sites read every answer, including errors."""

    def handle(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        response = view(request, **arguments)
        for name, value in _OPEN.items():
            response.headers[name] = value
        return response

    return csrf_exempt(handle)
