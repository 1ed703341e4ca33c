"""Commands for a terminal, ready to paste, and the kubeconfig they need.

client-go ``tools/clientcmd/api/v1``: the fields of a kubeconfig.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playground.storage.models import Share
from playground.views.panels.details import Command
from playground.views.panels.words import prose

_NAME = "playground"
_GROUP = "apis/template.openshift.io/v1"


@dataclass(frozen=True, slots=True)
class TerminalPanel:
    """The page "Use it from your terminal"."""

    workspace: str  # the namespace; "" for a browser that has none
    plain: bool  # over http, where `kubectl` sends no tokens
    anybody: tuple[Command, ...]
    owner: tuple[Command, ...]


def terminal_panel(site: str, workspace: str, share: Share | None) -> TerminalPanel:
    """The commands for ``site``, which name ``workspace`` and ``share``, or examples where there is neither."""
    processed = f"{site}/{_GROUP}/namespaces/{workspace or 'any'}/processedtemplates"
    anybody = [
        Command(
            prose("Have a Template processed; nothing is stored"),
            f"curl -H 'Content-Type: application/yaml' --data-binary @template.yaml {processed}",
        )
    ]
    if share is not None:
        anybody.append(
            Command(prose("Apply your latest share"), f"kubectl apply -f {site}/s/{share.slug}/processed.yaml")
        )
    return TerminalPanel(workspace, site.startswith("http:"), tuple(anybody), _owners(site, workspace, share))


def _owners(site: str, workspace: str, share: Share | None) -> tuple[Command, ...]:
    if not workspace:
        return ()
    is_object = share is not None and bool(share.object_name) and share.withdrawn is None
    name = share.object_name if share is not None and is_object else "NAME"
    listed = f"{site}/{_GROUP}/namespaces/{workspace}/templates"
    return (
        Command(prose("Use the kubeconfig"), "export KUBECONFIG=~/Downloads/playground.kubeconfig"),
        Command(prose("List your Templates"), "kubectl get templates"),
        Command(prose("Store a Template; it gets a link"), "kubectl create -f template.yaml"),
        Command(prose("Process a stored Template"), f"oc process {name} | oc apply -f -"),
        Command(prose("The same list with `curl`"), f'curl -H "Authorization: Bearer $TOKEN" {listed}'),
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
