"""The page's "Use it": the files of the text on the page, and the commands that use it elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.reading import read_draft
from playground.pages.markup import Panel
from playground.pages.output.download import file_name, output_title, source_syntax, source_title, stem_of
from playground.pages.output.output_text import output_syntax
from playground.pages.parameters.inputs_panel import WrongValues, wrong_values
from playground.pages.playground.responses import page_response, refusal_response
from playground.pages.rate_limits import limit_previews
from playground.pages.sharing.access import owns
from playground.pages.sharing.panel import share_panel
from playground.pages.sharing.saving.confirmation import public_share
from playground.pages.sharing.using.tools import Files, Link, Tool, link_to, tools
from playground.web.requests import public_url

_OF_OBJECTS = ("documents", "list")  # the shapes of a file that a cluster takes


@dataclass(frozen=True, slots=True)
class UsePanel(Panel):
    """The contents of "Use it"."""

    output: str  # the name of the output's file; "" without output
    source: str  # the name of the source's file
    stem: str  # see ``stem_of``
    wrong: WrongValues  # values that make the output wrong
    tools: tuple[Tool, ...]
    shared: bool  # whether the text is on the page of a Share


@require_POST
def use(request: HttpRequest) -> HttpResponse:
    """The contents of "Use it" for the submitted form; the whole page if a browser without scripts submits the form."""
    limit_previews(request)
    reading = read_draft(request.POST)
    is_part = request.POST.get("action") != "use"  # the action of the button, which only a page without scripts sends
    if is_part and reading.errors:
        return refusal_response(request, reading.errors, reading.status)
    evaluated, share = evaluate_draft(reading.draft), public_share(request)
    panel = use_panel(evaluated, public_url(request), link_to(request, share) if share else None)
    if is_part:
        return render(request, "sharing/use/_contents.html", {"use": panel})
    shared = share_panel(share, share.latest, owned=owns(request, share)) if share else None
    return page_response(request, evaluated, reading, use=panel, share=shared, unlisted=bool(share))


def use_panel(evaluated: PageEvaluation, site: str, link: Link | None) -> UsePanel:
    """What the text can be used for at ``site``; ``link`` is the Share on whose page the text is."""
    draft, evaluation = evaluated.draft, evaluated.evaluation
    stem, output = stem_of(evaluated), ""
    if evaluation.readable and evaluation.source.documents:
        output = file_name(output_title(stem), output_syntax(evaluation, draft))
    source, wrong = file_name(source_title(stem), source_syntax(draft.source)), wrong_values(evaluation.processed)
    is_applicable = draft.shape in _OF_OBJECTS and not wrong
    files = Files(source, output if is_applicable else "")
    return UsePanel(output, source, stem, wrong, tools(evaluated, site, link, files), link is not None)
