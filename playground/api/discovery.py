"""Discovery, the first requests of a client: versions, groups, resources, the token's namespace.

Kubernetes "Aggregated Discovery" (``apidiscovery.k8s.io``, v2 and v2beta1), and the older plain lists. A client maps
a kind to the last resource of this kind, so `templates` must come after `processedtemplates`.

Clients prefer `v1` to every other group version (client-go ``restmapper/discovery.go``), but `oc process` refuses
Templates of `v1`. So `v1` calls its resource `coretemplates`, and `templates` means `template.openshift.io/v1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from playground.api.conversion import timestamp
from playground.api.protocol.groups import CORE, CORE_RESOURCE, OPENSHIFT, PROCESSED, RESOURCE, Group
from playground.api.protocol.request_parts import AGGREGATED, own_workspace, wanted_form
from playground.engine import KUBERNETES_VERSIONS
from playground.storage.models import Workspace
from playground.web.status import answer

VERBS = ("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource of the API (``APIResource``)."""

    name: str
    singular: str
    kind: str
    namespaced: bool
    verbs: tuple[str, ...]
    short: tuple[str, ...] = ()


NAMESPACES = Resource("namespaces", "namespace", "Namespace", False, ("get", "list"), ("ns",))
PROCESSED_TEMPLATES = Resource(PROCESSED, "processedtemplate", "ProcessedTemplate", True, ("create",))
TEMPLATES = Resource(RESOURCE, "template", "Template", True, VERBS)
CORE_TEMPLATES = Resource(CORE_RESOURCE, "coretemplate", "Template", True, VERBS)
RESOURCES: Mapping[Group, tuple[Resource, ...]] = {
    CORE: (NAMESPACES, PROCESSED_TEMPLATES, CORE_TEMPLATES),
    OPENSHIFT: (PROCESSED_TEMPLATES, TEMPLATES),
}


def version(request: HttpRequest) -> HttpResponse:
    """GET /version: the Kubernetes version that clients should assume."""
    major, minor = str(KUBERNETES_VERSIONS[0]).split(".")
    # Some clients require every field.
    build = dict.fromkeys(("gitCommit", "gitTreeState", "buildDate", "goVersion", "compiler"), "")
    numbers = {"major": major, "minor": minor, "gitVersion": f"v{major}.{minor}.0"}
    return answer({**numbers, **build, "platform": "playground"})


def core_versions(request: HttpRequest) -> HttpResponse:
    """GET /api."""
    if wanted_form(request, AGGREGATED):
        return _aggregated(request, CORE)
    return answer({"kind": "APIVersions", "versions": [CORE.version], "serverAddressByClientCIDRs": []})


def groups(request: HttpRequest) -> HttpResponse:
    """GET /apis."""
    if wanted_form(request, AGGREGATED):
        return _aggregated(request, OPENSHIFT)
    return answer({"kind": "APIGroupList", "apiVersion": "v1", "groups": [_group_of(OPENSHIFT)]})


def group(request: HttpRequest, group: Group) -> HttpResponse:
    """GET /apis/GROUP."""
    return answer({"kind": "APIGroup", "apiVersion": "v1", **_group_of(group)})


def resources(request: HttpRequest, group: Group) -> HttpResponse:
    """GET /api/v1 and /apis/GROUP/VERSION."""
    items = [
        {
            "name": resource.name,
            "singularName": resource.singular,
            "namespaced": resource.namespaced,
            "kind": resource.kind,
            "verbs": list(resource.verbs),
            **_short_names(resource),
        }
        for resource in RESOURCES[group]
    ]
    return answer(
        {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": group.api_version, "resources": items}
    )


def namespaces(request: HttpRequest) -> HttpResponse:
    """GET /api/v1/namespaces: a list of the token's own namespace."""
    workspace = own_workspace(request, CORE, None, NAMESPACES.name, "list")
    items = [_namespace_of(workspace)]
    return answer({"kind": "NamespaceList", "apiVersion": "v1", "metadata": {"resourceVersion": "1"}, "items": items})


def namespace(request: HttpRequest, namespace: str) -> HttpResponse:
    """GET /api/v1/namespaces/NAMESPACE: the token's own namespace. Clients ask for it after a 404."""
    return answer(_namespace_of(own_workspace(request, CORE, namespace, NAMESPACES.name, "get")))


def _namespace_of(workspace: Workspace) -> dict[str, Any]:
    created = timestamp(workspace.created)
    metadata = {"name": workspace.name, "resourceVersion": "1", "creationTimestamp": created}
    return {"kind": "Namespace", "apiVersion": "v1", "metadata": metadata, "status": {"phase": "Active"}}


def _group_of(group: Group) -> dict[str, Any]:
    version = {"groupVersion": group.api_version, "version": group.version}
    return {"name": group.name, "versions": [version], "preferredVersion": version}


def _aggregated(request: HttpRequest, group: Group) -> HttpResponse:
    """Aggregated discovery of a group. Without this Content-Type clients would read the answer as a plain list."""
    version = "v2" if "v=v2;" in request.headers["Accept"].replace(" ", "") + ";" else "v2beta1"
    resources = [_aggregated_resource(group, resource) for resource in RESOURCES[group]]
    versions = [{"version": group.version, "resources": resources, "freshness": "Current"}]
    items = [{"metadata": {"name": group.name} if group.name else {}, "versions": versions}]
    kind = {"kind": AGGREGATED, "apiVersion": f"apidiscovery.k8s.io/{version}"}
    response = answer({**kind, "metadata": {}, "items": items})
    response["Content-Type"] = f"application/json;g=apidiscovery.k8s.io;v={version};as={AGGREGATED}"
    response["Vary"] = "Accept"
    return response


def _aggregated_resource(group: Group, resource: Resource) -> dict[str, Any]:
    return {
        "resource": resource.name,
        "responseKind": {"group": group.name, "version": group.version, "kind": resource.kind},
        "scope": "Namespaced" if resource.namespaced else "Cluster",
        "singularResource": resource.singular,
        "verbs": list(resource.verbs),
        **_short_names(resource),
    }


def _short_names(resource: Resource) -> dict[str, list[str]]:
    return {"shortNames": list(resource.short)} if resource.short else {}
