"""The view of the dialog that makes a value of the text a Parameter: the proposal, and the edits once proved."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_POST

from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.reading import read_draft
from playground.pages.playground.parameter_panel import ParameterFields, Refused, parameter_panel
from playground.pages.playground.places import span_of
from playground.pages.playground.responses import refusal_response
from playground.pages.rate_limits import limit_previews


def sent_fields(data: QueryDict) -> ParameterFields | None:
    """What was entered in the dialog; None when it opens."""
    if "to" not in data:
        return None
    name, display_name, description = (data.get(field, "").strip() for field in ("to", "display-name", "description"))
    return ParameterFields(name, display_name, description, frozenset(data.get("places", "").split()))


@require_POST
def parameterizing(request: HttpRequest) -> HttpResponse:
    """The Parameter that the value at `at` can become; once its name `to` is sent, the edits that make it one."""
    limit_previews(request)
    reading, span = read_draft(request.POST), span_of(request.POST.get("at", ""))
    if reading.errors:
        return refusal_response(request, reading.errors, reading.status)
    panel = parameter_panel(evaluate_draft(reading.draft), span, sent_fields(request.POST))
    name = "refused" if isinstance(panel, Refused) else "panel"
    return render(request, "source/_parameter.html", {"panel": None, "refused": None, name: panel})
