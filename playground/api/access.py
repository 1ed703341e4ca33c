"""The owner of a token: its namespace, which is also its project and its user, and what it may do.

For `kubectl auth`: ``authentication.k8s.io``, ``authorization.k8s.io`` (kubernetes ``pkg/registry/authentication``,
``pkg/registry/authorization``). For `oc login` and `oc whoami`: ``user.openshift.io``, ``project.openshift.io`` (oc
``pkg/cli/login/loginoptions.go``, ``pkg/helpers/project/whoami.go``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse

from playground.api.conversion import mapping_of, timestamp
from playground.api.discovery import RESOURCES, Resource
from playground.api.protocol.endpoints import count_preview
from playground.api.protocol.groups import AUTHENTICATION, AUTHORIZATION, CORE, USERS, Group
from playground.api.protocol.protobuf import MEDIA_TYPE, ProtobufError, message, object_in, text
from playground.api.protocol.request_parts import (
    OBJECT_BODIES,
    TABLE,
    body_value,
    own_workspace,
    wanted_form,
    workspace_of,
)
from playground.api.protocol.status_errors import Cause, StatusError, bad_request, forbidden, invalid_kind
from playground.api.protocol.table import namespace_table
from playground.storage import clock
from playground.storage.models import Workspace
from playground.web.status import answer

_ME = "~"  # the name by which a client asks for its own user
_GROUPS = ["system:authenticated"]
# What everybody may read (kubernetes ``plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go``, system:discovery).
OPEN_PATHS = (
    *("/", "/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*", "/readyz"),
    *("/version", "/version/"),
)
_VERBS_WITHOUT_NAMESPACE = ("list", "watch")  # allowed in a request for the objects of all namespaces
# The numbers of fields in protobuf (k8s.io/api ``authorization/v1/generated.proto``): of a review, then of its `spec`.
_SPEC = 2
_RESOURCE, _NON_RESOURCE, _NAMESPACE = 1, 2, 1
# The fields of ResourceAttributes and NonResourceAttributes in the order of their numbers in protobuf, from 1.
_RESOURCE_FIELDS = ("namespace", "verb", "group", "version", "resource", "subresource", "name")
_PATH_FIELDS = ("path", "verb")
_NEITHER = "exactly one of nonResourceAttributes or resourceAttributes must be specified"
_BOTH = "cannot be specified in combination with resourceAttributes"
_VERSION = {"resourceVersion": "1"}  # of every namespace, and of a list of them: a namespace never changes


def namespaces(request: HttpRequest, group: Group = CORE) -> HttpResponse:
    """GET /api/v1/namespaces, or the projects of OpenShift: a list, or a Table, of the token's own namespace."""
    resource = RESOURCES[group][0]  # `namespaces` or `projects`
    workspace = own_workspace(request, group, None, resource.name, "list")
    items = [_namespace_of(workspace, group, resource)]
    if wanted_form(request, TABLE) == TABLE:
        return _table(request, items)
    kind = {"kind": f"{resource.kind}List", "apiVersion": group.api_version}
    return answer({**kind, "metadata": _VERSION, "items": items})


def namespace(request: HttpRequest, namespace: str, group: Group = CORE) -> HttpResponse:
    """GET the token's own namespace or project. Clients ask for the namespace after a 404."""
    resource = RESOURCES[group][0]  # `namespaces` or `projects`
    item = _namespace_of(own_workspace(request, group, namespace, resource.name, "get"), group, resource)
    return _table(request, [item]) if wanted_form(request, TABLE) == TABLE else answer(item)


def _table(request: HttpRequest, items: list[dict[str, Any]]) -> HttpResponse:
    return answer(namespace_table(items, _VERSION, clock.now(), request.GET.get("includeObject", "")))


def _namespace_of(workspace: Workspace, group: Group, resource: Resource) -> dict[str, Any]:
    created = timestamp(workspace.created)
    metadata = {"name": workspace.name, **_VERSION, "creationTimestamp": created}
    identity = {"kind": resource.kind, "apiVersion": group.api_version}
    return {**identity, "metadata": metadata, "status": {"phase": "Active"}}


def user(request: HttpRequest, name: str) -> HttpResponse:
    """GET the user of the token, also by its name."""
    workspace = workspace_of(request)
    if name not in (_ME, workspace.name):  # the user of a token has the name of the token's namespace
        raise forbidden(USERS, "users", "get", "", name)
    wanted_form(request)  # 406 for a client that does not accept JSON
    identity = {"kind": "User", "apiVersion": USERS.api_version}
    return answer({**identity, "metadata": {"name": workspace.name}, "identities": None, "groups": _GROUPS})


def self_review(request: HttpRequest) -> HttpResponse:
    """POST a SelfSubjectReview: who am I?"""
    workspace, _ = _reviewed(request, "SelfSubjectReview")
    identity = {"kind": "SelfSubjectReview", "apiVersion": AUTHENTICATION.api_version}
    metadata = {"creationTimestamp": timestamp(clock.now())}
    status = {"userInfo": {"username": workspace.name, "groups": _GROUPS}}
    return answer({**identity, "metadata": metadata, "status": status}, 201)


