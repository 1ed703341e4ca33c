"""The playground page: whole, as partials after a change, and its output as a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from playground.engine import OutputTooLongError, Position, parameter_file
from playground.pages.allowance import Allowance
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft, evaluate_with_fix
from playground.pages.examples import example_named, examples
from playground.pages.form.draft import Draft
from playground.pages.form.reading import Reading, read_draft, read_link
from playground.pages.new_template.offer import template_text, with_template
from playground.pages.output.download import file_response, output_title, source_syntax, source_title, stem_of
from playground.pages.output.output_text import TOO_LONG, output_file
from playground.pages.output.parameter_traces import parameter_traces
from playground.pages.output.place import trace_at
from playground.pages.output.traces import output_traces
from playground.pages.playground.page import page_panel, too_large_page
from playground.pages.playground.places import position_of
from playground.pages.playground.responses import page_response, script_view
from playground.pages.rate_limits import limit_previews

_DOWNLOAD_SET = "download-set."  # begins the action that downloads a value set; the set's name follows
_CARD = re.compile(r"trace-(?:parameter-)?[0-9]{1,3}\Z")  # the id of a value's card in the output


@require_http_methods(["GET", "HEAD", "POST"])
def playground(request: HttpRequest) -> HttpResponse:
    """The whole page: an evaluated example, or the form as it was submitted.

    Only a submitted form counts towards the client's rate limit.
    """
    if request.method == "POST":
        limit_previews(request)
        reading = read_draft(request.POST)
        return page_response(request, with_template(evaluate_with_fix(reading.draft)), reading)
    reading = read_link(request.GET)
    name = request.GET.get("example")
    example = example_named(name) if name is not None else examples()[0]
    if example is None:
        raise Http404(f"There is no example `{name}`.")
    draft = replace(reading.draft, source=example.source, sets=example.sets)
    evaluated = evaluate_draft(draft, prefilled=reading.draft.values)
    return page_response(request, evaluated, reading)


@require_safe
def new(request: HttpRequest) -> HttpResponse:
    """The page without a text: three things to start from."""
    reading = read_link(request.GET)
    return page_response(request, evaluate_draft(reading.draft), reading)


@script_view
def evaluation(request: HttpRequest, reading: Reading) -> HttpResponse:
    """The partials that a change of the form affects.

    If the text cannot be read, the page may keep the output of an earlier state of the same text.
    """
    evaluated, size = evaluate_draft(reading.draft), reading.source_bytes
    page = too_large_page(evaluated, size) if size else page_panel(evaluated, live=True)
    return render(request, "playground/partials.html", {"page": page})


@require_POST
def download(request: HttpRequest) -> HttpResponse:
    """The output, or the source, as a file; the page instead if there is no output.

    `?name=` names the source: a download of it evaluates nothing.
    """
    limit_previews(request)
    reading = read_draft(request.POST)
    draft = reading.draft
    action = request.POST.get("action", "")
    if action == "download-source":
        title = source_title(request.GET.get("name", ""))
        return file_response(draft.source, title, source_syntax(draft.source))
    evaluated = evaluate_draft(draft)
    if (name := action.removeprefix(_DOWNLOAD_SET)) != action and name in draft.sets:
        return file_response(_set_file(evaluated, replace(draft, set=name).chosen_values), name, "env")
    if reading.errors or not evaluated.evaluation.readable:
        return page_response(request, evaluated, reading)
    if template := template_text(evaluated):
        return file_response(template, source_title(stem_of(evaluated)), "yaml")
    try:
        output, syntax = output_file(evaluated.evaluation, evaluated.draft, evaluated.deadline)
    except OutputTooLongError:
        return page_response(request, evaluated, replace(reading, errors=(TOO_LONG,), status=413))
    if not output:
        return page_response(request, evaluated, reading)
    return file_response(output, output_title(stem_of(evaluated)), syntax)


def _set_file(evaluated: PageEvaluation, values: Mapping[str, str]) -> str:
    """A parameter file with ``values``, in the order of the Template's Parameters."""
    processed = evaluated.evaluation.processed
    names = [value.parameter.name for value in processed.values] if processed else []
    return parameter_file({name: values[name] for name in (*names, *values) if name in values})


@script_view
def trace(request: HttpRequest, reading: Reading) -> HttpResponse:
    """The trace of one value: at the place `at` in the text, or of the value whose card has the id `card`."""
    place, card = request.POST.get("at", ""), request.POST.get("card", "")
    if card and not _CARD.match(card):
        raise BadRequest("`card` is not the id of a card.")
    position = None if card else position_of(place)
    return _place(request, reading.draft, position) if position else _card(request, reading.draft, card)


def _place(request: HttpRequest, draft: Draft, position: Position) -> HttpResponse:
    evaluation = evaluate_draft(draft).evaluation
    place_trace = trace_at(evaluation, position)
    return render(request, "output/traces/_place.html", {"trace": place_trace, "readable": evaluation.readable})


def _card(request: HttpRequest, draft: Draft, card: str) -> HttpResponse:
    """One card of the output; if the text or its values have changed since, the card only says so."""
    evaluation, same = evaluate_draft(draft).evaluation, draft.is_as_shown
    traces = output_traces(evaluation, card) if same else ()
    parameters = parameter_traces(evaluation, Allowance(), card) if same else ()
    outdated = "" if traces or parameters else card
    return render(
        request, "output/traces/_traces.html", {"traces": traces, "parameters": parameters, "outdated": outdated}
    )
