"""The URLs of the API, with a view for each method. As in Kubernetes, they begin at the root of the site."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import URLPattern, re_path

from playground.api import access, discovery, evaluations, processed, templates
from playground.api.openapi import v2, v3
from playground.api.protocol.endpoints import endpoint
from playground.api.protocol.groups import (
    AUTHENTICATION,
    AUTHORIZATION,
    CORE,
    CORE_RESOURCE,
    GROUPS,
    NAMED_GROUPS,
    PROJECTS,
    RESOURCE,
    USERS,
    Group,
)

NAMESPACE = r"namespaces/(?P<namespace>[a-z0-9-]{1,63})"
NAME = r"(?P<name>[^/\x00-\x1f]{1,253})"

_all_templates = endpoint(GET=templates.list_objects)
_templates = endpoint(GET=templates.list_objects, POST=templates.create_object, DELETE=templates.delete_objects)
_template = endpoint(
    GET=templates.get_object,
    PUT=templates.update_object,
    PATCH=templates.patch_object,
    DELETE=templates.delete_object,
)
_processed = processed.open_to_all(endpoint(POST=processed.process, OPTIONS=processed.preflight))


def _template_patterns(group: Group) -> Iterator[URLPattern]:
    """The URLs of the Templates of ``group``, and of their description."""
    path, arguments = _path(group), {"group": group}
    # Discovery calls the Templates of CORE `coretemplates`, so that `templates` means the Templates of OPENSHIFT. In an
    # address of CORE, clients may write either name.
    templates_of_group = rf"(?:{RESOURCE}|{CORE_RESOURCE})" if group is CORE else RESOURCE
    # Clients that use discovery write `processedtemplates`, and so does `oc`; the proposal has an upper-case `T`.
    yield re_path(rf"^{path}/{NAMESPACE}/processed[tT]emplates\Z", _processed, arguments)
    yield re_path(rf"^{path}/{templates_of_group}\Z", _all_templates, arguments)
    yield re_path(rf"^{path}/{NAMESPACE}/{templates_of_group}\Z", _templates, arguments)
    yield re_path(rf"^{path}/{NAMESPACE}/{templates_of_group}/{NAME}\Z", _template, arguments)
    yield re_path(rf"^openapi/v3/{path}\Z", endpoint(GET=v3.group_description), arguments)


def _discovery_patterns() -> Iterator[URLPattern]:
    for group in (CORE, *NAMED_GROUPS):
        yield re_path(rf"^{_path(group)}/?\Z", endpoint(GET=discovery.resources), {"group": group})
    for group in NAMED_GROUPS:
        name = group.name.replace(".", r"\.")
        yield re_path(rf"^apis/{name}/?\Z", endpoint(GET=discovery.group), {"group": group})


def _path(group: Group) -> str:
    """The first part of the group's URLs, as a regular expression."""
    return group.path.replace(".", r"\.")


urlpatterns: list[URLPattern] = [
    re_path(r"^version/?\Z", endpoint(GET=discovery.version)),
    re_path(r"^api/?\Z", endpoint(GET=discovery.core_versions)),
    re_path(r"^apis/?\Z", endpoint(GET=discovery.groups)),
    *_discovery_patterns(),
    re_path(rf"^{CORE.path}/namespaces\Z", endpoint(GET=access.namespaces)),
    re_path(rf"^{CORE.path}/{NAMESPACE}\Z", endpoint(GET=access.namespace)),
    re_path(rf"^{_path(PROJECTS)}/projects\Z", endpoint(GET=access.namespaces), {"group": PROJECTS}),
    re_path(
        rf"^{_path(PROJECTS)}/projects/{NAMESPACE.removeprefix('namespaces/')}\Z",
        endpoint(GET=access.namespace),
        {"group": PROJECTS},
    ),
    re_path(rf"^{_path(USERS)}/users/{NAME}\Z", endpoint(GET=access.user)),
    re_path(rf"^{_path(AUTHENTICATION)}/selfsubjectreviews\Z", endpoint(POST=access.self_review)),
    re_path(rf"^{_path(AUTHORIZATION)}/selfsubjectaccessreviews\Z", endpoint(POST=access.access_review)),
    re_path(rf"^{_path(AUTHORIZATION)}/selfsubjectrulesreviews\Z", endpoint(POST=access.rules_review)),
    *(pattern for group in GROUPS for pattern in _template_patterns(group)),
    re_path(r"^openapi/v3/?\Z", endpoint(GET=v3.index)),
    re_path(r"^openapi/v2\Z", endpoint(GET=v2.description)),
    re_path(r"^api/evaluate\Z", endpoint(POST=evaluations.evaluate_text), name="api-evaluate"),
    re_path(r"^api/openapi\.json\Z", endpoint(GET=v3.description), name="api-openapi"),
]
