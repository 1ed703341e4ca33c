"""Using a Workspace outside of this browser: its token, a kubeconfig, other browsers; and ending the access."""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from playground.engine import object_text
from playground.pages.draft_evaluation import PageEvaluation, evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.markup import Command, prose
from playground.pages.rate_limits import limit_previews, limit_saves
from playground.pages.sharing.saving.answers import SeeOther
from playground.pages.sharing.using.commands import arguments_of, commands, gives_output, process_line
from playground.pages.sharing.using.tools import Link, apply_line, link_to
from playground.pages.sharing.views import filled_in
from playground.pages.sharing.workspace_cookie import keep_token, own_workspace, token_of, workspace_of
from playground.storage import clock
from playground.storage.models import Share, Workspace
from playground.storage.shares.finding import owned, shares_of
from playground.storage.workspaces import open_workspace, rotate_token
from playground.web.requests import public_url

_NAME = "playground"
_GROUP = "apis/template.openshift.io/v1"
_FROM_KUBECONFIG = "TOKEN=$(kubectl config view --raw -o 'jsonpath={.users[0].user.token}')"
_NO_TOKEN = "This token opens no workspace. Copy the whole token; if you did, a new one may have replaced it."  # noqa: S105 (words)


@dataclass(frozen=True, slots=True)
class TerminalPanel:
    """The page "Use it from your terminal"."""

    workspace: str  # the namespace; "" for a browser that has none
    plain: bool  # the site is served over http, where `kubectl` sends no tokens
    anybody: tuple[Command, ...]  # commands that need no token
    owner: tuple[Command, ...]  # commands that need the Workspace's token


@require_safe
def terminal(request: HttpRequest) -> HttpResponse:
    """Commands with this browser's namespace and its latest Share, or the one in `?share=`."""
    limit_previews(request)
    return _page(request)


@require_POST
def show_token(request: HttpRequest) -> HttpResponse:
    """The page with the token; a form asks for it, so that the token is in no URL."""
    limit_previews(request)
    return _page(request, shows_token=True)


@require_POST
def kubeconfig(request: HttpRequest) -> HttpResponse:
    """A kubeconfig with the token, for `kubectl` and `oc`."""
    limit_previews(request)
    workspace = workspace_of(request)
    if workspace is None:
        return SeeOther(reverse("terminal"))
    config = kubeconfig_of(public_url(request), workspace.name, token_of(request))
    response = HttpResponse(object_text(config, "yaml"), content_type="application/yaml; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="playground.kubeconfig"'
    return response


@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Create a Workspace if this browser has none."""
    limit_saves(request)
    _, token = own_workspace(request, clock.now(), SystemRandom())
    response = SeeOther(reverse("terminal"))
    keep_token(response, token)
    return response


@require_POST
def rotate(request: HttpRequest) -> HttpResponse:
    """Replace the token; the old one is invalid from now on."""
    limit_saves(request)
    workspace, response = workspace_of(request), SeeOther(reverse("terminal"))
    if workspace is not None:
        keep_token(response, rotate_token(workspace, SystemRandom()))
    return response


@require_POST
def enter(request: HttpRequest) -> HttpResponse:
    """Open the Workspace with the submitted token in this browser, in place of its own."""
    limit_saves(request)
    token = request.POST.get("token", "").strip()
    if open_workspace(token) is None:
        return _page(request, error=_NO_TOKEN)
    response = SeeOther(reverse("my-shares"))
    keep_token(response, token)
    return response


@require_POST
def forget(_request: HttpRequest) -> HttpResponse:
    """Delete everything this browser stores for the site; without the token the Workspace is lost."""
    response = SeeOther(reverse("playground"))
    for name in (settings.WORKSPACE_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        response.delete_cookie(name, samesite="Lax")
        response.cookies[name]["secure"] = settings.CSRF_COOKIE_SECURE
    response["Clear-Site-Data"] = '"cookies", "storage"'
    return response


def _page(request: HttpRequest, *, shows_token: bool = False, error: str = "") -> HttpResponse:
    workspace = workspace_of(request)
    share = _share(request, workspace) if workspace else None
    evaluated = evaluate_draft(filled_in(share, share.latest, Draft())) if share else None
    link = link_to(request, share) if share else None
    panel = terminal_panel(public_url(request), workspace.name if workspace else "", share, link, evaluated)
    token = token_of(request) if shows_token and workspace else ""
    context = {"page": panel, "token": token, "error": error, "unlisted": True}
    return render(request, "sharing/terminal.html", context, status=400 if error else 200)


def _share(request: HttpRequest, workspace: Workspace) -> Share | None:
    """The Share in the commands: that of `?share=`, or the latest."""
    slug, now = request.GET.get("share", ""), clock.now()
    # A slug is printable ASCII. PostgreSQL refuses a query with a NUL.
    share = owned(workspace, slug, now) if slug.isascii() and slug.isprintable() else None
    return share or shares_of(workspace, now).first()


def terminal_panel(
    site: str,
    workspace: str,
    share: Share | None = None,
    link: Link | None = None,
    evaluated: PageEvaluation | None = None,
) -> TerminalPanel:
    """The commands for ``site``, which name ``workspace`` and ``share`` at ``link``; ``evaluated`` is its text.

    A command about the Share is left out if it would fail.
    """
    processed = f"{site}/{_GROUP}/namespaces/{workspace or 'any'}/processedtemplates"
    anybody = [
        Command(
            prose("Have a Template processed; nothing is stored"),
            f"curl -H 'Content-Type: application/yaml' --data-binary @template.yaml {processed}",
        )
    ]
    owner = list(_owner_commands(site, workspace)) if workspace else []
    if share is not None and link is not None and evaluated is not None and gives_output(evaluated.evaluation):
        arguments = arguments_of(evaluated)
        anybody += commands([("Apply your latest share", apply_line(arguments, link), arguments.note)])
        if share.object_name and share.withdrawn is None:  # the API still has the Share as an object
            into_cluster = " | oc --kubeconfig ~/.kube/config apply -f -"  # not into the playground
            line = process_line(f"oc process {share.object_name}", arguments, into_cluster)
            owner += commands([("Process your latest share, and apply it to your cluster", line, arguments.note)])
    return TerminalPanel(workspace, site.startswith("http:"), tuple(anybody), tuple(owner))


def _owner_commands(site: str, workspace: str) -> tuple[Command, ...]:
    listed = f"{site}/{_GROUP}/namespaces/{workspace}/templates"
    return (
        Command(prose("Use the kubeconfig"), "export KUBECONFIG=~/Downloads/playground.kubeconfig"),
        Command(prose("List your Templates"), "kubectl get templates"),
        Command(prose("Store a Template; it gets a link"), "kubectl create -f template.yaml"),
        Command(prose("Read the token from the kubeconfig, for the next two commands"), _FROM_KUBECONFIG),
        Command(prose("Log in with the token"), f'oc login --token="$TOKEN" {site}'),
        Command(prose("List your Templates with `curl`"), f'curl -H "Authorization: Bearer $TOKEN" {listed}'),
    )


def kubeconfig_of(site: str, workspace: str, token: str) -> dict[str, Any]:
    """A kubeconfig with one cluster, one user and one context."""
    context = {"cluster": _NAME, "user": _NAME, "namespace": workspace}
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": _NAME, "cluster": {"server": site}}],
        "users": [{"name": _NAME, "user": {"token": token}}],
        "contexts": [{"name": _NAME, "context": context}],
        "current-context": _NAME,
    }
