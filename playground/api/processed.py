"""`/processedtemplates`: processes the Template in the body and returns it; nothing is stored.

OpenShift ``pkg/template/apiserver/registry/templateprocessing/rest.go``; in `v1`, the Kubernetes proposal.
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
from playground.api.protocol.status_errors import Cause, invalid, refused
from playground.api.sent_template import cause_of, check_namespace, decode_template, parameter_causes
from playground.engine import Evaluation, Inputs, ProcessedTemplate, Severity, evaluate, go_json, refusal
from playground.web.configured_limits import deadline, site_limits
from playground.web.status import answer

# A request needs neither token nor cookie, so pages of any site may send it (CORS).
_OPEN = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Warning",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
_PREFLIGHT = {"Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Content-Type, Accept"}


def process(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """POST: the Template of the body, its Parameters filled in, its objects substituted and labelled.

    The values are those in its `parameters`. The diagnostics, except hints, are in the `Warning` header, errors first.
    """
    count_preview(request)
    wanted_form(request)  # 406 for a client that does not accept JSON
    is_dry_run(request, "CreateOptions")  # it changes nothing here, but has to be valid
    text, validation, until = body_text(request), field_validation(request, "Ignore"), deadline()
    sent = decode_template(text, group, validation, deadline=until)
    check_namespace(sent, namespace)
    # What is processed is the JSON of what was decoded, so messages quote that: of YAML, with sorted keys.
    compact = go_json(sent.value, sort_keys=str(request.content_type).endswith("yaml"))
    evaluation = evaluate(compact, Inputs(dialect=group.dialect.value), limits=site_limits(), deadline=until)
    body = _body(sent.value, _processed(evaluation, group, sent.name), group)
    return answer(body, 201, warning_headers((*sent.warnings, *_warnings(evaluation))))


def _processed(evaluation: Evaluation, group: Group, name: str) -> ProcessedTemplate:
    """The processed Template. Raises StatusError 413 if it was too large, 422 if the real server would refuse it."""
    if evaluation.stopped is not None:
        raise refused(413, evaluation.diagnostics[0].message)
    if evaluation.processed is None:
        raise refused(413, f"as JSON, with its aliases written out: {evaluation.diagnostics[0].message}")
    causes = _causes(evaluation.processed)
    if causes:
        raise invalid(group, name, causes)
    return evaluation.processed


def preflight(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """OPTIONS: the preflight request that browsers send for a page of another site (CORS)."""
    return HttpResponse(status=204, headers=_PREFLIGHT)


def _causes(processed: ProcessedTemplate) -> list[Cause]:
    """Why it is refused, as the real server lists it: invalid names of Parameters, or else errors of processing."""
    if causes := parameter_causes(processed.problems):
        return causes
    message = refusal(processed, "-")
    if not message:
        return []
    errors = [problem.error for problem in processed.problems if problem.error and problem.error in message]
    return [cause_of(error) for error in errors or [message.removeprefix("error: ")]]


def _warnings(evaluation: Evaluation) -> tuple[str, ...]:
    return tuple(
        f"{diagnostic.code} {diagnostic.message}"
        for diagnostic in evaluation.diagnostics
        if diagnostic.severity is not Severity.HINT
    )


def _body(value: dict[str, Any], processed: ProcessedTemplate, group: Group) -> dict[str, Any]:
    """The Template that was sent, with objects, message, labels and Parameter values as they were processed.

    Its own fields, and those of its metadata and Parameters, are left out where they are empty (Go's ``omitempty``).
    """
    identity = {"kind": "Template", "apiVersion": group.api_version}
    parameters = [dict(parameter or {}) for parameter in value.get("parameters") or ()]
    for parameter, parameter_value in zip(parameters, processed.values, strict=False):
        if parameter_value.settled:
            parameter["value"] = parameter_value.text
    results = {
        "message": processed.message,
        "labels": dict(processed.labels or {}),
        "parameters": [_filled(parameter) for parameter in parameters],
    }
    # kind and apiVersion come first, as a server writes them, whatever their place in the request.
    return _filled({**identity, **value, **identity, **results}) | {
        "metadata": {"creationTimestamp": None, **_filled(value.get("metadata") or {})},
        "objects": None if processed.template.objects is None else [item.value for item in processed.objects],
    }


def _filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: field for name, field in fields.items() if field}


def open_to_all(view: View) -> View:
    """``view``, but pages of other sites may read all of its answers, including errors."""

    def handle(request: HttpRequest, **arguments: Any) -> HttpResponseBase:
        response = view(request, **arguments)
        for name, value in _OPEN.items():
            response.headers[name] = value
        return response

    return csrf_exempt(handle)
