"""The view of the dialog that makes a value of the text a Parameter: the proposal, and the edits once proved."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.reading import Reading
from playground.pages.playground.parameter_panel import ParameterFields, Refused, parameter_panel
from playground.pages.playground.places import span_of
from playground.pages.playground.responses import script_view


def read_fields(data: QueryDict) -> ParameterFields | None:
    """What was entered in the dialog; None when it opens."""
    if "to" not in data:
        return None
    name, display_name, description = (data.get(field, "").strip() for field in ("to", "display-name", "description"))
    return ParameterFields(name, display_name, description, frozenset(data.get("places", "").split()))


@script_view
def parameterizing(request: HttpRequest, reading: Reading) -> HttpResponse:
    """The Parameter that the value at `at` can become; once its name `to` is sent, the edits that make it one."""
    span = span_of(request.POST.get("at", ""))
    panel = parameter_panel(evaluate_draft(reading.draft), span, read_fields(request.POST))
    name = "refused" if isinstance(panel, Refused) else "panel"
    return render(request, "source/_parameter.html", {"panel": None, "refused": None, name: panel})
