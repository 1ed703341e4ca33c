"""Discovery, the first requests of a client: paths, versions, groups, resources.

Kubernetes "Aggregated Discovery" (``apidiscovery.k8s.io``, v2 and v2beta1), and the older plain lists. A client maps
a kind to the last resource of this kind, so `templates` comes last, and `processedtemplates` has a kind of its own.

Clients prefer `v1` to every other group version (client-go ``restmapper/discovery.go``), but `oc process` refuses
Templates of `v1`. So `v1` calls its resource `coretemplates`, and `templates` means `template.openshift.io/v1`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from playground.api.protocol.groups import (
    AUTHENTICATION,
    AUTHORIZATION,
    CORE,
    CORE_RESOURCE,
    GROUPS,
    NAMED_GROUPS,
    OPENSHIFT,
    PROCESSED,
    PROJECTS,
    RESOURCE,
    USERS,
    Group,
)
from playground.api.protocol.request_parts import AGGREGATED, wanted_form
from playground.engine import KUBERNETES_VERSIONS
from playground.web.status import answer

_CREATE_ONLY = ("create",)  # the verbs of resources that answer a POST and store nothing
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
PROCESSED_TEMPLATES = Resource(PROCESSED, "processedtemplate", "ProcessedTemplate", True, _CREATE_ONLY)
TEMPLATES = Resource(RESOURCE, "template", "Template", True, VERBS)
CORE_TEMPLATES = Resource(CORE_RESOURCE, "coretemplate", "Template", True, VERBS)
SELF_REVIEWS = Resource("selfsubjectreviews", "selfsubjectreview", "SelfSubjectReview", False, _CREATE_ONLY)
ACCESS_REVIEWS = Resource(
    "selfsubjectaccessreviews", "selfsubjectaccessreview", "SelfSubjectAccessReview", False, _CREATE_ONLY
)
RULES_REVIEWS = Resource(
    "selfsubjectrulesreviews", "selfsubjectrulesreview", "SelfSubjectRulesReview", False, _CREATE_ONLY
)
RESOURCES: Mapping[Group, tuple[Resource, ...]] = {
    CORE: (NAMESPACES, PROCESSED_TEMPLATES, CORE_TEMPLATES),
    OPENSHIFT: (PROCESSED_TEMPLATES, TEMPLATES),
    PROJECTS: (Resource("projects", "project", "Project", False, ("get", "list")),),
    USERS: (Resource("users", "user", "User", False, ("get",)),),
    AUTHENTICATION: (SELF_REVIEWS,),
    AUTHORIZATION: (ACCESS_REVIEWS, RULES_REVIEWS),
}
_PROBES = ("/healthz", "/livez", "/readyz")
PATHS = sorted(
    (
        "/api",
        "/apis",
        "/openapi/v2",
        "/openapi/v3",
        "/version",
        *_PROBES,
        *(f"/{group.path}" for group in RESOURCES),
        *(f"/apis/{group.name}" for group in NAMED_GROUPS),
        *(f"/openapi/v3/{group.path}" for group in GROUPS),
    )
)


def paths(request: HttpRequest) -> HttpResponse:
    """GET /, for clients that want no page (apiserver ``server/routes/index.go``)."""
    return answer({"paths": PATHS}, headers={"Vary": "Accept"})


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
        return _aggregated(request, (CORE,))
    return answer({"kind": "APIVersions", "versions": [CORE.version], "serverAddressByClientCIDRs": []})


def groups(request: HttpRequest) -> HttpResponse:
    """GET /apis."""
    if wanted_form(request, AGGREGATED):
        return _aggregated(request, NAMED_GROUPS)
    return answer({"kind": "APIGroupList", "apiVersion": "v1", "groups": [_group_of(group) for group in NAMED_GROUPS]})


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


def _group_of(group: Group) -> dict[str, Any]:
    version = {"groupVersion": group.api_version, "version": group.version}
    return {"name": group.name, "versions": [version], "preferredVersion": version}


def _aggregated(request: HttpRequest, groups: Iterable[Group]) -> HttpResponse:
    """Aggregated discovery of ``groups``. Without this Content-Type clients would read the answer as a plain list."""
    # The semicolons tell `v=v2` from `v=v2beta1`, also at the end of the header.
    version = "v2" if "v=v2;" in request.headers["Accept"].replace(" ", "") + ";" else "v2beta1"
    items = [_aggregated_group(group) for group in groups]
    kind = {"kind": AGGREGATED, "apiVersion": f"apidiscovery.k8s.io/{version}"}
    response = answer({**kind, "metadata": {}, "items": items})
    response["Content-Type"] = f"application/json;g=apidiscovery.k8s.io;v={version};as={AGGREGATED}"
    response["Vary"] = "Accept"
    return response


def _aggregated_group(group: Group) -> dict[str, Any]:
    resources = [_aggregated_resource(group, resource) for resource in RESOURCES[group]]
    versions = [{"version": group.version, "resources": resources, "freshness": "Current"}]
    return {"metadata": {"name": group.name} if group.name else {}, "versions": versions}


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
