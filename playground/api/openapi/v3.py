"""The OpenAPI 3 description of the API: a document of the whole API and, as in Kubernetes, one per group version.

OpenAPI 3.0.3; Kubernetes "OpenAPI V3". `kubectl` leaves validation to the server if this description
gives the PATCH of a kind the query parameter `fieldValidation`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse

from playground.api.openapi.schemas import (
    STRING,
    Schema,
    all_schemas,
    reference,
    schema_name,
    schemas_of,
    shared_schemas,
)
from playground.api.openapi.v2 import PROTOBUF
from playground.api.protocol.groups import (
    AUTHENTICATION,
    AUTHORIZATION,
    CORE,
    CORE_RESOURCE,
    GROUPS,
    NAMED_GROUPS,
    PROCESSED,
    PROJECTS,
    RESOURCE,
    USERS,
    Group,
)
from playground.api.protocol.patches import PATCHES
from playground.api.protocol.request_parts import OBJECT_BODIES
from playground.api.watch_stream import WATCHED
from playground.web.api_limits import LONGEST_WATCH
from playground.web.status import REASONS, answer

_TOKEN: list[Schema] = [{"token": []}]  # the `security` of an operation that needs a token
_REFUSALS = tuple(code for code in REASONS if code < 500)
_SERVER_ERRORS = (500, 503, 504, 507)
# The schema and description of each query parameter.
_QUERIES: dict[str, tuple[Schema, str]] = {
    "fieldValidation": (
        {"type": "string", "enum": ["Ignore", "Warn", "Strict"]},
        "Whether unknown and duplicate fields are ignored, cause a warning or cause an error.",
    ),
    "dryRun": ({"type": "string", "enum": ["All"]}, "Do everything except storing the object."),
    "fieldManager": ({"type": "string", "maxLength": 128}, "The name of the client; required for apply patches."),
    "force": ({"type": "boolean"}, "Allowed for apply patches only, and ignored."),
    "labelSelector": (STRING, "Only objects with these labels, such as `app=web,tier in (a, b),!old`."),
    "fieldSelector": (STRING, "Only objects with these fields, such as `metadata.name=web`."),
    "limit": ({"type": "integer", "minimum": 0}, "The maximum number of objects in one page."),
    "continue": (STRING, "The token of the previous page."),
    "watch": ({"type": "boolean"}, "Stream events about the objects, one line of JSON each, for 30 to 60 minutes."),
    "allowWatchBookmarks": ({"type": "boolean"}, "Send the current version every minute, and at the end."),
    "resourceVersion": (STRING, "The version after which a watch begins, or the oldest version that a list may show."),
    "timeoutSeconds": ({"type": "integer", "minimum": 0, "maximum": LONGEST_WATCH}, "The duration of a watch."),
    "includeObject": ({"type": "string", "enum": ["None", "Metadata", "Object"]}, "What the rows of a Table contain."),
}
_WRITING = ("fieldValidation", "dryRun", "fieldManager")
_SELECTING = ("labelSelector", "fieldSelector")
_LISTING = (*_SELECTING, "limit", "continue", "watch", "allowWatchBookmarks", "resourceVersion", "timeoutSeconds")


def whole_document() -> Schema:
    """The description of the whole API."""
    paths = {path: item for group in GROUPS for path, item in _paths(group).items()}
    return _document({**paths, **_other_paths()}, all_schemas())


def group_document(group: Group) -> Schema:
    """The description of one group version."""
    return _document(_paths(group), {**schemas_of(group), **shared_schemas()})


def _document(paths: dict[str, Schema], schemas: dict[str, Schema]) -> Schema:
    return {
        "openapi": "3.0.3",
        "info": {"title": "Template Playground", "version": "v1"},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _paths(group: Group) -> dict[str, Schema]:
    template, listed = (reference(schema_name(group, kind)) for kind in ("Template", "TemplateList"))
    listing = {**_content({"oneOf": [listed, reference("Table")]}), WATCHED: {"schema": reference("WatchLines")}}
    base = f"/{group.path}"
    namespaced = f"{base}/namespaces/{{namespace}}"
    operation, stored = partial(_template_operation, group), _content(template)
    linked = _links(group)
    collection = {
        "parameters": [_path_parameter("namespace")],
        "get": operation("list", {200: listing}, _LISTING),
        "post": operation("create", {201: stored}, _WRITING, body=template, links=linked),
        "delete": operation("deletecollection", {200: _content(listed)}, (*_SELECTING, "dryRun")),
    }
    patched = dict.fromkeys((200, 201), stored)
    item = {
        "parameters": [_path_parameter("namespace"), _path_parameter("name")],
        "get": operation("get", {200: _content({"oneOf": [template, reference("Table")]})}, ("includeObject",)),
        "put": operation("update", {200: stored}, _WRITING, body=template, links=linked),
        "patch": operation("patch", patched, (*_WRITING, "force"), body={}, media=PATCHES),
        "delete": operation("delete", {200: stored}, ("dryRun",)),
    }
    processing = operation("process", {201: stored}, ("fieldValidation",), body=template, security=[])
    plural = CORE_RESOURCE if group is CORE else RESOURCE
    return {
        **(_namespace_paths() if group is CORE else {}),
        f"{base}/{plural}": {"get": operation("list-all", {200: listing}, _LISTING)},
        f"{namespaced}/{plural}": collection,
        f"{namespaced}/{plural}/{{name}}": item,
        f"{namespaced}/{PROCESSED}": {"parameters": [_path_parameter("namespace")], "post": processing},
    }


def _namespace_paths() -> dict[str, Schema]:
    """The paths of namespaces; `kubectl explain` finds a kind by the paths of its resource."""
    kind = {"x-kubernetes-group-version-kind": {"group": CORE.name, "version": CORE.version, "kind": "Namespace"}}
    namespace = reference(schema_name(CORE, "Namespace"))
    listing = {"oneOf": [{"type": "object"}, reference("Table")]}
    answers = {"namespaces": listing, "namespace": {"oneOf": [namespace, reference("Table")]}}
    operations = {name: {**_operation(name, {200: _content(schema)}, ()), **kind} for name, schema in answers.items()}
    return {
        f"/{CORE.path}/namespaces": {"get": operations["namespaces"]},
        f"/{CORE.path}/namespaces/{{namespace}}": {
            "parameters": [_path_parameter("namespace")],
            "get": operations["namespace"],
        },
    }


def _links(group: Group) -> dict[str, Schema]:
    """OpenAPI links: an object that was just stored can be read, updated and deleted."""
    path_parameters = {"namespace": "$request.path.namespace", "name": "$response.body#/metadata/name"}
    bodies = {"get": {}, "update": {"requestBody": "$response.body"}, "delete": {}}
    return {
        verb: {"operationId": _operation_id(verb, group), "parameters": path_parameters, **body}
        for verb, body in bodies.items()
    }


def _operation_id(verb: str, group: Group) -> str:
    return f"{verb}-{group.name or 'core'}"


def _template_operation(
    group: Group, verb: str, answers: dict[int, Schema], queries: Iterable[str], **more: Any
) -> Schema:
    kind = {"group": group.name, "version": group.version, "kind": "Template"}
    operation = _operation(_operation_id(verb, group), answers, queries, **more)
    return {**operation, "x-kubernetes-action": verb, "x-kubernetes-group-version-kind": kind}


def _other_paths() -> dict[str, Schema]:
    """The paths of evaluation and discovery."""
    evaluation = _operation(
        "evaluate", {200: _content(reference("Evaluation"))}, (), body=reference("EvaluateRequest"), security=[]
    )
    protobuf = {PROTOBUF: {"schema": {"type": "string", "format": "binary"}}}
    without_token = (
        "/version",
        "/api",
        "/apis",
        *(f"/{group.path}" for group in (CORE, *NAMED_GROUPS)),
        "/openapi/v3",
        "/api/openapi.json",
    )
    any_object = {200: _content({"type": "object"})}
    projects = f"/{PROJECTS.path}/projects"
    reviews = (
        f"/{AUTHENTICATION.path}/selfsubjectreviews",
        f"/{AUTHORIZATION.path}/selfsubjectaccessreviews",
        f"/{AUTHORIZATION.path}/selfsubjectrulesreviews",
    )
    # The paths of single objects, and the name of the parameter in each path.
    single = {f"{projects}/{{namespace}}": "namespace", f"/{USERS.path}/users/{{name}}": "name"}
    return {
        "/api/evaluate": {"post": evaluation},
        "/openapi/v2": {"get": _operation("get /openapi/v2", {200: protobuf}, (), security=[])},
        projects: {"get": _operation("projects", any_object, ())},
        **{
            path: {"parameters": [_path_parameter(name)], "get": _operation(f"get {path}", any_object, ())}
            for path, name in single.items()
        },
        **{
            path: {"post": _operation(f"post {path}", {201: any_object[200]}, (), body={"type": "object"})}
            for path in reviews
        },
        **{path: {"get": _operation(f"get {path}", any_object, (), security=[])} for path in without_token},
    }


def _operation(
    name: str,
    answers: dict[int, Schema],
    queries: Iterable[str],
    *,
    body: Schema | None = None,
    media: Iterable[str] = OBJECT_BODIES,
    security: list[Schema] | None = None,
    links: dict[str, Schema] | None = None,
) -> Schema:
    """The operation ``name``; ``answers`` has the content of each successful answer, by HTTP status.

    ``body``: the schema of the request's body, in each of the ``media`` types. ``security``: by default, a token.
    """
    linked = {"links": links} if links else {}
    responses = {str(code): {**_response("Success.", content), **linked} for code, content in answers.items()}
    for code in (*_REFUSALS, *_SERVER_ERRORS):
        responses[str(code)] = _response(REASONS[code], _content(reference("Status")))
    operation: Schema = {
        "operationId": name,
        "parameters": [_query(query) for query in queries],
        "responses": responses,
        "security": _TOKEN if security is None else security,
    }
    if body is not None:
        content = {media_type: {"schema": body} for media_type in sorted(media)}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _response(description: str, content: Schema) -> Schema:
    return {"description": description, "content": content}


def _content(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


def _query(name: str) -> Schema:
    schema, query_description = _QUERIES[name]
    return {"name": name, "in": "query", "description": query_description, "schema": schema}


def _path_parameter(name: str) -> Schema:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def index(request: HttpRequest) -> HttpResponse:
    """GET /openapi/v3: the URL of each group version's description, with a hash for caches."""
    return answer({"paths": {group.path: {"serverRelativeURL": _address(group)} for group in GROUPS}})


def _address(group: Group) -> str:
    digest = sha256(json.dumps(group_document(group), sort_keys=True).encode()).hexdigest()[:16].upper()
    return f"/openapi/v3/{group.path}?hash={digest}"


def group_description(request: HttpRequest, group: Group) -> HttpResponse:
    """GET /openapi/v3/PATH: the description of one group version."""
    return answer(group_document(group))


def description(request: HttpRequest) -> HttpResponse:
    """GET /api/openapi.json: the description of the whole API."""
    return answer(whole_document())
