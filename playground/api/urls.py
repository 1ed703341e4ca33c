"""All URLs of the API. They are those of Kubernetes, so they begin at the site's root."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, re_path

from playground.api import discovery, evaluations, openapi_v2, processed, templates
from playground.api.groups import CORE, GROUPS, OPENSHIFT, Group
from playground.api.openapi import index, of_group, whole

NAMESPACE = r"namespaces/(?P<namespace>[a-z0-9-]{1,63})"
NAME = r"(?P<name>[^/\x00-\x1f]{1,253})"


def _of_group(group: Group) -> Iterator[URLPattern]:
    path, given = group.path.replace(".", r"\."), {"group": group}
    yield re_path(rf"^{path}/?\Z", discovery.resources, given)
    yield re_path(rf"^{path}/{NAMESPACE}/processed[tT]emplates\Z", processed.view, given)
    yield re_path(rf"^{path}/templates\Z", templates.collection_of_all, given)
    yield re_path(rf"^{path}/{NAMESPACE}/templates\Z", templates.collection, given)
    yield re_path(rf"^{path}/{NAMESPACE}/templates/{NAME}\Z", templates.item, given)
    yield re_path(rf"^openapi/v3/{path}\Z", of_group, given)


urlpatterns: list[URLPattern] = [
    re_path(r"^version/?\Z", discovery.version),
    re_path(r"^api/?\Z", discovery.core_versions),
    re_path(r"^apis/?\Z", discovery.groups),
    re_path(r"^apis/template\.openshift\.io/?\Z", discovery.group, {"group": OPENSHIFT}),
    re_path(rf"^{CORE.path}/namespaces\Z", discovery.namespaces),
    re_path(rf"^{CORE.path}/{NAMESPACE}\Z", discovery.namespace),
    *(pattern for group in GROUPS for pattern in _of_group(group)),
    re_path(r"^openapi/v3/?\Z", index),
    re_path(r"^openapi/v2\Z", openapi_v2.view),
    re_path(r"^api/evaluate\Z", evaluations.view, name="api-evaluate"),
    re_path(r"^api/openapi\.json\Z", whole, name="api-openapi"),
]
