"""The page's "Use it": the files of the text on the page, and the commands that use it elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from playground.engine import Refusal, archive, is_chart_name
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.reading import Reading, read_draft
from playground.pages.markup import Panel
from playground.pages.output.download import attachment, file_name, output_title, source_syntax, source_title, stem_of
from playground.pages.output.output_text import output_syntax
from playground.pages.parameters.inputs_panel import WrongValues, wrong_values
from playground.pages.playground.responses import page_response, refusal_response
from playground.pages.rate_limits import limit_previews
from playground.pages.sharing.access import owns
from playground.pages.sharing.panel import share_panel
from playground.pages.sharing.saving.confirmation import public_share
from playground.pages.sharing.using.helm import (
    HelmPanel,
    archive_name,
    chart_of,
    choices_of,
    helm_panel,
    private_name,
)
from playground.pages.sharing.using.kustomize import (
    KustomizePanel,
    folder_name,
    kustomization_of,
    kustomize_panel,
)
from playground.pages.sharing.using.tools import Files, Tool, link_to, tools
from playground.storage.models import Share
from playground.web.requests import public_url

_OF_OBJECTS = ("documents", "list")  # the shapes of a file that a cluster takes
_ARCHIVE = "application/gzip"


@dataclass(frozen=True, slots=True)
class UsePanel(Panel):
    """The contents of "Use it"."""

    output: str  # the name of the output's file; "" without output
    source: str  # the name of the source's file
    stem: str  # see ``stem_of``
    wrong: WrongValues  # values that make the output wrong
    tools: tuple[Tool, ...]
    helm: HelmPanel | None  # None: not asked for
    kustomize: KustomizePanel | None
    chosen: str  # the tool that is shown first
    shared: bool  # whether the text is on the page of a Share


@require_POST
def use(request: HttpRequest) -> HttpResponse:
    """The contents of "Use it" for the submitted form; the whole page if a browser without scripts submits the form.

    The text is converted only for the chosen tool, as that takes time; on the whole page, for each tool.
    """
    limit_previews(request)
    reading = read_draft(request.POST)
    is_part = request.POST.get("action") != "use"  # the action of the button, which only a page without scripts sends
    if is_part and reading.errors:
        return refusal_response(request, reading.errors, reading.status)
    evaluated = evaluate_draft(reading.draft)
    if not is_part:
        return _page(request, evaluated, reading)
    chosen = request.POST.get("use")
    helm = _helm(request, evaluated) if chosen == "helm" else None
    kustomized = _kustomized(evaluated) if chosen == "kustomize" else None
    panel = use_panel(request, evaluated, public_share(request), helm, kustomized)
    return render(request, "sharing/use/_contents.html", {"use": panel})


@require_POST
def chart(request: HttpRequest) -> HttpResponse:
    """The chart as an archive or, with the action `download-private`, its private values; without it, the page."""
    limit_previews(request)
    reading, choices = read_draft(request.POST), choices_of(request.POST)
    evaluated = evaluate_draft(reading.draft)
    helm = chart_of(evaluated, choices)
    if reading.errors or isinstance(helm, Refusal):
        status = reading.status if is_chart_name(choices.name or "a") else 400
        return _page(request, evaluated, replace(reading, status=status), helm=helm_panel(evaluated, helm, choices))
    if request.POST.get("action") == "download-private":
        return attachment(helm.private_values.encode(), private_name(helm), "application/yaml; charset=utf-8")
    return attachment(archive(helm.name, helm.files), archive_name(helm), _ARCHIVE)


@require_POST
def kustomize(request: HttpRequest) -> HttpResponse:
    """The kustomization as an archive; without it, the page."""
    limit_previews(request)
    reading = read_draft(request.POST)
    evaluated = evaluate_draft(reading.draft)
    kustomized = kustomization_of(evaluated)
    if reading.errors or isinstance(kustomized, Refusal):
        return _page(request, evaluated, reading, kustomized=kustomize_panel(evaluated, kustomized))
    folder = folder_name(evaluated)
    return attachment(archive(folder, kustomized.files, kustomized.secret_files), f"{folder}.tgz", _ARCHIVE)


def _page(
    request: HttpRequest,
    evaluated: PageEvaluation,
    reading: Reading,
    helm: HelmPanel | None = None,
    kustomized: KustomizePanel | None = None,
) -> HttpResponse:
    """The whole page with "Use it" open; the text is converted for each tool whose panel is not given."""
    share = public_share(request)
    shared = share_panel(share, share.latest, owned=owns(request, share)) if share else None
    panel = use_panel(
        request, evaluated, share, helm or _helm(request, evaluated), kustomized or _kustomized(evaluated)
    )
    return page_response(request, evaluated, reading, use=panel, share=shared, unlisted=bool(share))


def _helm(request: HttpRequest, evaluated: PageEvaluation) -> HelmPanel:
    choices = choices_of(request.POST)
    return helm_panel(evaluated, chart_of(evaluated, choices), choices)


def _kustomized(evaluated: PageEvaluation) -> KustomizePanel:
    return kustomize_panel(evaluated, kustomization_of(evaluated))


def use_panel(
    request: HttpRequest,
    evaluated: PageEvaluation,
    share: Share | None,
    helm: HelmPanel | None,
    kustomized: KustomizePanel | None,
) -> UsePanel:
    """What the text can be used for; ``share`` is the Share on whose page the text is."""
    site, link = public_url(request), link_to(request, share) if share else None
    draft, evaluation = evaluated.draft, evaluated.evaluation
    stem, output = stem_of(evaluated), ""
    if evaluation.readable and evaluation.source.documents:
        output = file_name(output_title(stem), output_syntax(evaluation, draft))
    source, wrong = file_name(source_title(stem), source_syntax(draft.source)), wrong_values(evaluation.processed)
    is_applicable = draft.shape in _OF_OBJECTS and not wrong
    files = Files(source, output if is_applicable else "")
    return UsePanel(
        output=output,
        source=source,
        stem=stem,
        wrong=wrong,
        tools=tools(evaluated, site, link, files),
        helm=helm,
        kustomize=kustomized,
        chosen=request.POST.get("use") or "file",
        shared=link is not None,
    )
