"""The playground page: whole, as partials after a change, and its output as a file."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from playground.engine import OutputTooLongError
from playground.forms import read_draft, read_link
from playground.views.evaluations import evaluated, mended
from playground.views.examples import example_named, examples
from playground.views.files import file_response
from playground.views.panels.output import TOO_LONG, output_file
from playground.views.panels.page import page_panel
from playground.views.panels.wrong_values import wrong_values
from playground.views.rates import previews
from playground.views.whole import page_response, refusal_response


@require_http_methods(["GET", "HEAD", "POST"])
@previews
def playground(request: HttpRequest) -> HttpResponse:
    """The whole page: an evaluated example, or the form as it was submitted."""
    if request.method == "POST":
        reading = read_draft(request.POST)
        return page_response(request, mended(reading.draft), reading)
    reading = read_link(request.GET)
    name = request.GET.get("example")
    example = example_named(name) if name is not None else examples()[0]
    if example is None:
        raise Http404(f"There is no example `{name}`.")
    found = evaluated(replace(reading.draft, source=example.source), prefilled=reading.draft.values)
    return page_response(request, found, reading)


@require_POST
@previews
def evaluation(request: HttpRequest) -> HttpResponse:
    """The partials that a change of the form affects.

    If the text cannot be read, the page keeps the last output.
    """
    reading = read_draft(request.POST)
    if reading.errors:
        return refusal_response(request, reading.errors, reading.status)
    found = evaluated(reading.draft)
    context = {"page": page_panel(found, live=True)}
    if found.evaluation.readable:
        return render(request, "playground/partials.html", context)
    response = render(request, "playground/unreadable.html", context)
    response["HX-Reswap"] = "none"
    return response


@require_POST
@previews
def download(request: HttpRequest) -> HttpResponse:
    """The output, or the source, as a file; the page instead if there is no output or something to confirm first."""
    reading, action = read_draft(request.POST), request.POST.get("action")
    draft = reading.draft
    if action == "download-source":
        syntax = "json" if draft.source.lstrip()[:1] in ("{", "[") else "yaml"
        return file_response(draft.source, draft.title or "source", syntax)
    found = evaluated(draft)
    if reading.errors or not found.evaluation.readable:
        return page_response(request, found, reading)
    if action != "download-anyway" and wrong_values(found.evaluation.processed):
        return page_response(request, found, reading, asks_before_download=True)
    try:
        output, syntax = output_file(found.evaluation, found.draft)
    except OutputTooLongError:
        return page_response(request, found, replace(reading, errors=(TOO_LONG,), status=413))
    if not output:
        return page_response(request, found, reading)
    return file_response(output, draft.title or "output", syntax)