def access_review(request: HttpRequest) -> HttpResponse:
    """POST a SelfSubjectAccessReview: may I?"""
    workspace, spec = _reviewed(request, "SelfSubjectAccessReview")
    resource, path = spec.get("resourceAttributes"), spec.get("nonResourceAttributes")
    if resource is not None and path is not None:
        raise _invalid_review("nonResourceAttributes", _BOTH)
    if resource is None and path is None:
        raise _invalid_review("resourceAttributes", _NEITHER)
    allowed = _may(workspace, mapping_of(resource)) if path is None else _may_read(mapping_of(path))
    identity = {"kind": "SelfSubjectAccessReview", "apiVersion": AUTHORIZATION.api_version}
    return answer({**identity, "metadata": {}, "spec": spec, "status": {"allowed": allowed}}, 201)


def rules_review(request: HttpRequest) -> HttpResponse:
    """POST a SelfSubjectRulesReview: what may I in this namespace?"""
    workspace, spec = _reviewed(request, "SelfSubjectRulesReview")
    rules = [
        {
            "verbs": list(resource.verbs),
            "apiGroups": [group.name],
            "resources": [resource.name],
            **_resource_names(workspace, resource),
        }
        for group, resources in RESOURCES.items()
        for resource in resources
        if not resource.namespaced or spec.get("namespace") == workspace.name
    ]
    paths = [{"verbs": ["get"], "nonResourceURLs": list(OPEN_PATHS)}]
    status = {"resourceRules": rules, "nonResourceRules": paths, "incomplete": False}
    identity = {"kind": "SelfSubjectRulesReview", "apiVersion": AUTHORIZATION.api_version}
    return answer({**identity, "metadata": {}, "spec": spec, "status": status}, 201)


def _resource_names(workspace: Workspace, resource: Resource) -> dict[str, list[str]]:
    """The ``resourceNames`` of a rule: of a resource without namespace, a token may read only its own object."""
    return {} if resource.namespaced or resource.verbs == ("create",) else {"resourceNames": [workspace.name]}


def _may(workspace: Workspace, attributes: Mapping[str, Any]) -> bool:
    """Whether a request with these ResourceAttributes would be allowed."""
    group_name, version, plural = (attributes.get(name) or "" for name in ("group", "version", "resource"))
    served = [
        resource
        for group, resources in RESOURCES.items()
        for resource in resources
        if (group.name, resource.name) == (group_name, plural) and version in ("", "*", group.version)
    ]
    if not served or attributes.get("subresource") or attributes.get("verb") not in served[0].verbs:
        return False
    if not served[0].namespaced:
        return (attributes.get("name") or "") in ("", _ME, workspace.name)
    namespace = attributes.get("namespace") or ""
    return namespace == workspace.name or (not namespace and attributes["verb"] in _VERBS_WITHOUT_NAMESPACE)


def _may_read(attributes: Mapping[str, Any]) -> bool:
    """Whether anybody may read the path in these NonResourceAttributes."""
    path = str(attributes.get("path"))
    is_open = any(
        path == pattern or (pattern.endswith("*") and path.startswith(pattern[:-1])) for pattern in OPEN_PATHS
    )
    return is_open and attributes.get("verb") == "get"


def _reviewed(request: HttpRequest, kind: str) -> tuple[Workspace, dict[str, Any]]:
    """The token's Workspace, and the `spec` of the review in the body.

    Reading a body may take a second, so a review counts as a preview. Raises StatusError 400, 401, 406, 415 and 429.
    """
    workspace = workspace_of(request)
    count_preview(request)
    wanted_form(request)  # 406 for a client that does not accept JSON
    if request.content_type == MEDIA_TYPE:
        try:
            sent_kind, fields = object_in(request.body)
            spec = _spec_in(kind, message(fields.get(_SPEC, b"")))
        except ProtobufError as error:
            raise bad_request(f"the body of the request cannot be read: {error}") from None
    else:
        # This branch reads JSON and YAML. MEDIA_TYPE, protobuf, is only for the list of types in the message of a 415.
        value = mapping_of(body_value(request, OBJECT_BODIES | {MEDIA_TYPE}))
        sent_kind, spec = str(value.get("kind", kind)), mapping_of(value.get("spec"))
    if sent_kind != kind:
        raise bad_request(f'the object provided is unrecognized (must be of type {kind}): "{sent_kind}"')
    return workspace, spec


def _spec_in(kind: str, fields: dict[int, bytes]) -> dict[str, Any]:
    """The `spec` of a review in protobuf, without selectors: they change no answer."""
    if kind == "SelfSubjectRulesReview":
        return {"namespace": text(fields, _NAMESPACE)}
    spec = {}
    for number, attribute, names in (
        (_RESOURCE, "resourceAttributes", _RESOURCE_FIELDS),
        (_NON_RESOURCE, "nonResourceAttributes", _PATH_FIELDS),
    ):
        if number in fields:
            attributes = message(fields[number])
            values = {name: text(attributes, position) for position, name in enumerate(names, 1)}
            spec[attribute] = {name: value for name, value in values.items() if value}
    return spec


def _invalid_review(field: str, why: str) -> StatusError:
    cause = Cause(f"spec.{field}", f"Invalid value: null: {why}")
    return invalid_kind("SelfSubjectAccessReview", AUTHORIZATION, [cause])
