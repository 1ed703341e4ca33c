"""`POST /api/evaluate`: the complete Evaluation of a text as JSON, for editors and CI.

Lines and columns count from 1, columns in code points; the end of a span is exclusive.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from playground.api.protocol.endpoints import count_preview
from playground.api.protocol.request_parts import body_value
from playground.api.protocol.status_errors import bad_request, out_of_time, refused
from playground.engine import (
    KUBERNETES_VERSIONS,
    LONGEST_OUTPUT,
    Dialect,
    Document,
    Evaluation,
    Inputs,
    OutOfTimeError,
    OutputTooLongError,
    ProcessedTemplate,
    Severity,
    diagnostic_json,
    evaluate,
    expansion_answer,
    output_lines,
    refusal,
    span_json,
)
from playground.web.api_limits import MOST_RECEIVED
from playground.web.configured_limits import deadline, site_limits
from playground.web.status import LONGEST_ANSWER, AnswerTooLongError, answer, check_length

# The fields of the body; ``pinned`` is the field ``generated`` of Inputs.
TEXTS = ("values", "expressions", "pinned", "assumed", "labels")  # each maps names to texts
CHOICES: Mapping[str, tuple[str, ...]] = {  # the values that a field may have, the default first
    "dialect": ("auto", *(dialect.value for dialect in Dialect)),
    "kubernetes": tuple(str(version) for version in KUBERNETES_VERSIONS),
}
_FIELDS = frozenset({"text", "cluster", *TEXTS, *CHOICES})


def evaluate_text(request: HttpRequest) -> HttpResponse:
    """POST: the Evaluation of the body's `text`. A text with errors also gets 200; `diagnostics` lists the errors.

    413 if the containers receive more than MOST_RECEIVED, or the output is longer than LONGEST_OUTPUT.
    """
    count_preview(request)
    text, inputs = _text_and_inputs(body_value(request, unique=True))
    time_limit = deadline()
    evaluation = evaluate(text, inputs, limits=site_limits(), deadline=time_limit)
    variables = (variable for container in evaluation.containers for variable in container.variables)
    received = sum(len(variable.value or "") for variable in variables)
    if received > MOST_RECEIVED:
        raise refused(
            413,
            f"the containers receive {received:,} characters; the limit is {MOST_RECEIVED:,}."
            " Run `template-playground expand` on your own machine instead",
        )
    try:
        body = evaluation_json(evaluation)
        check_length(body, time_limit)
    except OutOfTimeError:
        raise out_of_time(time_limit) from None
    except AnswerTooLongError:
        raise refused(
            413,
            f"the answer has more than {LONGEST_ANSWER:,} bytes."
            " Run `template-playground expand` on your own machine instead",
        ) from None
    except OutputTooLongError:
        raise refused(
            413,
            f"the output takes more than {LONGEST_OUTPUT:,} bytes of memory, because its lines are deeply indented."
            " Run `template-playground expand` on your own machine instead",
        ) from None
    return answer(body)


def evaluation_json(evaluation: Evaluation) -> dict[str, Any]:
    """``evaluation`` as a JSON value of the schema `Evaluation` in the OpenAPI document."""
    return {
        "readable": evaluation.readable,
        "dialect": evaluation.dialect.value if evaluation.dialect else None,
        "documents": [_document(document) for document in evaluation.source.documents],
        "template": _template(evaluation.processed) if evaluation.processed else None,
        "objects": [item.value for item in evaluation.objects],
        "expanded": list(evaluation.expanded),
        "output": "\n".join(output_lines(evaluation.expanded, longest=LONGEST_OUTPUT).texts),
        "environments": expansion_answer(evaluation),
        "diagnostics": [diagnostic_json(diagnostic) for diagnostic in evaluation.diagnostics],
        "counts": {severity.value: evaluation.count(severity) for severity in Severity},
    }


def _document(document: Document) -> dict[str, Any]:
    return {"syntax": document.syntax, "span": span_json(document.span()), "value": document.value}


def _template(processed: ProcessedTemplate) -> dict[str, Any]:
    """Name, message and Parameters with their values; `refusal` is the error of `oc process`, or None."""
    return {
        "name": processed.template.name,
        "message": processed.message,
        "parameters": [
            {
                "name": value.parameter.name,
                "value": value.text if value.settled else None,  # `oc` stops at a value that is not settled
                "origin": value.origin.value,
            }
            for value in processed.values
        ],
        "refusal": refusal(processed, "-") or None,  # "-" stands for the file: the text has no file name
    }


def _text_and_inputs(body: Any) -> tuple[str, Inputs]:
    """The text and the Inputs in the body. Raises StatusError 400 for an unknown field or a wrong type."""
    if not isinstance(body, dict) or not isinstance(body.get("text"), str):
        raise bad_request("the body of the request must be an object whose `text` is a string")
    unknown = sorted(set(body) - _FIELDS)
    if unknown:
        raise bad_request(f"unknown field {unknown[0]!r}; the known fields are {', '.join(sorted(_FIELDS))}")
    for name in TEXTS:
        texts = body.get(name, {})
        if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
            raise bad_request(f"`{name}` must be an object that maps names to strings")
    for name, choices in CHOICES.items():
        if body.get(name, choices[0]) not in choices:
            raise bad_request(f"`{name}` must be one of {', '.join(choices)}")
    if not isinstance(body.get("cluster"), dict | None):
        raise bad_request("`cluster` must be an object")
    fields = {name: value for name, value in body.items() if name not in ("text", "pinned")}
    return body["text"], Inputs(**fields, generated=body.get("pinned", {}))
